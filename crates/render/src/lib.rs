#![doc = include_str!("../README.md")]

mod draw;
mod film;
#[cfg(feature = "gif")]
mod gif;
mod glyphs;
mod html;
pub mod lettering;
mod path;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod raster;
mod scene;
mod svg;
mod theme;

pub use draw::Style;
pub use film::Film;
#[cfg(feature = "gif")]
pub use gif::{Pace, gif};
pub use html::html;
#[cfg(feature = "pdf")]
pub use pdf::{Paper, SheetItem, pdf};
#[cfg(feature = "png")]
pub use raster::png;
pub use scene::{Cell, Colour, Mark, MarkKind, Motion, Piece, Scene, Side};
pub use svg::svg;
pub use theme::{Rgb, Theme};

/// Why a picture cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// More pixels than fit.
    #[error("the picture would have {0} by {1} pixels, but at most {2} by {2} are possible; choose smaller squares")]
    TooLarge(u64, u64, u64),
    /// A film without scenes, or a sheet without puzzles.
    #[error("there is nothing to draw")]
    Nothing,
    /// A film with more pixels than are sensible.
    #[error("the film would have {0} frames; choose fewer frames per move, or fewer moves")]
    TooLong(usize),
    /// The scenes of a film are not of one size.
    #[error("scene {0} does not have the size of the first")]
    Sizes(usize),
    /// Whoever asked for a film wants it no longer.
    #[error("the film was not finished")]
    Stopped,
    /// What a library for files said.
    #[error("the file could not be made: {0}")]
    Encoding(String),
}
