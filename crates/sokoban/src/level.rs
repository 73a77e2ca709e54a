//! A valid level: walls, goals, and where everything is at the start.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::direction::Direction;
use crate::fault::Faults;
use crate::setup::Setup;

/// The most rows, and the most squares of a row.
pub const MAX_SIDE: usize = 64;

/// A square of a level, by its row and column from 0. It prints as people count, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: usize,
}

impl Place {
    /// The neighbour in a direction; `None` above the first row and before the first column.
    #[must_use]
    pub fn next(self, direction: Direction) -> Option<Self> {
        let Self { row, column } = self;
        Some(match direction {
            Direction::Left => Self { row, column: column.checked_sub(1)? },
            Direction::Up => Self { row: row.checked_sub(1)?, column },
            Direction::Right => Self { row, column: column + 1 },
            Direction::Down => Self { row: row + 1, column },
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

/// A level that can be played: one player, as many boxes as goals, walls that close round the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    title: Option<String>,
    width: usize,
    /// Row by row.
    walls: Vec<bool>,
    boxes: BTreeSet<Place>,
    goals: BTreeSet<Place>,
    player: Place,
}

impl Level {
    /// Parts that are known to make a level.
    pub(crate) fn from_checked(
        title: Option<String>,
        width: usize,
        walls: Vec<bool>,
        boxes: Vec<Place>,
        goals: Vec<Place>,
        player: Place,
    ) -> Self {
        Self { title, width, walls, boxes: boxes.into_iter().collect(), goals: goals.into_iter().collect(), player }
    }

    /// The same level with boxes and player elsewhere on its floor.
    pub(crate) fn from_here(&self, boxes: BTreeSet<Place>, player: Place) -> Self {
        Self { boxes, player, ..self.clone() }
    }

    /// What it is called.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Squares of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.walls.len() / self.width
    }

    /// Whether there is a wall. Beyond the rim all is wall.
    pub fn is_wall(&self, place: Place) -> bool {
        place.column >= self.width || self.walls.get(place.row * self.width + place.column).copied().unwrap_or(true)
    }

    /// The goals.
    pub fn goals(&self) -> &BTreeSet<Place> {
        &self.goals
    }

    /// The boxes at the start.
    pub fn boxes(&self) -> &BTreeSet<Place> {
        &self.boxes
    }

    /// The player at the start.
    pub fn player(&self) -> Place {
        self.player
    }

    /// The squares that the player could come to if boxes were no obstacle.
    pub fn floor(&self) -> BTreeSet<Place> {
        let mut seen = BTreeSet::from([self.player]);
        let mut waiting = vec![self.player];
        while let Some(place) = waiting.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| place.next(direction)) {
                if !self.is_wall(next) && seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        seen
    }

    /// Writes the squares with boxes and player as given.
    pub(crate) fn write(&self, boxes: &BTreeSet<Place>, player: Place, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height() {
            let squares = (0..self.width).map(|column| {
                let place = Place { row, column };
                match (self.goals.contains(&place), boxes.contains(&place), place == player) {
                    _ if self.is_wall(place) => '#',
                    (false, false, false) => ' ',
                    (false, false, true) => '@',
                    (false, true, _) => '$',
                    (true, false, false) => '.',
                    (true, false, true) => '+',
                    (true, true, _) => '*',
                }
            });
            let line: String = squares.collect();
            write!(f, "{}{}", if row > 0 { "\n" } else { "" }, line.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for Level {
    /// The rows in XSB, without the title.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&self.boxes, self.player, f)
    }
}

impl FromStr for Level {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Self, Faults> {
        Setup::parse(text)?.validate()
    }
}
