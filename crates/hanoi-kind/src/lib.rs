#![doc = include_str!("../README.md")]

mod asked;
mod check;
mod explore;
mod heuristics;
mod library;
mod packing;
mod picture;
mod recursive;
mod solve;

use fewest_engine::reader::{Reader, RowRules, Rows};
use fewest_engine::stage::Stage;
use fewest_engine::view::View;
use fewest_engine::{
    Answer, Cancel, Check, Exploration, ExploreRequest, FieldInfo, Film, Kind, KindInfo, LibraryEntry, Likeness,
    MetricInfo, Moves, Notation, PLAIN, Puzzle, RandomPositions, RandomRequest, Request, Result, Sample, Session, Sink,
    Special, Verification,
    kit::{Algorithm, ExplainRequest, Explained, Subject as _},
};
use fewest_hanoi::random::Shuffler;
use fewest_hanoi::{MAX_PEGS, MAX_TEXT, Position};

use crate::asked::{Asked, read_goal, read_size};
use fewest_search::Limits;

/// What counts as one move.
const METRIC: &str = MetricInfo::MOVES.name;
/// The pegs of a puzzle that does not say how many it has.
const USUAL_PEGS: usize = 3;
/// The goal of a puzzle that does not name one.
const USUAL_GOAL: &str = "last";

const GOAL: FieldInfo =
    FieldInfo::text("goal", "GOAL", "`last` (all discs on the last peg), a peg's letter, or an arrangement")
        .or(USUAL_GOAL);

/// What is known of Towers of Hanoi before any puzzle is read.
pub static INFO: KindInfo = KindInfo {
    name: "hanoi",
    title: "Towers of Hanoi",
    about: "Move a tower of discs to another peg, one disc at a time, never onto a smaller disc",
    notation: "The discs of each peg from bottom to top, with `/` between pegs, as in \"4 3 2 1/-/-\".",
    fields: &[
        FieldInfo::text(
            "position",
            "POSITION",
            "the start, such as `4 3 2 1/-/-`: the discs of each peg from bottom to top; by default all discs are on \
             the first peg",
        ),
        FieldInfo::number("discs", "the number of discs; needed if no position shows it").telling(),
        FieldInfo::number("pegs", "the number of pegs; 3 unless a position shows it").telling(),
        GOAL,
    ],
    random_fields: &[
        FieldInfo::number("discs", "the number of discs").required().telling(),
        FieldInfo::number("pegs", "the number of pegs").or("3").telling(),
        GOAL,
    ],
    example: &[("discs", Sample::Number(4)), ("pegs", Sample::Number(3))],
    example_position: "3 2 1/-/-",
    heuristics: heuristics::HEURISTICS,
    special: &[Special { algorithm: Algorithm::Recursive, metrics: &[] }],
    ..PLAIN
};

/// Towers of Hanoi.
pub static KIND: Hanoi = Hanoi;

/// The kind of puzzle that Towers of Hanoi are.
#[derive(Clone, Copy, Debug)]
pub struct Hanoi;

impl Kind for Hanoi {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::library()
    }

    fn sniff(&self, text: &str) -> Likeness {
        let first = text.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        // Only an empty peg tells an arrangement from rows of numbered tiles.
        let has_empty_peg = |line: &str| line.split(['/', '|']).any(|peg| peg.trim() == "-");
        let is_position = |line: &str| has_empty_peg(line) && line.parse::<Position>().is_ok();
        let is_name = || library::library().iter().any(|entry| entry.answers_to(text));
        if first.is_some_and(is_position) || is_name() { Likeness::Certain } else { Likeness::None }
    }

    fn reader(&self, _: &Puzzle) -> Box<dyn Reader + Send> {
        let rules = RowRules { marks: &['/', '|'], most_rows: MAX_PEGS, most_bytes: MAX_TEXT };
        Box::new(Rows::new(rules, |_| false))
    }

    fn has_start(&self, puzzle: &Puzzle) -> bool {
        puzzle.fields.contains_key("discs")
    }

    fn can_explore_goal(&self, puzzle: &Puzzle) -> bool {
        self.has_start(puzzle)
    }

    fn check(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Check> {
        check::check(&Asked::read(puzzle)?, limits)
    }

    fn view(&self, puzzle: &Puzzle, moves: &str) -> Result<View> {
        picture::view(puzzle, moves)
    }

    fn stage(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Box<dyn Stage>> {
        let asked = Asked::read(puzzle)?;
        let moves = asked.legal_moves(moves, notation)?;
        Ok(asked.stage(moves, notation))
    }

    fn film(&self, puzzle: &Puzzle, moves: &str, _: Notation, _: bool) -> Result<Film> {
        picture::film(puzzle, moves)
    }

    fn verify(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification> {
        Asked::read(puzzle)?.verify(moves, notation)
    }

    fn random(&self, request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
        let size = read_size(&request.puzzle)?;
        let goal = read_goal(&request.puzzle, size)?;
        let shuffle = request.shuffle;
        let mut shuffler = Shuffler::new(request.seed);
        let cancel = limits.cancel.clone();
        Ok(RandomPositions::new(move || match shuffle {
            Some(moves) => shuffler.walk_until(&goal, moves, &cancel),
            None => (!cancel.is_cancelled()).then(|| shuffler.uniform(size)),
        }))
    }

    /// Each step of a walk tries every pair of pegs.
    fn random_cost(&self, request: &RandomRequest) -> u64 {
        let pegs = request.puzzle.number("pegs").ok().flatten().unwrap_or(USUAL_PEGS) as u64;
        request.shuffle.map_or(1, |moves| moves.saturating_mul(pegs.saturating_mul(pegs) / 9))
    }

    /// Every arrangement reaches every goal.
    fn every(&self, puzzle: &Puzzle, limit: u64, most: usize) -> Result<Vec<String>> {
        let size = read_size(puzzle)?;
        read_goal(puzzle, size)?;
        explore::every(size, limit, most)
    }

    /// The position shows how many discs and pegs there are.
    fn at_random(&self, request: &Puzzle, position: String) -> Puzzle {
        Puzzle::new(INFO.name, position).with_some("goal", request.goal())
    }

    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained> {
        check::explain(&Asked::read(puzzle)?, asked)
    }

    fn solve(&self, request: &Request, _: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, cancel, sink)
    }

    fn endless(&self, puzzle: &Puzzle, notation: Notation) -> Result<Option<Moves>> {
        recursive::moves(&Asked::read(puzzle)?, notation)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        explore::explore(request, cancel, sink)
    }

    fn unusual_goal(&self, goal: &str) -> Option<String> {
        // All discs on the last peg: the others are empty.
        let is_usual = goal.rsplit('/').enumerate().all(|(from_last, peg)| (peg == "-") == (from_last > 0));
        (!is_usual).then(|| goal.to_owned())
    }
}
