//! From a chart to SVG: mesh, layers, axes and words.

use plotters::coord::Shift;
use plotters::coord::cartesian::{Cartesian2d, MeshLine};
use plotters::coord::ranged1d::{BoldPoints, LightPoints};
use plotters::drawing::{DrawingArea, IntoDrawingArea};

use crate::canvas::{Anchor, Canvas, Paint, PathData, Surface, units};
use crate::data::Data;
use crate::layout::{EDGE, Layout, Name, width};
use crate::marks;
use crate::span::Span;
use crate::style::{Colour, INK};
use crate::text::{LABEL, SMALL, TITLE};
use crate::{Chart, WIDTH};

/// The area of the data: places along both axes become units.
pub(crate) type Plot<'a> = DrawingArea<Surface<'a>, Cartesian2d<Span, Span>>;

const MINOR: Colour = (240, 240, 240);
const MAJOR: Colour = (220, 220, 220);

pub(crate) fn svg(chart: &Chart) -> String {
    let data = Data::new(chart);
    let layout = Layout::new(chart, &data);
    let mut canvas = Canvas::new((WIDTH, layout.height), &chart.title, &chart.about);
    let area = layout.plot;
    let (left, top, right, bottom) = (units(area.left), units(area.top), units(area.right), units(area.bottom));
    let coordinates = || Cartesian2d::<Span, Span>::new(layout.x.clone(), layout.y.clone(), (left..right, bottom..top));
    {
        let sheet: DrawingArea<Surface<'_>, Shift> = Surface(&mut canvas).into_drawing_area();
        let plot: Plot<'_> = sheet.apply_coord_spec(coordinates());
        mesh(&plot);
        marks::draw(chart, &data, &plot);
    }
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
    canvas.finish()
}

/// The lines of the grid: light ones between ticks, darker ones at ticks.
fn mesh(plot: &Plot<'_>) {
    let (mut minor, mut major) = (PathData::default(), PathData::default());
    let add = |line: &MeshLine<'_, Span, Span>, data: &mut PathData| {
        let (MeshLine::XMesh(from, to, _) | MeshLine::YMesh(from, to, _)) = *line;
        data.segment(from, to);
        Ok(())
    };
    let light = || LightPoints::new(0, 0);
    plot.draw_mesh(|_, line| add(&line, &mut minor), light(), light())
        .and_then(|()| plot.draw_mesh(|_, line| add(&line, &mut major), BoldPoints(0), BoldPoints(0)))
        .expect("a string takes whatever is written");
    marks::with_canvas(plot, |canvas| {
        canvas.open("grid");
        canvas.path(&minor, &Paint::line(MINOR, 0.7));
        canvas.path(&major, &Paint::line(MAJOR, 0.8));
        canvas.close();
    });
}

/// Where a place is along an axis, in pixels.
fn along(span: &Span, at: f64, from: f64, to: f64) -> f64 {
    let (low, high) = span.ends();
    from + (to - from) * (at - low) / (high - low)
}

/// The frame, the ticks, and the marks that break an axis above what it does not have.
fn frame(canvas: &mut Canvas, layout: &Layout) {
    let area = layout.plot;
    let mut lines = PathData::default();
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
    canvas.path(&lines, &Paint::line(INK, 0.9));
    // Two strokes across the line, with nothing between them.
    let (mut gap, mut strokes) = (PathData::default(), PathData::default());
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
    canvas.path(&gap, &Paint::line((255, 255, 255), 2.0));
    canvas.path(&strokes, &Paint::line(INK, 0.9));
    canvas.close();
}

/// The title, the labels of the axes and those of their ticks.
fn words(canvas: &mut Canvas, layout: &Layout) {
    let area = layout.plot;
    canvas.open("title");
    let mut y = EDGE + TITLE.capital / 2.0;
    for line in &layout.title {
        canvas.words(line, TITLE, (EDGE, y), Anchor::Start, 0.0);
        y += TITLE.line();
    }
    canvas.close();

    canvas.open("x-ticks");
    for name in &layout.x_names.all {
        let x = along(&layout.x, name.at, area.left, area.right);
        below(canvas, name, layout.x_names.angle, (x, area.bottom + 10.0));
    }
    canvas.close();

    canvas.open("y-ticks");
    for name in &layout.y_names.all {
        let mut y = along(&layout.y, name.at, area.bottom, area.top) - centre(name.lines.len());
        for line in &name.lines {
            canvas.words(line, SMALL, (area.left - 8.0, y), Anchor::End, 0.0);
            y += SMALL.line();
        }
    }
    canvas.close();

    canvas.open("labels");
    let middle = f64::midpoint(area.left, area.right);
    let mut y = layout.x_label_top() + LABEL.capital / 2.0;
    for line in &layout.x_label {
        canvas.words(line, LABEL, (middle, y), Anchor::Middle, 0.0);
        y += LABEL.line();
    }
    let mut x = EDGE + LABEL.capital / 2.0;
    for line in &layout.y_label {
        canvas.words(line, LABEL, (x, f64::midpoint(area.top, area.bottom)), Anchor::Middle, 90.0);
        x += LABEL.line();
    }
    canvas.close();
}

/// From the middle of several lines to that of the first.
fn centre(lines: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    let centre = lines.saturating_sub(1) as f64 * SMALL.line() / 2.0;
    centre
}

/// The lines of a name below an axis.
fn below(canvas: &mut Canvas, name: &Name, angle: f64, (x, y): (f64, f64)) {
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
