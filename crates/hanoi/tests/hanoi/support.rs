//! What several of these tests need.

use fewest_hanoi::random::Shuffler;
use fewest_hanoi::{Discs, Goal, Hanoi, Position, Size};
use fewest_search::algorithms::AStar;
use fewest_search::frontier::TieBreak;

/// A* with both ways of breaking ties.
pub(crate) const FIFO: AStar = AStar { tie_break: TieBreak::Fifo };
pub(crate) const LIFO: AStar = AStar { tie_break: TieBreak::Lifo };

pub(crate) fn size(discs: usize, pegs: usize) -> Size {
    Size::new(discs, pegs).expect("a possible size")
}

/// The puzzle of reaching a goal.
pub(crate) fn hanoi<D: Discs>(goal: &Position) -> Hanoi<D> {
    Hanoi::new(goal).expect("a packing that is large enough")
}

/// The usual goal.
pub(crate) fn last(size: Size) -> Position {
    Goal::Last.position(size).expect("a goal")
}

/// The usual goal, the first peg, and two arrangements at random.
pub(crate) fn goals(size: Size) -> Vec<Position> {
    let mut shuffler = Shuffler::new(size.discs() as u64);
    vec![last(size), Position::stacked(size), shuffler.uniform(size), shuffler.uniform(size)]
}
