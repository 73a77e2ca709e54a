//! Where everything goes: margins as wide as the words in them, and a picture as high as it needs to be.

use crate::data::Data;
use crate::legend::{HeatBar, Legend};
use crate::span::{self, Span};
use crate::text::{LABEL, SMALL, TITLE, plain};
use crate::{Axis, Chart, HEIGHT, Scale, WIDTH};

/// The least height of the area of the data.
const PLOT_HEIGHT: f64 = 300.0;

/// Free space at the edges of the picture.
pub(crate) const EDGE: f64 = 10.0;

/// The slant of names below the axis, in degrees.
const SLANT: f64 = 35.0;

/// The longest line of a slanted name or of a name at the left.
const NAME: f64 = 180.0;

pub(crate) fn width() -> f64 {
    f64::from(WIDTH)
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// A name at a tick, in lines.
#[derive(Clone, Debug)]
pub(crate) struct TickLabel {
    pub(crate) at: f64,
    pub(crate) lines: Vec<String>,
}

/// Labels at the ticks of an axis, and their angle.
#[derive(Clone, Debug, Default)]
pub(crate) struct TickLabels {
    pub(crate) all: Vec<TickLabel>,
    pub(crate) angle: f64,
    /// How far they reach from the axis.
    depth: f64,
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) height: u32,
    pub(crate) title: Vec<String>,
    pub(crate) plot: Area,
    pub(crate) x: Span,
    pub(crate) y: Span,
    pub(crate) x_names: TickLabels,
    pub(crate) y_names: TickLabels,
    pub(crate) x_label: Vec<String>,
    pub(crate) y_label: Vec<String>,
    pub(crate) legend: Option<Legend>,
    pub(crate) heat: Option<HeatBar>,
}

impl Layout {
    pub(crate) fn new(chart: &Chart, data: &Data) -> Self {
        let (mut x, mut y) = data.spans(chart);
        y.choose_ticks(7);
        let title = TITLE.wrap(&plain(&chart.title), width() - 2.0 * EDGE);
        let top = EDGE + if title.is_empty() { 4.0 } else { TITLE.height(title.len()) + 10.0 };
        let y_label = LABEL.wrap(&label(&chart.y, &y), PLOT_HEIGHT);
        let mut heat = HeatBar::new(chart, data);
        let mut legend = Legend::new(chart, heat.is_some());
        let beside = match (&heat, &legend) {
            (Some(heat), _) => heat.width() + 16.0,
            (None, Some(legend)) if legend.beside => legend.width + 18.0,
            _ => 18.0,
        };
        let right = width() - EDGE - beside;
        let y_names = names_beside(&chart.y, &y, PLOT_HEIGHT);
        let mut left = EDGE + y_names.depth + 10.0;
        if !y_label.is_empty() {
            left += LABEL.height(y_label.len()) + 6.0;
        }
        let x_names = names_below(&chart.x, &mut x, &mut left, right);
        let x_label = LABEL.wrap(&label(&chart.x, &x), right - left);
        let mut below = 10.0 + x_names.depth;
        if !x_label.is_empty() {
            below += 10.0 + LABEL.height(x_label.len());
        }
        let legend_top = below + 16.0;
        let mut foot = EDGE;
        if let Some(legend) = legend.as_ref().filter(|legend| !legend.beside) {
            foot += 16.0 + legend.height;
        }
        let bottom = top + PLOT_HEIGHT.max(f64::from(HEIGHT) - top - below - foot);
        let plot = Area { left, top, right, bottom };
        if let Some(legend) = &mut legend {
            legend.at = if legend.beside { (right + 18.0, top) } else { (EDGE, bottom + legend_top) };
        }
        if let Some(heat) = &mut heat {
            (heat.at, heat.height) = ((right + 16.0, top), bottom - top);
        }
        let y_names = names_beside(&chart.y, &y, bottom - top);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "words fill no such picture")]
        let height = (bottom + below + foot).ceil() as u32;
        Self { height, title, plot, x, y, x_names, y_names, x_label, y_label, legend, heat }
    }

    /// Where the label of the lower axis begins.
    pub(crate) fn x_label_top(&self) -> f64 {
        self.plot.bottom + 20.0 + self.x_names.depth
    }
}

/// The label of an axis; a unit that the ticks have is not said again.
fn label(axis: &Axis, span: &Span) -> String {
    plain(if span.seconds() { span::unit(&axis.label).0 } else { &axis.label })
}

fn names_beside(axis: &Axis, span: &Span, length: f64) -> TickLabels {
    let mut all: Vec<TickLabel> = Vec::new();
    match &axis.scale {
        Scale::Categories(names) => {
            let slot = length / names.len().max(1) as f64;
            let stride = stride(SMALL.line() / slot);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few lines")]
            let lines = ((slot / SMALL.line()) as usize).max(1);
            for (tick, name) in span.ticks.major.iter().zip(names).step_by(stride) {
                all.push(TickLabel { at: tick.at, lines: SMALL.wrap_within(&plain(name), NAME, lines) });
            }
        }
        Scale::Linear | Scale::Log => {
            // The tick of zeros keeps its distance to the lowest power.
            let mut last = f64::NEG_INFINITY;
            for tick in &span.ticks.major {
                let place = span.part(tick.at) * length;
                if place - last >= SMALL.line() * 0.8 {
                    all.push(TickLabel { at: tick.at, lines: vec![tick.label.clone()] });
                    last = place;
                }
            }
        }
    }
    let depth = widest(&all);
    TickLabels { all, angle: 0.0, depth }
}

/// Every how many names are shown where each needs so much more room than there is.
fn stride(need: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as many names as memory holds at most"
    )]
    let stride = need.ceil() as usize;
    stride.max(1)
}

fn widest(names: &[TickLabel]) -> f64 {
    names.iter().flat_map(|name| &name.lines).map(|line| SMALL.width(line)).fold(0.0, f64::max)
}

fn highest(names: &[TickLabel]) -> f64 {
    SMALL.height(names.iter().map(|name| name.lines.len()).max().unwrap_or(0))
}

/// The labels below an axis; chooses the ticks of one with numbers.
fn names_below(axis: &Axis, span: &mut Span, left: &mut f64, right: f64) -> TickLabels {
    match &axis.scale {
        Scale::Categories(names) => {
            span.choose_ticks(0);
            let names: Vec<String> = names.iter().map(|name| plain(name)).collect();
            upright(&names, right - *left).unwrap_or_else(|| slanted(&names, left, right))
        }
        Scale::Linear | Scale::Log => {
            let mut all = Vec::new();
            for most in (2..=11).rev() {
                span.choose_ticks(most);
                all = fitting(span, right - *left);
                if all.len() == span.ticks.major.len() {
                    break;
                }
            }
            let depth = highest(&all);
            TickLabels { all, angle: 0.0, depth }
        }
    }
}

/// The labels of ticks that keep their distance from the one before.
fn fitting(span: &Span, length: f64) -> Vec<TickLabel> {
    let mut all = Vec::new();
    let mut end = f64::NEG_INFINITY;
    for tick in &span.ticks.major {
        let (place, half) = (span.part(tick.at) * length, SMALL.width(&tick.label) / 2.0);
        if place - half >= end {
            all.push(TickLabel { at: tick.at, lines: vec![tick.label.clone()] });
            end = place + half + 12.0;
        }
    }
    all
}

/// Labels side by side in up to three lines, if no word is broken.
fn upright(names: &[String], length: f64) -> Option<TickLabels> {
    let most = length / names.len().max(1) as f64 - 10.0;
    let mut all = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let lines = SMALL.wrap(name, most);
        if lines.len() > 3 || name.split_whitespace().any(|word| SMALL.width(word) > most) {
            return None;
        }
        all.push(TickLabel { at: index as f64, lines });
    }
    let depth = highest(&all);
    Some(TickLabels { all, angle: 0.0, depth })
}

/// Labels that rise to their ticks. The first may need a wider margin.
fn slanted(names: &[String], left: &mut f64, right: f64) -> TickLabels {
    let (sin, cos) = SLANT.to_radians().sin_cos();
    let count = names.len().max(1) as f64;
    let long = names.first().map_or(0.0, |name| SMALL.width(name).min(NAME));
    let first = (right - *left) / count / 2.0;
    // The slots shrink a little when the margin grows.
    let margin = long * cos + EDGE + SMALL.line() - first + 8.0;
    *left = left.max(margin.min(140.0));
    let slot = (right - *left) / count;
    let stride = stride(SMALL.line() / sin / slot);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few lines")]
    let lines = ((slot * sin / SMALL.line()) as usize).clamp(1, 4);
    let mut all = Vec::new();
    for (index, name) in names.iter().enumerate().step_by(stride) {
        let at = index as f64;
        let room = *left + slot * (at + 0.5) - EDGE - SMALL.line();
        all.push(TickLabel { at, lines: SMALL.wrap_within(name, NAME.min(room / cos), lines) });
    }
    let depth = widest(&all) * sin + highest(&all) * cos;
    TickLabels { all, angle: SLANT, depth }
}
