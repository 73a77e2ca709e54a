//! How many discs and pegs there are, and what pegs are called.

use std::fmt;

/// The most discs a puzzle may have.
pub const MAX_DISCS: usize = 64;
/// The fewest pegs on which every arrangement can be reached.
pub const MIN_PEGS: usize = 3;
/// The most pegs: one for each letter.
pub const MAX_PEGS: usize = 26;

/// The size of a puzzle: 1 to [`MAX_DISCS`] discs on [`MIN_PEGS`] to [`MAX_PEGS`] pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    discs: u8,
    pegs: u8,
}

/// A size that no puzzle has: too many discs or pegs, or too few.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{discs} discs on {pegs} pegs are not possible: there are 1 to {MAX_DISCS} discs and {MIN_PEGS} to {MAX_PEGS} pegs"
)]
#[expect(missing_docs, reason = "the message says what the fields are")]
pub struct SizeError {
    pub discs: usize,
    pub pegs: usize,
}

impl Size {
    /// A size, if a puzzle can have it.
    ///
    /// # Errors
    /// [`SizeError`] where there are too many discs or pegs, or too few.
    pub fn new(discs: usize, pegs: usize) -> Result<Self, SizeError> {
        match (u8::try_from(discs), u8::try_from(pegs)) {
            (Ok(d), Ok(p)) if (1..=MAX_DISCS).contains(&discs) && (MIN_PEGS..=MAX_PEGS).contains(&pegs) => {
                Ok(Self { discs: d, pegs: p })
            }
            _ => Err(SizeError { discs, pegs }),
        }
    }

    /// How many discs there are.
    pub fn discs(self) -> usize {
        usize::from(self.discs)
    }

    /// How many pegs there are.
    pub fn pegs(self) -> usize {
        usize::from(self.pegs)
    }

    /// The pegs from the first to the last.
    pub fn each_peg(self) -> impl DoubleEndedIterator<Item = Peg> {
        (0..self.pegs).map(Peg)
    }

    /// The last peg.
    pub fn last_peg(self) -> Peg {
        Peg(self.pegs - 1)
    }
}

impl fmt::Display for Size {
    /// `8 discs on 4 pegs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} disc{} on {} pegs", self.discs, if self.discs == 1 { "" } else { "s" }, self.pegs)
    }
}

/// A peg: A is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Peg(u8);

impl Peg {
    /// The peg of this number, from 0, if there is a letter for it.
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < MAX_PEGS).map(Self)
    }

    /// The peg of this letter, large or small.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        letter.is_ascii_uppercase().then(|| Self(u8::try_from(letter).expect("a letter of ASCII") - b'A'))
    }

    /// Its number, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0)
    }
}

impl From<Peg> for u32 {
    fn from(peg: Peg) -> Self {
        Self::from(peg.0)
    }
}

impl fmt::Display for Peg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert!(Size::new(1, 3).is_ok() && Size::new(64, 26).is_ok());
        for (discs, pegs) in [(0, 3), (65, 3), (4, 2), (4, 27), (256, 3), (1, 259), (usize::MAX, usize::MAX)] {
            assert_eq!(Size::new(discs, pegs), Err(SizeError { discs, pegs }));
        }
    }

    #[test]
    fn letters_name_pegs() {
        for index in 0..MAX_PEGS {
            let peg = Peg::new(index).unwrap();
            assert_eq!(peg.index(), index);
            assert_eq!(Peg::from_letter(peg.letter()), Some(peg));
            assert_eq!(Peg::from_letter(peg.letter().to_ascii_lowercase()), Some(peg));
        }
        assert_eq!(Peg::new(MAX_PEGS), None);
        assert!(['1', 'ä', '[', '@', 'İ'].into_iter().all(|letter| Peg::from_letter(letter).is_none()));
    }
}
