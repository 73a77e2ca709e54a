//! A position of a level, for people: it prints and checks moves. Its rules share nothing with those of the search.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::level::{Level, Place};
use crate::notation::Step;

/// Where the boxes and the player are, and how many steps led there. Equal positions may differ in these counts.
#[derive(Clone, Debug)]
pub struct Position {
    level: Arc<Level>,
    boxes: BTreeSet<Place>,
    player: Place,
    moves: usize,
    pushes: usize,
}

/// A step that the position does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum IllegalStep {
    /// Into a wall.
    #[error("{step}: there is a wall at {place}")]
    Wall { step: Step, place: Place },
    /// A walk into a box.
    #[error("{step}: there is a box at {place}; a push is written as a capital letter")]
    BoxInTheWay { step: Step, place: Place },
    /// A push of nothing.
    #[error("{step}: there is no box at {place}; a walk is written as a small letter")]
    NoBox { step: Step, place: Place },
    /// A push against something.
    #[error("{step}: the box at {place} cannot be pushed: behind it is a {obstacle}")]
    Blocked { step: Step, place: Place, obstacle: &'static str },
}

impl Position {
    /// The start of a level.
    pub fn start(level: Arc<Level>) -> Self {
        Self { boxes: level.boxes().clone(), player: level.player(), level, moves: 0, pushes: 0 }
    }

    /// Boxes and a player that are known to be where they can be.
    pub(crate) fn from_checked(level: Arc<Level>, boxes: BTreeSet<Place>, player: Place) -> Self {
        Self { level, boxes, player, moves: 0, pushes: 0 }
    }

    /// The level.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The boxes.
    pub fn boxes(&self) -> &BTreeSet<Place> {
        &self.boxes
    }

    /// The player.
    pub fn player(&self) -> Place {
        self.player
    }

    /// How many steps were made, pushes among them.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// How many pushes were made.
    pub fn pushes(&self) -> usize {
        self.pushes
    }

    /// The level that begins here.
    pub fn onward(&self) -> Level {
        self.level.with(self.boxes.clone(), self.player)
    }

    /// Whether every box is on a goal.
    pub fn is_solved(&self) -> bool {
        self.boxes.iter().all(|place| self.level.goals().contains(place))
    }

    /// Makes a step.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_sokoban::{Level, Position, parse_steps};
    /// let level: Level = "######\n#@$ .#\n######".parse()?;
    /// let mut position = Position::start(Arc::new(level));
    /// for step in parse_steps("RR")? {
    ///     position.try_move(step)?;
    /// }
    /// assert_eq!(position.to_string(), "######\n#  @*#\n######");
    /// assert!(position.is_solved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it cannot; the position is unchanged then.
    pub fn try_move(&mut self, step: Step) -> Result<(), IllegalStep> {
        let ahead = |place: Place| place.next(step.direction);
        // A valid level has walls all round: whoever stands inside has a neighbour.
        let place = ahead(self.player).unwrap_or(self.player);
        if self.level.is_wall(place) {
            return Err(IllegalStep::Wall { step, place });
        }
        match (step.pushes, self.boxes.contains(&place)) {
            (false, true) => return Err(IllegalStep::BoxInTheWay { step, place }),
            (true, false) => return Err(IllegalStep::NoBox { step, place }),
            (true, true) => {
                let behind = ahead(place).unwrap_or(place);
                let blocked = |obstacle| Err(IllegalStep::Blocked { step, place, obstacle });
                if self.level.is_wall(behind) {
                    return blocked("wall");
                }
                if self.boxes.contains(&behind) {
                    return blocked("box");
                }
                self.boxes.remove(&place);
                self.boxes.insert(behind);
                self.pushes += 1;
            }
            (false, false) => {}
        }
        self.player = place;
        self.moves += 1;
        Ok(())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.player == other.player && self.boxes == other.boxes && self.level == other.level
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    /// The rows in XSB.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level.write(&self.boxes, self.player, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_steps;

    #[test]
    fn steps_are_checked_and_counted() {
        let level: Level = "#######\n#@ $$.#\n#  $ .#\n#  .  #\n#######".parse().unwrap();
        let mut position = Position::start(Arc::new(level));
        let mut complaint = |text: &str| {
            let mut last = Ok(());
            for step in parse_steps(text).unwrap() {
                let before = position.clone();
                last = position.try_move(step);
                assert!(last.is_ok() || before == position);
            }
            last.map_err(|error| error.to_string())
        };
        assert_eq!(complaint("u"), Err("u: there is a wall at row 1, column 2".to_owned()));
        assert_eq!(
            complaint("R"),
            Err("R: there is no box at row 2, column 3; a walk is written as a small letter".to_owned())
        );
        assert_eq!(
            complaint("rr"),
            Err("r: there is a box at row 2, column 4; a push is written as a capital letter".to_owned())
        );
        assert_eq!(
            complaint("R"),
            Err("R: the box at row 2, column 4 cannot be pushed: behind it is a box".to_owned())
        );
        assert_eq!(complaint("dRR"), Ok(()));
        assert!(complaint("R").unwrap_err().ends_with("behind it is a wall"));
        assert_eq!((position.moves(), position.pushes()), (4, 2));
        assert_eq!(position.to_string(), "#######\n#  $$.#\n#   @*#\n#  .  #\n#######");
        assert!(!position.is_solved());
    }
}
