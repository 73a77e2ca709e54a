//! SVG: one picture that can be scaled, with a title and a description for those who cannot see it.

use std::fmt::Write as _;

use fewest_text::escape;

use crate::draw::{self, Shape, Style};
use crate::path::{Path, Segment};
use crate::scene::Scene;

/// A scene as an SVG file.
pub fn svg(scene: &Scene, style: &Style) -> String {
    let (width, height) = draw::size(scene, style);
    let cell = f32::from(style.cell);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         aria-labelledby=\"fewest-title fewest-desc\">\n",
        number(width * cell),
        number(height * cell),
        number(width),
        number(height)
    );
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(text, "<title id=\"fewest-title\">{}</title>", escape(&scene.title));
    let _ = writeln!(text, "<desc id=\"fewest-desc\">{}</desc>", escape(&scene.description));
    for shape in draw::scene(scene, style) {
        write_shape(&mut text, &shape);
    }
    text.push_str("</svg>\n");
    text
}

pub(crate) fn write_shape(text: &mut String, shape: &Shape) {
    let colour = format!("#{:02x}{:02x}{:02x}", shape.colour.0, shape.colour.1, shape.colour.2);
    let _ = write!(text, "<path d=\"{}\" ", data(&shape.path));
    match shape.pen {
        None => {
            let _ = write!(text, "fill=\"{colour}\"");
        }
        Some((width, dash)) => {
            let _ = write!(
                text,
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                number(width)
            );
            if let Some(dash) = dash {
                let _ = write!(text, " stroke-dasharray=\"{0} {0}\"", number(dash));
            }
        }
    }
    if shape.opacity < 1.0 {
        let _ = write!(text, " opacity=\"{}\"", number(shape.opacity));
    }
    text.push_str("/>\n");
}

/// A path in SVG's words.
fn data(path: &Path) -> String {
    let mut text = String::new();
    for segment in &path.0 {
        let _ = match *segment {
            Segment::Move((x, y)) => write!(text, "M{} {}", number(x), number(y)),
            Segment::Line((x, y)) => write!(text, "L{} {}", number(x), number(y)),
            Segment::Cubic(a, b, to) => {
                let points = [a, b, to].map(|(x, y)| format!("{} {}", number(x), number(y)));
                write!(text, "C{}", points.join(" "))
            }
            Segment::Close => write!(text, "Z"),
        };
    }
    text
}

/// A number with three digits behind the point at most.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
