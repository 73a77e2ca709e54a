//! What can be wrong with a level, said so that it can be mended.

use crate::level::{MAX_SIDE, Place};

/// One thing that is wrong. Rows are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Fault {
    /// Nothing that looks like a level.
    #[error(
        "there is no level: write one row per line, with `#` for walls, `@` for the player, `$` for boxes and `.` for goals"
    )]
    Empty,
    /// Several levels where one was asked for.
    #[error("there are {found} levels, but only one is expected")]
    SeveralLevels { found: usize },
    /// A row with too many squares.
    #[error("row {row} is longer than {MAX_SIDE} squares, the greatest width", row = .row + 1)]
    TooWide { row: usize },
    /// Too many rows.
    #[error("there are more than {MAX_SIDE} rows, the greatest height")]
    TooTall,
    /// A character that means nothing.
    #[error("{place}: {found:?} has no meaning; a square is one of `#@$.*+` or, for floor, a space, `-` or `_`")]
    Unknown { place: Place, found: char },
    /// Nobody to push.
    #[error("there is no player: write `@`, or `+` for a player on a goal")]
    NoPlayer,
    /// More than one player.
    #[error("{place}: a second player, after the one at {first}; there must be only one")]
    SecondPlayer { first: Place, place: Place },
    /// Nothing to push.
    #[error("there are no boxes: write `$`, or `*` for a box on a goal")]
    NoBoxes,
    /// Too many or too few boxes.
    #[error("the numbers of boxes ({boxes}) and goals ({goals}) differ: they must be equal")]
    Counts { boxes: usize, goals: usize },
    /// The walls have a hole.
    #[error("the player can walk out at {place}: walls must enclose the player")]
    Open { place: Place },
}

/// Everything that is wrong with a level; never empty.
pub type Faults = fewest_text::Faults<Fault>;
