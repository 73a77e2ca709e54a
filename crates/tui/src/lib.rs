#![doc = include_str!("../README.md")]

mod app;
mod choose;
mod draw;
mod game;
mod picker;
mod player;
mod screen;
mod search;
mod seed;
mod solution;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;

use std::io;
use std::time::Instant;

use fewest_engine::{Answer, EngineError, Puzzle, Session};

pub use game::Opened;
pub use theme::Colors;

use crate::app::App;
use crate::search::Searcher;
use crate::solution::Solution;
use crate::table::Table;

/// How a game is shown, and how far its searches go.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many colours there are.
    pub colors: Colors,
    /// The longest that a search for a hint, a solution or the fewest moves may take, in seconds.
    pub seconds: f64,
    /// What counts as one move, of kinds that have it; else the first metric of the kind.
    pub metric: Option<String>,
}

/// What a game begins with.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The list of puzzles.
    Picker {
        /// The kind whose puzzles are listed first; absent: the list of kinds.
        kind: Option<String>,
    },
    /// A puzzle.
    Puzzle(Opened),
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// There is no terminal.
    #[error("a game needs a terminal for its output and a keyboard for its input; here one of them is missing")]
    NoTerminal,
    /// The terminal failed.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[source] io::Error),
    /// What is wrong with the puzzle.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// What comes of it.
pub type Result<T, E = TuiError> = std::result::Result<T, E>;

/// Whether a game can be shown here: standard output is a terminal that can move its cursor, and there are keys.
pub fn has_terminal() -> bool {
    terminal::is_there()
}

/// Plays until the player has enough.
///
/// # Errors
/// What is wrong with the puzzle, or with the terminal.
pub fn play(session: Session, opening: Opening, settings: &Settings) -> Result<()> {
    if !has_terminal() {
        return Err(TuiError::NoTerminal);
    }
    let searcher = Searcher::new(session, settings.seconds);
    let mut app = App::new(searcher, settings.colors, settings.metric.clone());
    match opening {
        Opening::Picker { kind } => app.pick(kind.as_deref()),
        Opening::Puzzle(opened) => app.open(opened)?,
    }
    app.run()
}

/// Plays the solution of an answer to a puzzle, with pause, steps and an end by key. Untouched, it ends by itself.
///
/// # Errors
/// What is wrong with the terminal.
pub fn watch(session: Session, puzzle: &Puzzle, answer: &Answer, speed: f64, colors: Colors) -> Result<()> {
    if !has_terminal() {
        return Err(TuiError::NoTerminal);
    }
    let kinds = session.kinds();
    let solution = Solution::of_answer(kinds, puzzle, answer)?;
    let mut table = Table::open(kinds, Opened { puzzle: puzzle.clone(), random: None })?;
    table.watch(solution, speed, Instant::now());
    let mut app = App::new(Searcher::new(session, 0.0), colors, None);
    app.only_watch(table);
    app.run()
}
