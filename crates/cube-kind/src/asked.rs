//! What is asked about: start, goal and metric, read and checked, and moves that are made from there.

use std::collections::BTreeMap;

use fewest_cube::{Cube, Goal, Metric, Move, Position, Setup, Size, format_moves, parse_moves};
use fewest_engine::kit::Subject;
use fewest_engine::stage::Picture;
use fewest_engine::{EngineError, Faults, KindInfo, Notation, Puzzle, Result};

use crate::{INFO, USUAL_GOAL, USUAL_SIZE, picture};

/// A goal and a metric: what tables depend on.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    pub(crate) size: Size,
    pub(crate) goal: Goal,
    pub(crate) metric: Metric,
}

/// A puzzle that was read.
pub(crate) struct Asked {
    pub(crate) start: Position,
    pub(crate) aim: Aim,
}

impl Aim {
    /// Reads goal and metric of a puzzle that may lack a position: of the size that is given, or that the goal shows.
    pub(crate) fn read(puzzle: &Puzzle) -> Result<Self> {
        let size = match read_size(puzzle)? {
            Some(size) => size,
            None => read_goal_alone(puzzle)?.map_or(USUAL_SIZE, |(size, _)| size),
        };
        Ok(Self { size, goal: read_goal(puzzle, size)?, metric: read_metric(puzzle)? })
    }

    /// The space that a search works on.
    pub(crate) fn space(&self) -> Cube {
        Cube::new(self.size, self.metric, &self.goal)
    }

    /// Whether the goal is a whole 3×3×3.
    pub(crate) fn is_whole_three(&self) -> bool {
        self.size == Size::Three && matches!(self.goal, Goal::Cube(_))
    }
}

impl Asked {
    /// Reads start, goal and metric.
    pub(crate) fn read(puzzle: &Puzzle) -> Result<Self> {
        let size = read_size(puzzle)?;
        let start = Setup::parse(puzzle.position()).and_then(|setup| setup.validate(size));
        let start = start.map_err(|faults| EngineError::Position(Faults::of(faults.iter())))?;
        let aim = Aim { size: start.size(), goal: read_goal(puzzle, start.size())?, metric: read_metric(puzzle)? };
        Ok(Self { start, aim })
    }
}

impl Subject for Asked {
    type Position = Position;
    type Move = Move;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn metric(&self) -> &'static str {
        self.aim.metric.name()
    }

    fn what(&self) -> String {
        self.start.size().to_string()
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn goal(&self) -> String {
        self.aim.goal.to_string()
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.aim.goal.is_met_by(position)
    }

    fn read_moves(moves: &str, _: Notation) -> Result<Vec<Move>, String> {
        // Which moves a cube has says the cube.
        parse_moves(moves, Size::Three).map_err(|error| error.to_string())
    }

    fn write_moves(moves: &[Move], _: Notation) -> String {
        format_moves(moves)
    }

    fn make(position: &mut Position, mv: &Move) -> Result<(), String> {
        position.try_make(*mv).map_err(|illegal| illegal.to_string())
    }

    fn lengths(&self, moves: &[Move], _: &Position) -> BTreeMap<String, u64> {
        let length = |metric: Metric| moves.iter().map(|mv| mv.cost(metric)).sum();
        Metric::ALL.into_iter().map(|metric| (metric.name().to_owned(), length(metric))).collect()
    }

    fn draw(&self, position: &Position, width: usize, colored: bool) -> Picture {
        picture::draw(position, width, colored)
    }
}

/// The size of a puzzle, where it is given.
pub(crate) fn read_size(puzzle: &Puzzle) -> Result<Option<Size>> {
    let size = puzzle.fields.get("size").map(|size| size.to_string().parse::<Size>()).transpose();
    size.map_err(|error| EngineError::Size(error.to_string()))
}

/// The goal of a puzzle of a known size.
pub(crate) fn read_goal(puzzle: &Puzzle, size: Size) -> Result<Goal> {
    let goal = Goal::read(puzzle.goal().unwrap_or(USUAL_GOAL), size);
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}

/// The goal that is given, of the size that it shows: stickers of a 2×2×2 are no 3×3×3.
pub(crate) fn read_goal_alone(puzzle: &Puzzle) -> Result<Option<(Size, Goal)>> {
    let Some(text) = puzzle.goal() else { return Ok(None) };
    if let Ok(goal) = Goal::read(text, Size::Three) {
        return Ok(Some((Size::Three, goal)));
    }
    match Goal::read(text, Size::Two) {
        Ok(goal) => Ok(Some((Size::Two, goal))),
        Err(_) => read_goal(puzzle, Size::Three).map(|goal| Some((Size::Three, goal))),
    }
}

fn read_metric(puzzle: &Puzzle) -> Result<Metric> {
    let name = INFO.metric(puzzle)?.name;
    Metric::ALL.into_iter().find(|metric| metric.name() == name).ok_or_else(|| EngineError::internal("no such metric"))
}
