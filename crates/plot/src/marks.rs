//! How the marks of layers are drawn.

use std::collections::{BTreeMap, BTreeSet};

use plotters::element::{Drawable, PointCollection};
use plotters_backend::{BackendCoord, DrawingErrorKind};

use crate::canvas::{Canvas, Paint, PathData, Spot, Surface, UNIT, units};
use crate::data::{BUDGET, Data, counts, first, sound};
use crate::draw::Plot;
use crate::style::{self, GREY, HEATS, Style, WHITE, heat, mix};
use crate::{Chart, Marks, Summary, thin};

/// The most points of a line that all have their marker.
const MARKED: usize = 40;

/// What is drawn earlier lies below.
pub(crate) fn rank(marks: &Marks) -> usize {
    match marks {
        Marks::Cells(_) => 0,
        Marks::Band(_) => 1,
        Marks::Bars(_) => 2,
        Marks::Boxes(_) => 3,
        Marks::Diagonal => 4,
        Marks::Line(_) | Marks::Steps(_) => 5,
        Marks::Points(_) => 6,
    }
}

/// Places along the axes, and what is done on the canvas once plotters has turned them into units.
struct Figure<F> {
    points: Vec<(f64, f64)>,
    draw: F,
}

impl<'b, F> PointCollection<'b, (f64, f64)> for &'b Figure<F> {
    type Point = &'b (f64, f64);
    type IntoIter = std::slice::Iter<'b, (f64, f64)>;

    fn point_iter(self) -> Self::IntoIter {
        self.points.iter()
    }
}

impl<F: Fn(&mut Canvas, &[Spot])> Drawable<Surface<'_>> for Figure<F> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        surface: &mut Surface<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<std::convert::Infallible>> {
        // A tenth of a pixel is enough for data and makes short numbers.
        let tenth = |(x, y): Spot| ((x + 5).div_euclid(10) * 10, (y + 5).div_euclid(10) * 10);
        (self.draw)(surface.0, &points.map(tenth).collect::<Vec<Spot>>());
        Ok(())
    }
}

/// Draws at places of a plot.
fn figure(plot: &Plot<'_>, points: Vec<(f64, f64)>, draw: impl Fn(&mut Canvas, &[Spot])) {
    plot.draw(&Figure { points, draw }).expect("a string takes whatever is written");
}

/// Draws on the canvas of a plot.
pub(crate) fn with_canvas(plot: &Plot<'_>, draw: impl Fn(&mut Canvas)) {
    figure(plot, Vec::new(), |canvas, _| draw(canvas));
}

/// All layers, those that cover most first.
pub(crate) fn draw(chart: &Chart, data: &Data, plot: &Plot<'_>) {
    let mut order: Vec<usize> = (0..chart.layers.len()).collect();
    order.sort_by_key(|&layer| rank(&chart.layers[layer].marks));
    let mut heated = false;
    for index in order {
        let layer = &chart.layers[index];
        let look = first(chart, index);
        let style = Style::of(look);
        // There is nothing to tell it from.
        let is_alone = (0..chart.layers.len()).all(|other| first(chart, other) == look);
        with_canvas(plot, |canvas| canvas.open("layer"));
        match &layer.marks {
            Marks::Line(points) => lines(plot, points, style, data.share, false, is_alone),
            Marks::Steps(points) => lines(plot, points, style, data.share, true, is_alone),
            Marks::Points(points) => {
                let share = data.share;
                figure(plot, places(plot, points.iter().copied()), |canvas, spots| {
                    markers(canvas, &thin::points(spots, share), &style);
                });
            }
            Marks::Bars(bars) => self::bars(plot, bars, style, data.slot(look), data.share),
            Marks::Boxes(boxes) => self::boxes(plot, boxes, style, data.slot(look)),
            Marks::Band(points) => band(plot, points, style, data.share),
            // All heat maps of a chart are one.
            Marks::Cells(_) if !heated => {
                cells(chart, data, plot);
                heated = true;
            }
            Marks::Cells(_) => {}
            Marks::Diagonal => diagonal(plot),
        }
        with_canvas(plot, Canvas::close);
    }
}

/// Points as places along the axes; those that have none are left out.
fn places(plot: &Plot<'_>, points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let coordinates = plot.as_coord_spec();
    points.filter_map(|(x, y)| coordinates.x_spec().place(x).zip(coordinates.y_spec().place(y))).collect()
}

/// A line, or steps, with markers at its points; where they are many at some of them, or at none if it is alone.
fn lines(plot: &Plot<'_>, points: &[(f64, f64)], style: Style, share: usize, steps: bool, is_alone: bool) {
    let runs = points.split(|&point| places(plot, std::iter::once(point)).is_empty()).filter(|run| !run.is_empty());
    let runs: Vec<Vec<(f64, f64)>> = runs.map(|run| places(plot, run.iter().copied())).collect();
    let mut marked = Vec::new();
    let total: usize = runs.iter().map(Vec::len).sum();
    // Of many not those at the ends, where lines meet.
    let (start, stride) = if total <= MARKED { (0, 1) } else { (total / 18, total / 9) };
    for run in runs {
        if total <= MARKED || !is_alone {
            marked.extend(run.iter().copied().skip(start).step_by(stride));
        }
        figure(plot, run, |canvas, spots| {
            let spots = thin::line(spots, share);
            let mut data = PathData::default();
            for (index, &spot) in spots.iter().enumerate() {
                match spots.get(index.wrapping_sub(1)) {
                    None => data.go(spot),
                    Some(&before) => {
                        if steps && spot.0 != before.0 {
                            data.line((spot.0, before.1));
                        }
                        if spot.1 != before.1 || !steps {
                            data.line(spot);
                        }
                    }
                }
            }
            if spots.len() > 1 {
                canvas.path(&data, &Paint { dash: style.dash, ..Paint::line(style.colour, 1.7) });
            }
        });
    }
    figure(plot, marked, |canvas, spots| markers(canvas, &thin::points(spots, 400), &style));
}

/// Markers of a layer; the more there are the smaller they are.
fn markers(canvas: &mut Canvas, spots: &[Spot], style: &Style) {
    let size = match spots.len() {
        0..=80 => 3.2,
        81..=600 => 2.6,
        601..=3000 => 1.9,
        _ => 1.5,
    };
    let mut data = PathData::default();
    let dots = style.marker.shape == style::Shape::Circle && style.marker.filled && spots.len() > 600;
    for &spot in spots {
        if dots {
            data.segment(spot, spot);
        } else {
            style.marker.trace(&mut data, spot, size);
        }
    }
    canvas.path(&data, &if dots { Paint::line(style.colour, 2.0 * size) } else { marker_paint(style, spots.len()) });
}

/// How markers of a layer are painted.
fn marker_paint(style: &Style, count: usize) -> Paint {
    if style.marker.open() {
        return Paint::line(style.colour, if count > 600 { 0.9 } else { 1.5 });
    }
    if style.marker.filled {
        // A light line around each keeps few apart; many are a cloud.
        // Rims would eat a dense cloud.
        let stroke = (count <= 150).then_some((WHITE, 0.6));
        return Paint { stroke, ..Paint::area(style.colour) };
    }
    Paint { fill: Some(WHITE), ..Paint::line(style.colour, if count > 600 { 0.8 } else { 1.4 }) }
}

/// A rectangle that can be seen: half a pixel wide at least.
fn visible((left, top): Spot, (right, bottom): Spot) -> (Spot, Spot) {
    let (left, right) = (left.min(right), left.max(right).max(left.min(right) + 50));
    ((left, top.min(bottom)), (right, top.max(bottom)))
}

fn bars(plot: &Plot<'_>, bars: &[(f64, f64)], style: Style, (from, width): (f64, f64), share: usize) {
    let base = plot.as_coord_spec().y_spec().base();
    let corners = |(x, y): (f64, f64)| [(x + from, base), (x + from + width, y)];
    let points = places(plot, bars.iter().copied()).into_iter().flat_map(corners).collect();
    figure(plot, points, |canvas, spots| {
        // Of bars in one place the highest is seen.
        let mut tallest: BTreeMap<i32, (Spot, Spot)> = BTreeMap::new();
        for pair in spots.chunks_exact(2) {
            let (low, high) = visible(pair[0], pair[1]);
            let cell = if spots.len() / 2 > share { low.0.div_euclid(100) } else { low.0 };
            let entry = tallest.entry(cell).or_insert((low, high));
            *entry = ((entry.0.0, entry.0.1.min(low.1)), (entry.1.0, entry.1.1.max(high.1)));
        }
        let (mut areas, mut hatch) = (PathData::default(), PathData::default());
        for &(low, high) in tallest.values() {
            areas.rectangle(low, high);
            if tallest.len() <= 200 {
                style::hatch(style.hatch, (low, high), |from, to| hatch.segment(from, to));
            }
        }
        bar_paint(canvas, &areas, &hatch, style, tallest.len() <= 200);
    });
}

/// An area of a layer with its hatch, in white where the colour is dark.
fn bar_paint(canvas: &mut Canvas, areas: &PathData, hatch: &PathData, style: Style, outline: bool) {
    canvas.path(areas, &Paint::area(style.colour));
    canvas.path(hatch, &Paint::line(WHITE, 0.9));
    if outline {
        canvas.path(areas, &Paint::line(mix(style.colour, (0, 0, 0), 0.35), 0.9));
    }
}

/// The most boxes of a layer; of more, one for each pixel is drawn.
const BOXES: usize = 600;

fn boxes(plot: &Plot<'_>, boxes: &[(f64, Summary)], style: Style, (from, width): (f64, f64)) {
    let (mut points, mut outliers) = (Vec::new(), Vec::new());
    for (x, summary) in boxes.iter().filter(|(_, summary)| sound(summary)) {
        let Summary { low, median, high, whiskers, mean, .. } = summary;
        let values = [*low, *high, whiskers.0, whiskers.1, *median, *mean];
        let places_at = |values: &[f64]| places(plot, values.iter().map(|&y| (*x, y)));
        if let [low, high, rest @ ..] = places_at(&values).as_slice() {
            let middle = low.0 + from + width / 2.0;
            // Corners at the quartiles and the middles of all other lines.
            points.extend([(middle - width * 0.4, low.1), (middle + width * 0.4, high.1)]);
            points.extend(rest.iter().map(|&(_, y)| (middle, y)));
            outliers.extend(places_at(&summary.outliers).into_iter().map(|(_, y)| (middle, y)));
        }
    }
    figure(plot, points, |canvas, spots| {
        let mut seen = BTreeSet::new();
        let crowded = spots.len() / 6 > BOXES;
        let all = spots.chunks_exact(6).filter(|spots| !crowded || seen.insert(spots[2].0.div_euclid(100)));
        box_plots(canvas, all, &style);
    });
    figure(plot, outliers, |canvas, spots| {
        let mut data = PathData::default();
        for &spot in &thin::points(spots, 1_500) {
            style.marker.trace(&mut data, spot, 1.8);
        }
        canvas.path(&data, &Paint { clear: 0.25, ..marker_paint(&style, 1000) });
    });
}

/// Box plots, each by two corners of the box, both whiskers, the median and the mean.
fn box_plots<'s>(canvas: &mut Canvas, all: impl Iterator<Item = &'s [Spot]>, style: &Style) {
    let (mut areas, mut whiskers) = (PathData::default(), PathData::default());
    let (mut medians, mut means) = (PathData::default(), PathData::default());
    for spots in all {
        let (low, high) = visible(spots[0], spots[1]);
        let (least, greatest, median, mean) = (spots[2], spots[3], spots[4], spots[5]);
        let quarter = (high.0 - low.0) / 4;
        areas.rectangle(low, high);
        for (end, box_end) in [(least, high.1), (greatest, low.1)] {
            whiskers.segment((end.0, box_end), end);
            whiskers.segment((end.0 - quarter, end.1), (end.0 + quarter, end.1));
        }
        medians.segment((low.0, median.1), (high.0, median.1));
        let size = (f64::from(high.0 - low.0) / UNIT / 4.0).clamp(1.0, 2.8);
        style.marker.trace(&mut means, mean, size);
    }
    let dark = mix(style.colour, (0, 0, 0), 0.25);
    canvas.path(&whiskers, &Paint::line(dark, 1.1));
    canvas.path(&areas, &Paint { stroke: Some((dark, 1.1)), ..Paint::area(mix(style.colour, WHITE, 0.65)) });
    canvas.path(&medians, &Paint::line(dark, 2.2));
    canvas.path(&means, &marker_paint(style, 1));
}

fn band(plot: &Plot<'_>, points: &[(f64, f64, f64)], style: Style, share: usize) {
    let edge = |choose: fn(&(f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
        let both = points.iter().filter(|(x, low, high)| x.is_finite() && low.is_finite() && high.is_finite());
        places(plot, both.map(|point| (point.0, choose(point))))
    };
    let (low, high) = (edge(|point| point.1), edge(|point| point.2));
    let split = low.len();
    figure(plot, low.into_iter().chain(high).collect(), |canvas, spots| {
        let (low, high) = spots.split_at(split);
        let (low, mut high) = (thin::line(low, share / 2), thin::line(high, share / 2));
        let mut edges = PathData::default();
        edges.lines(&low);
        edges.lines(&high);
        high.reverse();
        let mut area = PathData::default();
        area.lines(&[low, high].concat());
        if !area.is_empty() {
            area.close();
        }
        canvas.path(&area, &Paint { clear: 0.78, ..Paint::area(style.colour) });
        canvas.path(&edges, &Paint { dash: style.dash, clear: 0.4, ..Paint::line(style.colour, 0.8) });
    });
}

/// One heat map of all cells.
fn cells(chart: &Chart, data: &Data, plot: &Plot<'_>) {
    let Some((least, greatest)) = data.counts else { return };
    let (width, height) = data.cell;
    let mut points = Vec::new();
    let mut amounts = Vec::new();
    for layer in &chart.layers {
        let Marks::Cells(cells) = &layer.marks else { continue };
        for &(x, y, count) in cells.iter().filter(|cell| counts(cell.2)) {
            if let Some(&(x, y)) = places(plot, std::iter::once((x, y))).first() {
                points.extend([(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)]);
                amounts.push(count);
            }
        }
    }
    let range = (greatest.log10() - least.log10()).max(1e-9);
    figure(plot, points, |canvas, spots| {
        // Cells of one place are one, and too many small ones become fewer large ones.
        let mut cell = 0;
        let sums = loop {
            let mut sums: BTreeMap<(Spot, Spot), f64> = BTreeMap::new();
            for (pair, count) in spots.chunks_exact(2).zip(&amounts) {
                let (mut low, mut high) = visible(pair[0], pair[1]);
                high.1 = high.1.max(low.1 + 50);
                if cell > 0 {
                    low = (low.0.div_euclid(cell) * cell, low.1.div_euclid(cell) * cell);
                    high = (low.0 + cell, low.1 + cell);
                }
                *sums.entry((low, high)).or_default() += count;
            }
            if sums.len() <= BUDGET || cell > 1 << 20 {
                break sums;
            }
            cell = (cell * 2).max(100);
        };
        let mut paths = vec![PathData::default(); HEATS];
        for ((low, high), sum) in sums {
            let part = ((sum.log10() - least.log10()) / range).clamp(0.0, 1.0);
            #[expect(clippy::cast_precision_loss, reason = "few colours")]
            let shade = part * (HEATS - 1) as f64;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "one of few colours")]
            paths[shade.round() as usize].rectangle(low, high);
        }
        for (index, path) in paths.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "few colours")]
            let colour = heat(index as f64 / (HEATS - 1) as f64);
            // The line closes the seams between neighbours.
            canvas.path(path, &Paint { stroke: Some((colour, 0.4)), ..Paint::area(colour) });
        }
    });
}

/// y = x where both axes have it.
fn diagonal(plot: &Plot<'_>) {
    let coordinates = plot.as_coord_spec();
    let (x, y) = (coordinates.x_spec(), coordinates.y_spec());
    if !x.numeric() || !y.numeric() {
        return;
    }
    let ((left, right), (bottom, top)) = (x.ends(), y.ends());
    let (low, high) = (x.value(left).max(y.value(bottom)), x.value(right).min(y.value(top)));
    let (Some(from), Some(to)) = (x.place(low), x.place(high)) else { return };
    // A straight line where both axes are of one kind, else a curve.
    let parts = if x.log() == y.log() { 1 } else { 96 };
    let along = (0..=parts).map(|part| from + (to - from) * f64::from(part) / f64::from(parts));
    let points = along.filter_map(|at| y.place(x.value(at)).map(|place| (at, place))).collect();
    if low < high {
        figure(plot, points, |canvas, spots| {
            let mut data = PathData::default();
            data.lines(spots);
            canvas.path(&data, &Paint { dash: "5 4", ..Paint::line(GREY, 1.1) });
        });
    }
}

/// The picture of a layer in the legend, from a place at its left.
pub(crate) fn swatch(canvas: &mut Canvas, marks: &Marks, style: &Style, (x, y): (f64, f64)) {
    let place = |a: f64, b: f64| (units(x + a), units(y + b));
    let mut data = PathData::default();
    match marks {
        Marks::Line(_) | Marks::Steps(_) => {
            data.segment(place(0.0, 0.0), place(28.0, 0.0));
            canvas.path(&data, &Paint { dash: style.dash, ..Paint::line(style.colour, 1.7) });
            markers(canvas, &[place(14.0, 0.0)], style);
        }
        Marks::Points(_) => markers(canvas, &[place(14.0, 0.0)], style),
        Marks::Bars(_) => {
            let (low, high) = (place(4.0, -5.0), place(24.0, 5.0));
            data.rectangle(low, high);
            let mut lines = PathData::default();
            style::hatch(style.hatch, (low, high), |from, to| lines.segment(from, to));
            bar_paint(canvas, &data, &lines, *style, true);
        }
        Marks::Boxes(_) => {
            let dark = mix(style.colour, (0, 0, 0), 0.25);
            data.rectangle(place(4.0, -5.0), place(24.0, 5.0));
            canvas.path(&data, &Paint { stroke: Some((dark, 1.1)), ..Paint::area(mix(style.colour, WHITE, 0.65)) });
            markers(canvas, &[place(14.0, 0.0)], style);
        }
        Marks::Band(_) => {
            data.rectangle(place(0.0, -5.0), place(28.0, 5.0));
            canvas.path(&data, &Paint { clear: 0.78, ..Paint::area(style.colour) });
            let mut edges = PathData::default();
            edges.segment(place(0.0, -5.0), place(28.0, -5.0));
            edges.segment(place(0.0, 5.0), place(28.0, 5.0));
            canvas.path(&edges, &Paint { dash: style.dash, clear: 0.4, ..Paint::line(style.colour, 0.8) });
        }
        Marks::Cells(_) => {}
        Marks::Diagonal => {
            data.segment(place(0.0, 0.0), place(28.0, 0.0));
            canvas.path(&data, &Paint { dash: "5 4", ..Paint::line(GREY, 1.1) });
        }
    }
}
