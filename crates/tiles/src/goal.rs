//! Which position is asked for.

use std::str::FromStr;

use crate::{Faults, Position, Setup, Size};

/// The position to reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Tiles in order, the blank behind them.
    #[default]
    BlankLast,
    /// The blank, then the tiles in order.
    BlankFirst,
    /// Any position, checked against the size of the board when it is known.
    Board(Setup),
}

impl Goal {
    /// The goal on a board of this size.
    ///
    /// ```
    /// use fewest_tiles::{Goal, Size};
    /// assert_eq!(Goal::BlankFirst.position(Size::new(3, 2)?)?.to_string(), "0 1 2/3 4 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of a goal that was written out, a wrong size among them.
    pub fn position(&self, size: Size) -> Result<Position, Faults> {
        let in_order = (0u8..=u8::MAX).take(size.cells());
        match self {
            Self::BlankFirst => Ok(Position::from_checked(size, in_order.collect())),
            Self::BlankLast => Ok(Position::from_checked(size, in_order.skip(1).chain([0]).collect())),
            Self::Board(setup) => setup.validate(Some(size)),
        }
    }
}

impl FromStr for Goal {
    type Err = Faults;

    /// Reads `blank-last`, `blank-first` or a position.
    fn from_str(text: &str) -> Result<Self, Faults> {
        match text {
            "blank-last" => Ok(Self::BlankLast),
            "blank-first" => Ok(Self::BlankFirst),
            board => Setup::parse(board).map(Self::Board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_fit_every_size() {
        for (width, height) in [(1, 1), (1, 5), (3, 3), (16, 16), (256, 1)] {
            let size = Size::new(width, height).unwrap();
            let last = Goal::BlankLast.position(size).unwrap();
            let first = Goal::BlankFirst.position(size).unwrap();
            assert_eq!((last.blank(), first.blank()), (size.cells() - 1, 0));
            assert_eq!(last.to_string().parse::<Goal>().unwrap().position(size).unwrap(), last);
        }
    }

    #[test]
    fn a_goal_of_another_size_is_a_fault() {
        let goal: Goal = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        assert!(goal.position(Size::new(4, 4).unwrap()).is_err());
        assert!(goal.position(Size::new(3, 2).unwrap()).is_err());
    }
}
