//! Classes of equal width, or of equal ratio on a log axis.

use crate::measure::Field;

/// The most classes that are useful side by side.
const MOST: f64 = 40.0;

/// Classes in a decade on a log axis.
const PER_DECADE: f64 = 4.0;

/// The classes of a histogram.
#[derive(Debug)]
pub(crate) struct Bins {
    least: i64,
    count: usize,
    width: f64,
    is_log: bool,
    is_whole: bool,
}

impl Bins {
    /// Classes for these values of a field.
    pub(crate) fn new(field: Field, values: &[f64], is_log: bool) -> Self {
        let is_whole = !matches!(field, Field::Seconds | Field::SetupSeconds | Field::Memory | Field::Speed);
        let usable = values.iter().copied().filter(|value| !is_log || *value > 0.0);
        let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let width = if is_log { 1.0 / PER_DECADE } else { width((high - low) / MOST, is_whole) };
        let mut bins = Self { least: 0, count: 0, width, is_log, is_whole };
        if low <= high {
            bins.least = bins.index(low);
            bins.count = usize::try_from(bins.index(high) - bins.least).unwrap_or(0) + 1;
        }
        bins
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The class of a value.
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
        #[expect(clippy::cast_precision_loss, reason = "a few classes from zero")]
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
        let all = counts.into_iter().enumerate().map(|(at, count)| (middle(at), count));
        zero.into_iter().chain(all.filter(|(_, count)| !skip_empty || *count > 0.0)).collect()
    }

    /// What is counted, with what a class is.
    pub(crate) fn label(&self, name: &str) -> String {
        if self.is_log {
            format!("{name} ({PER_DECADE} classes a decade)")
        } else if self.is_whole && (self.width - 1.0).abs() < 1e-9 || self.count == 0 {
            name.to_owned()
        } else {
            format!("{name} (classes of {})", crate::number::plain(self.width))
        }
    }
}

/// 1, 2 or 5 times a power of ten that is no less; of whole numbers at least 1.
fn width(least: f64, is_whole: bool) -> f64 {
    if is_whole && least <= 1.5 {
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
        assert_eq!(bins.label("runs"), "runs");
        let bins = Bins::new(Field::Expanded, &[0.0, 999.0], false);
        assert_eq!(bins.label("runs"), "runs (classes of 50)");
        assert_eq!(bins.counts(&[49.0, 50.0], true), [(24.5, 1.0), (74.5, 1.0)]);
    }

    #[test]
    fn nothing_has_no_class() {
        let bins = Bins::new(Field::Seconds, &[], true);
        assert!(bins.counts(&[], false).is_empty());
    }
}
