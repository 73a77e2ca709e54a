//! Reading a position: text → [`Setup`], which may be nonsense → [`Position`], which is not.

use fewest_text::{Tally, Word, words};

use crate::fault::{Fault, Faults};
use crate::position::Position;
use crate::size::{MAX_DISCS, MAX_PEGS, MIN_PEGS, Size};

/// The longest text that is read as one position, in bytes: room for 64 discs, generously spaced.
pub const MAX_TEXT: usize = 1 << 12;

/// What stands between pegs on one line.
const PEG_MARKS: [char; 2] = ['/', '|'];

/// A position as written, unchecked: any number of pegs with any discs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// The discs of each peg from bottom to top.
    pub pegs: Vec<Vec<Word>>,
}

impl Setup {
    /// Reads pegs apart by `/` or `|`, or, where there are none of these, one peg a line; on each the discs from bottom
    /// to top, apart by spaces or commas. An empty peg is `-` or nothing. Empty lines before and behind do not count.
    ///
    /// ```
    /// use fewest_hanoi::Setup;
    /// let setup = Setup::parse("4,3 | | 2 1")?;
    /// assert_eq!(setup.validate(None)?.to_string(), "4 3/-/2 1");
    /// # Ok::<(), fewest_hanoi::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Where there is nothing to read, or too much. What is wrong with the discs is for [`validate`](Self::validate).
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let text = text.trim();
        if text.is_empty() {
            return Err(Fault::Empty.into());
        }
        let pegs = if text.contains(PEG_MARKS) {
            text.split(PEG_MARKS).map(peg).collect()
        } else {
            text.lines().map(peg).collect()
        };
        Ok(Self { pegs })
    }

    /// Checks everything and makes the position. Without a size, there are as many pegs as are written and as many
    /// discs as the largest number says.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self, size: Option<Size>) -> Result<Position, Faults> {
        let mut faults = Vec::new();
        self.check_pegs(size, &mut faults);
        let limit = size.map_or(MAX_DISCS, Size::discs);
        let stacks = self.stacks(limit, &mut faults);
        let discs = size.map_or_else(|| stacks.iter().flatten().copied().max().unwrap_or(0), Size::discs);
        check_order(&stacks, &mut faults);
        check_each_once(&stacks, discs, &mut faults);
        if self.pegs.iter().all(Vec::is_empty) {
            faults.insert(0, Fault::Empty);
        }
        match (Faults::new(faults), Size::new(discs, self.pegs.len())) {
            (None, Ok(size)) => Ok(Position::from_checked(size, stacks)),
            (faults, _) => Err(faults.unwrap_or_else(|| Fault::Empty.into())),
        }
    }

    fn check_pegs(&self, size: Option<Size>, faults: &mut Vec<Fault>) {
        let found = self.pegs.len();
        match size {
            Some(size) if size.pegs() != found => faults.push(Fault::PegCount { found, size }),
            None if found < MIN_PEGS => faults.push(Fault::TooFewPegs { found }),
            None if found > MAX_PEGS => faults.push(Fault::TooManyPegs { found }),
            _ => {}
        }
    }

    /// The discs of each peg that can be discs at all: numbers from 1 to `limit`.
    fn stacks(&self, limit: usize, faults: &mut Vec<Fault>) -> Vec<Vec<usize>> {
        let mut read = |peg: usize, place: usize, word: &Word| {
            let disc = word.number().map(usize::from).filter(|disc| (1..=limit).contains(disc));
            if disc.is_none() && word.is_number() {
                faults.push(Fault::OutOfRange { disc: word.to_string(), peg, place, largest: limit });
            } else if disc.is_none() {
                faults.push(Fault::NotADisc { word: word.to_string(), peg, place });
            }
            disc
        };
        let mut stacks = Vec::with_capacity(self.pegs.len());
        for (peg, entries) in self.pegs.iter().enumerate() {
            stacks.push((1..).zip(entries).filter_map(|(place, word)| read(peg, place, word)).collect());
        }
        stacks
    }
}

/// Checks that no disc lies on a smaller one.
fn check_order(stacks: &[Vec<usize>], faults: &mut Vec<Fault>) {
    for (peg, stack) in stacks.iter().enumerate() {
        let wrong = stack.windows(2).filter(|pair| pair[0] < pair[1]);
        faults.extend(wrong.map(|pair| Fault::LargerOnSmaller { peg, upper: pair[1], lower: pair[0] }));
    }
}

/// Checks that the discs 1 to `discs` are there once each.
fn check_each_once(stacks: &[Vec<usize>], discs: usize, faults: &mut Vec<Fault>) {
    let mut tally = Tally::new(discs + 1);
    for &disc in stacks.iter().flatten() {
        tally.add(disc);
    }
    faults.extend(tally.doubled().map(|(disc, count)| Fault::Doubled { disc, count }));
    faults.extend(tally.missing().map(|discs| Fault::Missing { discs }));
}

/// Reads one peg.
fn peg(text: &str) -> Vec<Word> {
    if text.trim() == "-" {
        return Vec::new();
    }
    words(text).map(Word::read).collect()
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
            "4 3/-/2 1",
            "4 3//2 1",
            "4,3|-|2,1\n",
            " 4 3 | | 2 1 ",
            "4 3\n-\n2 1\n",
            "\r\n4 3\r\n\r\n2 1\r\n\r\n",
            "4 3 /\n- /\n2 1",
            "04 3/ - /002, 1",
        ] {
            let position = Setup::parse(text).and_then(|setup| setup.validate(None)).expect(text);
            assert_eq!(position.to_string(), "4 3/-/2 1", "{text:?}");
        }
    }

    #[test]
    fn every_fault_is_listed() {
        assert_eq!(
            faults("2 4 4/x 7/ 99999999999999999999999"),
            [
                "peg B, place 1: \"x\" is not a disc; write a number from 1, or `-` alone for an empty peg",
                "peg C, place 1: disc 99999999999999999999… is out of range; discs are numbered 1 to 64 here",
                "peg A: disc 4 lies on disc 2, which is smaller; list each peg from bottom to top",
                "disc 4 appears 2 times",
                "missing: discs 1, 3, 5, 6",
            ]
        );
        assert_eq!(
            faults("1 2 3"),
            [
                "there is 1 peg, but at least 3 pegs are needed: put `/` between pegs and `-` for an empty one, such as `3 2 1/-/-`",
                "peg A: disc 2 lies on disc 1, which is smaller; list each peg from bottom to top",
                "peg A: disc 3 lies on disc 2, which is smaller; list each peg from bottom to top",
            ]
        );
        assert_eq!(faults(&"/".repeat(27)).len(), 2);
        assert!(faults("3 2 1/0/-")[0].contains("disc 0 is out of range"));
        assert!(faults("3 - 1/2/-")[0].contains("\"-\" is not a disc"));
        assert!(faults("-/-/-")[0].contains("no discs"));
        assert!(faults(&("/".repeat(30) + " x"))[1].starts_with("peg number 31"));
    }

    #[test]
    fn a_size_sets_pegs_and_discs() {
        let size = Size::new(3, 4).unwrap();
        let check = |text: &str| Setup::parse(text).unwrap().validate(Some(size)).map_err(|faults| faults.to_string());
        assert_eq!(check("3 2 1/-/-/-").unwrap().size(), size);
        assert_eq!(
            check("4 2/-/1"),
            Err("there are 3 pegs, but there must be 4; peg A, place 1: disc 4 is out of range; discs are numbered 1 \
                 to 3 here; missing: disc 3"
                .to_owned())
        );
    }

    #[test]
    fn hostile_text_is_refused_briefly() {
        for text in ["", "   \n\n", "/", "\0", "é", "1\u{0}2", &"9".repeat(MAX_TEXT + 1), "1/2/-3/+4"] {
            let all = faults(text).join("; ");
            assert!(!all.is_empty() && all.len() < 400, "{all}");
        }
    }
}
