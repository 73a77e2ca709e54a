//! What the layers of a chart ask of its axes, before anything is drawn.

use std::collections::BTreeMap;

use crate::span::{AxisNeeds, Span};
use crate::{Chart, Layer, Marks, Scale, Summary};

/// About so many points are drawn in all.
pub(crate) const BUDGET: usize = 9_000;

/// The least share of a layer.
const SHARE: usize = 200;

/// Where what is drawn lies, before it is drawn.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) empty: bool,
    /// The least and the greatest count of a heat map.
    pub(crate) counts: Option<(f64, f64)>,
    /// The layers that stand side by side, by the first layer of their name, and the room for all of them at an x.
    groups: (Vec<usize>, f64),
    pub(crate) cell: (f64, f64),
    /// The points that a layer may draw.
    pub(crate) share: usize,
}

/// The first layer with the name of a layer, whose looks it has. A band without a name has those of the layer before it.
pub(crate) fn first(chart: &Chart, layer: usize) -> usize {
    let Layer { name, marks } = &chart.layers[layer];
    let is_band = |marks: &Marks| matches!(marks, Marks::Band(_));
    let same = if name.is_empty() {
        let before = chart.layers[..layer].iter().rposition(|other| !is_band(&other.marks));
        before.filter(|_| is_band(marks))
    } else {
        chart.layers.iter().position(|other| other.name == *name)
    };
    same.unwrap_or(layer)
}

/// Calls back with every point that marks reach, as x and y.
fn each(marks: &Marks, mut visit: impl FnMut(f64, f64)) {
    match marks {
        Marks::Line(points) | Marks::Steps(points) | Marks::Points(points) | Marks::Bars(points) => {
            for &(x, y) in points {
                visit(x, y);
            }
        }
        Marks::Boxes(boxes) => {
            for (x, summary) in boxes.iter().filter(|(_, summary)| sound(summary)) {
                let ends = [summary.whiskers.0, summary.whiskers.1, summary.low, summary.high, summary.mean];
                ends.iter().chain(&summary.outliers).for_each(|&y| visit(*x, y));
            }
        }
        Marks::Band(points) => points.iter().for_each(|&(x, low, high)| {
            if low.is_finite() && high.is_finite() {
                visit(x, low);
                visit(x, high);
            }
        }),
        Marks::Cells(cells) => {
            cells.iter().filter(|cell| counts(cell.2)).for_each(|&(x, y, _)| visit(x, y));
        }
        Marks::Diagonal => {}
    }
}

/// Whether a count can have a colour.
pub(crate) fn counts(count: f64) -> bool {
    (1e-300..1e300).contains(&count)
}

/// Whether all of a summary can be drawn.
pub(crate) fn sound(summary: &Summary) -> bool {
    let Summary { low, median, high, whiskers, mean, .. } = summary;
    [*low, *median, *high, whiskers.0, whiskers.1, *mean].iter().all(|value| value.is_finite() && value.abs() < 1e300)
}

/// The least distance of places, or a given one if there are none apart.
fn gap(scale: &Scale, values: impl Iterator<Item = f64>) -> f64 {
    let alone = if *scale == Scale::Log { 0.3 } else { 1.0 };
    if matches!(scale, Scale::Categories(_)) {
        return alone;
    }
    let mut places: Vec<f64> =
        values.filter_map(|value| Span::raw(scale, value)).filter(|place| place.is_finite()).collect();
    places.sort_by(f64::total_cmp);
    let range = places.last().zip(places.first()).map_or(0.0, |(last, first)| last - first);
    let apart = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|&apart| apart > range * 1e-9);
    apart.min_by(f64::total_cmp).unwrap_or(alone)
}

impl Data {
    pub(crate) fn new(chart: &Chart) -> Self {
        let (mut points, mut layers, mut empty) = (0, 0, true);
        let mut group = Vec::new();
        let (mut group_x, mut cell_x, mut cell_y) = (Vec::new(), Vec::new(), Vec::new());
        let mut sums: BTreeMap<(u64, u64), f64> = BTreeMap::new();
        for (index, layer) in chart.layers.iter().enumerate() {
            let mut count = 0;
            each(&layer.marks, |x, y| {
                if Span::raw(&chart.x.scale, x).is_some() && Span::raw(&chart.y.scale, y).is_some() {
                    count += 1;
                    match layer.marks {
                        Marks::Bars(_) | Marks::Boxes(_) => group_x.push(x),
                        Marks::Cells(_) => {
                            cell_x.push(x);
                            cell_y.push(y);
                        }
                        _ => {}
                    }
                }
            });
            points += count;
            layers += usize::from(count > 0);
            empty &= count == 0;
            match &layer.marks {
                Marks::Bars(_) | Marks::Boxes(_) if !group.contains(&first(chart, index)) => {
                    group.push(first(chart, index));
                }
                Marks::Cells(cells) => {
                    for &(x, y, count) in cells.iter().filter(|cell| counts(cell.2)) {
                        *sums.entry((x.to_bits(), y.to_bits())).or_default() += count;
                    }
                }
                _ => {}
            }
        }
        let range = |(a, b): (f64, f64), &sum: &f64| (a.min(sum), b.max(sum));
        let range = sums.values().fold((f64::INFINITY, 0.0), range);
        let class = chart.class.filter(|class| (1e-300..1e300).contains(class));
        let room = |scale: &Scale, places: Vec<f64>| match class {
            Some(class) if *scale == Scale::Linear => class,
            _ => gap(scale, places.into_iter()),
        };
        Self {
            empty,
            counts: (!cell_x.is_empty() && range.1 < 1e300).then_some(range),
            groups: (group, room(&chart.x.scale, group_x)),
            cell: (room(&chart.x.scale, cell_x), room(&chart.y.scale, cell_y)),
            share: if points <= BUDGET { points } else { (BUDGET / layers.max(1)).max(SHARE) },
        }
    }

    /// The axes that hold all of a chart.
    pub(crate) fn spans(&self, chart: &Chart) -> (Span, Span) {
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        let (mut diagonal, mut cells, mut bars) = (false, false, false);
        for layer in &chart.layers {
            each(&layer.marks, |x, y| {
                if Span::raw(&chart.x.scale, x).is_some() && Span::raw(&chart.y.scale, y).is_some() {
                    xs.push(x);
                    ys.push(y);
                }
            });
            diagonal |= layer.marks == Marks::Diagonal;
            cells |= matches!(layer.marks, Marks::Cells(_));
            bars |= matches!(layer.marks, Marks::Bars(_));
        }
        let side = if self.groups.0.is_empty() { 0.0 } else { self.groups.1 / 2.0 };
        let cell = if cells { (self.cell.0 / 2.0, self.cell.1 / 2.0) } else { (0.0, 0.0) };
        let reach = (side.max(cell.0), cell.1);
        let air = |reach: f64| if reach > 0.0 { 0.0 } else { 0.035 };
        let mut x = Span::new(&chart.x, &xs, AxisNeeds { bars: false, reach: reach.0, air: air(reach.0) });
        let mut y = Span::new(&chart.y, &ys, AxisNeeds { bars, reach: reach.1, air: air(reach.1) });
        if diagonal {
            x.join(&mut y);
        }
        (x, y)
    }

    /// Where a layer stands among those at an x: the distance of its left side, and its width.
    pub(crate) fn slot(&self, look: usize) -> (f64, f64) {
        let (group, room) = &self.groups;
        let index = group.iter().position(|&layer| layer == look).unwrap_or(0);
        let (index, count) = (index as f64, group.len().max(1) as f64);
        let all = room * if count > 1.0 { 0.84 } else { 0.7 };
        (all * (index / count - 0.5), all / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    #[test]
    fn a_class_is_as_wide_as_it_is_said_to_be() {
        let cells = Marks::Cells(vec![(8.0, 6.0, 1.0), (10.0, 8.0, 1.0)]);
        let chart = Chart::new("", Axis::linear("x"), Axis::linear("y")).layer("", cells);
        assert_eq!(Data::new(&chart).cell, (2.0, 2.0));
        assert_eq!(Data::new(&chart.class(1.0)).cell, (1.0, 1.0));
        let bars = Marks::Bars(vec![(8.0, 6.0), (10.0, 8.0)]);
        let chart = Chart::new("", Axis::linear("x"), Axis::linear("y")).layer("", bars).class(1.0);
        assert_eq!(Data::new(&chart).slot(0), (-0.35, 0.7));
        // The places of a log axis have no such width.
        let log = Chart { x: Axis::log("x"), ..chart };
        assert!(Data::new(&log).slot(0).1 < 0.1);
    }
}
