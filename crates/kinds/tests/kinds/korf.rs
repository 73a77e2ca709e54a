//! Korf's 100 random 15-puzzles against their published lengths.

use fewest_engine::{Cancel, Limits, Outcome, Proof, Puzzle, Request};
use fewest_kinds::KINDS;

const POSITIONS: &str = include_str!("../../../lab/data/korf100.txt");
const LENGTHS: &str = include_str!("../../../lab/data/korf100-lengths.txt");

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The easy ones are solved; of the others at least no bound is too high.
#[test]
fn lengths_and_lower_bounds_are_true() {
    let mut solved = 0;
    assert_eq!((lines(POSITIONS).count(), lines(LENGTHS).count()), (100, 100));
    for (position, length) in lines(POSITIONS).zip(lines(LENGTHS)) {
        let length: u32 = length.parse().expect("a length");
        let mut request = Request::new(Puzzle::new("tiles", position).with("goal", "blank-first"));
        request.options.threads = Some(1);
        request.limits = Limits { expansions: Some(1_000_000), ..Limits::default() };
        let answer = KINDS.solve(&request, &Cancel::new(), &mut |_| ()).expect("a good request");
        match answer.outcome {
            Outcome::Solved => {
                assert_eq!((answer.length, answer.proof), (Some(length), Proof::Optimal), "{position}");
                solved += 1;
            }
            Outcome::Limit => assert!(answer.lower_bound <= Some(length), "{position}: {:?}", answer.lower_bound),
            Outcome::Unsolvable => panic!("{position} is solvable"),
        }
    }
    assert_eq!(solved, 47, "node counts do not depend on the machine");
}
