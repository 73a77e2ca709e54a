//! Moves as text: the numbers of the tiles that move, one after the other. A tile can only move into the blank, so its
//! number says it all.

use fewest_text::{Word, words};

use crate::graph::{MAX_VERTICES, byte};

/// The longest text that is read as moves, in bytes.
pub const MAX_MOVES_TEXT: usize = 1 << 20;

/// Moves that cannot be read. Places are counted from 1; long words are cut short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum NotationError {
    /// More text than is read.
    #[error("the moves are longer than {MAX_MOVES_TEXT} bytes")]
    TooLong,
    /// Something that is no tile.
    #[error("move {place}: {word:?} is not a tile; write the numbers of the tiles that move, such as `3 1 2`")]
    NotATile { word: String, place: usize },
    /// A number that no tile has.
    #[error("move {place}: there is no tile {tile}; tiles are numbered from 1 to at most {}", MAX_VERTICES - 1)]
    NoSuchTile { tile: u16, place: usize },
}

/// Writes the tiles that move, apart by spaces.
///
/// ```
/// use fewest_graph::{format_moves, parse_moves};
/// assert_eq!(format_moves(&parse_moves("3, 1\n2")?), "3 1 2");
/// # Ok::<(), fewest_graph::NotationError>(())
/// ```
pub fn format_moves(tiles: &[u8]) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads what [`format_moves`] writes; commas and line ends serve as spaces.
///
/// # Errors
/// The first thing that is no tile.
pub fn parse_moves(text: &str) -> Result<Vec<u8>, NotationError> {
    if text.len() > MAX_MOVES_TEXT {
        return Err(NotationError::TooLong);
    }
    let tile = |(word, place)| match Word::read(word) {
        Word::Number(tile) if (1..MAX_VERTICES).contains(&usize::from(tile)) => Ok(byte(usize::from(tile))),
        Word::Number(tile) => Err(NotationError::NoSuchTile { tile, place }),
        Word::Other(word) => Err(NotationError::NotATile { word, place }),
    };
    words(text).zip(1..).map(tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let error = |text| parse_moves(text).unwrap_err().to_string();
        assert!(error("1 2 q").starts_with("move 3: \"q\" is not a tile"));
        assert!(error("1 0").starts_with("move 2: there is no tile 0; tiles are numbered from 1 to at most 63"));
        assert!(error("64").starts_with("move 1: there is no tile 64"));
        assert!(error("+1").starts_with("move 1"));
        assert!(error(&"1 ".repeat(MAX_MOVES_TEXT)).starts_with("the moves are longer"));
        assert_eq!(parse_moves(" ,"), Ok(vec![]));
    }
}
