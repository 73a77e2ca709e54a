//! A level as written, which may be nonsense → [`Level`], which is not.

use std::collections::VecDeque;
use std::fmt;

use crate::direction::Direction;
use crate::fault::{Fault, Faults};
use crate::level::{Level, MAX_SIDE, Place};
use crate::xsb;

/// A level as written, unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// What it is called.
    pub title: Option<String>,
    /// The line of the text on which it begins, from 1; 0 where it comes from no text.
    pub line: usize,
    /// The rows, one character a square, run lengths written out. Beyond the greatest width and height there is one
    /// square of a row and one row at most: what is longer was cut off there.
    pub rows: Vec<Vec<char>>,
}

impl Setup {
    /// Reads the one level of a text; see [`read`](xsb::read).
    ///
    /// # Errors
    /// Where there is none, or more than one.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        let mut levels = xsb::read(text);
        match levels.len() {
            0 => Err(Fault::Empty.into()),
            1 => Ok(levels.remove(0)),
            found => Err(Fault::SeveralLevels { found }.into()),
        }
    }

    /// Checks everything and makes the level.
    ///
    /// ```
    /// use fewest_sokoban::Setup;
    /// let faults = Setup::parse("#####\n#@$ #\n#x ..\n#####")?.validate().unwrap_err();
    /// let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    /// assert_eq!(faults[1], "the numbers of boxes (1) and goals (2) differ: they must be equal");
    /// assert_eq!(faults[2], "the player can walk out at row 3, column 5: walls must enclose the player");
    /// assert_eq!(faults.len(), 3);
    /// # Ok::<(), fewest_sokoban::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self) -> Result<Level, Faults> {
        let mut faults = self.faults_of_size();
        if !faults.is_empty() {
            // Nothing more is known of rows that were cut off.
            return Err(Faults::new(faults).expect("there is one"));
        }
        let mut marks = Marks::default();
        for place in self.places() {
            marks.note(place, self.at(place), &mut faults);
        }
        let Marks { players, boxes, goals } = marks;
        match players.as_slice() {
            [] => faults.push(Fault::NoPlayer),
            &[first, ref others @ ..] => {
                faults.extend(others.iter().map(|&place| Fault::SecondPlayer { first, place }));
            }
        }
        if boxes.is_empty() {
            faults.push(Fault::NoBoxes);
        }
        if boxes.len() != goals.len() {
            faults.push(Fault::Counts { boxes: boxes.len(), goals: goals.len() });
        }
        if let Some(place) = self.way_out(&players) {
            faults.push(Fault::Open { place });
        }
        match (Faults::new(faults), players.first()) {
            (None, Some(&player)) => {
                let walls = self.places().map(|place| self.at(place) == '#').collect();
                Ok(Level::from_checked(self.title.clone(), self.width(), walls, boxes, goals, player))
            }
            (faults, _) => Err(faults.unwrap_or_else(|| Fault::NoPlayer.into())),
        }
    }

    fn faults_of_size(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.width() == 0 {
            faults.push(Fault::Empty);
        }
        if self.rows.len() > MAX_SIDE {
            faults.push(Fault::TooTall);
        }
        let wide = self.rows.iter().enumerate().filter(|(_, row)| row.len() > MAX_SIDE);
        faults.extend(wide.map(|(row, _)| Fault::TooWide { row }));
        faults
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// All squares of the rectangle, in reading order.
    fn places(&self) -> impl Iterator<Item = Place> {
        let width = self.width();
        (0..self.rows.len()).flat_map(move |row| (0..width).map(move |column| Place { row, column }))
    }

    /// What stands on a square; rows that end early go on as floor.
    fn at(&self, place: Place) -> char {
        self.rows[place.row].get(place.column).copied().unwrap_or(' ')
    }

    /// The nearest square at the rim that a player comes to, past boxes too.
    fn way_out(&self, players: &[Place]) -> Option<Place> {
        let (width, height) = (self.width(), self.rows.len());
        let mut seen = vec![false; width * height];
        let mut waiting: VecDeque<Place> = players.iter().copied().collect();
        while let Some(place) = waiting.pop_front() {
            if std::mem::replace(&mut seen[place.row * width + place.column], true) {
                continue;
            }
            for direction in Direction::ALL {
                match place.next(direction).filter(|next| next.row < height && next.column < width) {
                    None => return Some(place),
                    Some(next) if self.at(next) != '#' => waiting.push_back(next),
                    Some(_) => {}
                }
            }
        }
        None
    }
}

impl fmt::Display for Setup {
    /// The title as a comment, where there is one, and all rows on one line, `|` between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        write!(f, "{}{}", xsb::heading(self.title.as_deref()), rows.join("|"))
    }
}

/// What the squares of a level hold.
#[derive(Default)]
struct Marks {
    players: Vec<Place>,
    boxes: Vec<Place>,
    goals: Vec<Place>,
}

impl Marks {
    fn note(&mut self, place: Place, square: char, faults: &mut Vec<Fault>) {
        if "@+".contains(square) {
            self.players.push(place);
        }
        if "$*".contains(square) {
            self.boxes.push(place);
        }
        if ".*+".contains(square) {
            self.goals.push(place);
        }
        if !xsb::SQUARES.contains(square) {
            faults.push(Fault::Unknown { place, found: square });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let result = Setup::parse(text).and_then(|setup| setup.validate());
        result.expect_err(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fault_is_listed_with_its_place() {
        assert_eq!(
            faults("#####\n#@$x#\n# @?\n#####"),
            [
                "row 2, column 4: 'x' has no meaning; a square is one of `#@$.*+` or, for floor, a space, `-` or `_`",
                "row 3, column 4: '?' has no meaning; a square is one of `#@$.*+` or, for floor, a space, `-` or `_`",
                "row 3, column 3: a second player, after the one at row 2, column 2; there must be only one",
                "the numbers of boxes (1) and goals (0) differ: they must be equal",
                "the player can walk out at row 3, column 5: walls must enclose the player",
            ]
        );
        assert_eq!(
            faults("####\n#  #\n####"),
            [
                "there is no player: write `@`, or `+` for a player on a goal",
                "there are no boxes: write `$`, or `*` for a box on a goal"
            ]
        );
        assert!(faults("")[0].starts_with("there is no level"));
        assert!(faults("####\n#@*#\n####\n\n####\n#@*#\n####")[0].starts_with("there are 2 levels"));
    }

    #[test]
    fn size_is_bounded() {
        assert_eq!(faults("65#|#@*#|99999999999999999999#").len(), 2);
        assert!(faults(&"#\n".repeat(65))[0].starts_with("there are more than 64 rows"));
        let widest = "64#|#@*60-#|64#";
        assert!(Setup::parse(widest).unwrap().validate().is_ok());
    }

    #[test]
    fn a_hole_matters_only_where_the_player_comes() {
        assert!(Setup::parse("#####\n#@*.#\n#$ ##\n######\n  ## .\n  #*").unwrap().validate().is_err());
        assert!(Setup::parse("#####\n#@*.#\n#$ ##\n######\n  ##  \n  #*").unwrap().validate().is_ok());
        // Boxes do not close a hole.
        assert_eq!(faults("#####\n#@ .#\n##$##").len(), 1);
    }
}
