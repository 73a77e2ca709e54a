#![doc = include_str!("../README.md")]

mod asked;
mod check;
mod heuristics;
mod library;
mod packing;
mod picture;
mod solve;

use fewest_engine::reader::{Reader, Rows};
use fewest_engine::stage::Stage;
use fewest_engine::view::View;
use fewest_engine::{
    Answer, Cancel, Check, Exploration, ExploreRequest, FieldInfo, Film, Kind, KindInfo, LibraryEntry, Likeness,
    MetricInfo, Notation, PLAIN, Puzzle, RandomPositions, RandomRequest, Request, Result, Sample, Session, Sink,
    Verification,
    kit::{ExplainRequest, Explained, Subject as _},
};
use fewest_pancake::random::Shuffler;

use crate::asked::{Asked, read_goal_alone, read_size};
use fewest_search::Limits;

/// What counts as one move.
const METRIC: &str = MetricInfo::MOVES.name;
/// The goal of a puzzle that does not name one.
const USUAL_GOAL: &str = "sorted";

const GOAL: FieldInfo = FieldInfo::text("goal", "GOAL", "`sorted` (the smallest on top), or a stack").or(USUAL_GOAL);

/// What is known of the pancake puzzle before any puzzle is read.
pub static INFO: KindInfo = KindInfo {
    name: "pancake",
    title: "Pancakes",
    about: "Sort a stack of pancakes by flipping any number of them from the top",
    notation: "The pancakes from top to bottom, where 1 is the smallest, as in \"3 1 4 2\". Pancakes with a burnt side \
               have signs, `-` for burnt side up: \"-3 +1 -2\". One stack per line; a move is the number of pancakes \
               to flip.",
    fields: &[
        FieldInfo::text("position", "POSITION", "the stack from top to bottom, such as `3 1 4 2` or `-3 +1 -2`")
            .required(),
        FieldInfo::text(
            "size",
            "SIZE",
            "the number of pancakes, such as `8` or `8 burnt`; needed only if no position shows it",
        ),
        GOAL,
    ],
    random_fields: &[FieldInfo::text("size", "SIZE", "the number of pancakes, such as `8` or `8 burnt`").or("8"), GOAL],
    example: &[("position", Sample::Text("5 2 7 3 1 6 4"))],
    example_position: "3 1 4 2",
    heuristics: heuristics::HEURISTICS,
    ..PLAIN
};

/// The pancake puzzle, as a list of kinds has it.
pub static KIND: Pancake = Pancake;

/// The kind of puzzle that stacks of pancakes are.
#[derive(Clone, Copy, Debug)]
pub struct Pancake;

impl Kind for Pancake {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::library()
    }

    /// Signs alone tell a stack from rows of numbered tiles.
    fn sniff(&self, text: &str) -> Likeness {
        let first = text.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let is_signed = |line: &str| {
            line.split_whitespace().all(|word| word.starts_with(['+', '-']))
                && line.parse::<fewest_pancake::Position>().is_ok()
        };
        let is_name = || !text.contains('\n') && library::library().iter().any(|entry| entry.answers_to(text));
        if first.is_some_and(is_signed) || is_name() { Likeness::Certain } else { Likeness::None }
    }

    fn reader(&self, _: &Puzzle) -> Box<dyn Reader + Send> {
        Box::new(Rows::one_a_line())
    }

    fn check_fields(&self, puzzle: &Puzzle) -> Result<()> {
        read_size(puzzle).map(drop)
    }

    fn can_explore_goal(&self, puzzle: &Puzzle) -> bool {
        puzzle.fields.contains_key("size") || puzzle.goal().is_some_and(|goal| goal != USUAL_GOAL)
    }

    fn check(&self, puzzle: &Puzzle, _: &Limits) -> Result<Check> {
        check::check(&Asked::read(puzzle)?)
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
        let goal = read_goal_alone(&with_size(&request.puzzle))?;
        let (mut shuffler, shuffle) = (Shuffler::new(request.seed), request.shuffle);
        let cancel = limits.cancel.clone();
        Ok(RandomPositions::new(move || match shuffle {
            Some(flips) => shuffler.walk_until(&goal, flips, &cancel),
            None => (!cancel.is_cancelled()).then(|| shuffler.uniform(goal.size())),
        }))
    }

    /// The position shows how many pancakes there are, and whether they are burnt.
    fn at_random(&self, request: &Puzzle, position: String) -> Puzzle {
        Puzzle::new(INFO.name, position).with_some("goal", request.goal())
    }

    fn every(&self, puzzle: &Puzzle, limit: u64, most: usize) -> Result<Vec<String>> {
        check::every(&read_goal_alone(&with_size(puzzle))?, limit, most)
    }

    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained> {
        check::explain(&Asked::read(puzzle)?, asked)
    }

    fn solve(&self, request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, session, cancel, sink)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        check::explore(request, cancel, sink)
    }

    fn unusual_goal(&self, goal: &str) -> Option<String> {
        let is_usual = |goal: fewest_pancake::Position| goal == fewest_pancake::Position::sorted(goal.size());
        (!goal.parse().is_ok_and(is_usual)).then(|| goal.to_owned())
    }

    fn moves_heading(&self, _: &str, _: Notation) -> String {
        "how many to flip".to_owned()
    }
}

/// A random puzzle with the usual size where neither size nor goal says how large it is.
fn with_size(puzzle: &Puzzle) -> Puzzle {
    let has_size = puzzle.fields.contains_key("size") || puzzle.goal().is_some_and(|goal| goal != USUAL_GOAL);
    if has_size { puzzle.clone() } else { puzzle.clone().with("size", "8") }
}
