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

/// The fewest moves between two arrangements of the same discs on three pegs (Hinz 1992): the largest disc that must move does
/// so once or twice.
pub(crate) fn three_peg_distance(start: &Position, goal: &Position) -> u128 {
    let (start, goal) = (start.pegs_of_discs(), goal.pegs_of_discs());
    // Discs below the largest that must move stay where they are: moving one only costs.
    let Some(largest) = (0..start.len()).rev().find(|&disc| start[disc] != goal[disc]) else { return 0 };
    let (from, to) = (start[largest], goal[largest]);
    let (above, above_goal, spare) = (&start[..largest], &goal[..largest], 3 - from - to);
    let once = to_tower(above, spare) + 1 + to_tower(above_goal, spare);
    let twice = to_tower(above, to) + 1 + ((1 << largest) - 1) + 1 + to_tower(above_goal, from);
    once.min(twice)
}

/// The fewest moves that gather the discs, the smallest first, on one of three pegs. The largest disc that is not there
/// needs all smaller ones on the third peg, moves once, and then they come as a tower.
fn to_tower(pegs: &[u8], peg: u8) -> u128 {
    let (mut target, mut moves) = (peg, 0);
    for (disc, &peg) in pegs.iter().enumerate().rev() {
        if peg != target {
            // One move, and 2^disc − 1 for the tower that follows.
            moves += 1 << disc;
            target = 3 - peg - target;
        }
    }
    moves
}
