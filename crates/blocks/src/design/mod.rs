//! For those who design puzzles: censuses of whole families of boards, and the search for hard ones.

mod anneal;
mod blocks;
mod hunt;
mod layouts;
pub mod rush;
mod symmetry;

pub use anneal::{Anneal, Method};
pub use blocks::{BlocksHunt, BlocksHuntError, BlocksWish};
pub use hunt::{Catch, Design, Event, Family, Find, Hunt, HuntError};
pub use layouts::{Group, LayoutCensus, LayoutError, Layouts, MAX_SHAPES, MAX_SQUARES, PieceSet, Stock};
pub use symmetry::canonical;
