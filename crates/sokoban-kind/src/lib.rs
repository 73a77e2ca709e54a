//! Sokoban at the dynamic edge: from text to the compiled search and back.

mod check;
mod explain;
mod explore;
#[cfg(not(target_family = "wasm"))]
mod formula;
mod game;
mod heuristics;
mod library;
mod random;
mod solve;
mod trace;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use fewest_search::UnsolvableProof;
use fewest_sokoban::{Level, Position, format_steps, library as known, parse_steps, write};

pub(crate) use check::check;
pub(crate) use explain::explain;
pub(crate) use explore::explore;
#[cfg(not(target_family = "wasm"))]
pub(crate) use formula::formula;
pub(crate) use library::library;
pub(crate) use random::random;
pub(crate) use solve::solve;
pub(crate) use view::view;

use crate::error::{EngineError, Faults};
use crate::request::{SokobanMetric, SokobanPuzzle};
use crate::verify::{Verification, make_all};

/// Reads a level, or finds it in the library.
fn read(text: &str) -> Result<Arc<Level>, EngineError> {
    // A level has walls, and a title may be that of another one.
    if let Some(entry) = known::find(text).filter(|_| !text.contains('#')) {
        return Ok(Arc::new(entry.level()));
    }
    let level = text.parse().map_err(|faults: fewest_sokoban::Faults| EngineError::Position(Faults::of(faults.iter())));
    level.map(Arc::new)
}

/// A level in normal form: its title as a comment, where it has one, and its rows.
fn normal(level: &Level) -> String {
    write([level]).trim_end().to_owned()
}

/// What it is, in words.
fn what(level: &Level) -> String {
    let (width, height, boxes) = (level.width(), level.height(), level.boxes().len());
    let plural = if boxes == 1 { "" } else { "es" };
    format!("{width}×{height} Sokoban with {boxes} box{plural}")
}

/// What is wanted: the walls, and a box on every goal.
fn goal(level: &Level) -> String {
    let rows = level.to_string();
    let solved = |square: char| match square {
        '#' => '#',
        '.' | '*' | '+' => '*',
        _ => ' ',
    };
    rows.lines()
        .map(|row| row.chars().map(solved).collect::<String>().trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Why there is no solution, in words.
fn unsolvable(proof: UnsolvableProof) -> &'static str {
    match proof {
        UnsolvableProof::Exhausted => "every position that can be reached, deadlocks left out, was looked at",
        UnsolvableProof::DeadEnd => "it is known of the start that the boxes cannot all be brought to goals",
    }
}

/// Makes the steps one by one.
pub(crate) fn verify(puzzle: &SokobanPuzzle, moves: &str) -> Result<Verification, EngineError> {
    let level = read(&puzzle.position)?;
    let steps = parse_steps(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = Position::start(level.clone());
    let (made, illegal) = make_all(&steps, |&step| end.try_move(step));
    Ok(Verification {
        position: normal(&level),
        goal: goal(&level),
        moves: format_steps(&steps[..made]),
        solves: illegal.is_none() && end.is_solved(),
        illegal,
        end: end.to_string(),
        lengths: lengths(&end),
    })
}

/// How many moves led to a position, in every metric.
fn lengths(position: &Position) -> BTreeMap<String, u64> {
    let metrics = [SokobanMetric::Push, SokobanMetric::Move];
    BTreeMap::from(metrics.map(|metric| (metric.to_string(), length(position, metric))))
}

/// How many moves led to a position.
fn length(position: &Position, metric: SokobanMetric) -> u64 {
    match metric {
        SokobanMetric::Push => position.pushes() as u64,
        SokobanMetric::Move => position.moves() as u64,
    }
}
