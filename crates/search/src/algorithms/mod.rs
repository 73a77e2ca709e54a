//! One algorithm a file. Each is a struct whose fields are its parameters and which implements [`Search`](crate::Search)
//! for the spaces and heuristics it can serve.

mod a_star;
mod a_star_ida_star;
mod best_first;
mod bidirectional_breadth_first;
mod breadth_first;
mod breadth_first_heuristic;
mod depth_first;
mod depth_limited;
mod dijkstra;
mod dive;
mod greedy_best_first;
mod hda_star;
mod ida_star;
pub mod improve;
mod iterative_deepening;
mod nbs;
pub mod optima;
mod parallel_ida_star;
mod path;
mod pausable_dive;
mod sma_star;
mod trail;
mod weight;
mod weighted_a_star;

pub use a_star::AStar;
pub use a_star_ida_star::AStarIdaStar;
pub use bidirectional_breadth_first::BidirectionalBreadthFirst;
pub use breadth_first::BreadthFirst;
pub use breadth_first_heuristic::BreadthFirstHeuristic;
pub use depth_first::DepthFirst;
pub use depth_limited::DepthLimited;
pub use dijkstra::Dijkstra;
pub use greedy_best_first::GreedyBestFirst;
pub use hda_star::HdaStar;
pub use ida_star::{IdaStar, Ordering, Plain};
pub use iterative_deepening::IterativeDeepening;
pub use nbs::Nbs;
pub use parallel_ida_star::ParallelIdaStar;
pub use pausable_dive::{PausableDive, Portion};
pub use sma_star::SmaStar;
pub use weight::{Weight, WeightError};
pub use weighted_a_star::WeightedAStar;

/// Goals listed between two looks at the clock.
const GOALS_POLL: u64 = 1 << 10;
