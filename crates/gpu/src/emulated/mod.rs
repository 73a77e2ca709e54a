//! The kernels, and the host code that drives them, on the processor: against searches that are written plainly.

mod plain;
mod processor;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use fewest_search::{Cancel, Iteration, LimitKind, Limits, Observer, Outcome, Proof, Run};

use crate::device::Device;
use crate::error::Error;
use crate::frame::Frame;
use crate::plan::Partition;
use crate::search::Sizes;
use crate::solver::Solver;
use plain::Plain;
use processor::Processor;

/// So small that a search pauses, spills, splits and spreads.
const TINY: Sizes = Sizes { roots: 40, spill: 160, steps: Some(20) };

fn standard(width: usize, height: usize) -> Frame {
    let goal: Vec<u8> = (0..width * height).map(|cell| u8::try_from(cell).unwrap()).collect();
    Frame::new(width, height, &goal).unwrap()
}

fn device() -> Arc<dyn Device> {
    Arc::new(Processor::new(1 << 30))
}

fn solver(width: usize, height: usize, partitions: &[&str], sizes: Sizes) -> Solver {
    let partitions: Vec<Partition> = partitions.iter().map(|text| text.parse().unwrap()).collect();
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    Solver::new(&device(), &standard(width, height), &partitions, Some(sizes), go_on).unwrap().unwrap()
}

/// Remembers what each full round counted.
#[derive(Default)]
struct Rounds(Vec<Iteration>);

impl Observer for Rounds {
    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        self.0.push(*iteration);
        ControlFlow::Continue(())
    }
}

/// Follows the blank, and requires that it ends at the goal.
fn replay(frame: &Frame, board: &[u8], run: &Run<u8>) -> u32 {
    let Outcome::Solved { moves, cost, proof: Proof::Optimal } = &run.outcome else { panic!("{:?}", run.outcome) };
    let mut board = board.to_vec();
    for &to in moves {
        let (blank, to) = (board.iter().position(|&tile| tile == 0).unwrap(), usize::from(to));
        let (rows, columns) =
            ((blank / frame.width).abs_diff(to / frame.width), (blank % frame.width).abs_diff(to % frame.width));
        assert_eq!(rows + columns, 1, "the blank goes from {blank} to {to}");
        board.swap(blank, to);
    }
    assert_eq!(board, frame.goal());
    assert_eq!(moves.len(), *cost as usize);
    *cost
}

/// Solves boards with the kernels and plainly: equal lengths, and full rounds that count the same.
fn compare(plain: &Plain, solver: &mut Solver, walks: &[usize]) {
    for (seed, &steps) in walks.iter().enumerate() {
        let board = plain.walk(steps, seed as u64 + 1);
        let mut rounds = Rounds::default();
        let run = solver.solve(&board, 0, &Limits::default(), &mut rounds).unwrap();
        let length = replay(solver.frame(), &board, &run);
        let (mut bound, mut all, mut told) = (plain.estimate(&board), (0, 0), rounds.0.iter());
        while let Some((expanded, generated)) = plain.round(&board, bound) {
            all = (all.0 + expanded, all.1 + generated);
            let told = told.next().unwrap_or_else(|| panic!("{board:?} has a round up to {bound}"));
            assert_eq!((told.bound, told.expanded, told.generated), (bound, all.0, all.1), "{board:?}");
            bound += 2;
        }
        assert_eq!((length, told.next()), (bound, None), "{board:?}");
    }
}

#[test]
fn tables_are_those_of_a_plain_search() {
    for (width, height, text) in [(3, 3, ".aabbaabb"), (4, 3, ".aabbaaccbcc"), (2, 3, ".aaabb")] {
        let plain = Plain::new(width, height, &text.parse().unwrap());
        let solver = solver(width, height, &[text], TINY);
        for ((pattern, table), histogram) in plain.tables.iter().zip(solver.histograms()) {
            let mut expected = vec![0; histogram.len()];
            for &distance in table.values() {
                expected[distance as usize] += 1;
            }
            assert_eq!(histogram, &expected, "{width}x{height} {pattern:?}");
        }
    }
}

#[test]
fn rounds_on_3x3_count_what_a_plain_search_counts() {
    let plain = Plain::new(3, 3, &".aabbaabb".parse().unwrap());
    let walks: Vec<usize> = (1..40).chain([200; 30]).collect();
    compare(&plain, &mut solver(3, 3, &[".aabbaabb"], TINY), &walks);
    // Large enough that nothing pauses, and that all is done in breadth.
    compare(&plain, &mut solver(3, 3, &[".aabbaabb"], Sizes { roots: 4_000, spill: 1_000, steps: None }), &walks);
}

#[test]
fn rounds_on_boards_that_are_not_square_count_what_a_plain_search_counts() {
    let text = ".aabbaaccbcc";
    let plain = Plain::new(4, 3, &text.parse().unwrap());
    compare(&plain, &mut solver(4, 3, &[text], TINY), &[8, 16, 24]);
}

#[test]
fn rounds_on_4x4_count_what_a_plain_search_counts() {
    let text = ".abbaabbccddccdd";
    let plain = Plain::new(4, 4, &text.parse().unwrap());
    compare(&plain, &mut solver(4, 4, &[text], TINY), &[8, 14, 20]);
}

#[test]
fn two_partitions_search_no_more_than_one() {
    let mut one = solver(3, 3, &[".aabbaabb"], TINY);
    let mut two = solver(3, 3, &[".aabbaabb", ".abbababa"], TINY);
    let plain = Plain::new(3, 3, &".aabbaabb".parse().unwrap());
    let mut expanded = (0, 0);
    for seed in 1..40 {
        let board = plain.walk(300, seed);
        let (mut first, mut second) = (Rounds::default(), Rounds::default());
        let run = one.solve(&board, 0, &Limits::default(), &mut first).unwrap();
        let again = two.solve(&board, 0, &Limits::default(), &mut second).unwrap();
        assert_eq!(replay(one.frame(), &board, &run), replay(two.frame(), &board, &again));
        expanded.0 += first.0.last().map_or(0, |round| round.expanded);
        expanded.1 += second.0.last().map_or(0, |round| round.expanded);
    }
    assert!(expanded.1 < expanded.0, "{expanded:?}");
}

#[test]
fn goals_in_other_corners_are_reached() {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let frame = Frame::new(3, 3, &goal).unwrap();
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let partition = [".aabbaabb".parse().unwrap()];
    let mut solver = Solver::new(&device(), &frame, &partition, Some(TINY), go_on).unwrap().unwrap();
    let board = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let run = solver.solve(&board, 0, &Limits::default(), &mut ()).unwrap();
    assert_eq!(replay(&frame, &board, &run), 31);
    // A bound that is known already need not be searched again.
    let run = solver.solve(&board, 31, &Limits::default(), &mut ()).unwrap();
    assert_eq!((replay(&frame, &board, &run), run.stats.iterations), (31, 1));
    let run = solver.solve(&goal, 0, &Limits::default(), &mut ()).unwrap();
    assert_eq!(replay(&frame, &goal, &run), 0);
    let run = solver.solve(&[2, 1, 3, 4, 5, 6, 7, 8, 0], 0, &Limits::default(), &mut ()).unwrap();
    assert!(matches!(run.outcome, Outcome::Unsolvable { .. }), "{:?}", run.outcome);
}

#[test]
fn limits_end_a_search_with_its_bound() {
    let mut solver = solver(3, 3, &[".aabbaabb"], TINY);
    let board = [8, 0, 6, 5, 4, 7, 2, 3, 1];
    let whole = solver.solve(&board, 0, &Limits::default(), &mut ()).unwrap();
    let length = replay(solver.frame(), &board, &whole);
    for expansions in [0, 1, 31, 32, 33, 100, 500] {
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        let run = solver.solve(&board, 0, &limits, &mut ()).unwrap();
        let Outcome::LimitReached { limit: LimitKind::Expansions, lower_bound, .. } = run.outcome else {
            panic!("{expansions}: {:?}", run.outcome)
        };
        assert!(lower_bound <= length && lower_bound > 0);
        assert!(run.stats.expanded <= expansions, "{} of {expansions}", run.stats.expanded);
    }
    let (cancel, none) = (Cancel::new(), Duration::ZERO);
    cancel.cancel();
    for (limits, kind) in [
        (Limits { cancel, ..Limits::default() }, LimitKind::Cancelled),
        (Limits { time: Some(none), ..Limits::default() }, LimitKind::Time),
    ] {
        let run = solver.solve(&board, 0, &limits, &mut ()).unwrap();
        assert!(matches!(run.outcome, Outcome::LimitReached { limit, .. } if limit == kind), "{:?}", run.outcome);
    }
}

#[test]
fn too_little_memory_is_said_before_anything_is_built() {
    let device: Arc<dyn Device> = Arc::new(Processor::new(1 << 20));
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let error = Solver::new(&device, &standard(5, 5), &[Partition::small(5, 5)], None, go_on).unwrap_err();
    assert!(matches!(error, Error::Memory { free: 1_048_576, .. }), "{error}");
    let stopped =
        Solver::new(&self::device(), &standard(3, 3), &[".aabbaabb".parse().unwrap()], Some(TINY), &mut |_: &_| {
            ControlFlow::Break(())
        });
    assert!(stopped.unwrap().is_none());
}
