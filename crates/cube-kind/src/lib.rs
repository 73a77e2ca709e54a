#![doc = include_str!("../README.md")]

mod asked;
mod check;
mod explore;
mod heuristics;
mod library;
mod picture;
mod read;
mod sets;
mod solve;
mod strength;
mod tables;

use fewest_cube::random::Shuffler;
use fewest_cube::{Goal, Size};
use fewest_engine::catalog::Algorithm;
use fewest_engine::kit::{ExplainRequest, Explained, Subject as _};
use fewest_engine::reader::Reader;
use fewest_engine::stage::Stage;
use fewest_engine::tables::Tabled;
use fewest_engine::view::View;
use fewest_engine::{
    Answer, Around, Cancel, Check, Exploration, ExploreRequest, FieldInfo, Film, Kind, KindInfo, LibraryEntry,
    Likeness, MetricInfo, Notation, PLAIN, Puzzle, RandomPositions, RandomRequest, Request, Result, Sample, Session,
    Sink, Special, Verification,
};
use fewest_search::Limits;

use crate::asked::{Aim, Asked, read_goal_alone, read_size};

/// The cube that is meant where nothing says which.
const USUAL_SIZE: Size = Size::Three;
/// The goal of a puzzle that does not name one.
const USUAL_GOAL: &str = "solved";

const GOAL: FieldInfo = FieldInfo::text(
    "goal",
    "GOAL",
    "`solved`, a part (`cross`, `first-layer`, `f2l`, `oll`, `corners`, `edges`, `1x2x3`, `2x2x2`, `2x2x3`), a cube, or \
     the 54 stickers of the solved cube with `.` for those that may have any colour",
)
.or(USUAL_GOAL);

/// What is known of the cube before any puzzle is read.
pub static INFO: KindInfo = KindInfo {
    name: "cube",
    title: "Rubik's cube",
    about: "Turn the faces of a cube until each shows one colour",
    notation: "A scramble, such as \"R U2 F'\": faces U R F D L B, wide turns Rw or r, slices M E S, rotations x y z, \
               groups (R U)3, commutators [R, U] and conjugates [R: U]. Or the stickers of the faces U R F D L B, row by \
               row, named by faces or by the colours W R G Y O B: 54 letters, or 24 of a 2×2×2. Or the unfolded cube in \
               9 or 6 lines.",
    metrics: &[
        MetricInfo { name: "htm", about: "a turn of a face by any angle", noun: "turn", then: None },
        MetricInfo { name: "qtm", about: "a turn of a face by a quarter", noun: "quarter turn", then: None },
        MetricInfo {
            name: "stm",
            about: "a turn of any layer, the middle ones included, by any angle",
            noun: "turn",
            then: None,
        },
    ],
    fields: &[
        FieldInfo::text("position", "POSITION", "a scramble such as `R U2 F'`, 54 or 24 stickers, or an unfolded cube")
            .required(),
        FieldInfo::text(
            "size",
            "SIZE",
            "`3x3x3` or `2x2x2`; needed only for a scramble of the 2×2×2, because stickers show it",
        ),
        GOAL,
    ],
    random_fields: &[FieldInfo::text("size", "SIZE", "`3x3x3` or `2x2x2`").or("3x3x3"), GOAL],
    example: &[("position", Sample::Text("F R' U2 B' D L2"))],
    example_position: "R U2 F'",
    heuristics: heuristics::HEURISTICS,
    special: &[Special { algorithm: Algorithm::Anytime, metrics: &[] }],
    has_pdb: true,
    ..PLAIN
};

/// The cube, as a list of kinds has it.
pub static KIND: Cubes = Cubes;

/// The kind of puzzle that cubes are.
#[derive(Clone, Copy, Debug)]
pub struct Cubes;

impl Kind for Cubes {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::library()
    }

    fn sniff(&self, text: &str) -> Likeness {
        let is_name = || !text.contains('\n') && library::library().iter().any(|entry| entry.answers_to(text));
        if is_name() { Likeness::Certain } else { read::sniff(text) }
    }

    fn reader(&self, _: &Puzzle) -> Box<dyn Reader + Send> {
        Box::new(read::reader())
    }

    /// Whether a goal fits the cube is known only with a position, but some fit none.
    fn check_fields(&self, puzzle: &Puzzle) -> Result<()> {
        match read_size(puzzle)? {
            Some(size) => asked::read_goal(puzzle, size).map(drop),
            None => read_goal_alone(puzzle).map(drop),
        }
    }

    fn can_explore_goal(&self, puzzle: &Puzzle) -> bool {
        Aim::read(puzzle).is_ok_and(|aim| aim.size == Size::Two || matches!(aim.goal, Goal::Part(_)))
    }

    fn check(&self, puzzle: &Puzzle, _: &Limits) -> Result<Check> {
        Ok(check::check(&Asked::read(puzzle)?))
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
        let Aim { size, goal, .. } = Aim::read(&request.puzzle)?;
        let (mut shuffler, shuffle) = (Shuffler::new(request.seed), request.shuffle);
        let cancel = limits.cancel.clone();
        Ok(RandomPositions::new(move || match shuffle {
            Some(turns) => shuffler.walk_until(&goal, size, turns, &cancel),
            None => (!cancel.is_cancelled()).then(|| shuffler.towards(&goal, size)),
        }))
    }

    /// Stickers show which cube it is.
    fn at_random(&self, request: &Puzzle, position: String) -> Puzzle {
        Puzzle::new(INFO.name, position).with_some("goal", request.goal())
    }

    fn every(&self, puzzle: &Puzzle, limit: u64, most: usize) -> Result<Vec<String>> {
        explore::every(&Aim::read(puzzle)?, limit, most)
    }

    fn around(&self, puzzle: &Puzzle, farthest: u32, most: usize, cancel: &Cancel) -> Result<Around> {
        Ok(explore::around(&Aim::read(puzzle)?, farthest, most, cancel))
    }

    fn explain(&self, puzzle: &Puzzle, asked: &ExplainRequest<'_>) -> Result<Explained> {
        check::explain(&Asked::read(puzzle)?, asked)
    }

    fn solve(&self, request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        solve::solve(request, session, cancel, sink)
    }

    fn explore(&self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        explore::explore(request, cancel, sink)
    }

    fn unusual_goal(&self, goal: &str) -> Option<String> {
        (goal != USUAL_GOAL).then(|| goal.to_owned())
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        Some(self)
    }
}
