//! Doors for one kind of puzzle each.
//!
//! [`Session::solve`] serves every kind, so a program that calls it carries every search there is. One that must be small,
//! as a page's worker must, calls one of these instead: what is not called is not linked.

use fewest_search::Cancel;

use crate::answer::Answer;
use crate::error::EngineError;
use crate::event::Event;
use crate::request::{Kind, Puzzle, Request, SCHEMA_VERSION};
use crate::session::Session;
use crate::{blocks, graph, hanoi, sokoban, tiles};

macro_rules! solve_one_kind {
    ($(#[$doc:meta])* $name:ident, $kind:ident, |$puzzle:ident, $request:ident, $session:ident, $cancel:ident, $sink:ident| $solve:expr) => {
        $(#[$doc])*
        ///
        /// # Errors
        /// What is wrong with the request; also that it is about another kind of puzzle.
        pub fn $name(
            &self,
            $request: &Request,
            $cancel: &Cancel,
            $sink: &mut dyn FnMut(Event),
        ) -> Result<Answer, EngineError> {
            let $session = self;
            if $request.version != SCHEMA_VERSION {
                return Err(EngineError::Version { found: $request.version });
            }
            match &$request.puzzle {
                Puzzle::$kind($puzzle) => $solve,
                other => Err(EngineError::OtherKind { puzzle: other.kind(), serves: Kind::$kind }),
            }
        }
    };
}

impl Session {
    solve_one_kind!(
        /// Solves sliding tiles.
        solve_tiles, Tiles, |puzzle, request, session, cancel, sink| tiles::solve(puzzle, request, session, cancel, sink)
    );
    solve_one_kind!(
        /// Solves Towers of Hanoi.
        solve_hanoi, Hanoi, |puzzle, request, _session, cancel, sink| hanoi::solve(puzzle, request, cancel, sink)
    );
    solve_one_kind!(
        /// Solves tiles on a graph.
        solve_graph, Graph, |puzzle, request, _session, cancel, sink| graph::solve(puzzle, request, cancel, sink)
    );
    solve_one_kind!(
        /// Solves sliding blocks.
        solve_blocks, Blocks, |puzzle, request, _session, cancel, sink| blocks::solve(puzzle, request, cancel, sink)
    );
    solve_one_kind!(
        /// Solves Sokoban.
        solve_sokoban, Sokoban, |puzzle, request, _session, cancel, sink| sokoban::solve(puzzle, request, cancel, sink)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_door_serves_its_own_kind() {
        let session = Session::in_memory();
        let request = Request::tiles("1 2 3/4 5 6/7 0 8");
        let answer = session.solve_tiles(&request, &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!(answer.length, Some(1));
        let other = session.solve_sokoban(&request, &Cancel::new(), &mut |_| ());
        assert_eq!(other, Err(EngineError::OtherKind { puzzle: Kind::Tiles, serves: Kind::Sokoban }));
    }
}
