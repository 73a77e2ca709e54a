//! How often each numbered piece appears.

use crate::word::Word;

/// Counts the numbers 0 to n − 1.
#[derive(Clone, Debug)]
pub struct Tally(Vec<usize>);

/// A word that names no piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A number that is too large, as written.
    OutOfRange(String),
    /// No number at all.
    NotANumber(String),
}

impl Tally {
    /// So many numbers, none of which has appeared.
    pub fn new(numbers: usize) -> Self {
        Self(vec![0; numbers])
    }

    /// Counts a word; a blank counts as 0.
    ///
    /// # Errors
    /// What is wrong with a word that is not counted.
    pub fn count(&mut self, word: &Word) -> Result<(), Unfit> {
        let number = if word.is_blank() { Some(0) } else { word.number() };
        match number {
            Some(number) if self.add(usize::from(number)) => Ok(()),
            _ if word.is_number() => Err(Unfit::OutOfRange(word.to_string())),
            _ => Err(Unfit::NotANumber(word.to_string())),
        }
    }

    /// Counts a number, and says whether it is one of those that are counted.
    pub fn add(&mut self, number: usize) -> bool {
        self.0.get_mut(number).map(|count| *count += 1).is_some()
    }

    /// How often a number appeared.
    pub fn of(&self, number: usize) -> usize {
        self.0[number]
    }

    /// The numbers from 1 that appeared more than once, and how often.
    pub fn doubled(&self) -> impl Iterator<Item = (u16, usize)> {
        self.pieces().filter(|(_, count)| *count > 1)
    }

    /// The numbers from 1 that did not appear; `None` where all did.
    pub fn missing(&self) -> Option<Vec<u16>> {
        let missing: Vec<_> = self.pieces().filter(|(_, count)| *count == 0).map(|(number, _)| number).collect();
        (!missing.is_empty()).then_some(missing)
    }

    fn pieces(&self) -> impl Iterator<Item = (u16, usize)> {
        (0u16..).zip(self.0.iter().copied()).skip(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_counted_or_refused() {
        let mut tally = Tally::new(4);
        let refused: Vec<_> = ["1", "x", "1", "4", "0", "70000", "q"]
            .into_iter()
            .filter_map(|word| tally.count(&Word::read(word)).err())
            .collect();
        let out_of_range = |word: &str| Unfit::OutOfRange(word.to_owned());
        assert_eq!(refused, [out_of_range("4"), out_of_range("70000"), Unfit::NotANumber("q".to_owned())]);
        assert_eq!(tally.of(0), 2);
        assert_eq!(tally.doubled().collect::<Vec<_>>(), [(1, 2)]);
        assert_eq!(tally.missing(), Some(vec![2, 3]));
        assert!(tally.add(2) && tally.add(3) && !tally.add(4));
        assert_eq!(tally.missing(), None);
    }
}
