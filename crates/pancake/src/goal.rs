//! Which stack is asked for.

use std::str::FromStr;

use crate::fault::Faults;
use crate::position::Position;
use crate::setup::Setup;
use crate::size::Size;

/// The stack to reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The smallest pancake on top, the largest at the bottom, burnt sides down.
    #[default]
    Sorted,
    /// Any stack, checked against the size of the puzzle when it is known.
    Arrangement(Setup),
}

impl Goal {
    /// The goal of a puzzle of this size. Where pancakes are burnt, those of a goal without a sign have their burnt side
    /// down.
    ///
    /// ```
    /// use fewest_pancake::{Goal, Size};
    /// let goal: Goal = "3 1 -2".parse()?;
    /// assert_eq!(goal.position(Size::burnt(3)?)?.to_string(), "+3 +1 -2");
    /// assert_eq!(Goal::Sorted.position(Size::plain(3)?)?.to_string(), "1 2 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of a goal that was written out, another number of pancakes among them.
    pub fn position(&self, size: Size) -> Result<Position, Faults> {
        match self {
            Self::Sorted => Ok(Position::sorted(size)),
            Self::Arrangement(setup) => setup.validate(Some(size)),
        }
    }
}

impl FromStr for Goal {
    type Err = Faults;

    /// Reads `sorted` or a stack.
    fn from_str(text: &str) -> Result<Self, Faults> {
        if text.trim().eq_ignore_ascii_case("sorted") {
            return Ok(Self::Sorted);
        }
        Setup::parse(text).map(Self::Arrangement)
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
        let (plain, burnt) = (Size::plain(3).unwrap(), Size::burnt(3).unwrap());
        assert_eq!(reached(" Sorted ", plain).unwrap(), "1 2 3");
        assert_eq!(reached("sorted", burnt).unwrap(), "+1 +2 +3");
        assert_eq!(reached("2 3 1", plain).unwrap(), "2 3 1");
        assert_eq!(reached("-2 3 1", burnt).unwrap(), "-2 +3 +1");
        assert!(reached("-2 3 1", plain).unwrap_err().contains("pancake 2 has a sign"));
        assert_eq!(reached("2 1", plain).unwrap_err(), "missing: pancake 3");
        assert!(reached("upside-down", plain).unwrap_err().contains("\"upside-down\" is not a pancake"));
        assert!(reached("", plain).is_err());
    }
}
