//! Which position is asked for.

use std::str::FromStr;

use crate::fault::{Fault, Faults};
use crate::position::Position;
use crate::setup::Setup;
use crate::size::{Peg, Size};

/// The position to reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// All discs on the last peg.
    #[default]
    Last,
    /// All discs on this peg.
    Peg(Peg),
    /// Any position, checked against the size of the puzzle when it is known.
    Arrangement(Setup),
}

impl Goal {
    /// The goal of a puzzle of this size.
    ///
    /// ```
    /// use fewest_hanoi::{Goal, Size};
    /// let goal: Goal = "B".parse()?;
    /// assert_eq!(goal.position(Size::new(3, 4)?)?.to_string(), "-/3 2 1/-/-");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A peg that is not there, or every fault of a goal that was written out, a wrong size among them.
    pub fn position(&self, size: Size) -> Result<Position, Faults> {
        match self {
            Self::Last => Ok(Position::from_pegs(size, |_| size.last_peg().index())),
            Self::Peg(peg) if *peg > size.last_peg() => Err(Fault::NoSuchPeg { peg: *peg, size }.into()),
            Self::Peg(peg) => Ok(Position::from_pegs(size, |_| peg.index())),
            Self::Arrangement(setup) => setup.validate(Some(size)),
        }
    }
}

impl FromStr for Goal {
    type Err = Faults;

    /// Reads `last`, the letter of a peg or a position.
    fn from_str(text: &str) -> Result<Self, Faults> {
        let mut letters = text.trim().chars();
        match (letters.next().and_then(Peg::from_letter), letters.next()) {
            (Some(peg), None) => Ok(Self::Peg(peg)),
            _ if text.trim().eq_ignore_ascii_case("last") => Ok(Self::Last),
            _ => Setup::parse(text).map(Self::Arrangement),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(text: &str, size: Size) -> Result<String, String> {
        let goal = text.parse::<Goal>().and_then(|goal| goal.position(size));
        goal.map(|goal| goal.to_string()).map_err(|faults| faults.to_string())
    }

    #[test]
    fn goals_are_read() {
        let size = Size::new(3, 4).unwrap();
        assert_eq!(reached("last", size).unwrap(), "-/-/-/3 2 1");
        assert_eq!(reached(" d ", size).unwrap(), "-/-/-/3 2 1");
        assert_eq!(reached("A", size).unwrap(), "3 2 1/-/-/-");
        assert_eq!(reached("3/2//1", size).unwrap(), "3/2/-/1");
        assert_eq!(reached("E", size).unwrap_err(), "there is no peg E: 3 discs on 4 pegs have the pegs A to D");
        assert!(reached("3 2 1/-/-", size).unwrap_err().contains("3 pegs, but there must be 4"));
        assert!(reached("first", size).unwrap_err().contains("\"first\" is not a disc"));
        assert!(reached("", size).is_err());
    }
}
