//! A valid position, for people: it prints, compares and checks moves.

use std::fmt;
use std::str::FromStr;

use crate::layout::neighbour;
use crate::{Direction, Faults, Setup, Size, Slide};

/// A board with each tile once and one blank. Two positions are equal when size and every cell are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    tiles: Vec<u8>,
    blank: usize,
}

/// A slide that the position does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", reason(*slide, *room))]
pub struct IllegalSlide {
    /// The slide.
    pub slide: Slide,
    /// The longest slide that is possible in that direction.
    pub room: usize,
}

/// Why a slide cannot be: a tile moves toward the blank, so that none can where the blank has an edge behind it.
fn reason(slide: Slide, room: usize) -> String {
    let Slide { direction, length } = slide;
    let (toward, edge) = match direction {
        Direction::Up => ("up", "lower"),
        Direction::Down => ("down", "upper"),
        Direction::Left => ("left", "right"),
        Direction::Right => ("right", "left"),
    };
    match (length, room) {
        (0, _) => "a slide moves one tile at least".to_owned(),
        (_, 0) => format!("no tile can move {toward}: the blank is at the {edge} edge"),
        _ => format!("{length} tiles cannot move {toward}: only {room} can"),
    }
}

impl Position {
    /// Tiles that are known to be a permutation of `0..size.cells()`.
    pub(crate) fn from_checked(size: Size, tiles: Vec<u8>) -> Self {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a checked position has a blank");
        Self { size, tiles, blank }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles row by row, 0 for the blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The cell of each tile; the blank is tile 0.
    pub(crate) fn cells_of_tiles(&self) -> Vec<usize> {
        let mut cells = vec![0; self.tiles.len()];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            cells[usize::from(tile)] = cell;
        }
        cells
    }

    /// The tiles without the blank.
    pub(crate) fn order(&self) -> Vec<u8> {
        self.tiles.iter().copied().filter(|&tile| tile != 0).collect()
    }

    /// The longest slide that is possible in a direction.
    pub fn room(&self, direction: Direction) -> usize {
        let (row, column) = (self.size.row(self.blank), self.size.column(self.blank));
        match direction {
            Direction::Up => self.size.height() - 1 - row,
            Direction::Down => row,
            Direction::Left => self.size.width() - 1 - column,
            Direction::Right => column,
        }
    }

    /// Slides tiles towards the blank.
    ///
    /// ```
    /// use fewest_tiles::{Direction, Position, Slide};
    /// let mut position: Position = "0 2 3/1 5 6/4 7 8".parse()?;
    /// position.try_slide(Slide { direction: Direction::Up, length: 2 })?;
    /// position.try_slide(Slide { direction: Direction::Left, length: 2 })?;
    /// assert_eq!(position.to_string(), "1 2 3/4 5 6/7 8 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalSlide`] where there are not that many tiles; the position is unchanged then.
    pub fn try_slide(&mut self, slide: Slide) -> Result<(), IllegalSlide> {
        let room = self.room(slide.direction);
        if slide.length == 0 || usize::from(slide.length) > room {
            return Err(IllegalSlide { slide, room });
        }
        for _ in 0..slide.length {
            let from = neighbour(self.size, self.blank, slide.direction).expect("there is room");
            self.tiles.swap(self.blank, from);
            self.blank = from;
        }
        Ok(())
    }
}

impl fmt::Display for Position {
    /// `5 3 8/0 2 4/1 7 6`; a board of one row ends with `/`, so that it is not read as a square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.tiles.chunks(self.size.width()).map(|row| joined(row, " ")).collect();
        f.write_str(&rows.join("/"))?;
        f.write_str(if rows.len() == 1 { "/" } else { "" })
    }
}

/// Numbers with something between them.
pub(crate) fn joined(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}

impl FromStr for Position {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Self, Faults> {
        Setup::parse(text)?.validate(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_are_checked() {
        let mut position: Position = "1 2 3/4 0 5/6 7 8".parse().unwrap();
        let before = position.clone();
        let error = position.try_slide(Slide { direction: Direction::Up, length: 2 }).unwrap_err();
        assert_eq!(error.to_string(), "2 tiles cannot move up: only 1 can");
        assert!(position.try_slide(Slide { direction: Direction::Left, length: 0 }).is_err());
        for (text, direction) in [("0 1/2 3", Direction::Right), ("1 2/3 0", Direction::Left)] {
            let error = text.parse::<Position>().unwrap().try_slide(Slide { direction, length: 1 }).unwrap_err();
            let (toward, edge) = if direction == Direction::Right { ("right", "left") } else { ("left", "right") };
            assert_eq!(error.to_string(), format!("no tile can move {toward}: the blank is at the {edge} edge"));
        }
        assert_eq!(position, before);
        for direction in Direction::ALL {
            position.try_slide(Slide { direction, length: 1 }).unwrap();
            position.try_slide(Slide { direction: direction.opposite(), length: 1 }).unwrap();
            assert_eq!(position, before);
        }
    }
}
