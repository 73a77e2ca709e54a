//! For those who design puzzles: censuses of whole families of boards, and the search for hard ones.

mod anneal;
mod hunt;
mod layouts;
pub mod rush;

pub use anneal::Anneal;
pub use hunt::{Catch, Design, Event, Family, Find, Hunt, HuntError};
pub use layouts::{Group, LayoutCensus, LayoutError, Layouts, MAX_SHAPES, MAX_SQUARES, PieceSet, Stock};
