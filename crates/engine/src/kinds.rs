//! The kinds of puzzles that a program has, and the doors that serve all of them.

use std::fmt;

use fewest_search::{Cancel, Limits as SearchLimits};

use crate::answer::Answer;
use crate::check::{Check, check_with};
use crate::error::{EngineError, Result};
use crate::event::Sink;
use crate::explore::{Exploration, ExploreRequest};
use crate::kind::{Kind, KindInfo, Likeness, names, shortened};
use crate::library::LibraryEntry;
use crate::puzzle::Puzzle;
use crate::random::{RandomPositions, RandomRequest};
use crate::request::{Limits, Notation, Request, SCHEMA_VERSION};
use crate::session::Session;
use crate::verify::Verification;
use crate::view::View;

/// A list of kinds. The first is the one that is meant where nothing tells the kind.
#[derive(Clone, Copy)]
pub struct Kinds(&'static [&'static dyn Kind]);

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.infos().map(|info| info.name)).finish()
    }
}

impl Kinds {
    /// No kind at all: for programs that name the one kind they serve.
    pub const NONE: Self = Self(&[]);

    /// These kinds, in this order.
    pub const fn new(kinds: &'static [&'static dyn Kind]) -> Self {
        Self(kinds)
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Kind> {
        self.0.iter().copied()
    }

    /// What is known of all of them.
    pub fn infos(self) -> impl Iterator<Item = &'static KindInfo> {
        self.iter().map(Kind::info)
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// [`EngineError::UnknownKind`], with all there are.
    pub fn named(self, name: &str) -> Result<&'static dyn Kind> {
        self.iter().find(|kind| kind.info().name.eq_ignore_ascii_case(name)).ok_or_else(|| EngineError::UnknownKind {
            name: shortened(name),
            known: names(self.infos().map(|info| info.name)),
        })
    }

    /// The kind of a puzzle, whose fields are those of this kind.
    ///
    /// # Errors
    /// That there is no such kind, or which field is wrong.
    pub fn of(self, puzzle: &Puzzle) -> Result<&'static dyn Kind> {
        let kind = self.named(&puzzle.kind)?;
        kind.info().admit(puzzle)?;
        Ok(kind)
    }

    /// The kind that a text looks most like; of equals the first, and none where nothing speaks for any.
    pub fn sniff(self, text: &str) -> Option<(&'static dyn Kind, Likeness)> {
        let all = self.iter().map(|kind| (kind, kind.sniff(text)));
        let likely = all.filter(|(_, likeness)| *likeness > Likeness::None);
        likely.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// The puzzle of the library that has this name, and its kind.
    pub fn find(self, name: &str) -> Option<(&'static dyn Kind, LibraryEntry)> {
        let entry = |kind: &'static dyn Kind| {
            let found = kind.library().into_iter().find(|entry| entry.answers_to(name));
            found.map(|entry| (kind, entry))
        };
        self.iter().find_map(entry)
    }

    /// Checks a position. Faults of the position are part of the answer.
    ///
    /// # Errors
    /// What is wrong beside the position.
    pub fn check(self, puzzle: &Puzzle) -> Result<Check> {
        check_with(self.of(puzzle)?, puzzle, &Limits::unbounded())
    }

    /// What a puzzle looks like after moves, which are written from the tile's point of view where there is a choice. A move
    /// that is illegal ends them.
    ///
    /// # Errors
    /// What is wrong with the puzzle or the writing of the moves.
    pub fn view(self, puzzle: &Puzzle, moves: &str) -> Result<View> {
        view_with(self.of(puzzle)?, puzzle, moves)
    }

    /// Makes moves one by one.
    ///
    /// # Errors
    /// What is wrong with the puzzle or the writing of the moves. Illegal moves are part of the answer.
    pub fn verify(self, puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification> {
        self.of(puzzle)?.verify(puzzle, moves, notation)
    }

    /// Random positions from which the goal can be reached.
    ///
    /// # Errors
    /// What is wrong with the puzzle.
    pub fn random(self, request: &RandomRequest) -> Result<RandomPositions> {
        self.random_within(request, &Limits::unbounded())
    }

    /// As [`random`](Self::random), until a limit is reached.
    ///
    /// # Errors
    /// What is wrong with the puzzle, or a limit.
    pub fn random_within(self, request: &RandomRequest, limits: &SearchLimits) -> Result<RandomPositions> {
        let kind = self.named(&request.puzzle.kind)?;
        kind.info().admit_random(&request.puzzle)?;
        kind.random(request, limits)
    }

    /// Explores a puzzle: counts its positions by their distance.
    ///
    /// # Errors
    /// What is wrong with the puzzle; that its positions are too many for memory and no directory is named, or too many for
    /// that too. Limits are part of what was found.
    pub fn explore(self, request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
        if request.version != SCHEMA_VERSION {
            return Err(EngineError::Version { found: request.version });
        }
        let puzzle = &request.puzzle;
        let kind = self.named(&puzzle.kind)?;
        if puzzle.position().is_empty() && kind.can_explore_goal(puzzle) {
            // No start is needed: an empty one stands for none.
            kind.info().admit(&puzzle.clone().with("position", ""))?;
        } else {
            kind.info().admit(puzzle)?;
        }
        kind.explore(request, cancel, sink)
    }

    /// Solves a request without keeping tables: [`Session::solve`] does.
    ///
    /// # Errors
    /// What is wrong with the request. Unsolvable puzzles and limits are answers, not errors.
    pub fn solve(self, request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
        Session::in_memory(self).solve(request, cancel, sink)
    }
}

/// Solves a request about a kind that is known when the program is compiled, so that nothing of other kinds is linked.
///
/// # Errors
/// What is wrong with the request; also that it is about another kind of puzzle.
pub fn solve_with<K: Kind + ?Sized>(
    kind: &K,
    request: &Request,
    session: &Session,
    cancel: &Cancel,
    sink: &mut Sink<'_>,
) -> Result<Answer> {
    if request.version != SCHEMA_VERSION {
        return Err(EngineError::Version { found: request.version });
    }
    only(kind, &request.puzzle)?;
    kind.solve(request, session, cancel, sink)
}

/// What a puzzle of a known kind looks like after moves. The position behind them names the metric where there are several.
pub(crate) fn view_with<K: Kind + ?Sized>(kind: &K, puzzle: &Puzzle, moves: &str) -> Result<View> {
    let mut view = kind.view(puzzle, moves)?;
    if kind.info().metrics.len() > 1 {
        view.here = view.here.with("metric", kind.info().metric(puzzle)?.name);
    }
    Ok(view)
}

/// Refuses a puzzle of another kind, or with other fields.
pub(crate) fn only<K: Kind + ?Sized>(kind: &K, puzzle: &Puzzle) -> Result<()> {
    let info = kind.info();
    if puzzle.kind != info.name {
        return Err(EngineError::OtherKind { puzzle: shortened(&puzzle.kind), serves: info.name });
    }
    info.admit(puzzle)
}
