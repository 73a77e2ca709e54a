//! PNG: the SVG as resvg paints it.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::PlotError;

/// The most pixels along a side.
const MOST: u32 = 16_384;

pub(crate) fn png(svg: &str, width: u32) -> Result<Vec<u8>, PlotError> {
    let painting = |error: &dyn std::fmt::Display| PlotError::Painting(error.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| painting(&error))?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no picture is so large")]
    let height = (f64::from(tree.size().height()) * scale).round() as u64;
    let size = || PlotError::Size { width, height, most: MOST };
    let rows = u32::try_from(height).ok().filter(|&rows| rows <= MOST && width <= MOST).ok_or_else(size)?;
    let mut picture = Pixmap::new(width, rows).ok_or_else(size)?;
    #[expect(clippy::cast_possible_truncation, reason = "a scale needs no more digits")]
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| painting(&error))
}
