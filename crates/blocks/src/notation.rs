//! Moves as text: `aR2` takes piece `a` two squares to the right, `aRRD` two to the right and one down, `a+bU` both
//! together one up.

use std::fmt;

use crate::geometry::Direction;

/// Pieces, by label, that go together along a path of single steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// The labels of the pieces; one, but for a group.
    pub pieces: Vec<char>,
    /// The way, square by square. Where the last step goes through an exit, the piece leaves.
    pub path: Vec<Direction>,
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<String> = self.pieces.iter().map(char::to_string).collect();
        write!(f, "{}", labels.join("+"))?;
        // A longer run than a count may be is written in parts.
        for run in self.path.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(usize::from(u8::MAX))) {
            write!(f, "{}", run[0].letter())?;
            if run.len() > 1 {
                write!(f, "{}", run.len())?;
            }
        }
        Ok(())
    }
}

/// A move string that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "move {number}: {found:?} is not a move; write a piece's label and its path, such as aR2 or aRRD, or a+bU for two pieces"
)]
pub struct NotationError {
    /// Which move, from 1.
    pub number: usize,
    /// What stands there, cut short where it is long.
    pub found: String,
}

/// Writes moves apart by spaces.
///
/// ```
/// use fewest_blocks::{format_shifts, parse_shifts};
/// let shifts = parse_shifts("aR2, bD1R a+cU")?;
/// assert_eq!(format_shifts(&shifts), "aR2 bDR a+cU");
/// # Ok::<(), fewest_blocks::NotationError>(())
/// ```
pub fn format_shifts(shifts: &[Shift]) -> String {
    shifts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads what [`format_shifts`] writes; commas and line ends serve as spaces.
///
/// # Errors
/// The first thing that is no move.
pub fn parse_shifts(text: &str) -> Result<Vec<Shift>, NotationError> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let read = |(number, word): (usize, &str)| {
        shift(word).ok_or_else(|| NotationError { number, found: word.chars().take(20).collect() })
    };
    (1..).zip(words).map(read).collect()
}

fn shift(word: &str) -> Option<Shift> {
    let mut letters = word.chars();
    let mut pieces = vec![letters.next()?];
    while let Some(rest) = letters.as_str().strip_prefix('+') {
        letters = rest.chars();
        pieces.push(letters.next()?);
    }
    let mut path = Vec::new();
    let mut rest = letters.as_str();
    while let Some(letter) = rest.chars().next() {
        let direction = Direction::from_letter(letter)?;
        rest = &rest[letter.len_utf8()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count = if digits == 0 { 1 } else { rest[..digits].parse::<u8>().ok().filter(|count| *count > 0)? };
        rest = &rest[digits..];
        path.extend(std::iter::repeat_n(direction, usize::from(count)));
    }
    (!path.is_empty()).then_some(Shift { pieces, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in ["aR2", "RR", "1U3LD2", "a+b+cD", "++aR", "+R"] {
            assert_eq!(format_shifts(&parse_shifts(text).expect(text)), text);
        }
        assert_eq!(parse_shifts("ar1r,\n"), parse_shifts("aR2"));
        let long = parse_shifts("aR200R200").expect("two runs that are one");
        assert_eq!(parse_shifts(&format_shifts(&long)), Ok(long));
        assert_eq!(parse_shifts(" "), Ok(vec![]));
    }

    #[test]
    fn errors_say_where() {
        for text in ["a", "aX", "aR0", "a+R", "aR999", "a+", "2"] {
            let error = parse_shifts(&format!("bL {text}")).expect_err(text).to_string();
            assert!(error.starts_with("move 2: "), "{error}");
        }
        assert!(parse_shifts(&"x".repeat(10_000)).expect_err("no move").to_string().len() < 200);
    }
}
