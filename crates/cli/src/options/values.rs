//! Options with a few fixed values.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use fewest_engine::{MoveOrder, Notation, TieBreak};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// Only in a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How expansions are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Evaluation {
    /// One line per depth: `depth expanded`
    Map,
    /// The depth of each expansion as it happens, one per line
    List,
}

// The only option of commands that have one.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JsonArg {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Values of an option: the name of each, a line of help, and what it stands for.
pub(crate) type Choices<T> = &'static [(&'static str, &'static str, T)];

/// Reads one of a few values by its name.
pub(crate) fn choice<T: Clone + Send + Sync>(values: Choices<T>) -> impl TypedValueParser<Value = T> {
    let names = values.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names)
        .map(|name| values.iter().find(|(known, ..)| *known == name).expect("a value that is listed").2.clone())
}

pub(crate) const NOTATIONS: Choices<Notation> = &[
    ("tile", "The direction of the tile: U moves a tile up", Notation::Tile),
    ("blank", "The direction of the blank, which is the opposite one", Notation::Blank),
];
pub(crate) const TIE_BREAKS: Choices<TieBreak> =
    &[("fifo", "The oldest node", TieBreak::Fifo), ("lifo", "The newest node", TieBreak::Lifo)];
pub(crate) const ORDERS: Choices<MoveOrder> = &[
    ("natural", "In the puzzle's own order", MoveOrder::None),
    ("by-f", "The most promising successor first", MoveOrder::ByF),
];
