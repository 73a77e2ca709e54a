#![doc = include_str!("../README.md")]

mod around;
mod bound;
mod certify;
mod check;
mod explain;
mod explore;
mod game;
mod heuristics;
mod library;
mod lines;
mod pdb;
mod quick;
mod runs;
mod sample;
mod solve;
mod stage;
mod strength;
mod tables;
mod trace;
mod tree;
mod verify;
mod view;

use fewest_engine::catalog::Algorithm;
use fewest_engine::kit::{ExplainRequest, Explained, Subject as _};
use fewest_engine::reader::Reader;
use fewest_engine::stage::Stage;
use fewest_engine::tables::Tabled;
use fewest_engine::view::View;
use fewest_engine::{
    Answer, Around, Cancel, Certify, Check, EncodingInfo, EngineError, Exploration, ExploreRequest, Faults, FieldInfo,
    Film, Kind, KindInfo, LibraryEntry, Likeness, MetricInfo, Notation, PLAIN, Puzzle, RandomPositions, RandomRequest,
    Request, Result, Sample, Session, Sink, Special, Verification,
};
use fewest_search::Limits;
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Position, Setup, Size};

/// Sliding tiles.
#[derive(Clone, Copy, Debug)]
pub struct Tiles;

/// Sliding tiles, as a list of kinds has it.
pub static KIND: Tiles = Tiles;

const POSITION: FieldInfo =
    FieldInfo::text("position", "POSITION", "the position, such as `5 3 8/0 2 4/1 7 6`").required();
const GOAL: FieldInfo = FieldInfo::text("goal", "GOAL", "`blank-last`, `blank-first` or a position").or(BLANK_LAST);
const SIZE: FieldInfo =
    FieldInfo::text("size", "WxH", "the size, such as `4x3`; needed only if the position's rows do not show it");

/// What is known of sliding tiles before any puzzle is read.
pub static INFO: KindInfo = KindInfo {
    name: "tiles",
    title: "Sliding tiles",
    about: "Slide numbered tiles into the one free cell until they are in order",
    notation: "Separate cells by spaces or commas, and rows by `/`, `;` or line ends; the blank is 0, _, x or `.`. A \
               single row is read as a square board. Without spaces, every character is a tile: `538024176`, or in \
               hexadecimal `FE169B4C0A73D852`. In a block of lines, every line is a position of its own if some line \
               has a `/` or `;`, or if two or more of its lines, and at least half, have a blank and fill a square \
               board or one of the given size; otherwise the lines are the rows of one position.",
    metrics: &[
        MetricInfo { name: "stm", about: "one tile, one cell", noun: "move", then: None },
        MetricInfo {
            name: "mtm",
            about: "any number of tiles in one line, one cell, together",
            noun: "move",
            then: None,
        },
    ],
    fields: &[POSITION, GOAL, SIZE],
    random_fields: &[
        FieldInfo::text("size", "WxH", "the size; by default that of the goal, or 4x4"),
        FieldInfo::text(
            "goal",
            "GOAL",
            "the goal that the positions can reach: `blank-last`, `blank-first` or a position",
        )
        .or(BLANK_LAST),
    ],
    example: &[("position", Sample::Text("5 3 8/0 2 4/1 7 6"))],
    example_position: "1 2 3/4 5 6/7 8 0",
    heuristics: heuristics::HEURISTICS,
    special: &[
        Special { algorithm: Algorithm::Construct, metrics: &[] },
        Special { algorithm: Algorithm::Anytime, metrics: &[] },
        Special { algorithm: Algorithm::Sat, metrics: &[] },
        Special { algorithm: Algorithm::SatAny, metrics: &[] },
    ],
    encodings: &[
        EncodingInfo { name: OURS, metrics: STM, keeps_optimum: true, assumes: Some(OUR_BOUNDS) },
        // The model of Edixhoven's thesis (2016), with its rule against undoing a move.
        EncodingInfo { name: EDIXHOVEN, metrics: STM, keeps_optimum: true, assumes: None },
        // The same, with its rule that completed rows and columns stay as they are, which loses optimal solutions.
        EncodingInfo {
            name: EDIXHOVEN_LINES,
            metrics: STM,
            keeps_optimum: false,
            assumes: Some("completed lines stay complete"),
        },
        EncodingInfo { name: OURS, metrics: MTM, keeps_optimum: true, assumes: Some(OUR_TURNS) },
        // The same without the turns.
        EncodingInfo { name: RULES, metrics: MTM, keeps_optimum: true, assumes: None },
    ],
    has_notations: true,
    has_pdb: true,
    ..PLAIN
};

const STM: &[&str] = &["stm"];
const MTM: &[&str] = &["mtm"];

/// The names of the encodings.
pub(crate) const OURS: &str = "fewest";
pub(crate) const EDIXHOVEN: &str = "edixhoven";
pub(crate) const EDIXHOVEN_LINES: &str = "edixhoven-lines";
pub(crate) const RULES: &str = "rules";

/// What our formula of slides takes for granted.
const OUR_TURNS: &str = "that no two slides in a row are along one line, since one slide, or none, does what both do";

/// What our formula of steps takes for granted.
const OUR_BOUNDS: &str = "our lower bounds (Manhattan distances and linear conflicts, to the goal and from the start), which \
                          leave out cells that no tile can be in, and that strings of moves with a twin as short are not needed";

/// The board that is meant where nothing says how large it is.
const USUAL_SIZE: &str = "4x4";
/// The goal where none is named.
const BLANK_LAST: &str = "blank-last";

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    /// One tile, one cell.
    Stm,
    /// Any number of tiles of one line, one cell, together.
    Mtm,
}

impl Metric {
    /// That of a puzzle.
    fn of(puzzle: &Puzzle) -> Result<Self> {
        let name = INFO.metric(puzzle)?.name;
        Ok(if name == Self::Stm.name() { Self::Stm } else { Self::Mtm })
    }

    /// The name to write.
    fn name(self) -> &'static str {
        INFO.metrics[self as usize].name
    }
}

/// A puzzle that was read.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    start: Position,
    goal: Position,
    metric: Metric,
}

impl Asked {
    /// Reads a puzzle.
    fn read(puzzle: &Puzzle) -> Result<Self> {
        let position = |faults: fewest_tiles::Faults| EngineError::Position(Faults::of(faults.iter()));
        let size = puzzle.text("size").map(read_size).transpose()?;
        let setup = Setup::parse(puzzle.position()).map_err(position)?;
        let start = setup.validate(size).map_err(position)?;
        let goal = read_goal(puzzle, start.size())?;
        Ok(Self { start, goal, metric: Metric::of(puzzle)? })
    }
}

fn read_size(size: &str) -> Result<Size> {
    size.parse().map_err(|error: fewest_tiles::SizeError| EngineError::Size(error.to_string()))
}

/// The goal of a puzzle on a board of this size.
fn read_goal(puzzle: &Puzzle, size: Size) -> Result<Position> {
    let goal = puzzle.goal().unwrap_or(BLANK_LAST).parse::<Goal>().and_then(|goal| goal.position(size));
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}

/// The goal of a random puzzle: on a board of its size, or of the size that a goal which is written out has, or the usual one.
fn read_random_goal(puzzle: &Puzzle) -> Result<Position> {
    let size = match (puzzle.text("size"), puzzle.goal().map(str::parse::<Position>)) {
        (Some(size), _) => read_size(size)?,
        (None, Some(Ok(goal))) => goal.size(),
        (None, _) => read_size(USUAL_SIZE)?,
    };
    read_goal(puzzle, size)
}

/// Whose direction a move names, for the crate of tiles.
fn of_tiles(notation: Notation) -> fewest_tiles::Notation {
    match notation {
        Notation::Tile => fewest_tiles::Notation::Tile,
        Notation::Blank => fewest_tiles::Notation::Blank,
    }
}

impl Kind for Tiles {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::library()
    }

    fn sniff(&self, text: &str) -> Likeness {
        let is_name = !text.contains('\n') && library::library().iter().any(|entry| entry.answers_to(text));
        if is_name { Likeness::Certain } else { lines::sniff(text) }
    }

    fn reader(&self, puzzle: &Puzzle) -> Box<dyn Reader + Send> {
        Box::new(lines::reader(puzzle))
    }

    /// Whether a goal fits the board is known only with a position, but words that are no tiles fit none.
    fn check_fields(&self, puzzle: &Puzzle) -> Result<()> {
        puzzle.text("size").map(read_size).transpose()?;
        let goal = puzzle.goal().unwrap_or(BLANK_LAST).parse::<Goal>();
        let goal = goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))?;
        let Goal::Board(setup) = goal else { return Ok(()) };
        match setup.rows.iter().flatten().find(|word| word.number().is_none() && !word.is_blank()) {
            Some(word) => {
                let fault = format!("{word} is not a tile; write blank-last, blank-first or a position");
                Err(EngineError::Goal(Faults::of([fault])))
            }
            None => Ok(()),
        }
    }

    fn can_explore_goal(&self, puzzle: &Puzzle) -> bool {
        puzzle.fields.contains_key("size")
    }

    fn every(&self, puzzle: &Puzzle, limit: u64, most: usize) -> Result<Vec<String>> {
        around::every(&read_random_goal(puzzle)?, limit, most)
    }

    fn around(&self, puzzle: &Puzzle, farthest: u32, most: usize, cancel: &Cancel) -> Result<Around> {
        Ok(around::around(&read_random_goal(puzzle)?, farthest, most, cancel))
    }

    fn check(&self, puzzle: &Puzzle, _: &Limits) -> Result<Check> {
        check::check(&Asked::read(puzzle)?)
    }

    fn view(&self, puzzle: &Puzzle, moves: &str) -> Result<View> {
        view::view(puzzle, moves)
    }

    fn stage(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Box<dyn Stage>> {
        let asked = Asked::read(puzzle)?;
        let slides = stage::slides(moves, notation, asked.metric == Metric::Mtm)?;
        Ok(asked.stage(slides, notation))
    }

    fn film(&self, puzzle: &Puzzle, moves: &str, notation: Notation, together: bool) -> Result<Film> {
        stage::film(Asked::read(puzzle)?.start, moves, notation, together)
    }

    fn verify(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification> {
        Asked::read(puzzle)?.verify(moves, notation)
    }

    fn random(&self, request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
        let goal = read_random_goal(&request.puzzle)?;
        let (mut shuffler, shuffle) = (Shuffler::new(request.seed), request.shuffle);
        let cancel = limits.cancel.clone();
        Ok(RandomPositions::new(move || match shuffle {
            Some(moves) => shuffler.walk_until(&goal, moves, &cancel),
            None => (!cancel.is_cancelled()).then(|| shuffler.uniform(&goal)),
        }))
    }

    /// Each step of a walk, and each tile of a board that is drawn evenly.
    fn random_cost(&self, request: &RandomRequest) -> u64 {
        let size = request.puzzle.text("size").and_then(|size| size.parse::<Size>().ok());
        let cells = size.map_or(16, |size| size.cells() as u64);
        request.shuffle.unwrap_or(1).saturating_mul(cells.div_ceil(16))
    }

    /// Its rows show its size.
    fn at_random(&self, request: &Puzzle, position: String) -> Puzzle {
        Puzzle::new(INFO.name, position).with_some("goal", request.goal())
    }

    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained> {
        explain::explain(Asked::read(puzzle)?, asked)
    }

    fn solve(&self, request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, session, cancel, sink)
    }

    fn quick(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<Answer>> {
        quick::quick(puzzle, limits)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        explore::explore(request, cancel, sink)
    }

    fn unusual_goal(&self, goal: &str) -> Option<String> {
        let is_usual = |goal: Position| Goal::BlankLast.position(goal.size()).is_ok_and(|usual| goal == usual);
        (!goal.parse().is_ok_and(is_usual)).then(|| goal.to_owned())
    }

    fn moves_heading(&self, _: &str, notation: Notation) -> String {
        match notation {
            Notation::Tile => "tile moves".to_owned(),
            Notation::Blank => "blank moves".to_owned(),
        }
    }

    fn certify(&self) -> Option<&dyn Certify> {
        Some(self)
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        Some(self)
    }
}
