//! What each capability asks of the spaces that have it.

mod backward;
mod packed;
mod pruning;
mod ranked;

pub use backward::{check_goals, check_moves_into};
pub use packed::{check_distinct_keys, check_key};
pub use pruning::{check_allowed, check_near_twins, check_pruned_distances};
pub use ranked::{check_rank, check_ranks};
