//! Which pattern databases: the options that say how tables are made and looked up.

use clap::Args;
use fewest_engine::{Options, PdbKind};

use crate::options::{Choices, choice};

/// The tables of a search.
#[derive(Clone, Debug, Args)]
pub(crate) struct PdbArgs {
    /// tiles: use these pattern databases: a set (7-8, diagonal, 6-6-3, 5-5-5, 4-4-4-3, 2x2, 2x3, 2x4, fringe, corner,
    /// lines-6, lines-7; for 5×5 6-6-6-6, 7-7-7-3; runs-N, exact, auto), tiles such as 1,2,5,6/3,4,7,8, or several of
    /// these joined by + (the maximum is used). cube: cosets-small, cosets-medium, edges-1 to edges-6, exact (2×2×2) or
    /// auto
    #[arg(long, value_name = "SPEC", help_heading = "Search")]
    pub(crate) pdb: Option<String>,

    /// What the pattern databases count [default: additive under stm, additive-region for sets of 5×5, full for fringe
    /// and corner, lines under mtm]
    #[arg(long, value_parser = choice(KINDS), value_name = "KIND", help_heading = "Search")]
    pdb_kind: Option<PdbKind>,

    /// How the tables are packed: byte, nibble, pair or bit, optionally followed by -min2 to -min64; for full tables
    /// also mod3 and mod4 [default: nibble; byte for full tables under mtm; mod4 for additive-region]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pdb_encoding: Option<String>,

    /// Whether to look up mirrored positions too [default: true if the goal allows it]
    #[arg(long, value_name = "BOOL", help_heading = "Search")]
    pdb_mirrors: Option<bool>,
}

/// The tables that a command is about, where all of it is about tables.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// What the tables count [default: additive under stm, additive-region for sets of 5×5, full for fringe and
    /// corner, lines under mtm]
    #[arg(long, value_parser = choice(KINDS), value_name = "KIND")]
    pdb_kind: Option<PdbKind>,

    /// How the tables are packed: byte, nibble, pair or bit, optionally followed by -min2 to -min64; for full tables
    /// also mod3 and mod4 [default: nibble; byte for full tables under mtm; mod4 for additive-region]
    #[arg(long, visible_alias = "pdb-encoding", value_name = "NAME")]
    encoding: Option<String>,
}

const KINDS: Choices<PdbKind> = &[
    ("additive", "Steps of the pattern's tiles; the values of disjoint patterns are added", PdbKind::Additive),
    ("additive-blank", "The same, for each cell of the blank", PdbKind::AdditiveBlank),
    ("additive-region", "The same, for each region of the blank", PdbKind::AdditiveRegion),
    ("full", "Every move; the maximum over the patterns is used", PdbKind::Full),
    ("lines", "Slides, by turns along rows and along columns; the maximum over the patterns is used", PdbKind::Lines),
];

impl PdbArgs {
    /// The engine's options, with nothing else in them.
    pub(crate) fn options(&self) -> Options {
        Options {
            pdb: self.pdb.clone(),
            pdb_kind: self.pdb_kind,
            pdb_encoding: self.pdb_encoding.clone(),
            pdb_mirrors: self.pdb_mirrors,
            ..Options::default()
        }
    }
}

impl TableArgs {
    /// The engine's options for a set, with nothing else in them.
    pub(crate) fn options(&self, spec: Option<&str>) -> Options {
        Options {
            pdb: spec.map(str::to_owned),
            pdb_kind: self.pdb_kind,
            pdb_encoding: self.encoding.clone(),
            ..Options::default()
        }
    }
}
