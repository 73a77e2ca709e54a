//! The checks that every domain, heuristic and algorithm must pass, written once.
//!
//! A domain's tests call these with its own spaces and states; nothing here knows a puzzle. A check returns `Ok` or a
//! message that names the state which breaks the law.
//!
//! Truth comes from the [`oracle`]: plain searches, written to be right by looking at them, that share no code with
//! [`fewest_search::algorithms`].
//!
//! | what is checked | where |
//! |---|---|
//! | moves, costs, undo | [`space`] |
//! | keys, ranks, moves into a state, move pruning | [`capability`] |
//! | estimates and their increments | [`heuristic`] |
//! | solutions, limits, counts | [`search`] |

/// Returns an error with a message unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

pub mod capability;
pub mod heuristic;
pub mod oracle;
pub mod search;
pub mod space;

/// `Ok`, or what is wrong and with which state.
pub type Check = Result<(), String>;
