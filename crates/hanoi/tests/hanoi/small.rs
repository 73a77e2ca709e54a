//! Every law, on every puzzle that can be exhausted in a moment, for several goals and packings.

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_hanoi::heuristics::{DiscGroups, DiscsAway, OutAndBack};
use fewest_hanoi::{Bytes, Discs, Hanoi, Position, Word64};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic, Incremental, Limits, Max, Zero};

use crate::support::{FIFO, LIFO, goals, hanoi, size};

/// Discs and pegs.
const SIZES: [(usize, usize); 13] =
    [(1, 3), (2, 3), (3, 3), (4, 3), (6, 3), (1, 4), (3, 4), (5, 4), (3, 5), (4, 5), (3, 6), (2, 9), (1, 26)];

/// What is asked of every puzzle.
trait Ask {
    fn ask<D: Discs>(&self, space: &Hanoi<D>, goal: &Position, table: &Table);
}

fn packed<D: Discs>(ask: &impl Ask, goal: &Position) {
    let space = hanoi::<D>(goal);
    let table = Table::new(&space).unwrap_or_else(|fault| panic!("{goal}: {fault}"));
    ask.ask(&space, goal, &table);
}

/// Asks each puzzle, in the packing that it would be searched in.
fn for_each_puzzle(ask: &impl Ask) {
    for (discs, pegs) in SIZES {
        for goal in goals(size(discs, pegs)) {
            match pegs {
                3..=4 => packed::<Word64<2>>(ask, &goal),
                5..=8 => packed::<Word64<3>>(ask, &goal),
                9..=16 => packed::<Word64<4>>(ask, &goal),
                _ => packed::<Word64<5>>(ask, &goal),
            }
        }
    }
}

/// Asks one size in the packings of larger ones.
fn in_other_packings(ask: &impl Ask) {
    for goal in goals(size(4, 4)) {
        packed::<Word64<3>>(ask, &goal);
        packed::<Word64<4>>(ask, &goal);
        packed::<Word64<5>>(ask, &goal);
        packed::<Bytes>(ask, &goal);
    }
}

struct Laws;

impl Ask for Laws {
    fn ask<D: Discs>(&self, space: &Hanoi<D>, goal: &Position, table: &Table) {
        let states: Vec<D> = table.iter().map(|(rank, _)| space.unrank(rank)).collect();
        assert_eq!(states.len(), space.size().pegs().pow(u32::try_from(space.size().discs()).unwrap()));
        for state in &states {
            space::check_moves(space, state).unwrap();
            capability::check_key(space, state).unwrap();
            capability::check_moves_into(space, state).unwrap();
            assert_eq!(space.state(&space.position(state)).as_ref(), Ok(state));
        }
        capability::check_ranks(space).unwrap();
        capability::check_distinct_keys(space, states.iter().copied()).unwrap();
        capability::check_goals(space, states.iter().copied()).unwrap();
        assert_eq!(space.position(space.goal()), *goal);
        let radius = match space.size().pegs() {
            3 => Cost::MAX,
            4 => 9,
            _ => 5,
        };
        for start in states.iter().step_by(states.len().div_ceil(3)) {
            capability::check_pruned_distances(space, start, radius).unwrap();
        }
    }
}

#[test]
fn spaces_keep_their_laws() {
    for_each_puzzle(&Laws);
    in_other_packings(&Laws);
}

/// Divisions of discs into groups: consecutive, interleaved, overlapping between divisions, and some disc left out.
fn divisions(discs: usize) -> Vec<Vec<Vec<usize>>> {
    let (low, high): (Vec<usize>, Vec<usize>) = (0..discs).partition(|disc| *disc < discs.div_ceil(2));
    let (even, odd) = (0..discs).partition(|disc| disc % 2 == 0);
    vec![vec![low, high], vec![odd, even], vec![(1..discs).collect()]]
}

struct Heuristics;

impl Ask for Heuristics {
    fn ask<D: Discs>(&self, space: &Hanoi<D>, _: &Position, table: &Table) {
        fn check<D: Discs>(space: &Hanoi<D>, heuristic: &impl Incremental<Hanoi<D>>, table: &Table) {
            assert!(heuristic.guarantees().consistent);
            heuristic::check_table(space, heuristic, table).unwrap();
            heuristic::check_walk(space, heuristic, space.goal(), 300, 7).unwrap();
        }
        let discs = space.size().discs();
        let build = |divisions: &[_]| DiscGroups::build(space, divisions, &Limits::default()).unwrap();
        let (away, out_and_back) = (DiscsAway::new(space), OutAndBack::new(space));
        check(space, &Zero, table);
        check(space, &away, table);
        check(space, &out_and_back, table);
        for division in divisions(discs) {
            check(space, &build(&[division]), table);
        }
        let groups = build(&divisions(discs));
        check(space, &groups, table);
        check(space, &Max(out_and_back.clone(), groups), table);
        // One group of all discs is exact, and groups of one disc count those away.
        let whole = build(&[vec![(0..discs).collect()]]);
        let single = build(&[(0..discs).map(|disc| vec![disc]).collect()]);
        for (rank, distance) in table.iter() {
            let state = space.unrank(rank);
            assert_eq!(whole.estimate(&state), Some(distance));
            assert_eq!(single.estimate(&state), away.estimate(&state));
            assert!(out_and_back.estimate(&state) >= away.estimate(&state));
        }
    }
}

#[test]
fn heuristics_keep_their_promises() {
    for_each_puzzle(&Heuristics);
    in_other_packings(&Heuristics);
}

struct Searches;

impl Ask for Searches {
    fn ask<D: Discs>(&self, space: &Hanoi<D>, _: &Position, table: &Table) {
        let out_and_back = OutAndBack::new(space);
        let groups = DiscGroups::build(space, &divisions(space.size().discs()), &Limits::default()).unwrap();
        let stride = table.iter().count().div_ceil(20);
        for (rank, distance) in table.iter().step_by(stride) {
            let start = space.unrank(rank);
            let truth = Some(distance);
            for algorithm in &[FIFO, LIFO] {
                let trial = Trial { space, heuristic: &out_and_back, algorithm };
                trial.check_optimal(&start, truth).unwrap();
                trial.check_necessary_expansions(&start, distance).unwrap();
                let trial = Trial { space, heuristic: &groups, algorithm };
                trial.check_optimal(&start, truth).unwrap();
                trial.check_all(&start, truth).unwrap();
                trial.check_necessary_expansions(&start, distance).unwrap();
            }
            // Without a table of states met, long solutions take too long.
            if distance <= 24 {
                let trial = Trial { space, heuristic: &groups, algorithm: &IdaStar::default() };
                trial.check_optimal(&start, truth).unwrap();
                trial.check_all(&start, truth).unwrap();
            }
            let trial = Trial { space, heuristic: &Zero, algorithm: &BreadthFirst };
            trial.check_optimal(&start, truth).unwrap();
        }
    }
}

#[test]
fn searches_agree_and_keep_their_limits() {
    for_each_puzzle(&Searches);
}

/// Its proofs are about any goal, so every goal is tried.
#[test]
fn out_and_back_holds_for_every_goal() {
    for (discs, pegs) in [(5, 3), (4, 4), (3, 5)] {
        let any = hanoi::<Word64<3>>(&Position::stacked(size(discs, pegs)));
        for goal in 0..any.rank_count().unwrap() {
            let space = hanoi::<Word64<3>>(&any.position(&any.unrank(goal)));
            let table = Table::new(&space).unwrap();
            heuristic::check_table(&space, &OutAndBack::new(&space), &table).unwrap();
        }
    }
}
