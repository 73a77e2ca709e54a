//! A valid stack, for people: it prints, compares and checks flips.

use std::fmt;
use std::str::FromStr;

use crate::fault::Faults;
use crate::notation::Flip;
use crate::setup::Setup;
use crate::size::Size;

/// A pancake in a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pancake {
    /// Its number; 1 is the smallest.
    pub number: usize,
    /// Whether its burnt side is up; never so where pancakes have none.
    pub burnt_up: bool,
}

/// The pancakes 1 to n in a stack. Two positions are equal when the same pancakes lie in the same order on the same sides.
///
/// The pancakes are held as they are seen: the rules here share nothing with those of the search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    /// From top to bottom.
    stack: Vec<Pancake>,
}

/// A flip that the position does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum IllegalFlip {
    /// More pancakes than there are.
    #[error("{flip} pancakes cannot be flipped: the stack has {}", size.pancakes())]
    TooMany { flip: Flip, size: Size },
    /// A single pancake without a burnt side.
    #[error("a flip of 1 pancake changes nothing, because these pancakes have no burnt side: flip 2 or more")]
    Nothing,
}

/// Two neighbours in a stack that are none at the goal, or not on these sides: a flip must come between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GapBetween {
    /// The pancake above.
    pub upper: Pancake,
    /// The pancake below; `None` for the plate.
    pub lower: Option<Pancake>,
}

impl Position {
    /// A stack that is known to hold each pancake of the size once.
    pub(crate) fn from_checked(size: Size, stack: Vec<Pancake>) -> Self {
        debug_assert_eq!(stack.len(), size.pancakes());
        Self { size, stack }
    }

    /// The smallest pancake on top, the largest at the bottom, burnt sides down: the usual goal.
    pub fn sorted(size: Size) -> Self {
        let stack = (1..=size.pancakes()).map(|number| Pancake { number, burnt_up: false }).collect();
        Self { size, stack }
    }

    /// How many pancakes there are, and whether they are burnt.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The pancakes from top to bottom.
    pub fn stack(&self) -> &[Pancake] {
        &self.stack
    }

    /// Every flip that this stack allows: the same for all of its size.
    pub fn flips(&self) -> impl Iterator<Item = Flip> {
        self.size.flips()
    }

    /// Turns the top pancakes over.
    ///
    /// ```
    /// use fewest_pancake::{Position, parse_flips};
    /// let mut position: Position = "-3 +1 +2".parse()?;
    /// for flip in parse_flips("3 2 1")? {
    ///     position.try_flip(flip)?;
    /// }
    /// assert_eq!(position.to_string(), "-1 +2 +3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it cannot; the position is unchanged then.
    pub fn try_flip(&mut self, flip: Flip) -> Result<(), IllegalFlip> {
        if flip.count() > self.stack.len() {
            return Err(IllegalFlip::TooMany { flip, size: self.size });
        }
        if flip.count() == 1 && !self.size.is_burnt() {
            return Err(IllegalFlip::Nothing);
        }
        let below = self.stack.split_off(flip.count());
        let mut turned = Vec::with_capacity(self.size.pancakes());
        while let Some(pancake) = self.stack.pop() {
            let burnt_up = self.size.is_burnt() && !pancake.burnt_up;
            turned.push(Pancake { burnt_up, ..pancake });
        }
        turned.extend(below);
        self.stack = turned;
        Ok(())
    }

    /// The gaps of this stack towards a goal of the same size, from top to bottom: what the
    /// [gap heuristic](crate::heuristics::Gap) counts, found by looking.
    ///
    /// ```
    /// use fewest_pancake::Position;
    /// let start: Position = "1 2 4 3".parse()?;
    /// let gaps = start.gaps_to(&Position::sorted(start.size()));
    /// let pairs: Vec<_> = gaps.iter().map(|gap| (gap.upper.number, gap.lower.map(|lower| lower.number))).collect();
    /// assert_eq!(pairs, [(2, Some(4)), (3, None)]);
    /// # Ok::<(), fewest_pancake::Faults>(())
    /// ```
    pub fn gaps_to(&self, goal: &Self) -> Vec<GapBetween> {
        let mut gaps = Vec::new();
        for (place, &upper) in self.stack.iter().enumerate() {
            let lower = self.stack.get(place + 1).copied();
            if !goal.joins(upper, lower) {
                gaps.push(GapBetween { upper, lower });
            }
        }
        gaps
    }

    /// Whether a pancake lies on another, or on the plate, in this stack or in the same stack turned over as a whole.
    fn joins(&self, upper: Pancake, lower: Option<Pancake>) -> bool {
        let Some(lower) = lower else { return self.stack.last() == Some(&upper) };
        let over = |pancake: Pancake| Pancake { burnt_up: self.size.is_burnt() && !pancake.burnt_up, ..pancake };
        let is_pair = |pair: &[Pancake]| pair == [upper, lower] || pair == [over(lower), over(upper)];
        self.stack.windows(2).any(is_pair)
    }
}

impl fmt::Display for Pancake {
    /// Its number alone, whatever its sides.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)
    }
}

impl fmt::Display for Position {
    /// `3 1 4 2`, or `-3 +1 +4 -2` where pancakes are burnt: from top to bottom, `-` where the burnt side is up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pancake) in self.stack.iter().enumerate() {
            let space = if place > 0 { " " } else { "" };
            let sign = match (self.size.is_burnt(), pancake.burnt_up) {
                (false, _) => "",
                (true, false) => "+",
                (true, true) => "-",
            };
            write!(f, "{space}{sign}{pancake}")?;
        }
        Ok(())
    }
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
    use crate::notation::parse_flips;

    fn flipped(start: &str, flips: &str) -> String {
        let mut position: Position = start.parse().unwrap();
        for flip in parse_flips(flips).unwrap() {
            position.try_flip(flip).unwrap();
        }
        position.to_string()
    }

    #[test]
    fn flips_reverse_and_turn() {
        assert_eq!(flipped("3 1 4 2", "4"), "2 4 1 3");
        assert_eq!(flipped("3 1 4 2", "2"), "1 3 4 2");
        assert_eq!(flipped("-3 +1 +4 -2", "1"), "+3 +1 +4 -2");
        assert_eq!(flipped("-3 +1 +4 -2", "3"), "-4 -1 +3 -2");
        assert_eq!(flipped("5 3 6 1 4 2", "2 3 6 2 4 3 2"), "1 2 3 4 5 6");
    }

    #[test]
    fn flips_are_checked() {
        let complaint = |stack: &str, count| {
            let mut position: Position = stack.parse().unwrap();
            let before = position.clone();
            let error = position.try_flip(Flip::new(count).unwrap()).unwrap_err().to_string();
            assert_eq!(position, before);
            error
        };
        assert_eq!(complaint("2 1 3", 4), "4 pancakes cannot be flipped: the stack has 3");
        assert_eq!(complaint("+1", 2), "2 pancakes cannot be flipped: the stack has 1");
        assert_eq!(
            complaint("1", 1),
            "a flip of 1 pancake changes nothing, because these pancakes have no burnt side: flip 2 or more"
        );
    }

    #[test]
    fn gaps_are_found_for_any_goal() {
        let gaps = |start: &str, goal: &str| {
            let (start, goal): (Position, Position) = (start.parse().unwrap(), goal.parse().unwrap());
            start.gaps_to(&goal).len()
        };
        assert_eq!((gaps("1 2 3", "1 2 3"), gaps("3 2 1", "1 2 3"), gaps("1", "1")), (0, 1, 0));
        assert_eq!((gaps("4 2 3 1", "1 3 2 4"), gaps("4 2 1 3", "1 3 2 4")), (1, 2));
        assert_eq!((gaps("+1 +2", "+1 +2"), gaps("-1 -2", "+1 +2"), gaps("-2 -1", "+1 +2")), (0, 2, 1));
        assert_eq!((gaps("+2 -1", "-2 +1"), gaps("-2 +1", "-1 +2")), (2, 1));
    }
}
