//! For those who design puzzles: censuses of whole families of boards, and the search for hard ones.

mod layouts;
pub mod rush;

pub use layouts::{Group, LayoutCensus, LayoutError, Layouts, MAX_SHAPES, MAX_SQUARES, PieceSet, Stock};
