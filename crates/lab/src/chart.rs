//! Rows as charts: what a [`PlotSpec`] asks for, in the words of `fewest_plot`.
//!
//! As in tables, a field is looked at in solved runs alone; what that leaves out is said in the legend and in the chart's
//! description. A scatter shows runs that one of the two searches did not solve at the edge, because leaving them out would
//! flatter it; quartiles count a run that a limit stopped as more than all others, for the same reason.

mod pair;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use fewest_plot::{Axis, Chart, Layer, Marks, Summary};

use crate::histogram::{Bins, class, in_classes};
use crate::measure::{By, Field, Measure, Statistic};
use crate::number::{capital, count, counted};
use crate::row::{Ending, Row};
use crate::select::{GroupKey, Order, measured, once, sample, select, solved, stopped};
use crate::suite::{PlotForm, PlotSpec, Suite};

/// Draws rows as a plot says. A plot that [`Suite::parse`] would refuse has no layers.
pub(crate) fn chart(spec: &PlotSpec, suite: &Suite, rows: &[Row]) -> Chart {
    let rows = once(rows);
    let rows = select(&spec.only, &rows);
    let ways: Vec<By> = spec.x.into_iter().chain([spec.by]).collect();
    let order = Order::new(suite, &ways, &rows);
    // Told apart along the axis, rows need no colours.
    let parts = if spec.x == Some(spec.by) {
        BTreeMap::from([(GroupKey::everywhere(), rows.clone())])
    } else {
        order.split(spec.by, &rows)
    };
    let drawing = Drawing { spec, order, rows, parts };
    let mut chart = match spec.form {
        PlotForm::Histogram => drawing.histogram(),
        PlotForm::Lines => drawing.measures(false),
        PlotForm::Bars => drawing.measures(true),
        PlotForm::Boxes => drawing.boxes(),
        PlotForm::Scatter => drawing.scatter(),
        PlotForm::Cactus => drawing.cactus(),
        PlotForm::Depths => Some(drawing.depths()),
        PlotForm::Steps => Some(drawing.steps()),
        PlotForm::Estimates => Some(drawing.estimates()),
    }
    .unwrap_or_else(|| Chart::new("", Axis::linear(""), Axis::linear("")));
    chart.title.clone_from(&spec.title);
    chart.about = capital(&chart.about);
    chart
}

/// The value of a field as it is drawn: bytes become megabytes.
fn drawn(field: Field, value: f64) -> f64 {
    if field == Field::Memory { value / 1e6 } else { value }
}

/// What a measure is called along an axis, with its unit.
fn measure_label(measure: Measure) -> String {
    let word = match measure.statistic {
        Statistic::Count => return "runs".to_owned(),
        Statistic::Solved => return "solved runs".to_owned(),
        Statistic::Total => "total",
        Statistic::Mean => "mean",
        Statistic::Deviation => "standard deviation of",
        Statistic::Confidence => "± (95 %) of the mean of",
        Statistic::Least => "least",
        Statistic::Lower => "lower quartile of",
        Statistic::Median => "median",
        Statistic::Upper => "upper quartile of",
        Statistic::Greatest => "greatest",
    };
    format!("{word} {}", measure.field.label())
}

fn axis(label: impl Into<String>, is_log: bool) -> Axis {
    if is_log { Axis::log(label) } else { Axis::linear(label) }
}

/// How a name in the legend ends that says what was not solved.
const NOT_SOLVED: &str = " not solved)";

/// A line is broken where its next point is farther than so many usual steps.
const FAR: f64 = 3.0;

/// A line, broken where values are missing: by more than three times the usual step.
fn broken(points: Vec<(f64, f64)>, is_log: bool) -> Vec<(f64, f64)> {
    let place = |x: f64| if is_log { x.max(f64::MIN_POSITIVE).log10() } else { x };
    let mut steps: Vec<f64> = points.windows(2).map(|pair| place(pair[1].0) - place(pair[0].0)).collect();
    steps.sort_by(f64::total_cmp);
    let Some(&usual) = steps.get(steps.len() / 2) else { return points };
    let mut line: Vec<(f64, f64)> = Vec::with_capacity(points.len());
    for point in points {
        if let Some(&(before, _)) = line.last()
            && place(point.0) - place(before) > FAR * usual
        {
            line.push((point.0, f64::NAN));
        }
        line.push(point);
    }
    line
}

/// What a box shows of runs; nothing where a quartile lies among the runs that a limit stopped.
fn boxed(field: Field, runs: &[&Row]) -> Option<Summary> {
    let values: Vec<f64> = sample(field, runs, false).iter().map(|value| drawn(field, *value)).collect();
    let solved = Summary::of(&values)?;
    if !field.grows() || stopped(runs) == 0 {
        return Some(solved);
    }
    let [low, median, high] = [Statistic::Lower, Statistic::Median, Statistic::Upper]
        .map(|statistic| measured(Measure { statistic, field }, runs, false).filter(|value| value.is_finite()));
    Summary::with_quartiles(&values, [low?, median?, high?])
}

fn boxes_in_words(number: usize) -> String {
    if number == 1 { "1 box".to_owned() } else { format!("{} boxes", count(number)) }
}

struct Drawing<'a> {
    spec: &'a PlotSpec,
    order: Order<'a>,
    rows: Vec<&'a Row>,
    /// The rows by what is told apart by colour, in order.
    parts: BTreeMap<GroupKey, Vec<&'a Row>>,
}

impl<'a> Drawing<'a> {
    /// A chart with a description and a layer for each part that has something to show.
    fn finish(&self, x: Axis, y: Axis, about: &str, layers: Vec<Layer>) -> Chart {
        let mut chart = Chart::new("", x, y).about(about.trim_end());
        let names: BTreeSet<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
        // One name is no news, unless it says what is not there.
        let is_single = names.len() == 1 && !names.iter().any(|name| name.ends_with(NOT_SOLVED));
        chart.layers = layers;
        if is_single {
            chart.layers.iter_mut().for_each(|layer| layer.name.clear());
        } else {
            chart.legend = Some(self.spec.by.heading().to_owned());
        }
        chart
    }

    /// `, by search` where several are told apart.
    fn apart(&self) -> String {
        match self.parts.len() {
            0 | 1 => String::new(),
            _ => format!(", by {}", self.spec.by.heading()),
        }
    }

    /// All that rows are told apart by.
    fn ways(&self) -> impl Iterator<Item = By> {
        self.spec.x.into_iter().chain([self.spec.by])
    }

    /// What is said of the runs that were not solved, of a measure or a field.
    fn left_out(&self, field: Field, is_censored: bool) -> String {
        let (all, out) = (self.rows.len(), self.rows.len() - solved(&self.rows));
        let what = match out {
            _ if all == 0 => return "No runs.".to_owned(),
            0 => return format!("{}, all solved.", counted(all, "run")),
            _ if self.ways().any(|by| matches!(by, By::Length(_))) => "left out unless they have a length",
            _ if is_censored => "those that a limit stopped count as more than all others",
            _ if field.is_known_when_stopped() => {
                "included with what they used until they were stopped, unless they were refused"
            }
            _ => "left out",
        };
        format!("{}; {} of them not solved: {what}.", counted(all, "run"), count(out))
    }

    /// The name of a part in the legend, with how much of it was not solved: `none (412 of 1,000 not solved)`.
    fn named(&self, place: &GroupKey, rows: &[&Row]) -> String {
        let out = rows.len() - solved(rows);
        if out == 0 || self.spec.x == Some(self.spec.by) || self.ways().any(|by| by == By::Outcome) {
            return place.text.clone();
        }
        format!("{} ({} of {}{NOT_SOLVED}", place.text, count(out), count(rows.len()))
    }

    /// A layer for each part; what is empty is left out.
    fn layers(&self, marks: impl Fn(&[&'a Row]) -> Option<Marks>) -> Vec<Layer> {
        let layer = |(place, rows): (&GroupKey, &Vec<&'a Row>)| {
            marks(rows).map(|marks| Layer { name: place.text.clone(), marks })
        };
        self.parts.iter().filter_map(layer).collect()
    }

    /// A layer for each part, whose name says what was not solved; what has nothing to show but that is there to say it.
    fn layers_of_all(&self, marks: impl Fn(&[&'a Row]) -> (Marks, bool)) -> Vec<Layer> {
        let layer = |(place, rows): (&GroupKey, &Vec<&'a Row>)| {
            let (marks, is_empty) = marks(rows);
            let name = self.named(place, rows);
            (!is_empty || name.ends_with(NOT_SOLVED)).then_some(Layer { name, marks })
        };
        self.parts.iter().filter_map(layer).collect()
    }

    fn histogram(&self) -> Option<Chart> {
        let field = self.spec.field().ok()?;
        let values = |rows: &[&Row]| -> Vec<f64> {
            sample(field, rows, false).iter().map(|value| drawn(field, *value)).collect()
        };
        let bins = Bins::new(field, &values(&self.rows), self.spec.log_x);
        let parts = self.parts.values().filter(|rows| solved(rows) > 0).count();
        let as_bars = parts * bins.len() <= 90;
        let layers = self.layers(|rows| {
            let values = values(rows);
            let counts = bins.counts(&values, as_bars || self.spec.log_y);
            (!values.is_empty()).then_some(if as_bars { Marks::Bars(counts) } else { Marks::Line(counts) })
        });
        let label = bins.label(field.label());
        let about = format!("Runs by {label}{}. {}", self.apart(), self.left_out(field, false));
        let (x, y) = (axis(label, self.spec.log_x), axis(bins.counted("runs"), self.spec.log_y));
        Some(Chart { class: bins.width(), ..self.finish(x, y, &about, layers) })
    }

    /// The horizontal axis, and where a row is along it: by its number, or by its place among names.
    fn along(&self, by: By, as_names: bool) -> (Axis, BTreeMap<GroupKey, f64>) {
        let places = self.order.split(by, &self.rows);
        let places = places.into_iter().filter(|(place, _)| !place.is_nowhere);
        if by.is_number() && !as_names {
            let number = |(place, rows): (GroupKey, Vec<&Row>)| Some((place, by.number(rows.first()?)?));
            return (axis(by.axis(), self.spec.log_x), places.filter_map(number).collect());
        }
        let names: Vec<GroupKey> = places.map(|(place, _)| place).collect();
        let axis = Axis::categories(by.axis(), names.iter().map(|place| place.text.clone()));
        let places = names.into_iter().enumerate().map(|(index, place)| (place, index as f64)).collect();
        (axis, places)
    }

    fn measures(&self, as_bars: bool) -> Option<Chart> {
        let (by, measure) = (self.spec.x?, self.spec.measure().ok()?);
        let (x, places) = self.along(by, as_bars);
        let every = [by, self.spec.by].contains(&By::Outcome);
        let counts = matches!(measure.statistic, Statistic::Count | Statistic::Solved);
        let marks = |rows: &[&'a Row]| {
            // A value beyond the limits is infinite: no bar, and a gap in a line.
            let points: Vec<(f64, f64)> = self
                .at_places(by, rows, &places)
                .filter_map(|(x, rows)| Some((x, drawn(measure.field, measured(measure, &rows, every)?))))
                .collect();
            let is_empty = !points.iter().any(|(_, y)| y.is_finite());
            // Shuffles are as far apart as the suite has them.
            let line = |points| if by == By::Shuffle { points } else { broken(points, self.spec.log_x) };
            (if as_bars { Marks::Bars(points) } else { Marks::Line(line(points)) }, is_empty)
        };
        let mut layers = if counts {
            self.layers(|rows| Some(marks(rows)).filter(|(_, is_empty)| !is_empty).map(|(marks, _)| marks))
        } else {
            self.layers_of_all(marks)
        };
        let (bands, below) = if measure.statistic == Statistic::Mean && !as_bars {
            self.bands(by, measure, &places, every)
        } else {
            (Vec::new(), 0)
        };
        let mut about = format!("{} over {}{}.", measure_label(measure), by.axis(), self.apart());
        if !bands.is_empty() {
            about += " The bands are 95 % confidence intervals of the means";
            about += if below > 0 { " and are not drawn where they would reach zero." } else { "." };
        }
        layers.extend(bands);
        about = match counts {
            true if self.rows.is_empty() => format!("{about} No runs."),
            true => format!("{about} {}.", counted(self.rows.len(), "run")),
            false => format!("{about} {}", self.left_out(measure.field, measure.is_censored())),
        };
        Some(self.finish(x, axis(measure_label(measure), self.spec.log_y), &about, layers))
    }

    /// The 95 % confidence intervals of means. Where there is none, or a log axis has no place for it, a band is broken; how
    /// often the latter is the case.
    fn bands(&self, by: By, mean: Measure, places: &BTreeMap<GroupKey, f64>, every: bool) -> (Vec<Layer>, usize) {
        let half = Measure { statistic: Statistic::Confidence, ..mean };
        let (mut layers, mut below) = (Vec::new(), 0);
        for (place, rows) in &self.parts {
            let ends: Vec<Option<(f64, f64, f64)>> = self
                .at_places(by, rows, places)
                .map(|(x, rows)| {
                    let middle = drawn(mean.field, measured(mean, &rows, every)?);
                    let reach = drawn(mean.field, measured(half, &rows, every)?);
                    let has_place = !self.spec.log_y || middle > reach;
                    below += usize::from(!has_place);
                    has_place.then_some((x, middle - reach, middle + reach))
                })
                .collect();
            // Where the line is broken, so is the band around it.
            let xs = ends.iter().flatten().map(|&(x, ..)| (x, 0.0)).collect();
            let line = if by == By::Shuffle { xs } else { broken(xs, self.spec.log_x) };
            let breaks: Vec<f64> = line.iter().filter(|(_, y)| y.is_nan()).map(|&(x, _)| x).collect();
            for band in ends.split(Option::is_none) {
                let band: Vec<(f64, f64, f64)> = band.iter().copied().flatten().collect();
                for band in band.chunk_by(|_, next| !breaks.contains(&next.0)).filter(|band| band.len() > 1) {
                    layers.push(Layer { name: self.named(place, rows), marks: Marks::Band(band.to_vec()) });
                }
            }
        }
        (layers, below)
    }

    /// The rows at each place of the horizontal axis.
    fn at_places<'p>(
        &'p self,
        by: By,
        rows: &[&'a Row],
        places: &'p BTreeMap<GroupKey, f64>,
    ) -> impl Iterator<Item = (f64, Vec<&'a Row>)> + use<'a, 'p> {
        let there = self.order.split(by, rows).into_iter();
        there.filter_map(|(place, rows)| Some((*places.get(&place)?, rows)))
    }

    fn boxes(&self) -> Option<Chart> {
        let (by, field) = (self.spec.x?, self.spec.field().ok()?);
        let (x, places) = self.along(by, true);
        let mut beyond = 0;
        for (_, rows) in self.parts.values().flat_map(|rows| self.at_places(by, rows, &places)) {
            beyond += usize::from(stopped(&rows) > 0 && boxed(field, &rows).is_none());
        }
        // A box that cannot be drawn keeps its place.
        let layers = self.layers_of_all(|rows| {
            let there = self.at_places(by, rows, &places);
            let boxes: Vec<(f64, Summary)> = there.filter_map(|(x, rows)| Some((x, boxed(field, &rows)?))).collect();
            let is_empty = boxes.is_empty();
            (Marks::Boxes(boxes), is_empty)
        });
        let mut about = format!(
            "{} over {}{}: median, quartiles, whiskers to the values within 1.5 interquartile ranges, and the values \
             beyond; the mean of the solved runs is marked. {}",
            field.label(),
            by.axis(),
            self.apart(),
            self.left_out(field, field.grows())
        );
        if beyond > 0 {
            // Writing to a string cannot fail.
            let _ = write!(about, " Not drawn: {}, because a quartile is beyond the limit.", boxes_in_words(beyond));
        }
        Some(self.finish(x, axis(field.label(), self.spec.log_y), &about, layers))
    }

    fn cactus(&self) -> Option<Chart> {
        let field = self.spec.field().ok()?;
        let is_repeated = self.parts.values().any(|rows| {
            let instances: BTreeSet<(&str, &str)> = rows.iter().map(|row| (&*row.group, &*row.instance)).collect();
            instances.len() < rows.len()
        });
        let layers = self.layers_of_all(|rows| {
            // What a run that was stopped took until then did not solve anything.
            let solved: Vec<&Row> = rows.iter().copied().filter(|row| row.outcome == Ending::Solved).collect();
            let mut values = sample(field, &solved, false);
            values.sort_by(f64::total_cmp);
            let place = |(index, value): (usize, f64)| ((index + 1) as f64, drawn(field, value));
            let is_empty = values.is_empty();
            (Marks::Line(values.into_iter().enumerate().map(place).collect()), is_empty)
        });
        let what = if is_repeated { "solved runs" } else { "solved instances" };
        let share = |rows: &[&Row]| format!("{} of {}", count(solved(rows)), count(rows.len()));
        let tried = self.parts.iter().map(|(place, rows)| format!("{} {}", place.text, share(rows)));
        let about = format!(
            "How many were solved within a given cost each: a line that reaches farther right solved more; a lower \
             line was cheaper. Solved: {}.",
            tried.collect::<Vec<_>>().join(", ")
        );
        Some(self.finish(axis(what, self.spec.log_x), axis(field.label(), self.spec.log_y), &about, layers))
    }

    fn estimates(&self) -> Chart {
        // The start of an instance is one position, however often it is searched.
        let mut starts: BTreeMap<(&str, &str, &str, &str), (u32, u32)> = BTreeMap::new();
        for row in &self.rows {
            let distance = row.distance.or(row.length.filter(|_| row.optimal));
            if let (Some(estimate), Some(distance)) = (row.estimate, distance) {
                starts.insert((&row.group, &row.instance, &row.metric, &row.heuristic), (distance, estimate));
            }
        }
        let values: Vec<f64> = starts.values().flat_map(|&(x, y)| [f64::from(x), f64::from(y)]).collect();
        let width = class(&values);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number from 1")]
        let whole = width as u32;
        let mut cells: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for (distance, estimate) in starts.values() {
            *cells.entry((distance / whole, estimate / whole)).or_default() += 1.0;
        }
        let above = starts.values().filter(|(distance, estimate)| estimate > distance).count();
        let about = format!(
            "The heuristic's estimate of each start against the true distance: {}, of which {above} are above the \
             diagonal, where the estimate is too high.",
            counted(starts.len(), "start")
        );
        let middle = |class: u32| f64::from(class) * width + (width - 1.0) / 2.0;
        let cells = cells.into_iter().map(|((x, y), count)| (middle(x), middle(y), count)).collect();
        let [x, y] = ["true distance h* (moves)", "estimate h (moves)"].map(|label| in_classes(label, width));
        Chart::new("", Axis::linear(x), Axis::linear(y))
            .class(width)
            .about(about)
            .legend("starts")
            .layer("starts", Marks::Cells(cells))
            .layer("h = h*", Marks::Diagonal)
    }
}

#[cfg(test)]
mod tests;
