//! Which values codes stand for, where there are more values than codes and no base that a search knows anyway.
//!
//! Most entries lie in a few neighbouring levels, those a search asks about. They get a code each. What is above is cut
//! off; what is below is rounded down to the next of a few levels, ever further apart. Both keep values admissible. The
//! levels follow from the histogram of the table, which its file has, so nothing else need be stored.

use crate::build::UNREACHED;
use crate::encoding::Bits;

/// The values of codes.
///
/// ```
/// use fewest_pdb::{encoding::Bits, levels::Levels};
/// // Values from 0 to 23, most of them 20.
/// let mut histogram = vec![1; 24];
/// histogram[20] = 1000;
/// let levels = Levels::new(&histogram, Bits::Four);
/// assert_eq!(levels.value(levels.code(20)), 20);
/// assert!((0..24).all(|value| levels.value(levels.code(value)) <= value));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    values: [u8; 256],
    codes: [u8; 256],
    exact: bool,
}

/// The topmost level that gets a code has at least one in so many entries at or above it.
const RARE: u64 = 64;

impl Levels {
    /// The levels for a histogram of values and codes of a width.
    pub fn new(histogram: &[u64], bits: Bits) -> Self {
        let largest = histogram.len().saturating_sub(1).min(usize::from(UNREACHED) - 1);
        let last_code = usize::from(bits.largest());
        let mut steps: Vec<usize> = (0..=largest).collect();
        if largest > last_code {
            let total: u64 = histogram.iter().sum();
            let above = |level: usize| histogram[level..].iter().sum::<u64>();
            let top = (last_code..=largest).rev().find(|&level| above(level) * RARE >= total).unwrap_or(last_code);
            // A quarter of the codes for what is below: each half as far from the fully told levels as the one before.
            let coarse = ((last_code + 1) / 4).max(1);
            let first = top + coarse - last_code;
            steps = (0..coarse).map(|step| first - (first >> step)).chain(first..=top).collect();
        }
        let mut levels = Self { values: [0; 256], codes: [0; 256], exact: largest <= last_code };
        for (code, pair) in (0u8..).zip(steps.iter().zip(steps.iter().skip(1).map(Some).chain([None]))) {
            let (&from, next) = pair;
            levels.values[usize::from(code)] = u8::try_from(from).expect("a level is below 255");
            levels.codes[from..next.map_or(256, |&next| next.max(from))].fill(code);
        }
        levels
    }

    /// The code of a value; that of [`UNREACHED`] is the largest.
    #[inline]
    pub fn code(&self, value: u8) -> u8 {
        self.codes[usize::from(value)]
    }

    /// The value of a code: no greater than those that have it.
    #[inline]
    pub fn value(&self, code: u8) -> u8 {
        self.values[usize::from(code)]
    }

    /// Whether every value has a code of its own.
    pub fn are_exact(&self) -> bool {
        self.exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels of the two seven-tile tables of the 15-puzzle are about where they should be.
    #[test]
    fn few_codes_serve_many_values() {
        let histogram: Vec<u64> = (0..34).map(|level: i32| 1 << (20 - (level - 23).abs()).max(0)).collect();
        for bits in [Bits::One, Bits::Two, Bits::Four, Bits::Eight] {
            let levels = Levels::new(&histogram, bits);
            assert_eq!(levels.are_exact(), bits == Bits::Eight);
            assert_eq!(levels.code(0), 0);
            for value in 0..34 {
                let code = levels.code(value);
                assert!(code <= bits.largest() && levels.value(code) <= value);
                assert!(value == 0 || levels.code(value - 1) <= code && levels.value(levels.code(value - 1)) <= value);
                if bits == Bits::Eight {
                    assert_eq!(code, value);
                }
            }
            assert_eq!(levels.code(UNREACHED), levels.code(33));
        }
        let levels = Levels::new(&histogram, Bits::Four);
        let values: Vec<u8> = (0..16).map(|code| levels.value(code)).collect();
        assert_eq!(values, [0, 9, 13, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]);
        assert!(Levels::new(&[1; 16], Bits::Four).are_exact());
        assert!(!Levels::new(&[1; 17], Bits::Four).are_exact());
    }
}
