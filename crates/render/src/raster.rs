//! Pixels: PNG, and the frames of films. The areas are filled by tiny-skia, whose results are the same on every machine.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use crate::RenderError;
use crate::draw::{self, Shape, Style};
use crate::path::{Path, Segment};
use crate::scene::Scene;
use crate::theme::Rgb;

/// The most pixels in a row or a column.
const MOST: u16 = 8192;

/// A scene as a PNG file.
///
/// # Errors
/// A picture too large.
pub fn png(scene: &Scene, style: &Style) -> Result<Vec<u8>, RenderError> {
    let pixels = pixels(scene, style)?;
    pixels.encode_png().map_err(|error| RenderError::Encoding(error.to_string()))
}

/// The columns and rows of pixels of a picture.
pub(crate) fn size(scene: &Scene, style: &Style) -> Result<(u16, u16), RenderError> {
    let (width, height) = draw::size(scene, style);
    let pixels = |squares: f32| (squares * f32::from(style.cell)).round().max(1.0);
    let (width, height) = (pixels(width), pixels(height));
    // Both are positive, and checked before they are used.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    if width > f32::from(MOST) || height > f32::from(MOST) {
        Err(RenderError::TooLarge(width as u64, height as u64, u64::from(MOST)))
    } else {
        Ok((width as u16, height as u16))
    }
}

pub(crate) fn pixels(scene: &Scene, style: &Style) -> Result<Pixmap, RenderError> {
    let (width, height) = size(scene, style)?;
    let pixmap = Pixmap::new(u32::from(width), u32::from(height));
    let mut pixmap = pixmap.ok_or_else(|| RenderError::Encoding("there is no memory for the picture".to_owned()))?;
    if let Some(Rgb(red, green, blue)) = style.theme.background {
        // All of it: the last row and column of pixels may lie on the edge of the picture.
        pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    }
    for shape in draw::scene(scene, style) {
        draw_shape(&mut pixmap, &shape, f32::from(style.cell));
    }
    Ok(pixmap)
}

fn draw_shape(pixmap: &mut Pixmap, shape: &Shape, cell: f32) {
    let Some(path) = to_skia(&shape.path) else { return };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 255")]
    let opacity = (shape.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    paint.set_color_rgba8(shape.colour.0, shape.colour.1, shape.colour.2, opacity);
    let transform = Transform::from_scale(cell, cell);
    match shape.pen {
        None => pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None),
        Some((width, dash)) => {
            let dash = dash.and_then(|dash| StrokeDash::new(vec![dash, dash], 0.0));
            let stroke =
                Stroke { width, dash, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}

fn to_skia(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in &path.0 {
        match *segment {
            Segment::Move((x, y)) => builder.move_to(x, y),
            Segment::Line((x, y)) => builder.line_to(x, y),
            Segment::Cubic((x1, y1), (x2, y2), (x, y)) => builder.cubic_to(x1, y1, x2, y2, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
