//! Options with a few fixed values.

use clap::ValueEnum;
use fewest_engine::{BlocksMetric, Kind, SokobanMetric};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// In a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// tiles: one tile, one cell
    Stm,
    /// tiles: a slide in one direction, of any number of tiles
    Mtm,
    /// blocks: one piece, one square
    Step,
    /// blocks: one piece in a straight line, any distance
    Slide,
    /// blocks: one piece on any path; sokoban: one step of the player
    Move,
    /// blocks: pieces that hang together, in a straight line
    Group,
    /// sokoban: one box, one square
    Push,
}

impl Metric {
    /// The kinds of puzzles that it counts moves of, the usual one first.
    pub(crate) fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Stm | Self::Mtm => &[Kind::Tiles],
            Self::Step | Self::Slide | Self::Group => &[Kind::Blocks],
            Self::Move => &[Kind::Blocks, Kind::Sokoban],
            Self::Push => &[Kind::Sokoban],
        }
    }

    /// As the engine knows it for tiles; the default where it is for another puzzle.
    pub(crate) fn of_tiles(self) -> fewest_engine::Metric {
        match self {
            Self::Mtm => fewest_engine::Metric::Mtm,
            _ => fewest_engine::Metric::Stm,
        }
    }

    /// As the engine knows it for blocks; the default where it is for another puzzle.
    pub(crate) fn of_blocks(self) -> BlocksMetric {
        match self {
            Self::Step => BlocksMetric::Step,
            Self::Slide => BlocksMetric::Slide,
            Self::Group => BlocksMetric::Group,
            _ => BlocksMetric::Move,
        }
    }

    /// As the engine knows it for Sokoban; the default where it is for another puzzle.
    pub(crate) fn of_sokoban(self) -> SokobanMetric {
        match self {
            Self::Move => SokobanMetric::Move,
            _ => SokobanMetric::Push,
        }
    }
}

/// What counts as one move of tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TilesMetric {
    /// One tile, one cell
    #[default]
    Stm,
    /// A slide in one direction, of any number of tiles
    Mtm,
}

impl From<TilesMetric> for fewest_engine::Metric {
    fn from(metric: TilesMetric) -> Self {
        match metric {
            TilesMetric::Stm => Self::Stm,
            TilesMetric::Mtm => Self::Mtm,
        }
    }
}

/// Whose direction a move names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// The tile's: U moves a tile up
    #[default]
    Tile,
    /// The blank's, which goes the other way
    Blank,
}

impl From<Notation> for fewest_engine::Notation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Tile => Self::Tile,
            Notation::Blank => Self::Blank,
        }
    }
}

/// Which of equally promising nodes comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TieBreak {
    /// The oldest
    Fifo,
    /// The newest
    #[default]
    Lifo,
}

impl From<TieBreak> for fewest_engine::TieBreak {
    fn from(tie_break: TieBreak) -> Self {
        match tie_break {
            TieBreak::Fifo => Self::Fifo,
            TieBreak::Lifo => Self::Lifo,
        }
    }
}

/// The order in which successors are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// In the puzzle's own order
    Natural,
    /// The most promising first
    ByF,
}

impl From<Order> for fewest_engine::MoveOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Natural => Self::Natural,
            Order::ByF => Self::ByF,
        }
    }
}

/// How expansions are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Evaluation {
    /// For each depth a line `depth expanded`
    Map,
    /// The depth of each expansion, one a line, as they happen
    List,
}
