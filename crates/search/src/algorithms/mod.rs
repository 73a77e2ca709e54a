//! One algorithm a file. Each is a struct whose fields are its parameters and which implements [`Search`](crate::Search)
//! for the spaces and heuristics it can serve.

mod a_star;
mod breadth_first;
mod dive;
mod ida_star;
pub mod improve;
mod path;

pub use a_star::AStar;
pub use breadth_first::BreadthFirst;
pub use dive::{Dive, Portion};
pub use ida_star::IdaStar;
