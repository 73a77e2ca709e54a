//! How many moves a knight needs from one corner to the other of a chess board of 1,000 × 1,000 squares.

use fewest_search::{Puzzle, consistent, solve};

struct Knight;

impl Puzzle for Knight {
    type State = (u32, u32);
    fn is_goal(&self, square: &(u32, u32)) -> bool {
        *square == (999, 999)
    }
    fn successors(&self, &(x, y): &(u32, u32)) -> impl IntoIterator<Item = (u32, u32)> {
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)].into_iter();
        let squares = jumps.filter_map(move |(dx, dy)| x.checked_add_signed(dx).zip(y.checked_add_signed(dy)));
        squares.filter(|(x, y)| x.max(y) <= &999)
    }
}

fn main() {
    // A jump brings the knight nearer by at most two squares in each direction, and by three in both together.
    let squares = |&(x, y): &(u32, u32)| (999 - x.min(y)).div_ceil(2).max((1998 - x - y).div_ceil(3));
    let run = solve(&Knight, (0, 0), &consistent(squares));
    println!("{:?} moves, {} squares looked at", run.outcome.cost(), run.stats.expanded);
}
