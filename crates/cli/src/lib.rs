#![doc = include_str!("../README.md")]

pub use fewest_engine::{
    Answer, Cancel, Check, EngineError, Event, Limits, Outcome, Proof, Puzzle, Request, Result, Session, Verification,
};
pub use fewest_kinds::KINDS;
pub use {fewest_engine as engine, fewest_kinds as kinds, fewest_search as search};

/// The puzzle that a text looks most like: the name of a puzzle of the library, or a position in any form that a kind reads.
/// A text that looks like nothing is taken for a board of tiles, whose faults [`Kinds::check`](engine::Kinds::check) lists.
///
/// ```
/// assert_eq!(fewest::puzzle("5 3 8/0 2 4/1 7 6").kind, "tiles");
/// assert_eq!(fewest::puzzle("#####/#@$.#/#####").kind, "sokoban");
/// assert_eq!(fewest::puzzle("klotski").kind, "blocks");
/// ```
pub fn puzzle(text: &str) -> Puzzle {
    if let Some((_, entry)) = KINDS.find(text.trim()) {
        return entry.puzzle;
    }
    let kind = KINDS.sniff(text).map(|(kind, _)| kind).or_else(|| KINDS.iter().next());
    Puzzle::new(kind.map_or("", |kind| kind.info().name), text)
}

/// Finds the fewest moves that solve what a text says: see [`puzzle()`].
///
/// There is no limit but on memory, three quarters of what is free: [`Session::solve`] takes others, keeps tables, and can be
/// cancelled.
///
/// # Errors
/// What is wrong with the position. Unsolvable puzzles and limits are answers, not errors.
///
/// ```
/// let answer = fewest::solve("5 3 8/0 2 4/1 7 6")?;
/// assert_eq!((answer.length, answer.proof), (Some(21), fewest::Proof::Optimal));
/// # Ok::<(), fewest::EngineError>(())
/// ```
pub fn solve(text: &str) -> Result<Answer> {
    KINDS.solve(&Request::new(puzzle(text)), &Cancel::new(), &mut |_| ())
}
