//! What many numbers come to: mean, deviation, confidence, quartiles.
//!
//! Quartiles are those of linear interpolation (type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996),
//! as in R and the box plots of `fewest-plot`. The confidence interval of a mean is Student's ("The Probable Error of
//! a Mean", 1908): it takes the sample's own deviation, and few runs give a wide one.

use fewest_plot::quartile;

use crate::measure::Statistic;

/// A statistic of a sample; none where the sample is too small for it.
///
/// `Count` and `Solved` both give the size of the sample: which runs are in it is for the caller to say.
pub(crate) fn statistic(statistic: Statistic, sample: &[f64]) -> Option<f64> {
    match statistic {
        Statistic::Count | Statistic::Solved => Some(sample.len() as f64),
        _ if sample.is_empty() => None,
        Statistic::Total => Some(sample.iter().sum()),
        Statistic::Mean => Some(mean(sample)),
        Statistic::Deviation => deviation(sample),
        Statistic::Confidence => {
            let half = student(sample.len().checked_sub(1)?)?;
            Some(half * deviation(sample)? / (sample.len() as f64).sqrt())
        }
        Statistic::Least => Some(quartile(sample, 0)),
        Statistic::Lower => Some(quartile(sample, 1)),
        Statistic::Median => Some(quartile(sample, 2)),
        Statistic::Upper => Some(quartile(sample, 3)),
        Statistic::Greatest => Some(quartile(sample, 4)),
    }
}

fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The standard deviation of a sample: by one less than its size, which a sample of one has not.
fn deviation(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample);
    let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
    (sample.len() > 1).then(|| (squares / (sample.len() as f64 - 1.0)).sqrt())
}

/// How many standard errors the 95 % confidence interval reaches either way, by degrees of freedom.
fn student(freedom: usize) -> Option<f64> {
    const TABLE: [f64; 30] = [
        12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004, 2.262_157, 2.228_139,
        2.200_985, 2.178_813, 2.160_369, 2.144_787, 2.131_450, 2.119_905, 2.109_816, 2.100_922, 2.093_024, 2.085_963,
        2.079_614, 2.073_873, 2.068_658, 2.063_899, 2.059_539, 2.055_529, 2.051_831, 2.048_407, 2.045_230, 2.042_272,
    ];
    /// The same of the normal distribution.
    const NORMAL: f64 = 1.959_963_985;
    let index = freedom.checked_sub(1)?;
    Some(TABLE.get(index).copied().unwrap_or_else(|| {
        // The first terms of the expansion by Cornish and Fisher (1937); exact to five digits from 31 on.
        let n = freedom as f64;
        let z = NORMAL;
        z + (z.powi(3) + z) / (4.0 * n)
            + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
            + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * n.powi(3))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-5 * b.abs().max(1.0))
    }

    #[test]
    fn statistics_are_those_of_the_books() {
        let sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let of = |which| statistic(which, &sample);
        assert_eq!(of(Statistic::Count), Some(8.0));
        assert_eq!(of(Statistic::Total), Some(40.0));
        assert_eq!(of(Statistic::Mean), Some(5.0));
        // The squares of the differences sum to 32.
        assert!(near(of(Statistic::Deviation), (32.0_f64 / 7.0).sqrt()));
        assert!(near(of(Statistic::Confidence), 2.364_624 * (32.0_f64 / 7.0).sqrt() / 8.0_f64.sqrt()));
        // R: quantile(c(2, 4, 4, 4, 5, 5, 7, 9)) is 2.0, 4.0, 4.5, 5.5, 9.0.
        let five = [Statistic::Least, Statistic::Lower, Statistic::Median, Statistic::Upper, Statistic::Greatest];
        assert_eq!(five.map(of), [2.0, 4.0, 4.5, 5.5, 9.0].map(Some));
    }

    #[test]
    fn the_smallest_samples_have_what_they_can_have() {
        assert_eq!(statistic(Statistic::Mean, &[]), None);
        assert_eq!(statistic(Statistic::Count, &[]), Some(0.0));
        assert_eq!(statistic(Statistic::Mean, &[3.0]), Some(3.0));
        assert_eq!(statistic(Statistic::Median, &[3.0]), Some(3.0));
        assert_eq!(statistic(Statistic::Median, &[8.0, 1.0, 4.0, 2.0]), Some(3.0));
        assert_eq!(statistic(Statistic::Deviation, &[8.0]), None);
        assert_eq!(statistic(Statistic::Confidence, &[3.0]), None);
        assert!(near(statistic(Statistic::Confidence, &[1.0, 3.0]), 12.706_205));
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in
            [(1, 12.706_205), (10, 2.228_139), (30, 2.042_272), (31, 2.039_513), (60, 2.000_298), (120, 1.979_930)]
        {
            assert!(near(student(freedom), quantile), "{freedom}: {:?}", student(freedom));
        }
        assert_eq!(student(0), None);
        assert!(near(student(1_000_000), 1.959_966));
    }
}
