//! Options with a few fixed values.

use clap::ValueEnum;

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
