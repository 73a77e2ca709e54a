//! One algorithm a file. Each is a struct whose fields are its parameters and which implements [`Search`](crate::Search)
//! for the spaces and heuristics it can serve.

mod a_star;
mod breadth_first;
mod breadth_first_heuristic;
mod ida_star;
mod nbs;
mod path;
mod sma_star;

pub use a_star::AStar;
pub use breadth_first::BreadthFirst;
pub use breadth_first_heuristic::BreadthFirstHeuristic;
pub use ida_star::IdaStar;
pub use nbs::Nbs;
pub use sma_star::SmaStar;
