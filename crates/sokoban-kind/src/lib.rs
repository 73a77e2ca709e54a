#![doc = include_str!("../README.md")]

mod asked;
mod certify;
mod check;
mod explain;
mod explore;
mod game;
mod heuristics;
mod random;
mod solve;
mod stage;
mod view;

use fewest_engine::kit::{Algorithm, ExplainRequest, Explained, Subject as _, optima};
use fewest_engine::reader::{Entry, Line, Reader};
use fewest_engine::stage::Stage;
use fewest_engine::view::View;
use fewest_engine::{
    Answer, Cancel, Certify, Check, Conversion, EncodingInfo, EngineError, Exploration, ExploreRequest, FieldInfo,
    Film, FormatInfo, Kind, KindInfo, LibraryEntry, Likeness, MetricInfo, Notation, PLAIN, Puzzle, RandomPositions,
    RandomRequest, Request, Result, Sample, Session, Sink, Special, Verification,
};
use fewest_sokoban::{Position, Setup, library, scene, write};

use crate::asked::Asked;
use fewest_search::Limits;

/// Sokoban.
#[derive(Clone, Copy, Debug)]
pub struct Sokoban;

/// Sokoban.
pub static KIND: Sokoban = Sokoban;

/// What is known of Sokoban before any level is read.
pub static INFO: KindInfo = KindInfo {
    name: "sokoban",
    title: "Sokoban",
    about: "Push every box onto a goal; boxes cannot be pulled",
    notation: "A level in XSB: `#@$.*+`, with a space, `-` or `_` for floor; `|` also ends a row, and a number repeats \
               the next character. Or the name of a built-in level. Anything that is not a row ends a level; a comment \
               (`; title`) before it or a line `Title: title` names it.",
    metrics: &[
        MetricInfo { name: "push", about: "a push of a box by one square; walks are free", noun: "push", then: None },
        MetricInfo { name: "move", about: "a step of the player, with or without a box", noun: "move", then: None },
        MetricInfo {
            name: "push-move",
            about: "a push; of the solutions with the fewest pushes, one with the fewest moves",
            noun: "push",
            then: Some("move"),
        },
        MetricInfo {
            name: "move-push",
            about: "a move; of the solutions with the fewest moves, one with the fewest pushes",
            noun: "move",
            then: Some("push"),
        },
    ],
    fields: &[FieldInfo::text(
        "position",
        "LEVEL",
        "the level in XSB, such as `5#|#@$.#|5#`, with or without a title, or the name of a built-in level",
    )
    .required()],
    random_fields: &[
        FieldInfo::text("size", "WxH", "the size of the room, without the walls around it").or(random::SIZE),
        FieldInfo::number("boxes", "the number of boxes").or(random::BOXES),
    ],
    example: &[("position", Sample::Text("two-rooms"))],
    example_position: "5#|#@$.#|5#",
    heuristics: heuristics::HEURISTICS,
    both_ends: false,
    special: &[
        Special { algorithm: Algorithm::Sat, metrics: &["push", "push-move"] },
        Special { algorithm: Algorithm::SatAny, metrics: &["push"] },
    ],
    encodings: &[
        EncodingInfo { name: "fewest", metrics: &[], keeps_optimum: true, assumes: Some(certify::OUR_BOUNDS) },
        EncodingInfo { name: certify::TAMURA, metrics: &[], keeps_optimum: true, assumes: None },
    ],
    formats: &[FormatInfo { name: "xsb", about: "one character per square" }],
    file_endings: &["xsb", "sok"],
    moves_are_letters: true,
    ..PLAIN
};

impl Kind for Sokoban {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::entries().iter().map(entry).collect()
    }

    /// A level has a player or a box off its goal. Sliding blocks are written with some of the same characters, but with words
    /// as well.
    fn sniff(&self, text: &str) -> Likeness {
        let is_of_blocks = |line: &str| matches!(line.trim(), "start:" | "goal:" | "initial" | "target");
        let has_marks = |level: Setup| level.rows.iter().flatten().any(|square| "@$".contains(*square));
        let is_level = || !text.lines().any(is_of_blocks) && fewest_sokoban::read(text).into_iter().any(has_marks);
        if asked::named(text).is_some() || is_level() { Likeness::Certain } else { Likeness::None }
    }

    fn reader(&self, _: &Puzzle) -> Box<dyn Reader + Send> {
        Box::new(Levels::default())
    }

    /// A reader puts the title before the level, as a comment.
    fn title(&self, text: &str) -> Option<String> {
        let title = text.lines().next()?.trim().strip_prefix(';')?.trim();
        (!title.is_empty()).then(|| title.to_owned())
    }

    fn as_argument(&self, position: &str) -> Option<String> {
        Some(position.trim_end().lines().collect::<Vec<_>>().join("|"))
    }

    fn check(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Check> {
        check::check(&Asked::read(puzzle)?, limits)
    }

    fn view(&self, puzzle: &Puzzle, moves: &str) -> Result<View> {
        view::view(puzzle, moves)
    }

    fn stage(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Box<dyn Stage>> {
        let steps = Asked::read_moves(moves, notation).map_err(EngineError::Notation)?;
        Ok(Asked::read(puzzle)?.stage(steps, notation))
    }

    fn film(&self, puzzle: &Puzzle, moves: &str, notation: Notation, _: bool) -> Result<Film> {
        let start = Position::start(Asked::read(puzzle)?.level);
        let steps = Asked::read_moves(moves, notation).map_err(EngineError::Notation)?;
        scene::film(&start, &steps).map_err(|illegal| EngineError::Notation(illegal.to_string()))
    }

    fn verify(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification> {
        Asked::read(puzzle)?.verify(moves, notation)
    }

    fn random(&self, request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
        random::random(request, limits)
    }

    fn random_cost(&self, request: &RandomRequest) -> u64 {
        random::cost(request)
    }

    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained> {
        explain::explain(&Asked::read(puzzle)?, asked.heuristic)
    }

    fn solve(&self, request: &Request, _: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, cancel, sink)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        explore::explore(request, cancel, sink)
    }

    fn moves_heading(&self, moves: &str, _: Notation) -> String {
        let pushes = moves.chars().filter(char::is_ascii_uppercase).count();
        let plural = |count: usize, ending: &'static str| if count == 1 { "" } else { ending };
        format!("{} move{}, {pushes} push{}", moves.len(), plural(moves.len(), "s"), plural(pushes, "es"))
    }

    fn convert(&self, conversion: &Conversion<'_>) -> Result<String> {
        let is_other = |format: &&str| !format.eq_ignore_ascii_case(INFO.formats[0].name);
        if let Some(format) = [conversion.from, conversion.to].into_iter().flatten().find(is_other) {
            return Err(EngineError::Format(format!("levels of Sokoban are read and written as xsb, not as {format}")));
        }
        let gap = if conversion.before > 0 { "\n" } else { "" };
        Ok(format!("{gap}{}", write([asked::level(conversion.text)?.as_ref()])))
    }

    fn certify(&self) -> Option<&dyn Certify> {
        Some(self)
    }
}

/// A level of the library.
fn entry(known: &library::Entry) -> LibraryEntry {
    let level = known.level();
    let boxes = level.boxes().len();
    let plural = if boxes == 1 { "" } else { "es" };
    LibraryEntry {
        name: known.name.to_owned(),
        title: known.title.to_owned(),
        about: None,
        size: format!("{}×{}, {boxes} box{plural}", level.width(), level.height()),
        optimum: optima([("push", known.pushes.into()), ("move", known.moves.into())]),
        puzzle: Puzzle::new(INFO.name, known.name),
        also: Vec::new(),
        facts: vec![("boxes".to_owned(), boxes as u64)],
        text: write([&level]),
    }
}

/// Finds levels in lines, with titles and other text between them. What is no text ends a level, as a blank line does.
#[derive(Default)]
struct Levels {
    reader: fewest_sokoban::Reader,
    /// Titles and other text that nobody has asked for yet.
    text: Vec<Line>,
}

impl Reader for Levels {
    fn take(&mut self, line: Line, found: &mut Vec<Entry>) {
        let (complete, bad) = match &line.content {
            Ok(text) => {
                let is_row = self.reader.is_row(text);
                let complete = self.reader.take(text);
                if !is_row && !text.trim().is_empty() {
                    self.text.push(line);
                }
                (complete, None)
            }
            Err(_) => (self.reader.take_unreadable(), Some(line.into())),
        };
        found.extend(complete.as_ref().map(unchecked).into_iter().chain(bad));
    }

    fn finish(&mut self, found: &mut Vec<Entry>) {
        found.extend(std::mem::take(&mut self.reader).finish().as_ref().map(unchecked));
    }

    fn passed_over(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.text)
    }
}

fn unchecked(level: &Setup) -> Entry {
    Entry { line: level.line as u64, text: Ok(level.to_string()) }
}
