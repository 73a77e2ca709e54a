//! Sokoban as satisfiability, for horizons in pushes.
//!
//! | puzzle | what it is |
//! |---|---|
//! | [`Tamura`] | the integer model of Tamura's Copris program, as it was published |
//! | [`Occupancy`] | a formula of our own: smaller by far, and stronger |

mod formula;
mod occupancy;
mod prices;
mod tamura;
mod travel;

pub use occupancy::{Occupancy, Turns};
pub use tamura::{Tamura, Track};
