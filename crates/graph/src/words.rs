//! What the parsers of this crate share: how long a text may be, what a number is, how numbers are listed.

use std::fmt;

/// The longest text that is read as one graph or one position, in bytes: room for every edge of a graph of 64 vertices.
pub const MAX_TEXT: usize = 1 << 14;

/// Stands for the rest of a long word.
const CUT: char = '…';

/// The words of a text: apart by white space and commas.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// A number of digits alone that fits 16 bits. (`+5` is none.)
pub(crate) fn number(word: &str) -> Option<u16> {
    if is_number(word) { word.parse().ok() } else { None }
}

/// Whether a word begins with a digit and has only digits, up to where it was cut short.
pub(crate) fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == CUT)
}

/// The first characters of a word that may be very long.
pub(crate) fn shorten(word: &str) -> String {
    const KEPT: usize = 20;
    let mut short: String = word.chars().take(KEPT).collect();
    if word.chars().nth(KEPT).is_some() {
        short.push(CUT);
    }
    short
}

/// Numbers in order, with runs of three or more written as `3–9`.
pub(crate) struct Listed<'a>(pub(crate) &'a [u16]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.0.chunk_by(|a, b| a + 1 == *b);
        for (index, run) in runs.enumerate() {
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
    fn numbers_are_listed_shortly() {
        assert_eq!(Listed(&[7]).to_string(), "7");
        assert_eq!(Listed(&[1, 2, 5, 7, 8, 9, 10]).to_string(), "1, 2, 5, 7–10");
    }

    #[test]
    fn only_digits_are_numbers() {
        assert_eq!(number("007"), Some(7));
        for word in ["+5", "-5", "", "5a", "65536", "٣"] {
            assert_eq!(number(word), None, "{word}");
        }
    }
}
