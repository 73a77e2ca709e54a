//! How the marks of layers are drawn.

use std::collections::{BTreeMap, BTreeSet};

use crate::canvas::{Canvas, Paint, Path, Spot, UNIT, units};
use crate::data::{BUDGET, Data, counts, first, sound};
use crate::draw::Plot;
use crate::style::{self, Colour, GREY, HEATS, Style, WHITE, heats, mix};
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

/// All layers, those that cover most first.
pub(crate) fn draw(chart: &Chart, data: &Data, plot: &mut Plot<'_>) {
    let mut order: Vec<usize> = (0..chart.layers.len()).collect();
    order.sort_by_key(|&layer| rank(&chart.layers[layer].marks));
    let mut heated = false;
    for index in order {
        let layer = &chart.layers[index];
        let look = first(chart, index);
        let style = Style::of(look);
        // There is nothing to tell it from.
        let is_alone = (0..chart.layers.len()).all(|other| first(chart, other) == look);
        plot.canvas.open("layer");
        match &layer.marks {
            Marks::Line(points) => lines(plot, points, style, data.share, false, is_alone),
            Marks::Steps(points) => lines(plot, points, style, data.share, true, is_alone),
            Marks::Points(points) => {
                let spots = plot.spots(&plot.places(points.iter().copied()));
                markers(plot.canvas, &thin::points(&spots, data.share), &style);
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
        plot.canvas.close();
    }
}

/// A line, or steps, with markers at its points; where they are many at some of them, or at none if it is alone.
fn lines(plot: &mut Plot<'_>, points: &[(f64, f64)], style: Style, share: usize, steps: bool, is_alone: bool) {
    let is_missing = |&point: &(f64, f64)| plot.places(std::iter::once(point)).is_empty();
    let runs = points.split(is_missing).filter(|run| !run.is_empty());
    let runs: Vec<Vec<(f64, f64)>> = runs.map(|run| plot.places(run.iter().copied())).collect();
    let mut marked = Vec::new();
    let total: usize = runs.iter().map(Vec::len).sum();
    // Of many not those at the ends, where lines meet.
    let (start, stride) = if total <= MARKED { (0, 1) } else { (total / 18, total / 9) };
    for run in runs {
        if total <= MARKED || !is_alone {
            marked.extend(run.iter().copied().skip(start).step_by(stride));
        }
        let spots = thin::line(&plot.spots(&run), share);
        let mut path = Path::default();
        path.lines(&spots[..1]);
        for pair in spots.windows(2) {
            if steps && pair[1].0 != pair[0].0 {
                path.line((pair[1].0, pair[0].1));
            }
            if pair[1].1 != pair[0].1 || !steps {
                path.line(pair[1]);
            }
        }
        if spots.len() > 1 {
            plot.canvas.path(path, line_paint(&style));
        }
    }
    markers(plot.canvas, &thin::points(&plot.spots(&marked), 400), &style);
}

fn line_paint(style: &Style) -> Paint {
    Paint { dash: style.dash, ..Paint::line(style.colour, 1.7) }
}

/// Markers of a layer; the more there are the smaller they are.
fn markers(canvas: &mut Canvas, spots: &[Spot], style: &Style) {
    let size = match spots.len() {
        0..=80 => 3.2,
        81..=600 => 2.6,
        601..=3000 => 1.9,
        _ => 1.5,
    };
    let mut path = Path::default();
    let dots = style.marker.shape == style::Shape::Circle && style.marker.filled && spots.len() > 600;
    for &spot in spots {
        if dots {
            path.segment(spot, spot);
        } else {
            style.marker.trace(&mut path, spot, size);
        }
    }
    canvas.path(path, if dots { Paint::line(style.colour, 2.0 * size) } else { marker_paint(style, spots.len()) });
}

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

fn bars(plot: &mut Plot<'_>, bars: &[(f64, f64)], style: Style, (from, width): (f64, f64), share: usize) {
    let base = plot.y.base();
    let corners = |(x, y): (f64, f64)| [(x + from, base), (x + from + width, y)];
    let places: Vec<(f64, f64)> = plot.places(bars.iter().copied()).into_iter().flat_map(corners).collect();
    // Of bars in one place the highest is seen.
    let mut tallest: BTreeMap<i32, (Spot, Spot)> = BTreeMap::new();
    for pair in plot.spots(&places).chunks_exact(2) {
        let (low, high) = visible(pair[0], pair[1]);
        let cell = if places.len() / 2 > share { low.0.div_euclid(100) } else { low.0 };
        let entry = tallest.entry(cell).or_insert((low, high));
        *entry = ((entry.0.0, entry.0.1.min(low.1)), (entry.1.0, entry.1.1.max(high.1)));
    }
    let (mut areas, mut hatch) = (Path::default(), Path::default());
    for &(low, high) in tallest.values() {
        areas.rectangle(low, high);
        if tallest.len() <= 200 {
            style::hatch(style.hatch, (low, high), |from, to| hatch.segment(from, to));
        }
    }
    bar_paint(plot.canvas, areas, hatch, style, tallest.len() <= 200);
}

/// An area of a layer with its hatch, in white where the colour is dark.
fn bar_paint(canvas: &mut Canvas, areas: Path, hatch: Path, style: Style, outline: bool) {
    canvas.path(areas.clone(), Paint::area(style.colour));
    canvas.path(hatch, Paint::line(WHITE, 0.9));
    if outline {
        canvas.path(areas, Paint::line(mix(style.colour, (0, 0, 0), 0.35), 0.9));
    }
}

/// The most boxes of a layer; of more, one for each pixel is drawn.
const BOXES: usize = 600;

fn boxes(plot: &mut Plot<'_>, boxes: &[(f64, Summary)], style: Style, (from, width): (f64, f64)) {
    let (mut points, mut outliers) = (Vec::new(), Vec::new());
    for (x, summary) in boxes.iter().filter(|(_, summary)| sound(summary)) {
        let Summary { low, median, high, whiskers, mean, .. } = summary;
        let values = [*low, *high, whiskers.0, whiskers.1, *median, *mean];
        let places_at = |values: &[f64]| plot.places(values.iter().map(|&y| (*x, y)));
        if let [low, high, rest @ ..] = places_at(&values).as_slice() {
            let middle = low.0 + from + width / 2.0;
            // Corners at the quartiles and the middles of all other lines.
            points.extend([(middle - width * 0.4, low.1), (middle + width * 0.4, high.1)]);
            points.extend(rest.iter().map(|&(_, y)| (middle, y)));
            outliers.extend(places_at(&summary.outliers).into_iter().map(|(_, y)| (middle, y)));
        }
    }
    let mut seen = BTreeSet::new();
    let crowded = points.len() / 6 > BOXES;
    let spots = plot.spots(&points);
    let all = spots.chunks_exact(6).filter(|spots| !crowded || seen.insert(spots[2].0.div_euclid(100)));
    box_plots(plot.canvas, all, &style);
    let mut path = Path::default();
    for spot in thin::points(&plot.spots(&outliers), 1_500) {
        style.marker.trace(&mut path, spot, 1.8);
    }
    plot.canvas.path(path, Paint { clear: 0.25, ..marker_paint(&style, 1000) });
}

/// Box plots, each by two corners of the box, both whiskers, the median and the mean.
fn box_plots<'s>(canvas: &mut Canvas, all: impl Iterator<Item = &'s [Spot]>, style: &Style) {
    let (mut areas, mut whiskers) = (Path::default(), Path::default());
    let (mut medians, mut means) = (Path::default(), Path::default());
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
    let area = box_paint(style);
    let dark = area.stroke.map_or(style.colour, |(dark, _)| dark);
    canvas.path(whiskers, Paint::line(dark, 1.1));
    canvas.path(areas, area);
    canvas.path(medians, Paint::line(dark, 2.2));
    canvas.path(means, marker_paint(style, 1));
}

fn box_paint(style: &Style) -> Paint {
    let dark = mix(style.colour, (0, 0, 0), 0.25);
    Paint { stroke: Some((dark, 1.1)), ..Paint::area(mix(style.colour, WHITE, 0.65)) }
}

fn band(plot: &mut Plot<'_>, points: &[(f64, f64, f64)], style: Style, share: usize) {
    let edge = |choose: fn(&(f64, f64, f64)) -> f64| -> Vec<Spot> {
        let both = points.iter().filter(|(x, low, high)| x.is_finite() && low.is_finite() && high.is_finite());
        thin::line(&plot.spots(&plot.places(both.map(|point| (point.0, choose(point))))), share / 2)
    };
    let (low, high) = (edge(|point| point.1), edge(|point| point.2));
    band_paint(plot.canvas, &low, high, &style);
}

fn band_paint(canvas: &mut Canvas, low: &[Spot], mut high: Vec<Spot>, style: &Style) {
    let (mut area, mut edges) = (Path::default(), Path::default());
    edges.lines(low);
    edges.lines(&high);
    high.reverse();
    area.polygon(&[low, &high].concat());
    canvas.path(area, Paint { clear: 0.78, ..Paint::area(style.colour) });
    canvas.path(edges, Paint { dash: style.dash, clear: 0.4, ..Paint::line(style.colour, 0.8) });
}

/// One heat map of all cells.
fn cells(chart: &Chart, data: &Data, plot: &mut Plot<'_>) {
    let Some((least, greatest)) = data.counts else { return };
    let (width, height) = data.cell;
    let mut points = Vec::new();
    let mut amounts = Vec::new();
    for layer in &chart.layers {
        let Marks::Cells(cells) = &layer.marks else { continue };
        for &(x, y, count) in cells.iter().filter(|cell| counts(cell.2)) {
            if let Some(&(x, y)) = plot.places(std::iter::once((x, y))).first() {
                points.extend([(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)]);
                amounts.push(count);
            }
        }
    }
    let range = (greatest.log10() - least.log10()).max(1e-9);
    let spots = plot.spots(&points);
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
    let mut paths = vec![Path::default(); HEATS];
    for ((low, high), sum) in sums {
        let part = ((sum.log10() - least.log10()) / range).clamp(0.0, 1.0);
        let shade = part * (HEATS - 1) as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "one of few colours")]
        paths[shade.round() as usize].rectangle(low, high);
    }
    for (path, colour) in paths.into_iter().zip(heats()) {
        plot.canvas.path(path, heat_paint(colour));
    }
}

/// How cells of a colour are painted: a line closes the seams between neighbours.
pub(crate) fn heat_paint(colour: Colour) -> Paint {
    Paint { stroke: Some((colour, 0.4)), ..Paint::area(colour) }
}

fn diagonal_paint() -> Paint {
    Paint { dash: &[5.0, 4.0], ..Paint::line(GREY, 1.1) }
}

/// y = x where both axes have it.
fn diagonal(plot: &mut Plot<'_>) {
    let (x, y) = (plot.x, plot.y);
    if !x.numeric() || !y.numeric() {
        return;
    }
    let ((left, right), (bottom, top)) = (x.ends(), y.ends());
    let (low, high) = (x.value(left).max(y.value(bottom)), x.value(right).min(y.value(top)));
    let (Some(from), Some(to)) = (x.place(low), x.place(high)) else { return };
    // A straight line where both axes are of one kind, else a curve.
    let parts = if x.log == y.log { 1 } else { 96 };
    let along = (0..=parts).map(|part| from + (to - from) * f64::from(part) / f64::from(parts));
    let places: Vec<(f64, f64)> = along.filter_map(|at| y.place(x.value(at)).map(|place| (at, place))).collect();
    if low < high {
        let mut path = Path::default();
        path.lines(&plot.spots(&places));
        plot.canvas.path(path, diagonal_paint());
    }
}

/// The picture of a layer in the legend, from a place at its left.
pub(crate) fn swatch(canvas: &mut Canvas, marks: &Marks, style: &Style, (x, y): (f64, f64)) {
    let place = |a: f64, b: f64| (units(x + a), units(y + b));
    let corners = (place(4.0, -5.0), place(24.0, 5.0));
    let mut path = Path::default();
    match marks {
        Marks::Line(_) | Marks::Steps(_) => {
            path.segment(place(0.0, 0.0), place(28.0, 0.0));
            canvas.path(path, line_paint(style));
            markers(canvas, &[place(14.0, 0.0)], style);
        }
        Marks::Points(_) => markers(canvas, &[place(14.0, 0.0)], style),
        Marks::Bars(_) => {
            path.rectangle(corners.0, corners.1);
            let mut lines = Path::default();
            style::hatch(style.hatch, corners, |from, to| lines.segment(from, to));
            bar_paint(canvas, path, lines, *style, true);
        }
        Marks::Boxes(_) => {
            path.rectangle(corners.0, corners.1);
            canvas.path(path, box_paint(style));
            markers(canvas, &[place(14.0, 0.0)], style);
        }
        Marks::Band(_) => {
            let edge = |y: f64| [place(0.0, y), place(28.0, y)];
            band_paint(canvas, &edge(-5.0), edge(5.0).to_vec(), style);
        }
        Marks::Cells(_) => {}
        Marks::Diagonal => {
            path.segment(place(0.0, 0.0), place(28.0, 0.0));
            canvas.path(path, diagonal_paint());
        }
    }
}
