//! An axis: from values to places along it, with its ticks.

use crate::ticks::{self, Tick, Ticks, ValueKind};
use crate::{Axis, Scale};

/// Beyond this, sums and differences of values may be infinite.
const MOST: f64 = 1e300;

/// What is not more has no place on a log axis.
const LEAST: f64 = 1e-300;

/// What the data ask of an axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AxisNeeds {
    /// Bars stand on zero.
    pub(crate) bars: bool,
    /// How far marks reach to either side of their value, as a place on the axis.
    pub(crate) reach: f64,
    /// Free space at the ends, as a part of the length.
    pub(crate) air: f64,
}

/// An axis with its range. Its places are values on a linear axis and exponents of ten on a log one.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// Whether ratios are equally long.
    pub(crate) log: bool,
    low: f64,
    high: f64,
    /// Where values are drawn that a log axis does not have, and where the axis is broken above.
    floor: Option<(f64, f64)>,
    kind: ValueKind,
    negative: bool,
    names: Option<usize>,
    pub(crate) ticks: Ticks,
}

impl Span {
    /// The place of a value on a kind of axis, unless it has none. What a log axis does not have comes first of all.
    pub(crate) fn raw(scale: &Scale, value: f64) -> Option<f64> {
        if !value.is_finite() || value.abs() > MOST {
            return None;
        }
        match scale {
            Scale::Linear => Some(value),
            Scale::Log => Some(if value > LEAST { value.log10() } else { f64::NEG_INFINITY }),
            Scale::Categories(names) => (-0.5..=names.len() as f64 - 0.5).contains(&value).then_some(value),
        }
    }

    /// The axis for values; without any it has a range but no ticks.
    pub(crate) fn new(axis: &Axis, values: &[f64], needs: AxisNeeds) -> Self {
        let places = values.iter().filter_map(|&value| Self::raw(&axis.scale, value));
        let some = places.clone().next().is_some();
        let (least, greatest) = places
            .filter(|place| place.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), place| (a.min(place), b.max(place)));
        let mut span = Self {
            log: axis.scale == Scale::Log,
            low: 0.0,
            high: 1.0,
            floor: None,
            kind: ValueKind { whole: values.iter().all(|value| value.fract() == 0.0), seconds: unit(&axis.label).1 },
            negative: values.iter().any(|&value| value < 0.0),
            names: None,
            ticks: Ticks::default(),
        };
        match &axis.scale {
            Scale::Categories(names) => {
                span.names = Some(names.len());
                (span.low, span.high) = (-0.5, names.len().max(1) as f64 - 0.5);
            }
            Scale::Linear if some => span.linear(least, greatest, needs),
            Scale::Log if some => {
                let (least, greatest) = if least <= greatest { (least, greatest) } else { (0.0, 0.0) };
                span.logarithmic(least, greatest, needs);
                if values.iter().any(|&value| value <= LEAST) {
                    let length = span.high - span.low;
                    span.floor = Some((span.low - 0.1 * length, span.low - 0.05 * length));
                    span.low -= 0.12 * length;
                }
            }
            Scale::Linear | Scale::Log => span.names = Some(0),
        }
        span
    }

    fn linear(&mut self, least: f64, greatest: f64, needs: AxisNeeds) {
        let (mut low, mut high) = (least - needs.reach, greatest + needs.reach);
        // A zero near by is worth its place; bars stand on it.
        if needs.bars || (needs.reach == 0.0 && least >= 0.0 && least <= 0.35 * greatest) {
            low = low.min(0.0);
        }
        if needs.bars {
            high = high.max(0.0);
        }
        let size = low.abs().max(high.abs());
        if high - low <= size * 1e-12 || high - low < 1e-290 {
            let half = if size > 1e-280 { size / 2.0 } else { 1.0 };
            (self.low, self.high) = (low - half, high + half);
            return;
        }
        let air = (high - low) * needs.air;
        self.low = if low == 0.0 && least >= 0.0 { low } else { low - air };
        self.high = if high == 0.0 && greatest <= 0.0 { high } else { high + air };
    }

    fn logarithmic(&mut self, least: f64, greatest: f64, needs: AxisNeeds) {
        let (mut low, mut high) = (least - needs.reach, greatest + needs.reach);
        if needs.bars {
            low = (low - 0.2).floor();
        }
        if high - low < 1e-6 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let air = (high - low) * needs.air;
        self.low = if needs.bars { low } else { low - air };
        self.high = high + air;
    }

    /// One axis for both: y = x goes from corner to corner.
    pub(crate) fn join(&mut self, other: &mut Self) {
        if self.log == other.log && self.names.is_none() && other.names.is_none() {
            let floor = match (self.floor, other.floor) {
                (Some(a), Some(b)) => Some(if a.0 < b.0 { a } else { b }),
                (a, b) => a.or(b),
            };
            let (low, high) = (self.low.min(other.low), self.high.max(other.high));
            (self.low, self.high, other.low, other.high) = (low, high, low, high);
            if floor.is_some() {
                (self.floor, other.floor) = (floor, floor);
            }
        }
    }

    /// Chooses at most about so many ticks.
    pub(crate) fn choose_ticks(&mut self, most: usize) {
        let low = self.floor.map_or(self.low, |(_, gap)| gap + (self.high - self.low) * 0.01);
        self.ticks = match self.names {
            Some(names) => Ticks {
                major: (0..names).map(|name| Tick { at: name as f64, label: String::new() }).collect(),
                minor: Vec::new(),
            },
            None if self.log => ticks::log(low, self.high, most, self.kind),
            None => ticks::linear(self.low, self.high, most, self.kind),
        };
        if let Some((floor, _)) = self.floor {
            let label = if self.negative { "≤ 0" } else { "0" };
            self.ticks.major.insert(0, Tick { at: floor, label: label.to_owned() });
        }
    }

    /// The place of a value, unless it is not on the axis.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        if !value.is_finite() || value.abs() > MOST {
            return None;
        }
        if !self.log {
            return (self.names.is_none() || (self.low..=self.high).contains(&value)).then_some(value);
        }
        Some(if value > LEAST { value.log10() } else { self.floor.map_or(self.low, |(floor, _)| floor) })
    }

    pub(crate) fn value(&self, place: f64) -> f64 {
        if self.log { 10_f64.powf(place) } else { place }
    }

    /// Where bars begin.
    pub(crate) fn base(&self) -> f64 {
        if self.log { self.low } else { 0.0_f64.clamp(self.low, self.high) }
    }

    pub(crate) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The part of the axis' length where a place is.
    pub(crate) fn part(&self, place: f64) -> f64 {
        (place - self.low) / (self.high - self.low)
    }

    /// Where a place is on the way from one point to another, and never beyond.
    pub(crate) fn map(&self, place: f64, (from, to): (i32, i32)) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "between two whole numbers")]
        let there = (f64::from(from) + f64::from(to - from) * self.part(place).clamp(0.0, 1.0)).round() as i32;
        there
    }

    /// Where the axis is broken, below which is what it does not have.
    pub(crate) fn gap(&self) -> Option<f64> {
        self.floor.map(|(_, gap)| gap)
    }

    /// Whether the axis has numbers, on which y = x means something.
    pub(crate) fn numeric(&self) -> bool {
        self.names.is_none()
    }

    /// Whether its numbers are seconds, so that its ticks have units.
    pub(crate) fn seconds(&self) -> bool {
        self.kind.seconds && self.names.is_none()
    }
}

/// A label without its unit if that is seconds, and whether it is.
pub(crate) fn unit(label: &str) -> (&str, bool) {
    for end in [" (s)", " [s]", " in s", ", s", " in seconds", " (seconds)"] {
        if let Some(rest) = label.strip_suffix(end) {
            return (rest, true);
        }
    }
    (label, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEEDS: AxisNeeds = AxisNeeds { bars: false, reach: 0.0, air: 0.04 };

    fn ends(axis: &Axis, values: &[f64]) -> (f64, f64) {
        Span::new(axis, values, NEEDS).ends()
    }

    #[test]
    fn ranges_hold_all_values() {
        for values in
            [vec![5.0], vec![0.0], vec![-3.0, -3.0], vec![1e299, -1e299], vec![1e-310], vec![7.0, 7.0 + 1e-14]]
        {
            let (low, high) = ends(&Axis::linear(""), &values);
            assert!(low < high && values.iter().all(|value| (low..=high).contains(value)), "{values:?} {low} {high}");
            let span = Span::new(&Axis::log(""), &values, NEEDS);
            let (low, high) = span.ends();
            let inside = |&value: &f64| span.place(value).is_some_and(|place| (low..=high).contains(&place));
            assert!(low < high && values.iter().all(inside), "{values:?} {low} {high}");
        }
        assert!(ends(&Axis::linear(""), &[1.0, 10.0]).0.abs() < f64::MIN_POSITIVE);
        assert!(ends(&Axis::linear(""), &[9.0, 10.0]).0 > 8.0);
    }

    #[test]
    fn zeros_are_below_the_gap_of_a_log_axis() {
        let mut span = Span::new(&Axis::log(""), &[0.0, 1.0, 1000.0], NEEDS);
        span.choose_ticks(6);
        let labels: Vec<&str> = span.ticks.major.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["0", "1", "10", "100", "10³"]);
        let (zero, gap) = (span.place(0.0).expect("a place"), span.gap().expect("a gap"));
        assert!(span.ends().0 < zero && zero < gap && gap < span.place(1.0).expect("a place"));
        let mut span = Span::new(&Axis::log(""), &[-1.0], NEEDS);
        span.choose_ticks(6);
        assert_eq!(span.ticks.major[0].label, "≤ 0");
    }

    #[test]
    fn seconds_are_seen_in_the_label() {
        assert_eq!(unit("time (s)"), ("time", true));
        assert_eq!(unit("CPU time in s"), ("CPU time", true));
        assert_eq!(unit("nodes"), ("nodes", false));
    }
}
