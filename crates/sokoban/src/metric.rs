//! How moves are counted.

/// What counts as one move of Sokoban.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A box that is pushed by one square; walks are free.
    #[default]
    Push,
    /// A step of the player, with or without a box.
    Move,
}
