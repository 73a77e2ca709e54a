//! Classes of equal width, or of equal ratio on a log axis.

use crate::measure::Field;

/// The most classes that are useful side by side.
const MOST: f64 = 40.0;

/// The most whole numbers that have a class each.
const SINGLE: usize = 60;

/// Classes in a decade on a log axis.
const PER_DECADE: f64 = 4.0;

#[derive(Debug)]
pub(crate) struct Bins {
    least: i64,
    count: usize,
    width: f64,
    /// 2 where only every other class can have values.
    step: usize,
    is_log: bool,
    is_whole: bool,
}

impl Bins {
    pub(crate) fn new(field: Field, values: &[f64], is_log: bool) -> Self {
        let is_whole = field.is_whole();
        let usable = values.iter().copied().filter(|value| !is_log || *value > 0.0);
        let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let width = match is_log {
            true => 1.0 / PER_DECADE,
            false if is_whole && are_few(values) => 1.0,
            false => width((high - low) / MOST, is_whole),
        };
        let is_single = is_whole && !is_log && width < 1.5;
        let step = if is_single { step(values) } else { 1 };
        let mut bins = Self { least: 0, count: 0, width, step, is_log, is_whole };
        if low <= high {
            bins.least = bins.index(low);
            bins.count = usize::try_from(bins.index(high) - bins.least).unwrap_or(0) + 1;
        }
        bins
    }

    pub(crate) fn len(&self) -> usize {
        self.count.div_ceil(self.step)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a few classes from zero, or a few hundred decades")]
    fn index(&self, value: f64) -> i64 {
        ((if self.is_log { value.log10() } else { value }) / self.width).floor() as i64
    }

    /// The middle of each class and how many values are in it; values that a log axis has not are at zero.
    pub(crate) fn counts(&self, values: &[f64], skip_empty: bool) -> Vec<(f64, f64)> {
        let mut counts = vec![0.0; self.count];
        let mut zeros = 0.0;
        for &value in values {
            if self.is_log && value <= 0.0 {
                zeros += 1.0;
            } else if let Some(count) =
                usize::try_from(self.index(value) - self.least).ok().and_then(|at| counts.get_mut(at))
            {
                *count += 1.0;
            }
        }
        let middle = |at: usize| {
            let low = (self.least + i64::try_from(at).unwrap_or(0)) as f64 * self.width;
            match (self.is_log, self.is_whole) {
                (true, _) => 10_f64.powf(low + self.width / 2.0),
                // A class of whole numbers ends one before the next begins.
                (false, true) => low + (self.width - 1.0) / 2.0,
                (false, false) => low + self.width / 2.0,
            }
        };
        let zero = (zeros > 0.0).then_some((0.0, zeros));
        let all = counts.into_iter().enumerate().step_by(self.step).map(|(at, count)| (middle(at), count));
        zero.into_iter().chain(all.filter(|(_, count)| !skip_empty || *count > 0.0)).collect()
    }

    /// How wide a class is on a linear axis.
    pub(crate) fn width(&self) -> Option<f64> {
        (!self.is_log && self.count > 0).then_some(self.width)
    }

    /// What is counted, with what a class is where the axis of the values does not say it.
    pub(crate) fn counted(&self, name: &str) -> String {
        if self.is_log {
            format!("{name} ({PER_DECADE} classes per decade)")
        } else if self.is_whole || self.count == 0 {
            name.to_owned()
        } else {
            format!("{name} (classes of {})", crate::number::plain(self.width))
        }
    }

    /// What the values are, with the width of a class of more than one whole number.
    pub(crate) fn label(&self, name: &str) -> String {
        if self.is_whole && !self.is_log { in_classes(name, self.width) } else { name.to_owned() }
    }
}

/// A label of whole numbers, with the width of a class of more than one: `length (moves, in classes of 2)`.
pub(crate) fn in_classes(label: &str, width: f64) -> String {
    let width = match width {
        width if width < 1.5 => return label.to_owned(),
        width => crate::number::plain(width),
    };
    match label.strip_suffix(')') {
        Some(open) => format!("{open}, in classes of {width})"),
        None => format!("{label} (in classes of {width})"),
    }
}

/// Whether whole numbers are so few that each has a class, and not too far apart to be seen so.
pub(crate) fn are_few(values: &[f64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let range = sorted.last().zip(sorted.first()).map_or(0.0, |(last, first)| last - first);
    sorted.dedup();
    sorted.len() <= SINGLE && range < 2.0 * SINGLE as f64
}

/// How far apart whole numbers are: 2 where all are even or all odd, as the lengths of solutions from one half of the boards
/// are; else 1.
fn step(values: &[f64]) -> usize {
    let is_even = |value: &f64| (value % 2.0).abs() < 0.5;
    let is_one = values.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq());
    let is_alike = values.windows(2).all(|pair| is_even(&pair[0]) == is_even(&pair[1]));
    if is_alike && !is_one { 2 } else { 1 }
}

/// How wide classes of whole numbers must be for so great a range.
pub(crate) fn class(values: &[f64]) -> f64 {
    let (low, high) = values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(*v), high.max(*v)));
    if are_few(values) { 1.0 } else { width((high - low) / MOST, true) }
}

/// 1, 2 or 5 times a power of ten that is no less; of whole numbers at least 1.
fn width(least: f64, is_whole: bool) -> f64 {
    if is_whole && least <= 1.0 {
        return 1.0;
    }
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let decade = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|digit| digit * decade).find(|width| *width >= least).unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_one_class() {
        for (field, is_log) in
            [(Field::Length, false), (Field::Expanded, false), (Field::Expanded, true), (Field::Seconds, false)]
        {
            for scale in [1.0, 3.7, 1e4, 1e9] {
                let mut values: Vec<f64> = (0..500).map(|index| f64::from(index * index % 97) * scale).collect();
                if field != Field::Seconds {
                    for value in &mut values {
                        *value = value.round();
                    }
                }
                let bins = Bins::new(field, &values, is_log);
                let counts = bins.counts(&values, false);
                assert!((counts.iter().map(|(_, count)| count).sum::<f64>() - 500.0).abs() < 1e-9, "{field} {scale}");
                assert!(bins.len() <= 98, "{field} {scale} {}", bins.len());
            }
        }
    }

    #[test]
    fn small_whole_numbers_have_a_class_each() {
        let bins = Bins::new(Field::Length, &[3.0, 5.0, 5.0, 31.0], false);
        assert_eq!(bins.counts(&[3.0, 5.0, 5.0, 31.0], true), [(3.0, 1.0), (5.0, 2.0), (31.0, 1.0)]);
        assert_eq!(
            (bins.counted("runs"), bins.label("length (moves)")),
            ("runs".to_owned(), "length (moves)".to_owned())
        );
        // Every other of 0 to 118 makes 60.
        let sixty: Vec<f64> = (0..60).map(|half| f64::from(2 * half)).collect();
        let bins = Bins::new(Field::Length, &sixty, false);
        assert_eq!((bins.width(), bins.len()), (Some(1.0), 60));
        let more: Vec<f64> = (0..61).map(f64::from).collect();
        assert_eq!(Bins::new(Field::Length, &more, false).width(), Some(2.0));
        let bins = Bins::new(Field::Expanded, &[0.0, 999.0], false);
        assert_eq!(
            (bins.counted("runs"), bins.label("nodes")),
            ("runs".to_owned(), "nodes (in classes of 50)".to_owned())
        );
        assert_eq!(bins.label("length (moves)"), "length (moves, in classes of 50)");
        assert_eq!(Bins::new(Field::Seconds, &[0.0, 9.0], false).counted("runs"), "runs (classes of 0.5)");
        assert_eq!(bins.counts(&[49.0, 50.0], true), [(24.5, 1.0), (74.5, 1.0)]);
    }

    #[test]
    fn values_of_one_parity_are_counted_at_every_other_class() {
        for odd in [0.0, 1.0] {
            let values = [20.0, 24.0, 24.0, 26.0].map(|value| value + odd);
            let bins = Bins::new(Field::Length, &values, false);
            let counts = [(20.0, 1.0), (22.0, 0.0), (24.0, 2.0), (26.0, 1.0)];
            assert_eq!(bins.counts(&values, false), counts.map(|(at, count)| (at + odd, count)));
            assert_eq!((bins.len(), bins.width()), (4, Some(1.0)));
        }
        assert_eq!((step(&[4.0, 4.0]), step(&[4.0, 5.0, 6.0]), step(&[])), (1, 1, 1));
    }

    #[test]
    fn nothing_has_no_class() {
        let bins = Bins::new(Field::Seconds, &[], true);
        assert!(bins.counts(&[], false).is_empty());
    }
}
