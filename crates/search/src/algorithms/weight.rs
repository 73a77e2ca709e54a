//! The weight of weighted A*: a ratio, so that bounds are exact.

use std::fmt;
use std::str::FromStr;

/// A ratio of at least 1: how many times the optimum a solution may cost.
///
/// Numerator and denominator are at most [`LARGEST_TERM`](Self::LARGEST_TERM) in lowest terms. A queue with a bucket for
/// each priority has that many for each unit of cost, and finer weights make no better searches.
///
/// ```
/// use fewest_search::algorithms::Weight;
///
/// let weight: Weight = "1.2".parse()?;
/// assert_eq!(weight, Weight::new(6, 5)?);
/// assert_eq!(weight, "12/10".parse()?);
/// assert_eq!(weight.to_string(), "1.2");
/// assert!("0.9".parse::<Weight>().is_err());
/// # Ok::<(), fewest_search::algorithms::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weight {
    numerator: u32,
    denominator: u32,
}

/// What is no weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// The text is no number.
    #[error("{0:?} is not a weight: write a number such as 1.2 or a ratio such as 6/5")]
    Malformed(String),
    /// The ratio is below 1, or has no value.
    #[error("a weight of {numerator}/{denominator} is not allowed: it must be at least 1")]
    BelowOne {
        /// The ratio's numerator.
        numerator: u32,
        /// The ratio's denominator.
        denominator: u32,
    },
    /// The ratio is too large or too fine.
    #[error(
        "a weight of {numerator}/{denominator} is not allowed: in lowest terms, both numbers must be at most {}",
        Weight::LARGEST_TERM
    )]
    TooFine {
        /// The ratio's numerator, in lowest terms.
        numerator: u32,
        /// The ratio's denominator, in lowest terms.
        denominator: u32,
    },
}

impl Weight {
    /// 1: every solution must be optimal.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The largest numerator or denominator.
    pub const LARGEST_TERM: u32 = 1000;

    /// The weight `numerator / denominator`.
    ///
    /// # Errors
    /// [`WeightError::BelowOne`] and [`WeightError::TooFine`].
    pub fn new(numerator: u32, denominator: u32) -> Result<Self, WeightError> {
        if denominator == 0 || numerator < denominator {
            return Err(WeightError::BelowOne { numerator, denominator });
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        if numerator > Self::LARGEST_TERM {
            return Err(WeightError::TooFine { numerator, denominator });
        }
        Ok(Self { numerator, denominator })
    }

    /// The numerator, in lowest terms.
    pub fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator, in lowest terms.
    pub fn denominator(self) -> u32 {
        self.denominator
    }

    /// Numerator and denominator, wide enough to be multiplied by any cost.
    #[inline]
    pub(crate) fn terms(self) -> [u64; 2] {
        [self.numerator.into(), self.denominator.into()]
    }
}

impl Default for Weight {
    /// [`ONE`](Self::ONE).
    fn default() -> Self {
        Self::ONE
    }
}

/// A whole number, a decimal fraction or a ratio of whole numbers.
impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let malformed = || WeightError::Malformed(text.to_owned());
        // `u32::from_str` would let a sign pass.
        let number = |digits: &str| {
            let digits = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u32>().ok()).ok_or_else(malformed)
        };
        if let Some((numerator, denominator)) = text.split_once('/') {
            return Self::new(number(numerator)?, number(denominator)?);
        }
        let Some((whole, fraction)) = text.split_once('.') else { return Self::new(number(text)?, 1) };
        let places = u32::try_from(fraction.len()).map_err(|_| malformed())?;
        let denominator = 10u32.checked_pow(places).ok_or_else(malformed)?;
        let whole = number(whole)?.checked_mul(denominator).ok_or_else(malformed)?;
        let numerator = whole.checked_add(number(fraction)?).ok_or_else(malformed)?;
        Self::new(numerator, denominator)
    }
}

/// As a decimal fraction where that is exact within three places, else as a ratio.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { numerator, denominator } = *self;
        if 1000 % denominator != 0 {
            return write!(f, "{numerator}/{denominator}");
        }
        let thousandths = numerator * (1000 / denominator);
        let decimal = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        f.pad(decimal.trim_end_matches('0').trim_end_matches('.'))
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_and_written() {
        for (text, terms, written) in [
            ("1", (1, 1), "1"),
            ("1.0", (1, 1), "1"),
            ("1.2", (6, 5), "1.2"),
            ("6/5", (6, 5), "1.2"),
            ("01.250", (5, 4), "1.25"),
            ("1000", (1000, 1), "1000"),
            ("100/7", (100, 7), "100/7"),
            ("999/998", (999, 998), "999/998"),
        ] {
            let weight: Weight = text.parse().expect(text);
            assert_eq!((weight.numerator(), weight.denominator()), terms, "{text}");
            assert_eq!(weight.to_string(), written);
            assert_eq!(written.parse(), Ok(weight));
        }
        assert_eq!(Weight::default(), Weight::ONE);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for text in ["", ".", "x", "1.", ".5", "+2", "-2", "1.+5", "1e3", "2/", "/2", "1/2/3", "1,5", " 2", "1.2.3"] {
            assert_eq!(text.parse::<Weight>(), Err(WeightError::Malformed(text.to_owned())));
        }
        assert_eq!("99999999999".parse::<Weight>().map_err(|error| error.to_string()).ok(), None);
        for text in ["0", "0.99", "5/6", "1/0", "0/0"] {
            assert!(matches!(text.parse::<Weight>(), Err(WeightError::BelowOne { .. })), "{text}");
        }
        for text in ["1001", "1.001", "1001/1000"] {
            assert!(matches!(text.parse::<Weight>(), Err(WeightError::TooFine { .. })), "{text}");
        }
    }
}
