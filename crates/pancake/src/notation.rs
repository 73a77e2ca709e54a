//! Flips as text: `4` turns the top four pancakes over.

use std::fmt;
use std::num::NonZeroU8;

use crate::size::MAX_PANCAKES;

/// The top pancakes are turned over together: their order is reversed, and each lies on its other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flip(NonZeroU8);

impl Flip {
    /// A flip of so many pancakes; `None` for 0, or for more than a stack can have.
    #[inline]
    pub fn new(count: usize) -> Option<Self> {
        if count > MAX_PANCAKES {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        NonZeroU8::new(count as u8).map(Self)
    }

    /// How many pancakes it turns over.
    #[inline]
    pub fn count(self) -> usize {
        usize::from(self.0.get())
    }
}

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A text that cannot be read as flips. Flips and characters are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "flip {number} (character {place}): {found:?} is not a flip; write how many pancakes to flip, from 1 to {MAX_PANCAKES}, such as 4"
)]
pub struct NotationError {
    /// Which flip.
    pub number: usize,
    /// Where it begins.
    pub place: usize,
    /// What stands there, cut short where it is long.
    pub found: String,
}

/// Writes flips apart by spaces.
///
/// ```
/// use fewest_pancake::{format_flips, parse_flips};
/// assert_eq!(format_flips(&parse_flips("4, 2,3")?), "4 2 3");
/// # Ok::<(), fewest_pancake::NotationError>(())
/// ```
pub fn format_flips(flips: &[Flip]) -> String {
    flips.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads flips apart by spaces or commas, each the number of pancakes to flip. Whether a stack allows them is for
/// [`Position::try_flip`](crate::Position::try_flip) to say.
///
/// # Errors
/// The first word that is no flip.
pub fn parse_flips(text: &str) -> Result<Vec<Flip>, NotationError> {
    let mut flips = Vec::new();
    let mut place = 1;
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        if !word.is_empty() {
            // A number that begins with a sign is none here.
            let count = word.starts_with(|c: char| c.is_ascii_digit()).then(|| word.parse().ok()).flatten();
            let not_a_flip = || {
                let found = word.chars().take(20).collect();
                NotationError { number: flips.len() + 1, place, found }
            };
            flips.push(count.and_then(Flip::new).ok_or_else(not_a_flip)?);
        }
        place += word.chars().count() + 1;
    }
    Ok(flips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let error = |text| parse_flips(text).unwrap_err().to_string();
        assert_eq!(
            error("4 2,,ä"),
            "flip 3 (character 6): \"ä\" is not a flip; write how many pancakes to flip, from 1 to 64, such as 4"
        );
        for text in ["0", "65", "+4", "-4", "4x", "f4", "4.", "99999999999999999999999"] {
            assert!(error(text).starts_with("flip 1 (character 1)"), "{text}");
        }
        assert!(error(&"x".repeat(10_000)).len() < 200);
    }

    #[test]
    fn many_spellings_are_read_alike() {
        let read = |text| parse_flips(text).unwrap();
        assert_eq!(read("4 2 64"), read("04,2\n , 064 "));
        assert_eq!(read(" ,\n"), []);
    }
}
