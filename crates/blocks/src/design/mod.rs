//! For those who design puzzles: censuses of whole families of boards, and the search for hard ones.
//!
//! [`rush::Census`] meets every Rush Hour board of a size, [`LayoutCensus`] counts every layout of a stock of pieces. A
//! [`Hunt`] searches a [`Family`] for hard puzzles, [`rush::RushHunt`] or [`BlocksHunt`]. `docs/blocks-generate.md` says what
//! the words mean.

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
