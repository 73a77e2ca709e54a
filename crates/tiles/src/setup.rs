//! Reading a position: text → [`Setup`], which may be nonsense → [`Position`], which is not.

use crate::fault::{Fault, Faults};
use crate::position::Position;
use crate::size::{MAX_CELLS, Size};

/// The longest text that is read as one position, in bytes: room for 256 cells, generously spaced.
pub const MAX_TEXT: usize = 1 << 14;

/// What a cell of a [`Setup`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `0`, `_`, `x` or `.`.
    Blank,
    /// A number from 1 that fits 16 bits.
    Tile(u16),
    /// A number that is larger, as written but cut short.
    Huge(String),
}

/// A position as written, unchecked: rows of any lengths with any tiles.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// The rows from the top.
    pub rows: Vec<Vec<Entry>>,
    /// Whether rows were marked off, by `/`, `;` or line ends. If not, a single row may stand for a square board.
    pub has_rows: bool,
}

impl Setup {
    /// Reads rows of tiles: cells apart by spaces or commas, rows by `/`, `;` or line ends. One row without a mark may
    /// stand for a square board; one row with a mark at its end is a board of one row.
    ///
    /// ```
    /// use fewest_tiles::Setup;
    /// let setup = Setup::parse("5 3 8 / _ 2 4 / 1,7,6")?;
    /// assert_eq!(setup.validate(None)?.to_string(), "5 3 8/0 2 4/1 7 6");
    /// # Ok::<(), fewest_tiles::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Every word that is not a tile.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let mut faults = Vec::new();
        let mut setup = Self { rows: Vec::new(), has_rows: text.trim().contains(['/', ';', '\n']) };
        for line in text.split(['/', ';', '\n']) {
            let words = line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
            let mut row = Vec::new();
            for word in words {
                if let Some(entry) = entry(word) {
                    row.push(entry);
                } else {
                    let (row, place) = (setup.rows.len() + 1, row.len() + 1);
                    faults.push(Fault::NotATile { word: shorten(word), row, place });
                }
            }
            if !row.is_empty() {
                setup.rows.push(row);
            }
        }
        match Faults::new(faults) {
            Some(faults) => Err(faults),
            None if setup.rows.is_empty() => Err(Fault::Empty.into()),
            None => Ok(setup),
        }
    }

    /// Checks everything and makes the position. With a size, one row of the right length stands for the whole board.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self, size: Option<Size>) -> Result<Position, Faults> {
        let size = self.size(size)?;
        let cells = size.cells();
        let mut faults = Vec::new();
        let mut count = vec![0usize; cells];
        let mut tiles = Vec::with_capacity(cells);
        for (row, entries) in self.rows.iter().enumerate() {
            for (place, entry) in entries.iter().enumerate() {
                let out_of_range =
                    |tile: String| Fault::OutOfRange { tile, row: row + 1, place: place + 1, largest: cells - 1 };
                match entry {
                    Entry::Blank => {
                        count[0] += 1;
                        tiles.push(0);
                    }
                    Entry::Tile(tile) if usize::from(*tile) < cells => {
                        count[usize::from(*tile)] += 1;
                        tiles.push(u8::try_from(*tile).expect("a board has at most 256 cells"));
                    }
                    Entry::Tile(tile) => faults.push(out_of_range(tile.to_string())),
                    Entry::Huge(tile) => faults.push(out_of_range(tile.clone())),
                }
            }
        }
        match count[0] {
            0 => faults.push(Fault::NoBlank),
            1 => {}
            count => faults.push(Fault::ManyBlanks { count }),
        }
        let with_count = |wanted: fn(usize) -> bool| {
            (0u16..).zip(&count).skip(1).filter(move |(_, count)| wanted(**count)).map(|(tile, count)| (tile, *count))
        };
        faults.extend(with_count(|count| count > 1).map(|(tile, count)| Fault::Doubled { tile, count }));
        let missing: Vec<u16> = with_count(|count| count == 0).map(|(tile, _)| tile).collect();
        if !missing.is_empty() {
            faults.push(Fault::Missing { tiles: missing });
        }
        match Faults::new(faults) {
            Some(faults) => Err(faults),
            None => Ok(Position::from_checked(size, tiles)),
        }
    }

    /// The size of the board that the rows make up.
    fn size(&self, given: Option<Size>) -> Result<Size, Faults> {
        let cells: usize = self.rows.iter().map(Vec::len).sum();
        if let ([_], false) = (&self.rows[..], self.has_rows) {
            return match given {
                Some(size) if size.cells() == cells => Ok(size),
                Some(size) => Err(Fault::CellCount { found: cells, size }.into()),
                None => square(cells),
            };
        }
        let width = given.map_or_else(|| usual_length(&self.rows), Size::width);
        let mut faults: Vec<Fault> = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.len() != width)
            .map(|(row, entries)| Fault::RowLength { row: row + 1, found: entries.len(), expected: width })
            .collect();
        if let Some(size) = given.filter(|size| size.height() != self.rows.len()) {
            faults.push(Fault::RowCount { found: self.rows.len(), size });
        }
        let size = Size::new(width, self.rows.len());
        if size.is_err() {
            faults.push(Fault::TooLarge { width, height: self.rows.len() });
        }
        match (Faults::new(faults), size) {
            (None, Ok(size)) => Ok(size),
            (Some(faults), _) => Err(faults),
            (None, Err(_)) => unreachable!("a size that is refused is a fault"),
        }
    }
}

fn entry(word: &str) -> Option<Entry> {
    match word {
        "_" | "." | "x" | "X" => Some(Entry::Blank),
        _ if word.bytes().all(|byte| byte.is_ascii_digit()) => Some(match word.parse::<u16>() {
            Ok(0) => Entry::Blank,
            Ok(tile) => Entry::Tile(tile),
            Err(_) => Entry::Huge(shorten(word)),
        }),
        _ => None,
    }
}

/// The first characters of a word that may be very long.
fn shorten(word: &str) -> String {
    const KEPT: usize = 20;
    let mut short: String = word.chars().take(KEPT).collect();
    if word.chars().nth(KEPT).is_some() {
        short.push('…');
    }
    short
}

fn square(cells: usize) -> Result<Size, Faults> {
    let side = cells.isqrt();
    if cells > MAX_CELLS {
        return Err(Fault::TooLarge { width: cells, height: 1 }.into());
    }
    match Size::new(side, side) {
        Ok(size) if side * side == cells => Ok(size),
        _ => Err(Fault::NotSquare { cells }.into()),
    }
}

/// The length that most rows have; of equally frequent ones the length that comes first.
fn usual_length(rows: &[Vec<Entry>]) -> usize {
    let frequency = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let mut best = rows[0].len();
    for row in rows {
        if frequency(row.len()) > frequency(best) {
            best = row.len();
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let result = Setup::parse(text).and_then(|setup| setup.validate(None));
        result.expect_err(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn many_spellings_of_one_position() {
        for text in [
            "5 3 8/0 2 4/1 7 6",
            "5 3 8/_ 2 4/1 7 6/",
            "5,3,8;x,2,4;1,7,6",
            "5 3 8\n. 2 4\n1 7 6\n",
            "5 3 8\r\nX 2 4\r\n1 7 6\r\n",
            "  5 3 8 0 2 4 1 7 6 ",
            "05 3 8 00 2 4 1 7 6",
        ] {
            let position = Setup::parse(text).and_then(|setup| setup.validate(None)).expect(text);
            assert_eq!(position.to_string(), "5 3 8/0 2 4/1 7 6");
        }
    }

    #[test]
    fn one_row_is_a_square_unless_it_says_otherwise() {
        let size = |text: &str| Setup::parse(text).unwrap().validate(None).unwrap().size();
        assert_eq!(size("1 2 3 0"), Size::new(2, 2).unwrap());
        assert_eq!(size("1 2 3 0/"), Size::new(4, 1).unwrap());
        assert_eq!(faults("1 2 3 4 5 0").len(), 1);
        let given = Setup::parse("1 2 3 4 5 0").unwrap().validate(Size::new(2, 3).ok()).unwrap();
        assert_eq!(given.to_string(), "1 2/3 4/5 0");
    }

    #[test]
    fn every_fault_is_listed() {
        assert_eq!(
            faults("1 1 3/4 9 6/7 0 0"),
            [
                "row 2, place 2: tile 9 is out of range; this board has tiles 1 to 8",
                "there are 2 blanks where there is one",
                "tile 1 appears 2 times",
                "missing: tiles 2, 5, 8",
            ]
        );
        assert_eq!(faults("1 2/3 4/5"), ["row 3 has 1 cells where 2 were expected"]);
        assert_eq!(faults("1 a/-2 0").len(), 2);
        assert!(faults("1 2 3/4 5 6/7 8 99999999999999999999999")[0].contains("tile 99999999999999999999…"));
        assert!(faults("1 2 3 4 5 6 7 8 9")[0].contains("out of range"));
    }

    #[test]
    fn hostile_text_is_refused_briefly() {
        for text in ["", "   \n\n", "/", "\0", "é", "1\u{0}2", &"9".repeat(MAX_TEXT + 1), &"1 ".repeat(MAX_TEXT / 2)] {
            let all = faults(text).join("; ");
            assert!(!all.is_empty() && all.len() < 400, "{all}");
        }
    }
}
