//! Reading a position: text → [`Setup`], which may be nonsense → [`Position`], which is not.

use fewest_text::{Tally, Unfit, Word, words};

use crate::compact;
use crate::{Fault, Faults, MAX_CELLS, Position, Size};

/// The longest text that is read as one position, in bytes: room for 256 cells, generously spaced.
pub const MAX_TEXT: usize = 1 << 14;

/// What marks the end of a row.
const ROW_ENDS: [char; 3] = ['/', ';', '\n'];

/// A position as written, unchecked: rows of any lengths with any tiles.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// The rows from the top.
    pub rows: Vec<Vec<Word>>,
    /// Whether rows were marked off, by `/`, `;` or line ends. If not, a single row may stand for a square board.
    pub has_rows: bool,
}

impl Setup {
    /// Reads rows of tiles: cells apart by spaces or commas, rows by `/`, `;` or line ends. One row without a mark may
    /// stand for a square board; one row with a mark at its end is a board of one row. Without any spaces every character is
    /// a tile, as in hexadecimal.
    ///
    /// ```
    /// use fewest_tiles::Setup;
    /// let setup = Setup::parse("5 3 8 / _ 2 4 / 1,7,6")?;
    /// assert_eq!(setup.validate(None)?.to_string(), "5 3 8/0 2 4/1 7 6");
    /// # Ok::<(), fewest_tiles::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Where there is nothing to read, or too much. What is wrong with the tiles is for [`validate`](Self::validate).
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let split: Vec<Vec<&str>> =
            text.split(ROW_ENDS).map(|line| words(line).collect()).filter(|row: &Vec<_>| !row.is_empty()).collect();
        if split.is_empty() {
            return Err(Fault::Empty.into());
        }
        let read = |row: &Vec<&str>| row.iter().map(|word| Word::read(word)).collect();
        let rows = compact::rows(&split).unwrap_or_else(|| split.iter().map(read).collect());
        Ok(Self { rows, has_rows: text.trim().contains(ROW_ENDS) })
    }

    /// Checks everything and makes the position. With a size, one row of the right length stands for the whole board.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self, size: Option<Size>) -> Result<Position, Faults> {
        if self.rows.iter().all(Vec::is_empty) {
            return Err(Fault::Empty.into());
        }
        let mut faults = Vec::new();
        let size = self.size(size, &mut faults);
        // Where the shape is wrong, the tiles are still checked against as many cells as are meant, or as there are.
        let cells = size.map_or_else(|| self.rows.iter().map(Vec::len).sum(), Size::cells);
        if cells <= MAX_CELLS {
            self.check_tiles(cells, &mut faults);
        }
        match (Faults::new(faults), size) {
            (None, Some(size)) => Ok(Position::from_checked(size, self.tiles())),
            (faults, _) => Err(faults.unwrap_or_else(|| Fault::Empty.into())),
        }
    }

    /// The size of the board that the rows are meant to make up, where that can be told.
    fn size(&self, given: Option<Size>, faults: &mut Vec<Fault>) -> Option<Size> {
        let cells: usize = self.rows.iter().map(Vec::len).sum();
        if let ([_], false) = (&self.rows[..], self.has_rows) {
            let size = given.or_else(|| square(cells));
            match size {
                Some(size) if size.cells() != cells => faults.push(Fault::CellCount { found: cells, size }),
                Some(_) => {}
                None if cells > MAX_CELLS => faults.push(Fault::TooLarge { width: cells, height: 1 }),
                None => faults.push(Fault::NotSquare(cells)),
            }
            return size;
        }
        let width = given.map_or_else(|| usual_length(&self.rows), Size::width);
        let odd_rows = self.rows.iter().enumerate().filter(|(_, row)| row.len() != width);
        faults.extend(odd_rows.map(|(row, entries)| Fault::RowLength {
            row: row + 1,
            found: entries.len(),
            expected: width,
        }));
        if let Some(size) = given {
            if size.height() != self.rows.len() {
                faults.push(Fault::RowCount { found: self.rows.len(), size });
            }
            return given;
        }
        let size = Size::new(width, self.rows.len()).ok();
        if size.is_none() {
            faults.push(Fault::TooLarge { width, height: self.rows.len() });
        }
        size
    }

    /// Checks that each tile of a board of so many cells is there once.
    fn check_tiles(&self, cells: usize, faults: &mut Vec<Fault>) {
        let mut tally = Tally::new(cells);
        for (entries, row) in self.rows.iter().zip(1..) {
            for (word, place) in entries.iter().zip(1..) {
                faults.extend(tally.count(word).err().map(|unfit| match unfit {
                    Unfit::OutOfRange(tile) => Fault::OutOfRange { tile, row, place, largest: cells - 1 },
                    Unfit::NotANumber(word) => Fault::NotATile { word, row, place },
                }));
            }
        }
        match tally.of(0) {
            0 => faults.push(Fault::NoBlank),
            1 => {}
            count => faults.push(Fault::ManyBlanks(count)),
        }
        faults.extend(tally.doubled().map(|(tile, count)| Fault::Doubled { tile, count }));
        faults.extend(tally.missing().map(Fault::Missing));
    }

    /// The tiles in reading order, all of them known to be in range.
    fn tiles(&self) -> Vec<u8> {
        let tile = |word: &Word| u8::try_from(word.number().unwrap_or(0)).expect("a board has at most 256 cells");
        self.rows.iter().flatten().map(tile).collect()
    }
}

/// The square board with this many cells.
fn square(cells: usize) -> Option<Size> {
    let side = cells.isqrt();
    Size::new(side, side).ok().filter(|size| size.cells() == cells)
}

/// The length that most rows have; of equally frequent ones the length that comes first.
fn usual_length(rows: &[Vec<Word>]) -> usize {
    let frequency = |length: &usize| rows.iter().filter(|row| row.len() == *length).count();
    // Of several that are equal, `max_by_key` takes the last.
    rows.iter().map(Vec::len).rev().max_by_key(frequency).expect("there are rows")
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
                "there are 2 blanks, but there must be exactly one",
                "tile 1 appears 2 times",
                "missing: tiles 2, 5, 8",
            ]
        );
        assert_eq!(
            faults("1 1/3 0/9"),
            [
                "row 3 has 1 cell, but 2 were expected",
                "row 3, place 1: tile 9 is out of range; this board has tiles 1 to 5",
                "tile 1 appears 2 times",
                "missing: tiles 2, 4, 5",
            ]
        );
        assert_eq!(faults("1 a/-2 0").len(), 3);
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
