//! What several of these tests need.

use std::num::NonZero;
use std::thread;

use fewest_conformance::Check;
use fewest_search::Incremental;
use fewest_search::algorithms::AStar;
use fewest_search::frontier::TieBreak;
use fewest_tiles::heuristics::{
    AxisMax, ByAxis, InversionDistance, LinearConflict, Manhattan, Misplaced, TableTooLarge, WalkingConflict,
};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Cells, Goal, Metric, Mtm, Position, Size, Stm, Tiles};

/// A* with both ways of breaking ties.
pub(crate) const FIFO: AStar = AStar { tie_break: TieBreak::Fifo };
pub(crate) const LIFO: AStar = AStar { tie_break: TieBreak::Lifo };

/// A metric with its heuristics, so that a test is written once for both.
pub(crate) trait Rated: Metric {
    const NAME: &'static str;

    fn misplaced<C: Cells>(space: &Tiles<C, Self>) -> impl Incremental<Tiles<C, Self>> + Sync;
    fn manhattan<C: Cells>(space: &Tiles<C, Self>) -> impl Incremental<Tiles<C, Self>> + Sync;
    fn linear_conflict<C: Cells>(space: &Tiles<C, Self>) -> impl ByAxis<C, Self> + Sync;
    fn walking_conflict<C: Cells>(space: &Tiles<C, Self>) -> Result<impl ByAxis<C, Self> + Sync, TableTooLarge>;
    fn strongest<C: Cells>(space: &Tiles<C, Self>) -> Result<impl ByAxis<C, Self> + Sync, TableTooLarge>;
}

macro_rules! rated {
    ($metric:ty, $name:literal) => {
        impl Rated for $metric {
            const NAME: &'static str = $name;

            fn misplaced<C: Cells>(space: &Tiles<C, Self>) -> impl Incremental<Tiles<C, Self>> + Sync {
                Misplaced::<C, $metric>::new(space)
            }

            fn manhattan<C: Cells>(space: &Tiles<C, Self>) -> impl Incremental<Tiles<C, Self>> + Sync {
                Manhattan::new(space)
            }

            fn linear_conflict<C: Cells>(space: &Tiles<C, Self>) -> impl ByAxis<C, Self> + Sync {
                LinearConflict::new(space)
            }

            fn walking_conflict<C: Cells>(
                space: &Tiles<C, Self>,
            ) -> Result<impl ByAxis<C, Self> + Sync, TableTooLarge> {
                WalkingConflict::new(space)
            }

            fn strongest<C: Cells>(space: &Tiles<C, Self>) -> Result<impl ByAxis<C, Self> + Sync, TableTooLarge> {
                Ok(AxisMax(WalkingConflict::new(space)?, InversionDistance::new(space)))
            }
        }
    };
}

rated!(Stm, "stm");
rated!(Mtm, "mtm");

pub(crate) fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a possible size")
}

pub(crate) fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// The puzzle of reaching a goal.
pub(crate) fn tiles<C: Cells, M: Metric>(goal: &Position) -> Tiles<C, M> {
    Tiles::new(goal).expect("a packing that is large enough")
}

/// The puzzle with the default goal.
pub(crate) fn blank_last<C: Cells, M: Metric>(width: usize, height: usize) -> Tiles<C, M> {
    tiles(&Goal::BlankLast.position(size(width, height)).expect("a goal"))
}

/// Goals with the blank first, last and elsewhere, with the tiles in order and not, of both parities.
pub(crate) fn goals(size: Size) -> Vec<Position> {
    let last = Goal::BlankLast.position(size).expect("a goal");
    let first = Goal::BlankFirst.position(size).expect("a goal");
    let mut shuffler = Shuffler::new(size.cells() as u64);
    let mut goals = vec![shuffler.uniform(&last), shuffler.uniform(&first), shuffler.walk(&last, 3), last, first];
    goals.dedup();
    goals
}

/// Calls `check` for every item, on every core, and returns the first complaint.
pub(crate) fn on_every_core<T: Sync>(items: &[T], check: impl Fn(&T) -> Check + Sync) -> Check {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let share = |core: usize| items.iter().skip(core).step_by(cores).try_for_each(&check);
        let threads: Vec<_> = (0..cores).map(|core| scope.spawn(move || share(core))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a check returns what is wrong"))
    })
}
