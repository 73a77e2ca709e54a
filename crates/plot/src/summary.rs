//! Five numbers and more of a sample, for box plots (Tukey, "Exploratory Data Analysis", 1977).

/// What a box plot shows of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The first quartile, by linear interpolation.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub high: f64,
    /// The least and the greatest value within one and a half times the distance of the quartiles around the box.
    pub whiskers: (f64, f64),
    /// The arithmetic mean.
    pub mean: f64,
    /// The values beyond the whiskers, in order.
    pub outliers: Vec<f64>,
}

impl Summary {
    /// Sums up a sample; values that are not finite are left out, and of none there is no summary.
    ///
    /// ```
    /// use fewest_plot::Summary;
    ///
    /// let summary = Summary::of(&[4.0, 1.0, 3.0, 2.0, 40.0]).unwrap();
    /// assert_eq!((summary.low, summary.median, summary.high), (2.0, 3.0, 4.0));
    /// assert_eq!((summary.whiskers, summary.outliers), ((1.0, 4.0), vec![40.0]));
    /// ```
    pub fn of(sample: &[f64]) -> Option<Self> {
        let values: Vec<f64> = sample.iter().copied().filter(|value| value.is_finite()).collect();
        let quartiles = (!values.is_empty()).then(|| [1, 2, 3].map(|quarters| quartile(&values, quarters)))?;
        Self::with_quartiles(&values, quartiles)
    }

    /// The quartiles of a larger sample, of which only these values are known, and what follows from both.
    pub fn with_quartiles(values: &[f64], [low, median, high]: [f64; 3]) -> Option<Self> {
        let mut values: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let size = values.len() as f64;
        let sum: f64 = values.iter().sum();
        // Divided first where the sum is too large.
        let mean: f64 = if sum.is_finite() { sum / size } else { values.iter().map(|value| value / size).sum() };
        let mean = mean.clamp(min, max);
        let reach = 1.5 * (high - low);
        let inside = |value: &f64| (low - reach..=high + reach).contains(value);
        let (outliers, within): (Vec<f64>, Vec<f64>) = values.iter().partition(|value| !inside(value));
        // A quartile between two values far apart may have none of them within reach.
        let whiskers = match (within.first(), within.last()) {
            (Some(&first), Some(&last)) => (first.min(low), last.max(high)),
            _ => (low, high),
        };
        Some(Self { low, median, high, whiskers, mean, outliers })
    }
}

/// So many quarters of the way through the sample in order: 0 gives the least, 2 the median, 4 the greatest. Between two values it
/// is that of linear interpolation (type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996); values may
/// be infinite.
///
/// # Panics
///
/// Where the sample is empty or there are more than four quarters.
pub fn quartile(sample: &[f64], quarters: usize) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let steps = (sorted.len() - 1) * quarters;
    let (index, rest) = (steps / 4, steps % 4);
    let part = rest as f64 / 4.0;
    if rest == 0 { sorted[index] } else { sorted[index] * (1.0 - part) + sorted[index + 1] * part }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_those_of_linear_interpolation() {
        // R: quantile(c(1, 2, 4, 8)) is 1.00, 1.75, 3.00, 5.00, 8.00.
        let summary = Summary::of(&[8.0, 1.0, 4.0, 2.0]).expect("values");
        let five = [0, 1, 2, 3, 4].map(|quarters| quartile(&[8.0, 1.0, 4.0, 2.0], quarters));
        assert_eq!(five.map(f64::to_bits), [1.0, 1.75, 3.0, 5.0, 8.0].map(f64::to_bits));
        assert_eq!((summary.low, summary.median, summary.high, summary.mean), (1.75, 3.0, 5.0, 3.75));
        assert_eq!((summary.whiskers, summary.outliers.len()), ((1.0, 8.0), 0));
    }

    #[test]
    fn quartiles_may_be_those_of_more_than_is_known() {
        let values = [1.0, 2.0, 3.0, 4.0, 40.0];
        let summary = Summary::with_quartiles(&values, [2.0, 4.0, 30.0]).expect("values");
        assert_eq!((summary.low, summary.median, summary.high), (2.0, 4.0, 30.0));
        assert_eq!((summary.whiskers, summary.outliers.len()), ((1.0, 40.0), 0));
    }

    #[test]
    fn what_is_not_a_number_is_left_out() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[f64::NAN, f64::INFINITY]), None);
        assert_eq!(Summary::of(&[f64::NAN, 7.0]).map(|summary| (summary.mean, summary.median)), Some((7.0, 7.0)));
        assert!(Summary::of(&[f64::MAX; 3]).is_some_and(|summary| summary.mean.is_finite()));
    }
}
