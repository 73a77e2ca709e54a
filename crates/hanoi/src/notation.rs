//! Moves as text: `A>C` takes the top disc of peg A to peg C.

use std::fmt;

use crate::size::Peg;

/// The top disc of one peg goes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// Where the disc is.
    pub from: Peg,
    /// Where it goes.
    pub to: Peg,
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.from, self.to)
    }
}

/// A move string that cannot be read. Moves and characters are counted from 1; long words are cut short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum NotationError {
    /// Something that is no move.
    #[error("move {number} (character {place}): {found:?} is not a move; write two pegs, such as A>C or AC")]
    NotAMove { number: usize, place: usize, found: String },
    /// From a peg to itself.
    #[error("move {number} (character {place}): a disc must move to another peg, and {peg}>{peg} leaves it on {peg}")]
    SamePeg { number: usize, place: usize, peg: Peg },
}

/// Writes moves apart by spaces.
///
/// ```
/// use fewest_hanoi::{format_transfers, parse_transfers};
/// let transfers = parse_transfers("AB, a>c B->C")?;
/// assert_eq!(format_transfers(&transfers), "A>B A>C B>C");
/// # Ok::<(), fewest_hanoi::NotationError>(())
/// ```
pub fn format_transfers(transfers: &[Transfer]) -> String {
    transfers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads moves apart by spaces or commas, each two letters, large or small, with nothing, `>`, `->` or `→` between.
///
/// # Errors
/// The first thing that is no move.
pub fn parse_transfers(text: &str) -> Result<Vec<Transfer>, NotationError> {
    let mut transfers = Vec::new();
    let mut place = 1;
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        let number = transfers.len() + 1;
        if !word.is_empty() {
            match transfer(word) {
                Some(Transfer { from, to }) if from == to => {
                    return Err(NotationError::SamePeg { number, place, peg: from });
                }
                Some(transfer) => transfers.push(transfer),
                None => return Err(NotationError::NotAMove { number, place, found: word.chars().take(20).collect() }),
            }
        }
        place += word.chars().count() + 1;
    }
    Ok(transfers)
}

fn transfer(word: &str) -> Option<Transfer> {
    let mut letters = word.chars();
    let from = Peg::from_letter(letters.next()?)?;
    let rest = letters.as_str();
    let to = ["->", ">", "→"].into_iter().find_map(|arrow| rest.strip_prefix(arrow)).unwrap_or(rest);
    let mut letters = to.chars();
    let to = Peg::from_letter(letters.next()?)?;
    letters.as_str().is_empty().then_some(Transfer { from, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let error = |text| parse_transfers(text).unwrap_err().to_string();
        assert_eq!(error("A>B A>C Q"), "move 3 (character 9): \"Q\" is not a move; write two pegs, such as A>C or AC");
        assert_eq!(error("AB,,b>B"), "move 2 (character 5): a disc must move to another peg, and B>B leaves it on B");
        for text in ["A", "A>", ">B", "A>BC", "ABC", "A>>B", "A-B", "1>2", "ä>b", "A>→B"] {
            assert!(error(text).starts_with("move 1 (character 1)"), "{text}");
        }
        assert!(error(&"x".repeat(10_000)).len() < 200);
    }

    #[test]
    fn many_spellings_are_read_alike() {
        let read = |text| parse_transfers(text).unwrap();
        assert_eq!(read("ab,A->c\n  B→C,"), read("A>B A>C B>C"));
        assert_eq!(read(" ,\n"), []);
    }
}
