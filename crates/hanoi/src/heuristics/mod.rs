//! Lower bounds for Towers of Hanoi, each for any goal.
//!
//! | bound | counts |
//! |---|---|
//! | [`DiscsAway`] | a move for each disc away from its goal |
//! | [`OutAndBack`] | a second move for each disc that must make way for a larger one |
//! | [`DiscGroups`] | exact distances of groups of discs, added up (Felner, Korf and Hanan 2004) |

mod disc_groups;
mod discs_away;
mod out_and_back;
mod table;

pub use disc_groups::{DiscGroups, GroupsError, GroupsMemo, MAX_GROUPS, split};
pub use discs_away::DiscsAway;
pub use out_and_back::OutAndBack;
pub use table::{DiscTable, Pattern, PatternError, TableError};
