//! What can be wrong with a stack, said so that it can be mended.

use std::fmt;

use crate::setup::MAX_TEXT;
use crate::size::{MAX_PANCAKES, Size};

/// One thing that is wrong. Places are counted from 1, the top; long words are cut short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Fault {
    /// No pancake at all.
    #[error("there are no pancakes: list them from top to bottom, such as `3 1 2`, or `-3 +1 +2` for burnt ones")]
    Empty,
    /// More text than any stack needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no stack needs that many")]
    TooLong,
    /// A word that is no pancake.
    #[error(
        "place {place}: {word:?} is not a pancake; write its number, with `-` before it if the burnt side is up, or \
         `+` if it is down"
    )]
    NotAPancake { word: String, place: usize },
    /// A number that no pancake of this puzzle has.
    #[error("place {place}: pancake {pancake} is out of range; pancakes are numbered 1 to {largest} here")]
    OutOfRange { pancake: String, place: usize, largest: usize },
    /// A sign where pancakes have no burnt side.
    #[error(
        "place {place}: pancake {pancake} has a sign, but the puzzle has {size} without a burnt side; write {pancake} \
         without a sign, or give the pancakes of the start signs too"
    )]
    Signed { pancake: usize, place: usize, size: Size },
    /// A pancake that is in more than one place.
    #[error("pancake {pancake} appears {} times, at the places {}; each pancake appears once", places.len(), Listed(places))]
    Doubled { pancake: usize, places: Vec<usize> },
    /// Pancakes that are nowhere.
    #[error("missing: pancake{} {}", if pancakes.len() == 1 { "" } else { "s" }, Listed(pancakes))]
    Missing { pancakes: Vec<usize> },
}

const _: () = assert!(MAX_PANCAKES < 1 << 7, "pancakes and their sides are stored as bytes");

/// Everything that is wrong with a stack; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, or `None` where there are none.
    pub(crate) fn new(faults: Vec<Fault>) -> Option<Self> {
        (!faults.is_empty()).then_some(Self(faults))
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl fmt::Display for Faults {
    /// All faults, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Rising numbers, with runs of three or more written as `3–9`.
struct Listed<'a>(&'a [usize]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, run) in self.0.chunk_by(|a, b| a + 1 == *b).enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match run {
                [first, _, .., last] => write!(f, "{first}–{last}")?,
                [first, second] => write!(f, "{first}, {second}")?,
                [only] => write!(f, "{only}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_pancakes_are_listed_briefly() {
        let missing = |pancakes: &[usize]| Fault::Missing { pancakes: pancakes.to_vec() }.to_string();
        assert_eq!(missing(&[7]), "missing: pancake 7");
        assert_eq!(missing(&[1, 2, 5, 7, 8, 9, 10]), "missing: pancakes 1, 2, 5, 7–10");
    }
}
