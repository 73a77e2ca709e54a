//! Searches on several threads, and those that share IDA*'s inner loop, on boards whose distances are known.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_conformance::capability::check_near_twins;
use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{AStarIdaStar, HdaStar, IdaStar, Ordering, ParallelIdaStar};
use fewest_search::capability::Ranked;
use fewest_search::frontier::TieBreak;
use fewest_search::{Iteration, LimitKind, Limits, Observer, Outcome, Proof, Run, Search, Stats};
use fewest_tiles::heuristics::{LinearConflict, Manhattan};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Board, Bytes, Goal, Move, Mtm, Nibbles, Stm, Tiles};

use crate::support::{FIFO, LIFO, blank_last, position, size, tiles};

/// A hard position: 48 by Manhattan distance.
const HARD_15: &str = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
/// One of the two farthest under `stm`.
const FARTHEST: &str = "8 6 7/2 5 4/3 0 1";

type Fifteen = Tiles<Nibbles, Stm>;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("at least one")
}

fn on(count: usize) -> ParallelIdaStar {
    ParallelIdaStar { threads: threads(count), ordering: Ordering::None }
}

fn hard_15() -> (Fifteen, Board<Nibbles>) {
    let start = position(HARD_15);
    let space = tiles(&Goal::BlankLast.position(start.size()).unwrap());
    let start = Fifteen::board(&space, &start).unwrap();
    (space, start)
}

/// Every round that was finished.
#[derive(Default)]
struct Rounds(Vec<Iteration>);

impl Observer for Rounds {
    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        self.0.push(*iteration);
        ControlFlow::Continue(())
    }
}

#[test]
fn every_finished_round_counts_the_same_nodes_on_any_number_of_threads() {
    let (space, start) = hard_15();
    let manhattan = Manhattan::new(&space);
    let within = |algorithm: &dyn Fn(&Limits, &mut Rounds) -> Run<Move>, expansions| {
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        let mut rounds = Rounds::default();
        let run = algorithm(&limits, &mut rounds);
        assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Expansions, lower_bound: 60, .. }));
        (rounds.0, Stats { peak_memory: 0, elapsed: Duration::ZERO, ..run.stats })
    };
    let serial =
        |limits: &Limits, rounds: &mut Rounds| IdaStar::default().run(&space, &start, &manhattan, limits, rounds);
    // First somewhere in the next round; then where the last finished one ends, so that the histogram is of finished
    // rounds alone and every single expansion must be where it belongs.
    let (rounds, _) = within(&serial, 3_000_000);
    let last = rounds[rounds.len() - 1];
    assert!(last.expanded > 2_000_000, "{last:?}");
    let (_, stats) = within(&serial, last.expanded);
    for count in [1, 2, 3, 7] {
        let parallel = |limits: &Limits, rounds: &mut Rounds| on(count).run(&space, &start, &manhattan, limits, rounds);
        let (found, counted) = within(&parallel, 3_000_000);
        assert_eq!(found, rounds, "on {count} threads");
        assert_eq!(counted.expanded, 3_000_000);
        let (_, counted) = within(&parallel, last.expanded);
        assert_eq!(counted, Stats { generated: counted.generated, ..stats.clone() }, "on {count} threads");
    }
}

/// 3×3 under both metrics, with every distance.
struct Nine {
    stm: (Tiles<Nibbles, Stm>, Table),
    mtm: (Tiles<Nibbles, Mtm>, Table),
}

impl Nine {
    fn new() -> Self {
        let (stm, mtm) = (blank_last(3, 3), blank_last(3, 3));
        let tables = (Table::new(&stm).unwrap(), Table::new(&mtm).unwrap());
        Self { stm: (stm, tables.0), mtm: (mtm, tables.1) }
    }

    /// An algorithm proves the distance of every `stride`-th position.
    fn agrees<A>(&self, algorithm: &A, stride: usize)
    where
        A: for<'a> Search<Tiles<Nibbles, Stm>, Manhattan<'a, Nibbles, Stm>>
            + for<'a> Search<Tiles<Nibbles, Mtm>, LinearConflict<'a, Nibbles, Mtm>>,
    {
        let Self { stm: (stm, stm_table), mtm: (mtm, mtm_table) } = self;
        let (manhattan, linear_conflict) = (Manhattan::new(stm), LinearConflict::new(mtm));
        for (rank, distance) in stm_table.iter().step_by(stride) {
            let trial = Trial { space: stm, heuristic: &manhattan, algorithm };
            trial.check_optimal(&stm.unrank(rank), Some(distance)).unwrap();
        }
        for (rank, distance) in mtm_table.iter().step_by(stride) {
            let trial = Trial { space: mtm, heuristic: &linear_conflict, algorithm };
            trial.check_optimal(&mtm.unrank(rank), Some(distance)).unwrap();
        }
    }
}

#[test]
fn all_agree_with_the_distances_of_3x3() {
    let nine = Nine::new();
    nine.agrees(&on(2), 2003);
    nine.agrees(&ParallelIdaStar { threads: threads(3), ordering: Ordering::ByF }, 2003);
    nine.agrees(&HdaStar { threads: threads(1), tie_break: TieBreak::Lifo }, 2003);
    nine.agrees(&HdaStar { threads: threads(2), tie_break: TieBreak::Lifo }, 1009);
    nine.agrees(&HdaStar { threads: threads(3), tie_break: TieBreak::Fifo }, 1009);
    nine.agrees(&AStarIdaStar::default(), 2003);
    for ordering in [Ordering::None, Ordering::ByF] {
        for table in [None, Some(0), Some(1 << 12), Some(1 << 20)] {
            nine.agrees(&IdaStar { ordering, table }, 2003);
        }
    }
}

#[test]
fn threads_keep_their_limits() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let manhattan = Manhattan::new(&space);
    for (rank, distance) in Table::new(&space).unwrap().iter().step_by(30_011) {
        let start = space.unrank(rank);
        let algorithm = &on(2);
        Trial { space: &space, heuristic: &manhattan, algorithm }.check_concurrent(&start, Some(distance)).unwrap();
        let algorithm = &HdaStar { threads: threads(3), tie_break: TieBreak::Lifo };
        Trial { space: &space, heuristic: &manhattan, algorithm }.check_concurrent(&start, Some(distance)).unwrap();
    }
}

/// A space too large for any memory, and a start far from the goal.
fn hopeless() -> (Tiles<Bytes<25>, Stm>, Board<Bytes<25>>) {
    let goal = Goal::BlankLast.position(size(5, 5)).unwrap();
    let space = tiles::<Bytes<25>, Stm>(&goal);
    let start = space.board(&Shuffler::new(5).uniform(&goal)).unwrap();
    (space, start)
}

#[test]
fn a_hopeless_search_ends_when_its_time_is_up() {
    let (space, start) = hopeless();
    let manhattan = Manhattan::new(&space);
    let time = Duration::from_millis(40);
    let limits = Limits { time: Some(time), memory: 4 << 30, ..Limits::default() };
    let hda = HdaStar { threads: threads(3), tie_break: TieBreak::Lifo };
    let runs = [
        on(3).run(&space, &start, &manhattan, &limits, &mut ()),
        hda.run(&space, &start, &manhattan, &limits, &mut ()),
        AStarIdaStar::default().run(&space, &start, &manhattan, &limits, &mut ()),
        IdaStar { table: Some(1 << 30), ..IdaStar::default() }.run(&space, &start, &manhattan, &limits, &mut ()),
    ];
    for run in runs {
        assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Time, .. }), "{:?}", run.outcome);
        assert!(run.stats.elapsed >= time && run.stats.elapsed < 100 * time, "{:?}", run.stats.elapsed);
    }
}

#[test]
fn hda_star_fills_its_memory_and_knows_a_lower_bound() {
    let (space, start) = hopeless();
    let manhattan = Manhattan::new(&space);
    for megabytes in [10, 30] {
        let limits = Limits { memory: megabytes << 20, ..Limits::default() };
        let alone = FIFO.run(&space, &start, &manhattan, &limits, &mut ());
        let hda = HdaStar { threads: threads(3), tie_break: TieBreak::Fifo };
        let run = hda.run(&space, &start, &manhattan, &limits, &mut ());
        let bound = |run: &Run<Move>| match run.outcome {
            Outcome::LimitReached { limit: LimitKind::Memory, lower_bound, .. } => lower_bound,
            ref outcome => panic!("{outcome:?}"),
        };
        // The most promising nodes are expanded first on each thread: in the same memory the bound comes about as far.
        assert!(bound(&run).abs_diff(bound(&alone)) <= 2, "{} and {}", bound(&run), bound(&alone));
        assert!((limits.memory / 2..=limits.memory).contains(&run.stats.peak_memory), "{}", run.stats.peak_memory);
    }
}

#[test]
fn the_hybrid_is_a_star_while_memory_lasts_and_optimal_after() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let table = Table::new(&space).unwrap();
    let manhattan = Manhattan::new(&space);
    let mut fell_back = 0;
    let farthest = space.rank(&space.board(&position(FARTHEST)).unwrap());
    for rank in table.iter().map(|(rank, _)| rank).step_by(20_011).chain([farthest]) {
        let (start, distance) = (space.unrank(rank), table.distance(rank));
        for (tie_break, a_star) in [(TieBreak::Fifo, FIFO), (TieBreak::Lifo, LIFO)] {
            let hybrid = AStarIdaStar { tie_break, ..AStarIdaStar::default() };
            let solved = |memory| {
                let limits = Limits { memory, ..Limits::default() };
                let run = hybrid.run(&space, &start, &manhattan, &limits, &mut ());
                let is_proven = matches!(run.outcome, Outcome::Solved { proof: Proof::Optimal, .. });
                assert!(is_proven && run.outcome.cost() == Some(distance), "{memory} bytes: {:?}", run.outcome);
                assert!(run.stats.peak_memory <= memory, "{} of {memory}", run.stats.peak_memory);
                run
            };
            let (ours, theirs) = (solved(1 << 30), a_star.run(&space, &start, &manhattan, &Limits::default(), &mut ()));
            assert_eq!(ours.outcome, theirs.outcome);
            assert_eq!(ours.stats.expanded_by_depth, theirs.stats.expanded_by_depth);
            // None for A*; a table and no open list; a few, many, most nodes.
            for memory in [8_000, 600_000, 1_100_000, 1_200_000, 1_400_000, 1_700_000] {
                fell_back += u32::from(solved(memory).stats.iterations > 1);
            }
        }
    }
    assert!(fell_back > 50, "{fell_back}");
}

#[test]
fn a_transposition_table_saves_nodes_and_more_of_it_more() {
    let (space, start) = hard_15();
    let manhattan = Manhattan::new(&space);
    let expanded = |table| {
        let limits = Limits { expansions: Some(20_000_000), ..Limits::default() };
        let mut rounds = Rounds::default();
        let algorithm = IdaStar { ordering: Ordering::None, table };
        algorithm.run(&space, &start, &manhattan, &limits, &mut rounds);
        let round = rounds.0.iter().find(|round| round.bound == 58);
        round.expect("a round that ends in time").expanded
    };
    let [none, small, large] = [None, Some(1 << 14), Some(1 << 26)].map(expanded);
    assert!(large < small && small < none, "{large} {small} {none}");
    assert!(3 * large < 2 * none, "{large} of {none}");
}

/// Successors of least f first: in the last round the solution is found sooner on the average.
#[test]
fn ordering_changes_the_last_round_alone() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let manhattan = Manhattan::new(&space);
    let mut differ = 0;
    for (rank, distance) in Table::new(&space).unwrap().iter().step_by(5_003) {
        let start = space.unrank(rank);
        let rounds = |ordering| {
            let mut rounds = Rounds::default();
            let algorithm = IdaStar { ordering, table: None };
            let run = algorithm.run(&space, &start, &manhattan, &Limits::default(), &mut rounds);
            assert_eq!(run.outcome.cost(), Some(distance));
            (rounds.0, run.stats.expanded)
        };
        let (plain, by_f) = (rounds(Ordering::None), rounds(Ordering::ByF));
        assert_eq!(plain.0, by_f.0);
        differ += u32::from(plain.1 != by_f.1);
    }
    assert!(differ > 10, "{differ}");
}

#[test]
fn twins_are_near_under_both_metrics() {
    for (width, height) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 2), (1, 5)] {
        let goal = Goal::BlankLast.position(size(width, height)).unwrap();
        for seed in 0..3 {
            let start = Shuffler::new(seed).walk(&goal, 20 * seed);
            let (stm, mtm) = (tiles::<Nibbles, Stm>(&goal), tiles::<Nibbles, Mtm>(&goal));
            check_near_twins(&stm, &stm.board(&start).unwrap(), 8).unwrap();
            check_near_twins(&mtm, &mtm.board(&start).unwrap(), 5).unwrap();
        }
    }
}
