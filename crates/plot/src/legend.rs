//! What is beside or below the data: the legend, and the colours of a heat map.

use crate::canvas::{Anchor, Canvas, Paint, Path, units};
use crate::data::Data;
use crate::layout::{EDGE, width};
use crate::marks;
use crate::style::{HEATS, INK, Style, heats};
use crate::text::{LABEL, SMALL, plain};
use crate::ticks::{self, ValueKind};
use crate::{Chart, Marks};

/// The width of the picture of a layer, with the space behind it.
const SWATCH: f64 = 36.0;

/// The widest words beside the data.
const BESIDE: f64 = 150.0;

/// The highest legend beside the data.
const HIGHEST: f64 = 330.0;

/// A name, the layers that have it, and where it is.
#[derive(Clone, Debug)]
struct Entry {
    layers: Vec<usize>,
    lines: Vec<String>,
    at: (f64, f64),
}

#[derive(Clone, Debug)]
pub(crate) struct Legend {
    title: Vec<String>,
    entries: Vec<Entry>,
    /// Beside the data, not below.
    pub(crate) beside: bool,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Its upper left corner.
    pub(crate) at: (f64, f64),
}

impl Legend {
    /// The legend of a chart, unless no layer has a name; below the data where the space beside is taken.
    pub(crate) fn new(chart: &Chart, taken: bool) -> Option<Self> {
        let mut entries: Vec<(String, Vec<usize>)> = Vec::new();
        for (index, layer) in chart.layers.iter().enumerate() {
            if layer.name.trim().is_empty() || matches!(layer.marks, Marks::Cells(_)) {
                continue;
            }
            match entries.iter_mut().find(|(name, _)| *name == layer.name) {
                Some((_, layers)) => layers.push(index),
                None => entries.push((layer.name.clone(), vec![index])),
            }
        }
        if entries.is_empty() {
            return None;
        }
        // What takes the space beside, the bar of a heat map, has the title already.
        let title = if taken { String::new() } else { plain(chart.legend.as_deref().unwrap_or_default()) };
        let long = entries.iter().map(|(name, _)| SMALL.width(&plain(name))).fold(0.0, f64::max);
        let beside = Self::set(&title, &entries, 1, long.min(BESIDE));
        if !taken && beside.height <= HIGHEST && beside.entries.iter().all(|entry| entry.lines.len() <= 3) {
            return Some(Self { beside: true, ..beside });
        }
        let room = width() - 2.0 * EDGE;
        let widest = long.min(room - SWATCH);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few columns")]
        let columns = (((room + 20.0) / (SWATCH + widest + 20.0)) as usize).clamp(1, entries.len());
        Some(Self::set(&title, &entries, columns, widest))
    }

    /// Sets the entries in columns, row by row.
    fn set(title: &str, entries: &[(String, Vec<usize>)], columns: usize, most: f64) -> Self {
        let title = LABEL.wrap(title, (SWATCH + most).max(if columns > 1 { width() - 2.0 * EDGE } else { 0.0 }));
        let mut y = if title.is_empty() { 0.0 } else { LABEL.height(title.len()) + 8.0 };
        let mut set = Vec::new();
        for row in entries.chunks(columns) {
            let mut lines = 1;
            let mut x = 0.0;
            for (name, layers) in row {
                let entry = Entry { layers: layers.clone(), lines: SMALL.wrap(&plain(name), most), at: (x, y) };
                lines = lines.max(entry.lines.len());
                set.push(entry);
                x += SWATCH + most + 20.0;
            }
            y += SMALL.height(lines) + 8.0;
        }
        let titles = title.iter().map(|line| LABEL.width(line)).fold(0.0, f64::max);
        let across = columns as f64 * (SWATCH + most + 20.0) - 20.0;
        Self { title, entries: set, beside: false, width: across.max(titles), height: y - 8.0, at: (0.0, 0.0) }
    }

    pub(crate) fn draw(&self, chart: &Chart, canvas: &mut Canvas) {
        canvas.open("legend");
        canvas.lines(&self.title, LABEL, (self.at.0, self.at.1 + LABEL.capital / 2.0), Anchor::Start);
        for entry in &self.entries {
            let (x, y) = (self.at.0 + entry.at.0, self.at.1 + entry.at.1 + SMALL.capital / 2.0);
            // What covers most is drawn first, as in the chart.
            let mut layers = entry.layers.clone();
            layers.sort_by_key(|&layer| marks::rank(&chart.layers[layer].marks));
            for layer in layers {
                marks::swatch(canvas, &chart.layers[layer].marks, &Style::of(entry.layers[0]), (x, y));
            }
            canvas.lines(&entry.lines, SMALL, (x + SWATCH, y), Anchor::Start);
        }
        canvas.close();
    }
}

/// The colours of a heat map and what they mean.
#[derive(Clone, Debug)]
pub(crate) struct HeatBar {
    title: Vec<String>,
    /// The parts of the bar's height where counts are told, with the counts.
    labels: Vec<(f64, String)>,
    pub(crate) at: (f64, f64),
    pub(crate) height: f64,
}

const BAR: f64 = 14.0;

impl HeatBar {
    /// The bar of a chart that has cells.
    pub(crate) fn new(chart: &Chart, data: &Data) -> Option<Self> {
        let (least, greatest) = data.counts?;
        let named =
            chart.layers.iter().filter(|layer| matches!(layer.marks, Marks::Cells(_)) && !layer.name.is_empty());
        let name = named.map(|layer| plain(&layer.name)).next().unwrap_or_else(|| "count".to_owned());
        let (low, high) = (least.log10(), greatest.log10());
        let labels = if high - low < 1e-6 {
            vec![(0.5, ticks::number(least, false))]
        } else {
            let kind = ValueKind { whole: least.fract() == 0.0 && greatest.fract() == 0.0, seconds: false };
            let ticks = ticks::log(low, high, 6, kind).major;
            ticks.into_iter().map(|tick| ((tick.at - low) / (high - low), tick.label)).collect()
        };
        Some(Self { title: LABEL.wrap(&name, 280.0), labels, at: (0.0, 0.0), height: 0.0 })
    }

    pub(crate) fn width(&self) -> f64 {
        let labels = self.labels.iter().map(|(_, label)| SMALL.width(label)).fold(0.0, f64::max);
        BAR + 9.0 + labels + 9.0 + LABEL.height(self.title.len())
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas) {
        canvas.open("heat");
        let ((left, top), height) = (self.at, self.height);
        let along = |index: usize| units(top + height * (1.0 - index as f64 / HEATS as f64));
        for (index, colour) in heats().enumerate() {
            let mut path = Path::default();
            path.rectangle((units(left), along(index + 1)), (units(left + BAR), along(index)));
            canvas.path(path, marks::heat_paint(colour));
        }
        let mut frame = Path::default();
        frame.rectangle((units(left), units(top)), (units(left + BAR), units(top + height)));
        for (part, label) in &self.labels {
            let y = top + height * (1.0 - part);
            frame.segment((units(left + BAR), units(y)), (units(left + BAR + 4.0), units(y)));
            canvas.words(label, SMALL, (left + BAR + 8.0, y), Anchor::Start, 0.0);
        }
        canvas.path(frame, Paint::line(INK, 0.8));
        let x = left + self.width() - LABEL.height(self.title.len()) + LABEL.capital / 2.0;
        canvas.rising(&self.title, LABEL, (x, top + height / 2.0));
        canvas.close();
    }
}
