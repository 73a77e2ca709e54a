//! What several of these tests need.

use fewest_pancake::pdb::{Counting, Plan, Tables};
use fewest_pancake::random::Shuffler;
use fewest_pancake::{Packing, Pancakes, Position, Size};
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_search::algorithms::AStar;
use fewest_search::frontier::TieBreak;

/// A* with both ways of breaking ties.
pub(crate) const FIFO: AStar = AStar { tie_break: TieBreak::Fifo };
pub(crate) const LIFO: AStar = AStar { tie_break: TieBreak::Lifo };

pub(crate) fn plain(pancakes: usize) -> Size {
    Size::plain(pancakes).expect("a possible size")
}

pub(crate) fn burnt(pancakes: usize) -> Size {
    Size::burnt(pancakes).expect("a possible size")
}

/// The puzzle of reaching a goal.
pub(crate) fn pancakes<P: Packing>(goal: &Position) -> Pancakes<P> {
    Pancakes::new(goal).expect("a packing that is large enough")
}

/// The sorted stack, and two at random.
pub(crate) fn goals(size: Size) -> Vec<Position> {
    let mut shuffler = Shuffler::new(size.pancakes() as u64);
    vec![Position::sorted(size), shuffler.uniform(size), shuffler.uniform(size)]
}

/// Tables of some partitions, with their plan.
pub(crate) fn tables(
    goal: &Position,
    partitions: &[Vec<Vec<usize>>],
    counting: Counting,
    encoding: Encoding,
) -> (Plan, Tables) {
    let plan = Plan::new(goal, partitions, counting, encoding).expect("patterns that can be served");
    let tables = Tables::build(&plan, &Builder::default()).expect("small tables");
    (plan, tables)
}
