//! Words as strokes of a round pen, for whoever draws words without a font.
//!
//! The alphabet is that of the pictures' labels and captions: all of ASCII, Latin letters (accents other than the
//! umlaut's dots are left out), and the signs that charts need, such as `×`, `≤`, `µ` and raised digits. What it does not
//! have becomes an empty box.
//!
//! ```
//! use fewest_render::lettering::{strokes, width};
//!
//! assert!(width("10³") > width("10"));
//! assert!(!strokes("10³").is_empty());
//! ```

pub use crate::path::{Point, Segment};

use crate::glyphs;

/// How wide the pen is for capitals of height 1.
pub const PEN: f32 = 0.15;

/// How far letters such as g reach below the base line where capitals are 1 high.
pub const DESCENT: f32 = 0.32;

/// The strokes of a text. Capitals are 1 high, the origin is the left end at the top of the capitals, and y goes down.
pub fn strokes(text: &str) -> Vec<Segment> {
    glyphs::words(text).0.0
}

/// How wide a text is where capitals are 1 high.
pub fn width(text: &str) -> f32 {
    glyphs::width(text)
}
