#![doc = include_str!("../README.md")]

mod certify;
mod check;
mod explain;
mod explore;
#[cfg(not(target_family = "wasm"))]
mod generate;
mod heuristics;
mod input;
mod library;
mod packing;
mod random;
mod solve;
mod stage;
mod trace;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use fewest_blocks::formats::{self, Format};
use fewest_blocks::{
    Direction, Metric, Position, Puzzle, Shift, format_shifts, length, library as known, parse_shifts, scene,
};
use fewest_engine::explain::{ExplainRequest, Explained};
#[cfg(not(target_family = "wasm"))]
use fewest_engine::generate::Generate;
use fewest_engine::kit::{Algorithm, Subject};
use fewest_engine::reader::Reader;
use fewest_engine::stage::{Picture, Stage};
use fewest_engine::view::View;
use fewest_engine::{
    Answer, Cancel, Certify, Check, Conversion, EncodingInfo, EngineError, Exploration, ExploreRequest, Faults,
    FieldInfo, Film, FormatInfo, Kind, KindInfo, LibraryEntry, Likeness, MetricInfo, Notation, PLAIN, Puzzle as Given,
    RandomPositions, RandomRequest, Request, Result, Sample, Session, Sink, Special, Verification,
};
use fewest_search::Limits;

/// Sliding blocks.
pub struct Blocks;

/// Sliding blocks, for the list of kinds.
pub static KIND: Blocks = Blocks;

/// What is known of sliding blocks before any puzzle is read.
pub static INFO: KindInfo = KindInfo {
    name: "blocks",
    title: "Sliding blocks",
    about: "Slide blocks within a frame until some of them reach the goal: Klotski, Rush Hour and more",
    notation: "Two grids, a Rush Hour string or any other format of docs/blocks-formats.md. Rush Hour strings, codes \
               and JSON objects come one per line; a `title:` or a second `start:` begins the next puzzle.",
    metrics: &[
        metric(Metric::Move, "one piece on any path"),
        metric(Metric::Step, "one piece, one square"),
        metric(Metric::Slide, "one piece in a straight line"),
        metric(Metric::Group, "connected pieces, in a straight line"),
    ],
    fields: &[
        FieldInfo::text(
            "position",
            "PUZZLE",
            "the puzzle with its goal, in any of the formats of `docs/blocks-formats.md`, or the name of a built-in puzzle",
        )
        .required(),
        FORMAT,
    ],
    random_fields: &[
        FieldInfo::text(
            "position",
            "PUZZLE",
            "the puzzle, in any format, or the name of a built-in one; a shuffle begins at its start",
        )
        .required(),
        FORMAT,
    ],
    example: &[("position", Sample::Text("klotski"))],
    example_position: "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM",
    heuristics: heuristics::HEURISTICS,
    special: &[
        Special { algorithm: Algorithm::Exhaustive, metrics: &[] },
        Special { algorithm: Algorithm::Sat, metrics: &[] },
        Special { algorithm: Algorithm::SatAny, metrics: &[] },
    ],
    encodings: &[EncodingInfo { name: "rules", metrics: &[], keeps_optimum: true, assumes: None }],
    formats: &FORMATS,
    file_endings: &["sbp"],
    ..PLAIN
};

const FORMAT: FieldInfo =
    FieldInfo::text("format", "FORMAT", "the format's name, such as `rush`; by default it is detected").telling();

const FORMATS: [FormatInfo; Format::ALL.len()] = {
    let mut infos = [FormatInfo { name: "", about: "" }; Format::ALL.len()];
    let mut at = 0;
    while at < infos.len() {
        infos[at] = FormatInfo { name: Format::ALL[at].name(), about: Format::ALL[at].description() };
        at += 1;
    }
    infos
};

const fn metric(metric: Metric, about: &'static str) -> MetricInfo {
    MetricInfo { name: metric.word(), about, noun: "move", then: None }
}

/// A puzzle that was read, and what counts as one move.
struct Asked {
    puzzle: Arc<Puzzle>,
    metric: Metric,
}

impl Asked {
    fn read(given: &Given) -> Result<Self> {
        let metric = INFO.metric(given)?.name.parse().map_err(EngineError::internal)?;
        Ok(Self { puzzle: read(given.position(), given.text("format"))?, metric })
    }
}

impl Subject for Asked {
    type Position = Position;
    type Move = Shift;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn metric(&self) -> &'static str {
        self.metric.word()
    }

    fn what(&self) -> String {
        let (width, height, pieces) = (self.puzzle.width(), self.puzzle.height(), self.puzzle.pieces().len());
        let plural = if pieces == 1 { "" } else { "s" };
        format!("{width}×{height} sliding blocks with {pieces} piece{plural}")
    }

    fn title(&self) -> Option<String> {
        self.puzzle.title().map(str::to_owned)
    }

    fn start(&self) -> Position {
        Position::start(self.puzzle.clone())
    }

    fn position(&self) -> String {
        self.puzzle.to_string()
    }

    /// The part of the puzzle's normal form that says what is wanted.
    fn goal(&self) -> String {
        let text = self.puzzle.to_string();
        text.find("\ngoal:\n").map_or_else(String::new, |at| text[at + 1..].to_owned())
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.is_goal()
    }

    fn read_moves(moves: &str, _: Notation) -> Result<Vec<Shift>, String> {
        parse_shifts(moves).map_err(|error| error.to_string())
    }

    fn write_moves(shifts: &[Shift], _: Notation) -> String {
        format_shifts(shifts)
    }

    /// Makes a move of any metric.
    fn make(position: &mut Position, shift: &Shift) -> Result<(), String> {
        let mut after = position.clone();
        let made = straight(shift).try_for_each(|part| after.try_shift(&part, Metric::Group));
        made.map_err(|illegal| illegal.to_string())?;
        *position = after;
        Ok(())
    }

    fn lengths(&self, shifts: &[Shift], _: &Position) -> BTreeMap<String, u64> {
        BTreeMap::from(Metric::ALL.map(|metric| (metric.to_string(), length(shifts, metric))))
    }

    fn draw(&self, position: &Position, width: usize, colored: bool) -> Picture {
        stage::draw(position, width, colored)
    }

    /// A solution is made of moves of the metric alone.
    fn replay(&self, shifts: &[Shift], _: Notation) -> Result<(String, u64, BTreeMap<String, u64>), String> {
        let mut end = self.start();
        let made = shifts.iter().try_for_each(|shift| end.try_shift(shift, self.metric));
        made.map_err(|illegal| illegal.to_string())?;
        if !end.is_goal() {
            return Err(format!("a solution leads to {end}"));
        }
        Ok((format_shifts(shifts), shifts.len() as u64, self.lengths(shifts, &end)))
    }
}

/// Reads a puzzle in the format that is named, or in the one it looks like, or from the library.
fn read(text: &str, format: Option<&str>) -> Result<Arc<Puzzle>> {
    let setup = match format {
        Some(name) => format_named(name)?.read(text),
        None => match known::find(text.trim()) {
            Some(entry) => return Ok(Arc::new(entry.puzzle())),
            None => formats::read(text).map(|(_, setup)| setup),
        },
    };
    setup.and_then(|setup| setup.validate()).map(Arc::new).map_err(|faults| wrong(faults.iter()))
}

fn format_named(name: &str) -> Result<Format> {
    name.parse().map_err(|error| EngineError::Format(format!("{error}")))
}

fn shifts(moves: &str, notation: Notation) -> Result<Vec<Shift>> {
    Asked::read_moves(moves, notation).map_err(EngineError::Notation)
}

/// What is wrong with a puzzle.
fn wrong<F: std::fmt::Display>(faults: impl IntoIterator<Item = F>) -> EngineError {
    EngineError::Position(Faults::of(faults))
}

/// The puzzle with a title.
fn titled(puzzle: &Puzzle, title: String) -> Puzzle {
    let mut setup = puzzle.setup().clone();
    setup.title = Some(title);
    setup.validate().expect("only the title has changed")
}

/// Why there is no solution, in words.
fn exhausted(positions: Option<u64>) -> String {
    match positions {
        Some(1) => "the start is the only position that can be reached".to_owned(),
        Some(positions) => format!("all {positions} positions that can be reached were examined, and none is a goal"),
        None => "every position that can be reached was examined".to_owned(),
    }
}

/// A move in straight lines, each of which is a move of a group.
fn straight(shift: &Shift) -> impl Iterator<Item = Shift> {
    let part = |run: &[Direction]| Shift { pieces: shift.pieces.clone(), path: run.to_vec() };
    shift.path.chunk_by(|a, b| a == b).map(part)
}

impl Kind for Blocks {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::library()
    }

    fn sniff(&self, text: &str) -> Likeness {
        input::sniff(text)
    }

    fn reader(&self, puzzle: &Given) -> Box<dyn Reader + Send> {
        let format = puzzle.text("format").and_then(|name| name.parse().ok());
        Box::new(input::Puzzles::new(format))
    }

    fn title(&self, text: &str) -> Option<String> {
        formats::read(text).ok()?.1.title
    }

    fn admit_file(&self, name: &str, beginning: &[u8]) -> Result<()> {
        let is_sbp = name.to_ascii_lowercase().ends_with(".sbp");
        let read = if is_sbp { formats::read_file(name, beginning).map(drop) } else { Ok(()) };
        read.map_err(|faults| wrong(faults.iter()))
    }

    fn check_fields(&self, puzzle: &Given) -> Result<()> {
        puzzle.text("format").map(format_named).transpose().map(drop)
    }

    fn check(&self, puzzle: &Given, limits: &Limits) -> Result<Check> {
        check::check(&Asked::read(puzzle)?, limits)
    }

    fn view(&self, puzzle: &Given, moves: &str) -> Result<View> {
        view::view(puzzle, moves)
    }

    fn stage(&self, puzzle: &Given, moves: &str, notation: Notation) -> Result<Box<dyn Stage>> {
        Ok(Asked::read(puzzle)?.stage(shifts(moves, notation)?, notation))
    }

    fn film(&self, puzzle: &Given, moves: &str, notation: Notation, _: bool) -> Result<Film> {
        let (start, shifts) = (Asked::read(puzzle)?.start(), shifts(moves, notation)?);
        let film = if shifts.iter().all(|shift| shift.pieces.len() == 1) {
            scene::film(&start, &shifts, Metric::Move)
        } else {
            // Where pieces go together, nothing turns.
            scene::film(&start, &shifts.iter().flat_map(straight).collect::<Vec<_>>(), Metric::Group)
        };
        film.map_err(|illegal| wrong([illegal]))
    }

    fn verify(&self, puzzle: &Given, moves: &str, notation: Notation) -> Result<Verification> {
        Asked::read(puzzle)?.verify(moves, notation)
    }

    fn random(&self, request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
        random::random(request, limits)
    }

    /// Each step of a walk tries every piece, of which there are no more than letters.
    fn random_cost(&self, request: &RandomRequest) -> u64 {
        let pieces = request.puzzle.position().len().div_ceil(4) as u64;
        request.shuffle.unwrap_or(1).saturating_mul(pieces)
    }

    fn at_random(&self, _: &Given, position: String) -> Given {
        Given::new(INFO.name, position).with("format", Format::Native.name())
    }

    fn explain(&self, puzzle: &Given, asked: &ExplainRequest<'_>) -> Result<Explained> {
        explain::explain(&Asked::read(puzzle)?, asked)
    }

    fn solve(&self, request: &Request, _: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, cancel, sink)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        explore::explore(request, cancel, sink)
    }

    fn convert(&self, conversion: &Conversion<'_>) -> Result<String> {
        let to = conversion.to.map_or(Ok(Format::Native), format_named)?;
        let puzzle = read(conversion.text, conversion.from)?;
        let written = to.write(&puzzle).map_err(|cannot| wrong([cannot]))?;
        // Of many, each has a line of its own.
        if to != Format::Json || !conversion.is_one_of_many {
            return Ok(written);
        }
        let value: serde_json::Value = serde_json::from_str(&written).map_err(EngineError::internal)?;
        Ok(format!("{value}\n"))
    }

    fn certify(&self) -> Option<&dyn Certify> {
        Some(self)
    }

    #[cfg(not(target_family = "wasm"))]
    fn generate(&self) -> Option<&dyn Generate> {
        Some(self)
    }
}
