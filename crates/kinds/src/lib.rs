#![doc = include_str!("../README.md")]

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
