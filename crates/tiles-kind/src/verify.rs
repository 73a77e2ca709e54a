//! Makes slides by the rules of a position.

use std::collections::BTreeMap;

use fewest_engine::kit::make_all;
use fewest_engine::{EngineError, Notation, Result, Verification};
use fewest_tiles::{Position, Slide, format_slides, parse_slides};

use crate::{Asked, Metric, of_tiles};

/// Slides that were made one by one.
pub(super) struct Played {
    pub(super) start: Position,
    pub(super) goal: Position,
    pub(super) end: Position,
    /// Up to the first illegal one.
    pub(super) slides: Vec<Slide>,
    pub(super) illegal: Option<(usize, String)>,
}

/// Makes the moves one by one.
pub(super) fn play(asked: Asked, moves: &str, notation: Notation) -> Result<Played> {
    let Asked { start, goal, .. } = asked;
    let mut slides =
        parse_slides(moves, of_tiles(notation)).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&slides, |&slide| end.try_slide(slide));
    slides.truncate(made);
    Ok(Played { start, goal, end, slides, illegal })
}

impl Played {
    /// How long the moves are in every metric.
    pub(super) fn lengths(&self) -> BTreeMap<String, u64> {
        let stm = self.slides.iter().map(|slide| u64::from(slide.length)).sum();
        let mtm = self.slides.chunk_by(|a, b| a.direction == b.direction).count() as u64;
        BTreeMap::from([(Metric::Stm.name().to_owned(), stm), (Metric::Mtm.name().to_owned(), mtm)])
    }
}

/// What moves do.
pub(crate) fn verify(asked: Asked, moves: &str, notation: Notation) -> Result<Verification> {
    let played = play(asked, moves, notation)?;
    Ok(Verification {
        position: played.start.to_string(),
        goal: played.goal.to_string(),
        moves: format_slides(&played.slides, of_tiles(notation)),
        solves: played.illegal.is_none() && played.end == played.goal,
        end: played.end.to_string(),
        lengths: played.lengths(),
        illegal: played.illegal,
    })
}
