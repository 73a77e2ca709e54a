//! How many pancakes there are, and whether they have a burnt side.

use std::fmt;
use std::str::FromStr;

use crate::notation::Flip;

/// The most pancakes a stack may have.
pub const MAX_PANCAKES: usize = 64;

/// The size of a puzzle: 1 to [`MAX_PANCAKES`] pancakes, plain or with a burnt side each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    pancakes: u8,
    burnt: bool,
}

/// A size that no puzzle has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum SizeError {
    /// Too many pancakes, or none.
    #[error("{pancakes} pancakes are not possible: a stack has 1 to {MAX_PANCAKES}")]
    OutOfRange { pancakes: usize },
    /// Not of the form `8` or `8 burnt`.
    #[error(
        "{0:?} is not a size: write the number of pancakes, such as 8, followed by `burnt` if they have a burnt side"
    )]
    Malformed(String),
}

impl Size {
    /// So many pancakes without a burnt side.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] where there are too many, or none.
    pub fn plain(pancakes: usize) -> Result<Self, SizeError> {
        Self::new(pancakes, false)
    }

    /// So many pancakes with a burnt side each.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] where there are too many, or none.
    pub fn burnt(pancakes: usize) -> Result<Self, SizeError> {
        Self::new(pancakes, true)
    }

    /// So many pancakes, burnt or not.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] where there are too many, or none.
    pub fn new(pancakes: usize, burnt: bool) -> Result<Self, SizeError> {
        match u8::try_from(pancakes) {
            Ok(count) if (1..=MAX_PANCAKES).contains(&pancakes) => Ok(Self { pancakes: count, burnt }),
            _ => Err(SizeError::OutOfRange { pancakes }),
        }
    }

    /// How many pancakes there are.
    #[inline]
    pub fn pancakes(self) -> usize {
        usize::from(self.pancakes)
    }

    /// Whether each pancake has a burnt side.
    #[inline]
    pub fn is_burnt(self) -> bool {
        self.burnt
    }

    /// The smallest flip that changes anything: 1 where it turns a burnt side over, else 2.
    #[inline]
    pub fn least_flip(self) -> usize {
        if self.burnt { 1 } else { 2 }
    }

    /// Every flip, the smallest first. A single plain pancake has none.
    #[inline]
    pub fn flips(self) -> impl DoubleEndedIterator<Item = Flip> {
        (self.least_flip()..=self.pancakes()).filter_map(Flip::new)
    }

    /// How many stacks there are: n!, times 2ⁿ for burnt ones; `None` beyond 64 bits.
    pub fn stacks(self) -> Option<u64> {
        let ways = if self.burnt { 2 } else { 1 };
        (1..=u64::from(self.pancakes)).try_fold(1u64, |count, pancake| count.checked_mul(pancake)?.checked_mul(ways))
    }
}

impl fmt::Display for Size {
    /// `8 pancakes` or `8 burnt pancakes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let burnt = if self.burnt { " burnt" } else { "" };
        write!(f, "{}{burnt} pancake{}", self.pancakes, if self.pancakes == 1 { "" } else { "s" })
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `8` or `8 burnt`, with or without the word `pancakes` at the end.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let malformed = || SizeError::Malformed(text.chars().take(40).collect());
        let mut words = text.split_whitespace();
        let number = words.next().ok_or_else(malformed)?.parse().map_err(|_| malformed())?;
        let mut burnt = false;
        let mut rest = words.next();
        if rest.is_some_and(|word| word.eq_ignore_ascii_case("burnt")) {
            (burnt, rest) = (true, words.next());
        }
        if rest.is_some_and(|word| word.eq_ignore_ascii_case("pancakes") || word.eq_ignore_ascii_case("pancake")) {
            rest = words.next();
        }
        if rest.is_some() { Err(malformed()) } else { Self::new(number, burnt) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert!(Size::plain(1).is_ok() && Size::burnt(64).is_ok());
        for pancakes in [0, 65, 256, 257, usize::MAX] {
            assert_eq!(Size::plain(pancakes), Err(SizeError::OutOfRange { pancakes }));
        }
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!("8".parse(), Size::plain(8));
        assert_eq!(" 8  Burnt ".parse(), Size::burnt(8));
        for size in [Size::plain(1), Size::plain(64), Size::burnt(1), Size::burnt(12)] {
            let size = size.unwrap();
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        for bad in ["", "x", "-1", "8x", "8 burned", "8 burnt cakes", "8 pancakes burnt", "99999999999999999999"] {
            assert!(matches!(bad.parse::<Size>(), Err(SizeError::Malformed(_))), "{bad}");
        }
    }

    #[test]
    fn stacks_and_flips_are_counted() {
        let stacks = |size: Result<Size, SizeError>| size.unwrap().stacks();
        assert_eq!((stacks(Size::plain(1)), stacks(Size::burnt(1))), (Some(1), Some(2)));
        assert_eq!((stacks(Size::plain(10)), stacks(Size::burnt(10))), (Some(3_628_800), Some(3_715_891_200)));
        assert_eq!(stacks(Size::plain(20)), Some(2_432_902_008_176_640_000));
        assert_eq!((stacks(Size::plain(21)), stacks(Size::burnt(17))), (None, None));
        assert!(stacks(Size::burnt(16)).is_some());
        let flips = |size: Result<Size, SizeError>| size.unwrap().flips().map(Flip::count).collect::<Vec<_>>();
        assert_eq!(flips(Size::plain(1)), [0; 0]);
        assert_eq!(flips(Size::plain(4)), [2, 3, 4]);
        assert_eq!(flips(Size::burnt(3)), [1, 2, 3]);
    }
}
