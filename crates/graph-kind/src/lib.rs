#![doc = include_str!("../README.md")]

mod asked;
mod check;
mod explore;
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
use fewest_graph::random::Shuffler;

use crate::asked::{Asked, read_goal, read_graph};
use fewest_search::Limits;

/// What counts as one move.
const METRIC: &str = MetricInfo::MOVES.name;
/// The goal of a puzzle that does not name one.
const USUAL_GOAL: &str = "blank-last";

const EDGES: FieldInfo = FieldInfo {
    may_be_file: true,
    ..FieldInfo::text("edges", "EDGES", "the graph's edges, such as `1-2 2-3 3-1`; vertices are numbered from 1")
        .required()
        .telling()
};

/// What is known of tiles on a graph before any puzzle is read.
pub static INFO: KindInfo = KindInfo {
    name: "graph",
    title: "Tiles on a graph",
    about: "Slide numbered tiles along the edges of a graph into its one free vertex until they are in order",
    notation: "The tile of each vertex in order, 0 for the blank, as in \"2 1 3 0\"; one position per line.",
    fields: &[
        EDGES,
        FieldInfo::text("position", "POSITION", "the tile of each vertex, such as `2 1 0`").required(),
        FieldInfo::text("goal", "GOAL", "`blank-last`, `blank-first` or an arrangement").or(USUAL_GOAL),
    ],
    random_fields: &[
        EDGES,
        FieldInfo::text(
            "goal",
            "GOAL",
            "the goal that the positions can reach: `blank-last`, `blank-first` or an arrangement",
        )
        .or(USUAL_GOAL),
    ],
    example: &[("edges", Sample::Text("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4")), ("position", Sample::Text("5 0 3 2 1 6 4"))],
    example_position: "2 1 3 0",
    heuristics: heuristics::HEURISTICS,
    ..PLAIN
};

/// Tiles on a graph.
pub static KIND: Graph = Graph;

/// The kind of puzzle that tiles on a graph are.
#[derive(Clone, Copy, Debug)]
pub struct Graph;

impl Kind for Graph {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::library()
    }

    /// A position alone looks like one row of tiles: what tells the kind is its edges, which stand elsewhere.
    fn sniff(&self, text: &str) -> Likeness {
        if library::library().iter().any(|entry| entry.answers_to(text)) { Likeness::Certain } else { Likeness::None }
    }

    fn reader(&self, _: &Puzzle) -> Box<dyn Reader + Send> {
        Box::new(Rows::one_a_line())
    }

    fn can_explore_goal(&self, _: &Puzzle) -> bool {
        true
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

    fn film(&self, puzzle: &Puzzle, moves: &str, notation: Notation, _: bool) -> Result<Film> {
        picture::film(puzzle, moves, notation)
    }

    fn verify(&self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification> {
        Asked::read(puzzle)?.verify(moves, notation)
    }

    fn random(&self, request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
        let goal = read_goal(&request.puzzle, &read_graph(&request.puzzle)?)?;
        let shuffle = request.shuffle;
        let mut shuffler = Shuffler::new(request.seed);
        let cancel = limits.cancel.clone();
        Ok(RandomPositions::new(move || match shuffle {
            Some(moves) => shuffler.walk_until(&goal, moves, &cancel),
            None => (!cancel.is_cancelled()).then(|| shuffler.uniform(&goal)),
        }))
    }

    fn every(&self, puzzle: &Puzzle, limit: u64, most: usize) -> Result<Vec<String>> {
        explore::every(&read_goal(puzzle, &read_graph(puzzle)?)?, limit, most)
    }

    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained> {
        check::explain(&Asked::read(puzzle)?, asked.heuristic)
    }

    fn solve(&self, request: &Request, _: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, cancel, sink)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        explore::explore(request, cancel, sink)
    }

    fn unusual_goal(&self, goal: &str) -> Option<String> {
        let tiles: Vec<usize> = goal.split(' ').filter_map(|tile| tile.parse().ok()).collect();
        let is_usual = tiles.iter().enumerate().all(|(index, &tile)| tile == (index + 1) % tiles.len());
        (!is_usual).then(|| goal.to_owned())
    }

    fn moves_heading(&self, _: &str, _: Notation) -> String {
        "tiles that move".to_owned()
    }
}
