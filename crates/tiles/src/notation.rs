//! Moves as text: `U`, `D`, `L`, `R` with a count behind, such as `R2`.

use crate::size::{Direction, Slide};

/// Whose direction a letter names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// The tile's: `U` moves a tile up. The default.
    #[default]
    Tile,
    /// The blank's, which goes the other way.
    Blank,
}

/// A move string that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Something that is no move.
    #[error("character {place}: {found:?} is not a move; write U, D, L or R, followed by a count if it repeats (R2)")]
    NotAMove {
        /// The character.
        found: char,
        /// Its place in the text, from 1.
        place: usize,
    },
    /// A count that no board has room for.
    #[error("character {0}: a count is from 1 to 255")]
    Count(usize),
}

/// Writes slides apart by spaces. Neighbours in one direction are joined: `R R` is written `R2`.
///
/// ```
/// use fewest_tiles::{Notation, format_slides, parse_slides};
/// let slides = parse_slides("U L2 D R R", Notation::Tile)?;
/// assert_eq!(format_slides(&slides, Notation::Tile), "U L2 D R2");
/// assert_eq!(format_slides(&slides, Notation::Blank), "D R2 U L2");
/// # Ok::<(), fewest_tiles::NotationError>(())
/// ```
pub fn format_slides(slides: &[Slide], notation: Notation) -> String {
    let runs = slides.chunk_by(|a, b| a.direction == b.direction);
    let words = runs.map(|run| {
        let letter = named(run[0].direction, notation).letter();
        match run.iter().map(|slide| usize::from(slide.length)).sum::<usize>() {
            1 => letter.to_string(),
            count => format!("{letter}{count}"),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Reads what [`format_slides`] writes; spaces and commas may stand anywhere between moves, letters may be small.
///
/// # Errors
/// The first thing that is no move.
pub fn parse_slides(text: &str, notation: Notation) -> Result<Vec<Slide>, NotationError> {
    let mut slides = Vec::new();
    let mut letters = text.chars().zip(1..).peekable();
    while let Some((letter, place)) = letters.next() {
        if letter.is_whitespace() || letter == ',' {
            continue;
        }
        let direction = Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase());
        let Some(direction) = direction else { return Err(NotationError::NotAMove { found: letter, place }) };
        let mut count = None;
        while let Some((digit, _)) = letters.next_if(|(digit, _)| digit.is_ascii_digit()) {
            let value = digit.to_digit(10).expect("a digit");
            count = Some(count.unwrap_or(0u32).saturating_mul(10).saturating_add(value));
        }
        let Ok(length @ 1..) = u8::try_from(count.unwrap_or(1)) else {
            return Err(NotationError::Count(place + 1));
        };
        slides.push(Slide { direction: named(direction, notation), length });
    }
    Ok(slides)
}

/// From the tile's direction to the one that is named, and back.
fn named(direction: Direction, notation: Notation) -> Direction {
    match notation {
        Notation::Tile => direction,
        Notation::Blank => direction.opposite(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let error = |text| parse_slides(text, Notation::Tile).unwrap_err().to_string();
        assert!(error("U L Q").starts_with("character 5: 'Q' is not a move"));
        assert!(error("UL0").starts_with("character 3: a count"));
        assert!(error("R999999999999").starts_with("character 2: a count"));
        assert!(error("3U").starts_with("character 1"));
        assert!(error("ü").starts_with("character 1"));
    }

    #[test]
    fn close_and_loose_writing_are_read_alike() {
        let read = |text| parse_slides(text, Notation::Tile).unwrap();
        assert_eq!(read("ul2,d  R"), read("U L2 D R"));
        assert_eq!(read(""), []);
    }
}
