//! How moves are counted.

use std::fmt;

/// What counts as one move of Sokoban.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SokobanMetric"))]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// A box that is pushed by one square; walks are free.
    #[default]
    Push,
    /// A step of the player, with or without a box.
    Move,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Push => "push",
            Self::Move => "move",
        })
    }
}
