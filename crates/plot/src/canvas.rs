//! SVG as it is written, and the backend through which plotters draws on it.
//!
//! Plotters counts in whole pixels; a unit here is a hundredth of one.

use std::convert::Infallible;
use std::fmt::Write as _;

use fewest_render::lettering::{self, Segment};
use plotters_backend::{BackendColor, DrawingBackend, DrawingErrorKind};

use crate::style::Colour;
use crate::text::Font;

/// Units in a pixel.
pub(crate) const UNIT: f64 = 100.0;

/// A point in units; x to the right, y down.
pub(crate) type Spot = (i32, i32);

/// A place in pixels as units.
#[expect(clippy::cast_possible_truncation, reason = "a picture has far fewer pixels")]
pub(crate) fn units(pixels: f64) -> i32 {
    (pixels * UNIT).round() as i32
}

/// The `d` of a path, in relative commands, which are short.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathData {
    text: String,
    here: Spot,
    start: Spot,
}

impl PathData {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn pair(&mut self, (x, y): Spot) {
        let from = self.here;
        self.number(x - from.0);
        if y >= from.1 {
            self.text.push(' ');
        }
        self.number(y - from.1);
    }

    fn number(&mut self, units: i32) {
        self.text.push_str(&decimal(units));
    }

    /// Lifts the pen and goes there.
    pub(crate) fn go(&mut self, to: Spot) {
        self.text.push(if self.text.is_empty() { 'M' } else { 'm' });
        self.pair(to);
        self.here = to;
        self.start = to;
    }

    /// A straight line.
    pub(crate) fn line(&mut self, to: Spot) {
        if to.1 == self.here.1 {
            self.text.push('h');
            self.number(to.0 - self.here.0);
        } else if to.0 == self.here.0 {
            self.text.push('v');
            self.number(to.1 - self.here.1);
        } else {
            self.text.push('l');
            self.pair(to);
        }
        self.here = to;
    }

    /// A line by itself.
    pub(crate) fn segment(&mut self, from: Spot, to: Spot) {
        self.go(from);
        self.line(to);
    }

    /// A line through points.
    pub(crate) fn lines(&mut self, points: &[Spot]) {
        for (index, &point) in points.iter().enumerate() {
            if index == 0 { self.go(point) } else { self.line(point) }
        }
    }

    fn cubic(&mut self, first: Spot, second: Spot, to: Spot) {
        self.text.push('c');
        self.pair(first);
        for point in [second, to] {
            if point.0 >= self.here.0 {
                self.text.push(' ');
            }
            self.pair(point);
        }
        self.here = to;
    }

    /// Back to where the pen came down.
    pub(crate) fn close(&mut self) {
        self.text.push('z');
        self.here = self.start;
    }

    /// A rectangle by two corners.
    pub(crate) fn rectangle(&mut self, (left, top): Spot, (right, bottom): Spot) {
        self.lines(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
        self.close();
    }

    /// A circle.
    pub(crate) fn circle(&mut self, (x, y): Spot, radius: i32) {
        self.go((x - radius, y));
        let r = decimal(radius);
        let across = decimal(2 * radius);
        let _ = write!(self.text, "a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1-{across} 0z");
    }
}

/// Units as pixels with two digits behind the point at most.
fn decimal(units: i32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let units = units.unsigned_abs();
    match (units / 100, units % 100) {
        (0, 0) => "0".to_owned(),
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) if part % 10 == 0 => format!("{sign}.{}", part / 10),
        (0, part) => format!("{sign}.{part:02}"),
        (whole, part) if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        (whole, part) => format!("{sign}{whole}.{part:02}"),
    }
}

/// How a path is painted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Colour>,
    /// Colour and width in pixels.
    pub(crate) stroke: Option<(Colour, f64)>,
    pub(crate) dash: &'static str,
    /// From 0, which is opaque.
    pub(crate) clear: f64,
}

impl Paint {
    pub(crate) fn area(colour: Colour) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    pub(crate) fn line(colour: Colour, width: f64) -> Self {
        Self { stroke: Some((colour, width)), ..Self::default() }
    }
}

/// Which point of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// An SVG picture as it is written.
#[derive(Debug)]
pub(crate) struct Canvas {
    text: String,
    size: (u32, u32),
}

impl Canvas {
    /// A white picture of so many pixels.
    pub(crate) fn new(size: (u32, u32), title: &str, about: &str) -> Self {
        let (width, height) = size;
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{}</title>\n<desc>{}</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            escape(title),
            escape(about)
        );
        Self { text, size }
    }

    /// The whole file.
    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// Opens a group with a name.
    pub(crate) fn open(&mut self, part: &str) {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(self.text, "<g data-part=\"{}\">", escape(part));
    }

    /// Closes the group.
    pub(crate) fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// Draws a path; an empty one leaves no trace.
    pub(crate) fn path(&mut self, data: &PathData, paint: &Paint) {
        self.element(data, paint, None);
    }

    fn element(&mut self, data: &PathData, paint: &Paint, words: Option<&str>) {
        if data.is_empty() {
            return;
        }
        let _ = write!(self.text, "<path");
        if let Some(words) = words {
            let _ = write!(self.text, " data-text=\"{}\"", escape(words));
        }
        let _ = write!(self.text, " fill=\"{}\"", paint.fill.map_or_else(|| "none".to_owned(), hex));
        if let Some((colour, width)) = paint.stroke {
            let _ = write!(self.text, " stroke=\"{}\" stroke-width=\"{}\"", hex(colour), decimal(units(width)));
            self.text.push_str(" stroke-linejoin=\"round\"");
            // Round ends would close the gaps between dashes.
            if paint.dash.is_empty() {
                self.text.push_str(" stroke-linecap=\"round\"");
            } else {
                let _ = write!(self.text, " stroke-dasharray=\"{}\"", paint.dash);
            }
        }
        if paint.clear > 0.0 {
            let _ = write!(self.text, " opacity=\"{}\"", decimal(units(1.0 - paint.clear)));
        }
        let _ = writeln!(self.text, " d=\"{}\"/>", data.text);
    }

    /// Writes one line. The place in pixels is that of the anchor at the middle of the capitals' height; the angle is in
    /// degrees against the clock.
    pub(crate) fn words(&mut self, words: &str, font: Font, place: (f64, f64), anchor: Anchor, angle: f64) {
        let data = outline(words, font, place, anchor, angle);
        self.element(&data, &Paint::line(crate::style::INK, font.pen), Some(words));
    }
}

/// The strokes of one line of text.
fn outline(words: &str, font: Font, (x, y): (f64, f64), anchor: Anchor, angle: f64) -> PathData {
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -font.width(words) / 2.0,
        Anchor::End => -font.width(words),
    };
    let (sin, cos) = angle.to_radians().sin_cos();
    let place = |(a, b): lettering::Point| {
        let (a, b) = (f64::from(a) * font.capital + left, (f64::from(b) - 0.5) * font.capital);
        (units(x + a * cos + b * sin), units(y - a * sin + b * cos))
    };
    let mut data = PathData::default();
    for segment in lettering::strokes(words) {
        match segment {
            Segment::Move(to) => data.go(place(to)),
            Segment::Line(to) => data.line(place(to)),
            Segment::Cubic(a, b, to) => data.cubic(place(a), place(b), place(to)),
            Segment::Close => data.close(),
        }
    }
    data
}

fn hex((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text that means itself within elements and attributes; what XML cannot hold is left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() => {}
            '\u{fffe}' | '\u{ffff}' => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// A canvas as plotters sees it. Figures draw on the canvas itself; a pixel, which is all that plotters asks for,
/// is a hundredth wide.
pub(crate) struct Surface<'a>(pub(crate) &'a mut Canvas);

impl DrawingBackend for Surface<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.size.0 * 100, self.0.size.1 * 100)
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): Spot, color: BackendColor) -> Result<(), DrawingErrorKind<Infallible>> {
        let mut data = PathData::default();
        data.rectangle((x, y), (x + 1, y + 1));
        self.0.path(&data, &Paint { clear: 1.0 - color.alpha, ..Paint::area(color.rgb) });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        for (units, text) in [(0, "0"), (5, ".05"), (-50, "-.5"), (100, "1"), (-1234, "-12.34"), (1230, "12.3")] {
            assert_eq!(decimal(units), text);
        }
    }

    #[test]
    fn paths_are_relative() {
        let mut data = PathData::default();
        data.go((100, 100));
        data.line((300, 100));
        data.line((200, 50));
        data.close();
        data.go((150, 150));
        assert_eq!(data.text, "M1 1h2l-1-.5zm.5 .5");
    }
}
