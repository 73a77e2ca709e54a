//! What the engine can do for one kind of puzzle.
//!
//! Every puzzle of a request implements [`Rules`]. A door that serves all kinds matches once, with `each_kind`, and so
//! carries every search there is. A program that must be small, as a page's worker must, calls a door of one kind
//! instead, such as [`Session::solve_of`]: what belongs to other kinds is not linked.

use fewest_search::Cancel;

use crate::answer::Answer;
use crate::catalog::Heuristic;
use crate::check::Check;
use crate::error::EngineError;
use crate::event::Event;
use crate::explain::Explained;
use crate::library::LibraryEntry;
use crate::random::{RandomPositions, RandomPuzzle, RandomRequest};
use crate::request::{
    BlocksPuzzle, GraphPuzzle, HanoiPuzzle, Kind, Notation, Options, Puzzle, Request, SCHEMA_VERSION, SokobanPuzzle,
    TilesPuzzle,
};
use crate::session::Session;
use crate::verify::Verification;
use crate::view::View;
use crate::{blocks, graph, hanoi, sokoban, tiles};

/// Does the same for a puzzle of whatever kind it is.
macro_rules! each_kind {
    ($puzzle:expr, $name:ident => $do:expr) => {
        match $puzzle {
            $crate::request::Puzzle::Tiles($name) => $do,
            $crate::request::Puzzle::Hanoi($name) => $do,
            $crate::request::Puzzle::Graph($name) => $do,
            $crate::request::Puzzle::Blocks($name) => $do,
            $crate::request::Puzzle::Sokoban($name) => $do,
        }
    };
}

pub(crate) use each_kind;

mod sealed {
    /// Kinds of puzzles come with the engine.
    pub trait Sealed {}
}

/// What can be asked of one kind of puzzle. It is for naming a kind; only the engine calls what it has.
#[expect(clippy::missing_errors_doc, reason = "the engine's public doors say what can be wrong")]
pub trait Rules: sealed::Sealed + Sized {
    /// Which kind of puzzle it is.
    const KIND: Kind;

    /// The puzzle, if it is of this kind.
    fn of(puzzle: &Puzzle) -> Option<&Self>;

    /// The puzzles that are built in.
    fn library() -> Vec<LibraryEntry>;

    /// What can be said of the position.
    fn check(&self) -> Result<Check, EngineError>;

    /// What it looks like after some moves.
    fn view(&self, moves: &str) -> Result<View, EngineError>;

    /// What some moves do.
    fn verify(&self, moves: &str, notation: Notation) -> Result<Verification, EngineError>;

    /// Random positions, where the request is for this kind.
    fn random(request: &RandomRequest) -> Option<Result<RandomPositions, EngineError>>;

    /// Why a heuristic says what it says.
    fn explain(&self, asked: Option<Heuristic>, options: &Options, session: &Session)
    -> Result<Explained, EngineError>;

    /// Solves it as the request says.
    fn solve(
        &self,
        request: &Request,
        session: &Session,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Answer, EngineError>;
}

impl Session {
    /// Solves a request about one kind of puzzle: what [`Session::solve`] does for all.
    ///
    /// ```
    /// use fewest_engine::{Cancel, Request, Session, TilesPuzzle};
    /// let request = Request::tiles("1 2 3/4 5 6/7 0 8");
    /// let answer = Session::in_memory().solve_of::<TilesPuzzle>(&request, &Cancel::new(), &mut |_| ())?;
    /// assert_eq!(answer.length, Some(1));
    /// # Ok::<(), fewest_engine::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the request; also that it is about another kind of puzzle.
    pub fn solve_of<R: Rules>(
        &self,
        request: &Request,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Answer, EngineError> {
        if request.version != SCHEMA_VERSION {
            return Err(EngineError::Version { found: request.version });
        }
        one::<R>(&request.puzzle)?.solve(request, self, cancel, sink)
    }
}

/// The puzzle, which must be of this kind.
pub(crate) fn one<R: Rules>(puzzle: &Puzzle) -> Result<&R, EngineError> {
    R::of(puzzle).ok_or_else(|| other::<R>(puzzle.kind()))
}

/// That something is about another kind of puzzle.
pub(crate) fn other<R: Rules>(puzzle: Kind) -> EngineError {
    EngineError::OtherKind { puzzle, serves: R::KIND }
}

macro_rules! rules {
    (
        $puzzle:ident, $kind:ident, $module:ident,
        verify: |$this:ident, $moves:ident, $notation:ident| $verify:expr,
        random: $pattern:pat, |$shuffle:ident, $seed:ident| $random:expr,
        explain: |$it:ident, $asked:ident, $options:ident, $session:ident| $explain:expr,
        solve: |$solved:ident, $request:ident, $tables:ident, $cancel:ident, $sink:ident| $solve:expr
    ) => {
        impl sealed::Sealed for $puzzle {}

        impl Rules for $puzzle {
            const KIND: Kind = Kind::$kind;

            fn of(puzzle: &Puzzle) -> Option<&Self> {
                if let Puzzle::$kind(puzzle) = puzzle { Some(puzzle) } else { None }
            }

            fn library() -> Vec<LibraryEntry> {
                $module::library()
            }

            fn check(&self) -> Result<Check, EngineError> {
                $module::check(self)
            }

            fn view(&self, moves: &str) -> Result<View, EngineError> {
                $module::view(self, moves)
            }

            fn verify(&self, $moves: &str, $notation: Notation) -> Result<Verification, EngineError> {
                let $this = self;
                $verify
            }

            fn random(request: &RandomRequest) -> Option<Result<RandomPositions, EngineError>> {
                let RandomRequest { puzzle, shuffle: $shuffle, seed: $seed } = request;
                if let $pattern = puzzle { Some($random) } else { None }
            }

            fn explain(
                &self,
                $asked: Option<Heuristic>,
                $options: &Options,
                $session: &Session,
            ) -> Result<Explained, EngineError> {
                let $it = self;
                $explain
            }

            fn solve(
                &self,
                $request: &Request,
                $tables: &Session,
                $cancel: &Cancel,
                $sink: &mut dyn FnMut(Event),
            ) -> Result<Answer, EngineError> {
                let $solved = self;
                $solve
            }
        }
    };
}

rules!(
    TilesPuzzle, Tiles, tiles,
    verify: |puzzle, moves, notation| tiles::verify(puzzle, moves, notation),
    random: RandomPuzzle::Tiles { size, goal }, |shuffle, seed| tiles::random(size, goal, *shuffle, *seed),
    explain: |puzzle, asked, options, session| tiles::explain(puzzle, asked, options, session),
    solve: |puzzle, request, session, cancel, sink| tiles::solve(puzzle, request, session, cancel, sink)
);
rules!(
    HanoiPuzzle, Hanoi, hanoi,
    verify: |puzzle, moves, _notation| hanoi::verify(puzzle, moves),
    random: RandomPuzzle::Hanoi { discs, pegs, goal }, |shuffle, seed| hanoi::random(*discs, *pegs, goal, *shuffle, *seed),
    explain: |puzzle, asked, _options, _session| hanoi::explain(puzzle, asked),
    solve: |puzzle, request, _session, cancel, sink| hanoi::solve(puzzle, request, cancel, sink)
);
rules!(
    GraphPuzzle, Graph, graph,
    verify: |puzzle, moves, _notation| graph::verify(puzzle, moves),
    random: RandomPuzzle::Graph { edges, goal }, |shuffle, seed| graph::random(edges, goal, *shuffle, *seed),
    explain: |puzzle, asked, _options, _session| graph::explain(puzzle, asked),
    solve: |puzzle, request, _session, cancel, sink| graph::solve(puzzle, request, cancel, sink)
);
rules!(
    BlocksPuzzle, Blocks, blocks,
    verify: |puzzle, moves, _notation| blocks::verify(puzzle, moves),
    random: RandomPuzzle::Blocks { position, format },
        |shuffle, seed| blocks::random(position, format.as_deref(), *shuffle, *seed),
    explain: |puzzle, asked, _options, _session| blocks::explain(puzzle, asked),
    solve: |puzzle, request, _session, cancel, sink| blocks::solve(puzzle, request, cancel, sink)
);
rules!(
    SokobanPuzzle, Sokoban, sokoban,
    verify: |puzzle, moves, _notation| sokoban::verify(puzzle, moves),
    random: RandomPuzzle::Sokoban { width, height, boxes },
        |shuffle, seed| sokoban::random((*width, *height), *boxes, *shuffle, *seed),
    explain: |puzzle, asked, _options, _session| sokoban::explain(puzzle, asked),
    solve: |puzzle, request, _session, cancel, sink| sokoban::solve(puzzle, request, cancel, sink)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_door_serves_its_own_kind() {
        let session = Session::in_memory();
        let request = Request::tiles("1 2 3/4 5 6/7 0 8");
        let answer = session.solve_of::<TilesPuzzle>(&request, &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!(answer.length, Some(1));
        let other = session.solve_of::<SokobanPuzzle>(&request, &Cancel::new(), &mut |_| ());
        assert_eq!(other, Err(EngineError::OtherKind { puzzle: Kind::Tiles, serves: Kind::Sokoban }));
    }
}
