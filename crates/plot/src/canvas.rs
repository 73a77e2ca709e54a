//! What a chart is drawn on: paths in groups, which become SVG, or pixels by tiny-skia.

use std::fmt::Write as _;

use fewest_render::lettering::{self, Segment};
use fewest_text::escape;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, PathBuilder, Pixmap, PixmapPaint, Stroke, StrokeDash, Transform};

use crate::style::Colour;
use crate::text::{Font, plain};
use crate::{PlotError, WIDTH};

/// Units in a pixel.
pub(crate) const UNIT: f64 = 100.0;

/// The most pixels along a side of a PNG picture.
const MOST: u32 = 16_384;

/// A point in units; x to the right, y down.
pub(crate) type Spot = (i32, i32);

/// A place in pixels as units.
#[expect(clippy::cast_possible_truncation, reason = "a picture has far fewer pixels")]
pub(crate) fn units(pixels: f64) -> i32 {
    (pixels * UNIT).round() as i32
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Go(Spot),
    Line(Spot),
    Cubic(Spot, Spot, Spot),
    Circle(Spot, i32),
    Close,
}

/// Lines, curves and circles, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(Vec<Step>);

impl Path {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lifts the pen and goes there.
    pub(crate) fn go(&mut self, to: Spot) {
        self.0.push(Step::Go(to));
    }

    pub(crate) fn line(&mut self, to: Spot) {
        self.0.push(Step::Line(to));
    }

    pub(crate) fn segment(&mut self, from: Spot, to: Spot) {
        self.lines(&[from, to]);
    }

    pub(crate) fn lines(&mut self, points: &[Spot]) {
        for (index, &point) in points.iter().enumerate() {
            if index == 0 { self.go(point) } else { self.line(point) }
        }
    }

    /// A line through points and back to the first.
    pub(crate) fn polygon(&mut self, points: &[Spot]) {
        if !points.is_empty() {
            self.lines(points);
            self.0.push(Step::Close);
        }
    }

    /// A rectangle by two corners.
    pub(crate) fn rectangle(&mut self, (left, top): Spot, (right, bottom): Spot) {
        self.polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
    }

    pub(crate) fn circle(&mut self, centre: Spot, radius: i32) {
        self.0.push(Step::Circle(centre, radius));
    }

    /// The `d` of an SVG path, in relative commands, which are short.
    fn svg(&self) -> String {
        let mut pen = Pen::default();
        for &step in &self.0 {
            match step {
                Step::Go(to) => pen.go(to),
                Step::Line(to) if to.1 == pen.here.1 => {
                    pen.text += "h";
                    pen.text += &decimal(to.0 - pen.here.0);
                }
                Step::Line(to) if to.0 == pen.here.0 => {
                    pen.text += "v";
                    pen.text += &decimal(to.1 - pen.here.1);
                }
                Step::Line(to) => {
                    pen.text += "l";
                    pen.pair(to);
                }
                Step::Cubic(first, second, to) => {
                    pen.text += "c";
                    pen.pair(first);
                    for point in [second, to] {
                        if point.0 >= pen.here.0 {
                            pen.text += " ";
                        }
                        pen.pair(point);
                    }
                }
                Step::Circle((x, y), radius) => {
                    pen.go((x - radius, y));
                    let (r, across) = (decimal(radius), decimal(2 * radius));
                    let _ = write!(pen.text, "a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1-{across} 0z");
                }
                Step::Close => {
                    pen.text += "z";
                    pen.here = pen.start;
                }
            }
            if let Step::Line(to) | Step::Cubic(_, _, to) = step {
                pen.here = to;
            }
        }
        pen.text
    }

    /// The same for tiny-skia, in pixels; `None` where nothing could be seen of it.
    fn skia(&self) -> Option<tiny_skia::Path> {
        #[expect(clippy::cast_possible_truncation, reason = "pixels need no more digits")]
        let pixels = |units: i32| (f64::from(units) / UNIT) as f32;
        let place = |(x, y): Spot| (pixels(x), pixels(y));
        let mut path = PathBuilder::new();
        for &step in &self.0 {
            match step {
                Step::Go(to) => path.move_to(pixels(to.0), pixels(to.1)),
                Step::Line(to) => path.line_to(pixels(to.0), pixels(to.1)),
                Step::Cubic(first, second, to) => {
                    let [(x1, y1), (x2, y2), (x, y)] = [first, second, to].map(place);
                    path.cubic_to(x1, y1, x2, y2, x, y);
                }
                Step::Circle((x, y), radius) => path.push_circle(pixels(x), pixels(y), pixels(radius)),
                Step::Close => path.close(),
            }
        }
        path.finish()
    }
}

#[derive(Default)]
struct Pen {
    text: String,
    here: Spot,
    start: Spot,
}

impl Pen {
    fn go(&mut self, to: Spot) {
        self.text.push(if self.text.is_empty() { 'M' } else { 'm' });
        self.pair(to);
        (self.here, self.start) = (to, to);
    }

    /// A point as seen from here.
    fn pair(&mut self, (x, y): Spot) {
        self.text += &decimal(x - self.here.0);
        if y >= self.here.1 {
            self.text += " ";
        }
        self.text += &decimal(y - self.here.1);
    }
}

/// Units as pixels with two digits behind the point at most.
fn decimal(units: i32) -> String {
    let text = format!("{}.{:02}", units.unsigned_abs() / 100, units.unsigned_abs() % 100);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let short = text.strip_prefix('0').filter(|rest| !rest.is_empty()).unwrap_or(text);
    format!("{}{short}", if units < 0 { "-" } else { "" })
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Colour>,
    /// Colour and width in pixels.
    pub(crate) stroke: Option<(Colour, f64)>,
    /// Lengths of dashes and gaps in pixels; none for a line without gaps.
    pub(crate) dash: &'static [f32],
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

#[derive(Debug)]
enum Element {
    Open(&'static str),
    Close,
    /// A path with the words that it writes, if it does.
    Path(Path, Paint, Option<String>),
}

/// A picture, [`WIDTH`] pixels wide, as it is drawn.
#[derive(Debug)]
pub(crate) struct Canvas {
    height: u32,
    elements: Vec<Element>,
}

impl Canvas {
    pub(crate) fn new(height: u32) -> Self {
        Self { height, elements: Vec::new() }
    }

    pub(crate) fn open(&mut self, part: &'static str) {
        self.elements.push(Element::Open(part));
    }

    pub(crate) fn close(&mut self) {
        self.elements.push(Element::Close);
    }

    /// Draws a path; an empty one leaves no trace.
    pub(crate) fn path(&mut self, path: Path, paint: Paint) {
        self.element(path, paint, None);
    }

    fn element(&mut self, path: Path, paint: Paint, words: Option<String>) {
        if !path.is_empty() {
            self.elements.push(Element::Path(path, paint, words));
        }
    }

    /// Writes one line. The place in pixels is that of the anchor at the middle of the capitals' height; the angle is in
    /// degrees against the clock.
    pub(crate) fn words(&mut self, words: &str, font: Font, place: (f64, f64), anchor: Anchor, angle: f64) {
        let path = outline(words, font, place, anchor, angle);
        self.element(path, Paint::line(crate::style::INK, font.pen), Some(words.to_owned()));
    }

    /// Writes lines below one another, the first at a place.
    pub(crate) fn lines(&mut self, lines: &[String], font: Font, (x, mut y): (f64, f64), anchor: Anchor) {
        for line in lines {
            self.words(line, font, (x, y), anchor, 0.0);
            y += font.line();
        }
    }

    /// Writes lines that rise, each to the right of the one before, centred at a place.
    pub(crate) fn rising(&mut self, lines: &[String], font: Font, (mut x, y): (f64, f64)) {
        for line in lines {
            self.words(line, font, (x, y), Anchor::Middle, 90.0);
            x += font.line();
        }
    }

    pub(crate) fn svg(&self, title: &str, about: &str) -> String {
        let height = self.height;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n\
             <title>{}</title>\n<desc>{}</desc>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n",
            escape(&plain(title)),
            escape(&plain(about))
        );
        for element in &self.elements {
            // Writing to a string cannot fail, here and below.
            let _ = match element {
                Element::Open(part) => writeln!(text, "<g data-part=\"{part}\">"),
                Element::Close => writeln!(text, "</g>"),
                Element::Path(path, paint, words) => {
                    text += "<path";
                    if let Some(words) = words {
                        let _ = write!(text, " data-text=\"{}\"", escape(words));
                    }
                    looks(&mut text, paint);
                    writeln!(text, " d=\"{}\"/>", path.svg())
                }
            };
        }
        text + "</svg>\n"
    }

    /// The picture as PNG, so many pixels wide.
    pub(crate) fn png(&self, width: u32) -> Result<Vec<u8>, PlotError> {
        #[expect(clippy::cast_possible_truncation, reason = "a scale needs no more digits")]
        let scale = (f64::from(width) / f64::from(WIDTH)) as f32;
        let height = (u64::from(self.height) * u64::from(width) + u64::from(WIDTH) / 2) / u64::from(WIDTH);
        let size = || PlotError::Size { width, height, most: MOST };
        let rows = u32::try_from(height).ok().filter(|&rows| rows <= MOST && width <= MOST).ok_or_else(size)?;
        let mut picture = Pixmap::new(width, rows).ok_or_else(size)?;
        picture.fill(Color::WHITE);
        for element in &self.elements {
            let Element::Path(path, paint, _) = element else { continue };
            let Some(path) = path.skia() else { continue };
            if paint.clear > 0.0 {
                // Line and area are seen through together.
                let mut layer = Pixmap::new(width, rows).ok_or_else(size)?;
                apply(&mut layer, &path, paint, scale);
                #[expect(clippy::cast_possible_truncation, reason = "a part of one")]
                let looks = PixmapPaint { opacity: (1.0 - paint.clear) as f32, ..PixmapPaint::default() };
                picture.draw_pixmap(0, 0, layer.as_ref(), &looks, Transform::identity(), None);
            } else {
                apply(&mut picture, &path, paint, scale);
            }
        }
        picture.encode_png().map_err(|error| PlotError::Painting(error.to_string()))
    }
}

/// The attributes of a path but its data.
fn looks(text: &mut String, paint: &Paint) {
    let _ = write!(text, " fill=\"{}\"", paint.fill.map_or_else(|| "none".to_owned(), hex));
    if let Some((colour, width)) = paint.stroke {
        let _ = write!(text, " stroke=\"{}\" stroke-width=\"{}\"", hex(colour), decimal(units(width)));
        *text += " stroke-linejoin=\"round\"";
        // Round ends would close the gaps between dashes.
        if paint.dash.is_empty() {
            *text += " stroke-linecap=\"round\"";
        } else {
            let lengths: Vec<String> = paint.dash.iter().map(f32::to_string).collect();
            let _ = write!(text, " stroke-dasharray=\"{}\"", lengths.join(" "));
        }
    }
    if paint.clear > 0.0 {
        let _ = write!(text, " opacity=\"{}\"", decimal(units(1.0 - paint.clear)));
    }
}

/// Fills and strokes a path, opaque.
fn apply(picture: &mut Pixmap, path: &tiny_skia::Path, paint: &Paint, scale: f32) {
    let transform = Transform::from_scale(scale, scale);
    let ink = |(red, green, blue): Colour| {
        let mut ink = tiny_skia::Paint::default();
        ink.set_color_rgba8(red, green, blue, 255);
        ink
    };
    if let Some(colour) = paint.fill {
        picture.fill_path(path, &ink(colour), FillRule::Winding, transform, None);
    }
    if let Some((colour, width)) = paint.stroke {
        let dash = StrokeDash::new(paint.dash.to_vec(), 0.0);
        let line_cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
        #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
        let width = width as f32;
        let stroke = Stroke { width, line_cap, line_join: LineJoin::Round, dash, ..Stroke::default() };
        picture.stroke_path(path, &ink(colour), &stroke, transform, None);
    }
}

/// The strokes of one line of text.
fn outline(words: &str, font: Font, (x, y): (f64, f64), anchor: Anchor, angle: f64) -> Path {
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
    let step = |segment| match segment {
        Segment::Move(to) => Step::Go(place(to)),
        Segment::Line(to) => Step::Line(place(to)),
        Segment::Cubic(a, b, to) => Step::Cubic(place(a), place(b), place(to)),
        Segment::Close => Step::Close,
    };
    Path(lettering::strokes(words).into_iter().map(step).collect())
}

fn hex((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use kurbo::{BezPath, Shape as _};

    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        for (units, text) in [(0, "0"), (5, ".05"), (-50, "-.5"), (100, "1"), (-1234, "-12.34"), (1230, "12.3")] {
            assert_eq!(decimal(units), text);
        }
    }

    #[test]
    fn paths_are_relative() {
        let mut path = Path::default();
        path.polygon(&[(100, 100), (300, 100), (200, 50)]);
        path.go((150, 150));
        assert_eq!(path.svg(), "M1 1h2l-1-.5zm.5 .5");
    }

    #[test]
    fn svg_and_png_are_of_one_shape() {
        let mut path = outline("gÖ³&", crate::text::TITLE, (50.0, 60.0), Anchor::Middle, 35.0);
        let words = path.clone();
        path.rectangle((120, 340), (560, 780));
        path.circle((9_000, 9_500), 320);
        path.segment((10, 20), (20_000, 30_000));
        let mut circle = Path::default();
        circle.circle((9_000, 9_500), 320);
        for path in [words, circle, path] {
            let svg = BezPath::from_svg(&path.svg()).expect("path data").bounding_box();
            let skia = path.skia().and_then(|path| path.compute_tight_bounds()).expect("a shape");
            let sides = [(svg.x0, skia.left()), (svg.y0, skia.top()), (svg.x1, skia.right()), (svg.y1, skia.bottom())];
            assert!(sides.iter().all(|&(svg, skia)| (svg - f64::from(skia)).abs() < 0.01), "{sides:?}");
        }
    }
}
