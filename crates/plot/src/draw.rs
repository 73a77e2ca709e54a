//! From a chart to a canvas: mesh, layers, axes and words.

use crate::Chart;
use crate::canvas::{Anchor, Canvas, Paint, Path, Spot, units};
use crate::data::Data;
use crate::layout::{Area, EDGE, Layout, TickLabel, width};
use crate::marks;
use crate::span::Span;
use crate::style::{Colour, INK, WHITE};
use crate::text::{LABEL, SMALL, TITLE};

const MINOR: Colour = (240, 240, 240);
const MAJOR: Colour = (220, 220, 220);

/// The area of the data on its canvas: places along both axes become units.
pub(crate) struct Plot<'a> {
    pub(crate) canvas: &'a mut Canvas,
    pub(crate) x: &'a Span,
    pub(crate) y: &'a Span,
    area: Area,
}

impl Plot<'_> {
    fn across(&self, place: f64) -> i32 {
        self.x.map(place, (units(self.area.left), units(self.area.right)))
    }

    fn up(&self, place: f64) -> i32 {
        self.y.map(place, (units(self.area.bottom), units(self.area.top)))
    }

    /// Points as places along the axes; those that have none are left out.
    pub(crate) fn places(&self, points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
        points.filter_map(|(x, y)| self.x.place(x).zip(self.y.place(y))).collect()
    }

    /// Places along the axes as units, to a tenth of a pixel, which is enough for data and makes short numbers.
    pub(crate) fn spots(&self, places: &[(f64, f64)]) -> Vec<Spot> {
        let tenth = |units: i32| (units + 5).div_euclid(10) * 10;
        places.iter().map(|&(x, y)| (tenth(self.across(x)), tenth(self.up(y)))).collect()
    }
}

pub(crate) fn canvas(chart: &Chart) -> Canvas {
    let data = Data::new(chart);
    let layout = Layout::new(chart, &data);
    let mut canvas = Canvas::new(layout.height);
    let area = layout.plot;
    let mut plot = Plot { canvas: &mut canvas, x: &layout.x, y: &layout.y, area };
    mesh(&mut plot);
    marks::draw(chart, &data, &mut plot);
    frame(&mut canvas, &layout);
    if data.empty {
        let middle = (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
        canvas.words("no data", TITLE, middle, Anchor::Middle, 0.0);
    }
    words(&mut canvas, &layout);
    if let Some(heat) = &layout.heat {
        heat.draw(&mut canvas);
    }
    if let Some(legend) = &layout.legend {
        legend.draw(chart, &mut canvas);
    }
    canvas
}

/// The lines of the grid: light ones between ticks, darker ones at ticks.
fn mesh(plot: &mut Plot<'_>) {
    let ((left, right), (bottom, top)) = (plot.x.ends(), plot.y.ends());
    let grid = |plot: &Plot<'_>, xs: Vec<f64>, ys: Vec<f64>| {
        let mut lines = Path::default();
        let (left, right, bottom, top) = (plot.across(left), plot.across(right), plot.up(bottom), plot.up(top));
        for x in xs {
            lines.segment((plot.across(x), bottom), (plot.across(x), top));
        }
        for y in ys {
            lines.segment((left, plot.up(y)), (right, plot.up(y)));
        }
        lines
    };
    let major = |span: &Span| span.ticks.major.iter().map(|tick| tick.at).collect();
    let minor = grid(plot, plot.x.ticks.minor.clone(), plot.y.ticks.minor.clone());
    let major = grid(plot, major(plot.x), major(plot.y));
    plot.canvas.open("grid");
    plot.canvas.path(minor, Paint::line(MINOR, 0.7));
    plot.canvas.path(major, Paint::line(MAJOR, 0.8));
    plot.canvas.close();
}

/// Where a place is along an axis, in pixels.
fn along(span: &Span, at: f64, from: f64, to: f64) -> f64 {
    from + (to - from) * span.part(at)
}

/// The frame, the ticks, and the marks that break an axis above what it does not have.
fn frame(canvas: &mut Canvas, layout: &Layout) {
    let area = layout.plot;
    let mut lines = Path::default();
    lines.rectangle((units(area.left), units(area.top)), (units(area.right), units(area.bottom)));
    for tick in &layout.x.ticks.major {
        let x = units(along(&layout.x, tick.at, area.left, area.right));
        lines.segment((x, units(area.bottom)), (x, units(area.bottom + 4.0)));
    }
    for tick in &layout.y.ticks.major {
        let y = units(along(&layout.y, tick.at, area.bottom, area.top));
        lines.segment((units(area.left - 4.0), y), (units(area.left), y));
    }
    canvas.open("axes");
    canvas.path(lines, Paint::line(INK, 0.9));
    // Two strokes across the line, with nothing between them.
    let (mut gap, mut strokes) = (Path::default(), Path::default());
    let mut cut = |(x, y): (f64, f64), (dx, dy): (f64, f64)| {
        let place = |a: f64, b: f64| (units(x + a * dx + b * dy), units(y + a * dy + b * dx));
        gap.segment(place(-1.0, 0.0), place(1.0, 0.0));
        for side in [-1.6, 1.6] {
            strokes.segment(place(side - 1.4, 4.0), place(side + 1.4, -4.0));
        }
    };
    if let Some(at) = layout.x.gap() {
        cut((along(&layout.x, at, area.left, area.right), area.bottom), (1.0, 0.0));
    }
    if let Some(at) = layout.y.gap() {
        cut((area.left, along(&layout.y, at, area.bottom, area.top)), (0.0, 1.0));
    }
    canvas.path(gap, Paint::line(WHITE, 2.0));
    canvas.path(strokes, Paint::line(INK, 0.9));
    canvas.close();
}

/// The title, the labels of the axes and those of their ticks.
fn words(canvas: &mut Canvas, layout: &Layout) {
    let area = layout.plot;
    canvas.open("title");
    canvas.lines(&layout.title, TITLE, (EDGE, EDGE + TITLE.capital / 2.0), Anchor::Start);
    canvas.close();

    canvas.open("x-ticks");
    for name in &layout.x_names.all {
        let x = along(&layout.x, name.at, area.left, area.right);
        below(canvas, name, layout.x_names.angle, (x, area.bottom + 10.0));
    }
    canvas.close();

    canvas.open("y-ticks");
    for name in &layout.y_names.all {
        let y = along(&layout.y, name.at, area.bottom, area.top) - centre(name.lines.len());
        canvas.lines(&name.lines, SMALL, (area.left - 8.0, y), Anchor::End);
    }
    canvas.close();

    canvas.open("labels");
    let middle = (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
    canvas.lines(&layout.x_label, LABEL, (middle.0, layout.x_label_top() + LABEL.capital / 2.0), Anchor::Middle);
    canvas.rising(&layout.y_label, LABEL, (EDGE + LABEL.capital / 2.0, middle.1));
    canvas.close();
}

/// From the middle of several lines to that of the first.
fn centre(lines: usize) -> f64 {
    lines.saturating_sub(1) as f64 * SMALL.line() / 2.0
}

/// The lines of a name below an axis.
fn below(canvas: &mut Canvas, name: &TickLabel, angle: f64, (x, y): (f64, f64)) {
    let half = SMALL.capital / 2.0;
    if angle == 0.0 {
        let mut y = y + half;
        for line in &name.lines {
            // The last number may be wider than the margin.
            let half = SMALL.width(line) / 2.0;
            let x = x.min(width() - 4.0 - half).max(4.0 + half);
            canvas.words(line, SMALL, (x, y), Anchor::Middle, 0.0);
            y += SMALL.line();
        }
        return;
    }
    let (sin, cos) = angle.to_radians().sin_cos();
    let mut down = half;
    for line in &name.lines {
        canvas.words(line, SMALL, (x + down * sin, y - half + down * cos), Anchor::End, angle);
        down += SMALL.line();
    }
}
