//! The rules of sliding tiles, by which people make moves.

use std::collections::BTreeMap;

use fewest_engine::kit::Subject;
use fewest_engine::stage::Picture;
use fewest_engine::{KindInfo, Notation, Result};
use fewest_tiles::{Position, Slide, format_slides, parse_slides};

use crate::{Asked, INFO, Metric, of_tiles, stage};

impl Subject for Asked {
    type Position = Position;
    type Move = Slide;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    fn what(&self) -> String {
        format!("{} board", self.start.size())
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn is_solved(&self, position: &Position) -> bool {
        *position == self.goal
    }

    fn read_moves(moves: &str, notation: Notation) -> Result<Vec<Slide>, String> {
        parse_slides(moves, of_tiles(notation)).map_err(|error| error.to_string())
    }

    fn write_moves(slides: &[Slide], notation: Notation) -> String {
        format_slides(slides, of_tiles(notation))
    }

    fn make(position: &mut Position, slide: &Slide) -> Result<(), String> {
        position.try_slide(*slide).map_err(|illegal| illegal.to_string())
    }

    fn lengths(&self, slides: &[Slide], _: &Position) -> BTreeMap<String, u64> {
        let stm = slides.iter().map(|slide| u64::from(slide.length)).sum();
        let mtm = slides.chunk_by(|a, b| a.direction == b.direction).count() as u64;
        BTreeMap::from([(Metric::Stm.name().to_owned(), stm), (Metric::Mtm.name().to_owned(), mtm)])
    }

    /// A search counts slides one by one, even two in a row along one line.
    fn length(&self, slides: &[Slide], end: &Position) -> u64 {
        match self.metric {
            Metric::Stm => self.lengths(slides, end)[self.metric()],
            Metric::Mtm => slides.len() as u64,
        }
    }

    fn draw(&self, position: &Position, width: usize, colored: bool) -> Picture {
        stage::draw(position, &self.goal, width, colored)
    }
}
