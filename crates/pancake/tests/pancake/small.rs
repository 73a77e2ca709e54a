//! Every law, on every puzzle that can be exhausted in a moment, for several goals and both packings.

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_pancake::heuristics::{Gap, GapAhead};
use fewest_pancake::pdb::{Counting, PatternPdb};
use fewest_pancake::{Bytes, Nibbles, Packing, Pancakes, Position};
use fewest_pdb::encoding::Encoding;
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, Max, Zero};

use crate::support::{FIFO, LIFO, burnt, goals, pancakes, plain, tables};

/// What is asked of every puzzle.
trait Ask {
    fn ask<P: Packing>(&self, space: &Pancakes<P>, goal: &Position, table: &Table);
}

fn packed<P: Packing>(ask: &impl Ask, goal: &Position) {
    let space = pancakes::<P>(goal);
    let table = Table::new(&space).unwrap_or_else(|fault| panic!("{goal}: {fault}"));
    ask.ask(&space, goal, &table);
}

/// Asks each puzzle; small ones in both packings, as both may be searched.
fn for_each_puzzle(ask: &impl Ask) {
    for size in [plain(1), plain(2), plain(3), plain(4), plain(5), burnt(1), burnt(2), burnt(3)] {
        for goal in goals(size) {
            packed::<Nibbles>(ask, &goal);
            packed::<Bytes>(ask, &goal);
        }
    }
    packed::<Nibbles>(ask, &goals(plain(6))[1]);
    packed::<Bytes>(ask, &goals(burnt(4))[1]);
}

struct Laws;

impl Ask for Laws {
    fn ask<P: Packing>(&self, space: &Pancakes<P>, goal: &Position, table: &Table) {
        let states: Vec<P> = table.iter().map(|(rank, _)| space.unrank(rank)).collect();
        assert_eq!(Some(states.len() as u64), space.size().stacks());
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
        assert_eq!(space.rank(space.goal()), 0);
        for start in states.iter().step_by(states.len().div_ceil(3)) {
            capability::check_pruned_distances(space, start, Cost::MAX).unwrap();
            capability::check_near_twins(space, start, 4).unwrap();
        }
    }
}

#[test]
fn spaces_keep_their_laws() {
    for_each_puzzle(&Laws);
}

/// Partitions of pancakes: neighbours, every other one, all but one, and several of these.
fn partitions(pancakes: usize) -> Vec<Vec<Vec<Vec<usize>>>> {
    let split = |is_first: &dyn Fn(usize) -> bool| {
        let (first, second): (Vec<usize>, Vec<usize>) = (1..=pancakes).partition(|&pancake| is_first(pancake));
        [first, second].into_iter().filter(|pattern| !pattern.is_empty()).collect::<Vec<_>>()
    };
    let (halves, odd) = (split(&|pancake| 2 * pancake <= pancakes), split(&|pancake| pancake % 2 == 1));
    let but_one = vec![(1..pancakes.max(2)).collect::<Vec<_>>()];
    vec![vec![halves.clone()], vec![odd.clone()], vec![but_one.clone()], vec![halves, odd, but_one]]
}

struct Heuristics;

impl Ask for Heuristics {
    fn ask<P: Packing>(&self, space: &Pancakes<P>, goal: &Position, table: &Table) {
        fn check<P: Packing>(space: &Pancakes<P>, heuristic: &impl Incremental<Pancakes<P>>, table: &Table) {
            heuristic::check_table(space, heuristic, table).unwrap();
            heuristic::check_walk(space, heuristic, space.goal(), 300, 7).unwrap();
        }
        let (gap, ahead) = (Gap::new(space), GapAhead::new(space));
        check(space, &Zero, table);
        check(space, &gap, table);
        check(space, &ahead, table);
        assert!(gap.guarantees().consistent && ahead.guarantees().consistent);
        for counting in [Counting::Every, Counting::Top] {
            for (encoding, guarantees) in [
                (Encoding::BYTE, Guarantees::CONSISTENT),
                (Encoding::PAIR, Guarantees::CONSISTENT),
                ("nibble-min4".parse().unwrap(), Guarantees::ADMISSIBLE),
            ] {
                for partitions in partitions(space.size().pancakes()) {
                    let (plan, tables) = tables(goal, &partitions, counting, encoding);
                    let pdb = PatternPdb::new(space, &plan, &tables).unwrap();
                    assert_eq!(pdb.guarantees(), guarantees);
                    check(space, &pdb, table);
                    check(space, &Max(gap.clone(), pdb), table);
                }
            }
        }
        // A pattern of all pancakes is exact: every flip brings one of them to the top.
        let all = [vec![(1..=space.size().pancakes()).collect()]];
        for counting in [Counting::Every, Counting::Top] {
            let (plan, tables) = tables(goal, &all, counting, Encoding::NIBBLE);
            let pdb = PatternPdb::new(space, &plan, &tables).unwrap();
            for (rank, distance) in table.iter() {
                assert_eq!(pdb.estimate(&space.unrank(rank)), Some(distance));
            }
        }
        for (rank, _) in table.iter() {
            let state = space.unrank(rank);
            let gaps = space.position(&state).gaps_to(goal).len();
            assert_eq!(gap.estimate(&state), Some(Cost::try_from(gaps).unwrap()));
            assert!(ahead.estimate(&state) >= gap.estimate(&state));
        }
    }
}

#[test]
fn heuristics_keep_their_promises() {
    for_each_puzzle(&Heuristics);
}

struct Searches;

impl Ask for Searches {
    fn ask<P: Packing>(&self, space: &Pancakes<P>, goal: &Position, table: &Table) {
        let (gap, ahead) = (Gap::new(space), GapAhead::new(space));
        let partitions = &partitions(space.size().pancakes())[0];
        let (plan, tables) = tables(goal, partitions, Counting::Top, Encoding::NIBBLE);
        let pdb = PatternPdb::new(space, &plan, &tables).unwrap();
        let stride = table.iter().count().div_ceil(20);
        for (rank, distance) in table.iter().step_by(stride) {
            let (start, truth) = (space.unrank(rank), Some(distance));
            for algorithm in &[FIFO, LIFO] {
                let trial = Trial { space, heuristic: &gap, algorithm };
                trial.check_optimal(&start, truth).unwrap();
                trial.check_all(&start, truth).unwrap();
                trial.check_necessary_expansions(&start, distance).unwrap();
                let trial = Trial { space, heuristic: &pdb, algorithm };
                trial.check_optimal(&start, truth).unwrap();
            }
            for table in [None, Some(1 << 12)] {
                let algorithm = &IdaStar { table, ..IdaStar::default() };
                let trial = Trial { space, heuristic: &gap, algorithm };
                trial.check_optimal(&start, truth).unwrap();
                let trial = Trial { space, heuristic: &ahead, algorithm };
                trial.check_optimal(&start, truth).unwrap();
                let trial = Trial { space, heuristic: &pdb, algorithm };
                trial.check_optimal(&start, truth).unwrap();
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
