//! Every kind of puzzle that `fewest` solves, in one list: to add a kind, add its crate and one line here.
//!
//! ```
//! use fewest_engine::{Cancel, Outcome, Proof, Request};
//!
//! let request = Request::of("tiles", "5 3 8/0 2 4/1 7 6");
//! let answer = fewest_kinds::KINDS.solve(&request, &Cancel::new(), &mut |_| ())?;
//! assert_eq!((answer.outcome, answer.length, answer.proof), (Outcome::Solved, Some(21), Proof::Optimal));
//! # Ok::<(), fewest_engine::EngineError>(())
//! ```

use fewest_engine::{KindInfo, Kinds};

/// Lists kinds: a name for each crate, which has its kind as `KIND` and what is known of it as `INFO`.
macro_rules! kinds {
    ($($name:ident: $crate_name:ident,)+) => {
        $(pub use $crate_name as $name;)+

        /// All kinds. The first is the one that is meant where nothing tells the kind.
        pub static KINDS: Kinds = Kinds::new(&[$(&$crate_name::KIND,)+]);

        /// What is known of all kinds, for programs that link the searches of one alone.
        pub static INFOS: &[&KindInfo] = &[$(&$crate_name::INFO,)+];
    };
}

kinds! {
    tiles: fewest_tiles_kind,
    hanoi: fewest_hanoi_kind,
    graph: fewest_graph_kind,
    blocks: fewest_blocks_kind,
    sokoban: fewest_sokoban_kind,
    pancake: fewest_pancake_kind,
    cube: fewest_cube_kind,
}
