//! Which pattern databases: the options that say how tables are made and looked up.

use clap::Args;
use fewest_engine::{Options, PdbKind};

use crate::options::{Choices, choice};

/// The tables of a search.
#[derive(Clone, Debug, Args)]
pub(crate) struct PdbArgs {
    /// tiles: look up pattern databases: a set (7-8, diagonal, 6-6-3, 5-5-5, 4-4-4-3, 2x2, 2x3, 2x4, fringe, corner, lines-6,
    /// lines-7; for 5×5 6-6-6-6, 7-7-7-3; runs-N, exact, auto), tiles such as 1,2,5,6/3,4,7,8, or several joined by + of which the greatest counts
    #[arg(long, value_name = "SPEC", help_heading = "Search")]
    pub(crate) pdb: Option<String>,

    /// What those tables count [default: additive under stm, additive-region for sets of 5×5, full for fringe and
    /// corner, lines under mtm]
    #[arg(long, value_parser = choice(KINDS), value_name = "KIND", help_heading = "Search")]
    pdb_kind: Option<PdbKind>,

    /// How those tables are packed: byte, nibble, pair, bit, one of these with -min2 to -min64 behind, or of full tables
    /// mod3 and mod4 [default: nibble; of
    /// full tables under mtm, byte; of additive-region, mod4]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pdb_encoding: Option<String>,

    /// Whether mirrored positions are looked up too [default: where the goal allows it]
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

    /// How the tables are packed: byte, nibble, pair, bit, one of these with -min2 to -min64 behind, or of full tables
    /// mod3 and mod4 [default: nibble; of
    /// full tables under mtm, byte; of additive-region, mod4]
    #[arg(long, visible_alias = "pdb-encoding", value_name = "NAME")]
    encoding: Option<String>,
}

const KINDS: Choices<PdbKind> = &[
    ("additive", "Steps of the pattern's tiles; disjoint patterns add up", PdbKind::Additive),
    ("additive-blank", "The same for every place of the blank", PdbKind::AdditiveBlank),
    ("additive-region", "The same for every region of the blank, in one bit each", PdbKind::AdditiveRegion),
    ("full", "Every move; the greatest of all patterns counts", PdbKind::Full),
    ("lines", "Slides, turn by turn along rows and columns; the greatest of all patterns counts", PdbKind::Lines),
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
