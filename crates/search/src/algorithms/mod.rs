//! One algorithm a file. Each is a struct whose fields are its parameters and which implements [`Search`](crate::Search)
//! for the spaces and heuristics it can serve.

mod a_star;
mod a_star_ida_star;
mod breadth_first;
mod dive;
mod hda_star;
mod ida_star;
mod parallel_ida_star;
mod path;

pub use a_star::AStar;
pub use a_star_ida_star::AStarIdaStar;
pub use breadth_first::BreadthFirst;
pub use hda_star::HdaStar;
pub use ida_star::{IdaStar, Ordering};
pub use parallel_ida_star::ParallelIdaStar;
