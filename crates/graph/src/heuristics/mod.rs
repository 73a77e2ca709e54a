//! Lower bounds for sliding tiles on a graph. All are admissible and consistent; `docs/graph-puzzles.md` says why.

mod distances;
mod errands;
mod misplaced;

pub use distances::Distances;
pub use errands::Errands;
pub use misplaced::Misplaced;
