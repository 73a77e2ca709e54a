//! Four litres out of a tap with jugs of three and five, spilling as little as possible: water that is poured away costs.

use fewest_search::{Cost, Puzzle, Zero, solve};

struct Jugs;

impl Puzzle for Jugs {
    type State = [u32; 2];
    fn is_goal(&self, jugs: &[u32; 2]) -> bool {
        jugs.contains(&4)
    }
    fn successors(&self, &[a, b]: &[u32; 2]) -> impl IntoIterator<Item = [u32; 2]> {
        let (right, left) = (a.min(5 - b), b.min(3 - a));
        [[3, b], [a, 5], [0, b], [a, 0], [a - right, b + right], [a + left, b - left]]
    }
    fn cost(&self, from: &[u32; 2], to: &[u32; 2]) -> Cost {
        1 + (from[0] + from[1]).saturating_sub(to[0] + to[1])
    }
}

fn main() {
    println!("{:?}", solve(&Jugs, [0, 0], &Zero).outcome);
}
