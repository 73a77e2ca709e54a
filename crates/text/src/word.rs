//! Words and numbers as people write them.

use std::fmt;
use std::str::FromStr;

/// Stands for the rest of a long word.
const CUT: char = '…';

/// A word where a number is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A number that fits 16 bits.
    Number(u16),
    /// Anything else, as written but cut short: a larger number, or no number at all.
    Other(String),
}

impl Word {
    /// Reads a word. Only digits are a number: `+5` is none.
    pub fn read(word: &str) -> Self {
        const KEPT: usize = 20;
        if let Some(number) = number(word) {
            return Self::Number(number);
        }
        let mut short: String = word.chars().take(KEPT).collect();
        if word.chars().nth(KEPT).is_some() {
            short.push(CUT);
        }
        Self::Other(short)
    }

    /// The number, where it fits 16 bits.
    pub fn number(&self) -> Option<u16> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Other(_) => None,
        }
    }

    /// Whether it stands for the blank: `0`, `_`, `x` or `.`.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Number(number) => *number == 0,
            Self::Other(word) => matches!(word.as_str(), "_" | "." | "x" | "X"),
        }
    }

    /// Whether it is a number, even one that does not fit 16 bits.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Number(_) => true,
            Self::Other(word) => is_number(word.trim_end_matches(CUT)),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Other(word) => word.fmt(f),
        }
    }
}

/// The words of a text: apart by white space and commas.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// A number of digits alone. (`+5` is none.)
pub fn number<N: FromStr>(word: &str) -> Option<N> {
    if is_number(word) { word.parse().ok() } else { None }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_are_numbers() {
        assert_eq!(Word::read("007"), Word::Number(7));
        for word in ["+5", "-5", "", "5a", "65536", "٣"] {
            assert_eq!(number::<u16>(word), None, "{word}");
            assert_eq!(Word::read(word).number(), None, "{word}");
            assert_eq!(Word::read(word).is_number(), word == "65536", "{word}");
        }
    }

    #[test]
    fn long_words_are_cut_short() {
        let long = Word::read("99999999999999999999999");
        assert_eq!(long.to_string(), "99999999999999999999…");
        assert!(long.is_number());
        assert_eq!(Word::read("ééééééééééééééééééééé").to_string(), "éééééééééééééééééééé…");
        assert_eq!(Word::read("12345678901234567890").to_string(), "12345678901234567890");
    }

    #[test]
    fn words_are_apart_by_spaces_and_commas() {
        assert_eq!(words(" 1,2\n, x\t").collect::<Vec<_>>(), ["1", "2", "x"]);
        assert!(["0", "00", "_", "x", "X", "."].into_iter().all(|word| Word::read(word).is_blank()));
        assert!(!["1", "-", "xx"].into_iter().any(|word| Word::read(word).is_blank()));
    }
}
