//! Options with a few fixed values.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::de::DeserializeOwned;

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

/// How expansions are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Evaluation {
    /// For each depth a line `depth expanded`
    Map,
    /// The depth of each expansion, one a line, as they happen
    List,
}

/// Reads a value of one of the engine's own enums by the name that it has in JSON.
pub(crate) fn named<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    names: &'static [(&'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = names.iter().map(|&(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(|name| serde_json::from_value(name.into()))
}

/// The values of `--notation`.
pub(crate) const NOTATIONS: &[(&str, &str)] =
    &[("tile", "The tile's: U moves a tile up"), ("blank", "The blank's, which goes the other way")];
/// The values of `--tie-break`.
pub(crate) const TIE_BREAKS: &[(&str, &str)] = &[("fifo", "The oldest"), ("lifo", "The newest")];
/// The values of `--order`.
pub(crate) const ORDERS: &[(&str, &str)] =
    &[("natural", "In the puzzle's own order"), ("by-f", "The most promising first")];
