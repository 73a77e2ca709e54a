//! A valid position, for people: it prints, compares and checks moves.

use std::fmt;
use std::str::FromStr;

use crate::fault::Faults;
use crate::notation::Transfer;
use crate::setup::Setup;
use crate::size::{Peg, Size};

/// Discs 1 to n on pegs, none on a smaller one. Two positions are equal when every peg holds the same discs.
///
/// The discs are held as they are seen, in stacks: the rules here share nothing with those of the search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    /// The discs of each peg from bottom to top.
    stacks: Vec<Vec<usize>>,
}

/// A move that the position does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum IllegalTransfer {
    /// A peg that is not there.
    #[error("there is no peg {peg}: the pegs are A to {last}")]
    NoSuchPeg { peg: Peg, last: Peg },
    /// From a peg to itself.
    #[error("a disc must move to another peg, and {peg}>{peg} leaves it on {peg}")]
    SamePeg { peg: Peg },
    /// From a peg without discs.
    #[error("peg {from} is empty: there is no disc to move")]
    EmptyPeg { from: Peg },
    /// Onto a smaller disc.
    #[error("disc {disc} of peg {from} cannot go to peg {to}: its top disc {top} is smaller")]
    LargerOnSmaller { disc: usize, from: Peg, to: Peg, top: usize },
}

impl Position {
    /// Stacks that are known to hold each disc of the size once, none on a smaller one.
    pub(crate) fn from_checked(size: Size, stacks: Vec<Vec<usize>>) -> Self {
        debug_assert_eq!(stacks.len(), size.pegs());
        Self { size, stacks }
    }

    /// All discs on the first peg: the usual start.
    pub fn stacked(size: Size) -> Self {
        Self::from_pegs(size, |_| 0)
    }

    /// Each disc, numbered from 1, on the peg that is named for it.
    pub(crate) fn from_pegs(size: Size, peg_of: impl Fn(usize) -> usize) -> Self {
        let mut stacks = vec![Vec::new(); size.pegs()];
        for disc in (1..=size.discs()).rev() {
            stacks[peg_of(disc)].push(disc);
        }
        Self { size, stacks }
    }

    /// How many discs and pegs there are.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The discs of a peg from bottom to top; none for a peg that is not there.
    pub fn stack(&self, peg: Peg) -> &[usize] {
        self.stacks.get(peg.index()).map_or(&[], Vec::as_slice)
    }

    /// The number of the peg of each disc, the smallest first.
    pub fn pegs_of_discs(&self) -> Vec<u8> {
        let mut pegs = vec![0; self.size.discs()];
        for (peg, stack) in (0u8..).zip(&self.stacks) {
            for &disc in stack {
                pegs[disc - 1] = peg;
            }
        }
        pegs
    }

    /// Moves the top disc of one peg to another.
    ///
    /// ```
    /// use fewest_hanoi::{Position, parse_transfers};
    /// let mut position: Position = "2 1/-/-".parse()?;
    /// for transfer in parse_transfers("A>B A>C B>C")? {
    ///     position.try_move(transfer)?;
    /// }
    /// assert_eq!(position.to_string(), "-/-/2 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it cannot; the position is unchanged then.
    pub fn try_move(&mut self, transfer: Transfer) -> Result<(), IllegalTransfer> {
        let Transfer { from, to } = transfer;
        for peg in [from, to] {
            if peg > self.size.last_peg() {
                return Err(IllegalTransfer::NoSuchPeg { peg, last: self.size.last_peg() });
            }
        }
        if from == to {
            return Err(IllegalTransfer::SamePeg { peg: from });
        }
        let Some(&disc) = self.stacks[from.index()].last() else { return Err(IllegalTransfer::EmptyPeg { from }) };
        if let Some(&top) = self.stacks[to.index()].last()
            && top < disc
        {
            return Err(IllegalTransfer::LargerOnSmaller { disc, from, to, top });
        }
        self.stacks[from.index()].pop();
        self.stacks[to.index()].push(disc);
        Ok(())
    }
}

impl fmt::Display for Position {
    /// `4 3/-/2 1`: each peg from bottom to top, `-` for an empty one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (peg, stack) in self.stacks.iter().enumerate() {
            if peg > 0 {
                f.write_str("/")?;
            }
            if stack.is_empty() {
                f.write_str("-")?;
            }
            for (place, disc) in stack.iter().enumerate() {
                write!(f, "{}{disc}", if place > 0 { " " } else { "" })?;
            }
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
    use crate::notation::parse_transfers;

    #[test]
    fn moves_are_checked() {
        let mut position: Position = "3 1/2/-".parse().unwrap();
        let before = position.clone();
        let mut complaint = |text| {
            let error = position.try_move(parse_transfers(text).unwrap()[0]).unwrap_err().to_string();
            assert_eq!(position, before);
            error
        };
        assert_eq!(complaint("C>A"), "peg C is empty: there is no disc to move");
        assert_eq!(complaint("B>A"), "disc 2 of peg B cannot go to peg A: its top disc 1 is smaller");
        assert_eq!(complaint("A>D"), "there is no peg D: the pegs are A to C");
        assert_eq!(complaint("Z>A"), "there is no peg Z: the pegs are A to C");
        let peg = Peg::new(1).unwrap();
        assert_eq!(
            position.try_move(Transfer { from: peg, to: peg }).unwrap_err().to_string(),
            "a disc must move to another peg, and B>B leaves it on B"
        );
        for transfer in parse_transfers("A>B B>A A>C B>A").unwrap() {
            let _ = position.try_move(transfer);
        }
        assert_eq!(position.to_string(), "3 2/-/1");
    }

    #[test]
    fn pegs_of_discs_and_stacks_agree() {
        let position: Position = "5 1/-/4 3/2".parse().unwrap();
        assert_eq!(position.pegs_of_discs(), [0, 3, 2, 2, 0]);
        assert_eq!(position.stack(Peg::new(2).unwrap()), [4, 3]);
        assert_eq!(position.stack(Peg::new(25).unwrap()), [0; 0]);
        let pegs = position.pegs_of_discs();
        assert_eq!(Position::from_pegs(position.size(), |disc| usize::from(pegs[disc - 1])), position);
        assert_eq!(Position::stacked(Size::new(3, 3).unwrap()).to_string(), "3 2 1/-/-");
    }
}
