//! Three missionaries and three cannibals cross a river in a boat for two; cannibals may nowhere outnumber missionaries.

use fewest_search::{Zero, puzzle, solve};

/// Missionaries and cannibals on the left bank, and whether the boat is there.
type Banks = (i8, i8, bool);

fn main() {
    let is_safe = |m: i8, c: i8| (0..=3).contains(&m) && (0..=3).contains(&c) && (m == 0 || m == 3 || m == c);
    let crossings = |&(m, c, is_left): &Banks| {
        let way = if is_left { -1 } else { 1 };
        let boats = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)].into_iter();
        boats.map(move |(a, b)| (m + way * a, c + way * b, !is_left)).filter(move |&(m, c, _)| is_safe(m, c))
    };
    let river = puzzle(crossings, |banks| *banks == (0, 0, false));
    let run = solve(&river, (3, 3, true), &Zero);
    for step in run.outcome.moves().expect("eleven crossings") {
        println!("{:?}", step.to);
    }
}
