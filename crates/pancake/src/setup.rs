//! Reading a stack: text → [`Setup`], which may be nonsense → [`Position`], which is not.

use crate::fault::{Fault, Faults};
use crate::position::{Pancake, Position};
use crate::size::{MAX_PANCAKES, Size};

/// The longest text that is read as one stack, in bytes: room for 64 pancakes, generously spaced.
pub const MAX_TEXT: usize = 1 << 12;

/// Which side of a pancake is burnt, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `+`: the burnt side is down.
    Plus,
    /// `-`: the burnt side is up.
    Minus,
}

/// What a place of a [`Setup`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A number that fits 16 bits, and its sign where it has one.
    Pancake {
        /// The number.
        number: u16,
        /// The sign.
        sign: Option<Sign>,
    },
    /// Anything else, as written but cut short: a larger number, or no number at all.
    Other(String),
}

/// A stack as written, unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// The pancakes from top to bottom.
    pub stack: Vec<Entry>,
}

impl Setup {
    /// Reads pancakes from top to bottom, apart by spaces, line ends or commas. A sign before the number tells where the
    /// burnt side is: `-` up, `+` down.
    ///
    /// ```
    /// use fewest_pancake::Setup;
    /// assert_eq!(Setup::parse("3,1, 2")?.validate(None)?.to_string(), "3 1 2");
    /// // One sign is enough: then all are burnt, and those without one have their burnt side down.
    /// assert_eq!(Setup::parse("-3 1 2")?.validate(None)?.to_string(), "-3 +1 +2");
    /// # Ok::<(), fewest_pancake::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Where there is nothing to read, or too much. What is wrong with the pancakes is for
    /// [`validate`](Self::validate).
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let stack: Vec<Entry> = words.map(entry).collect();
        if stack.is_empty() { Err(Fault::Empty.into()) } else { Ok(Self { stack }) }
    }

    /// Whether a pancake has a sign: then all of the stack are burnt.
    pub fn is_signed(&self) -> bool {
        self.stack.iter().any(|entry| matches!(entry, Entry::Pancake { sign: Some(_), .. }))
    }

    /// Checks everything and makes the position. Without a size, there are as many pancakes as the largest number says,
    /// and they are burnt where one of them has a sign. With the size of burnt pancakes, those without a sign have their
    /// burnt side down.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self, size: Option<Size>) -> Result<Position, Faults> {
        let mut faults = Vec::new();
        let limit = size.map_or(MAX_PANCAKES, Size::pancakes);
        let found = self.pancakes(limit, size, &mut faults);
        let largest = found.iter().map(|(_, pancake)| pancake.number).max().unwrap_or(0);
        check_each_once(&found, size.map_or(largest, Size::pancakes), &mut faults);
        if self.stack.is_empty() {
            faults.insert(0, Fault::Empty);
        }
        let size = size.map_or_else(|| Size::new(largest, self.is_signed()), Ok);
        match (Faults::new(faults), size) {
            (None, Ok(size)) => {
                Ok(Position::from_checked(size, found.into_iter().map(|(_, pancake)| pancake).collect()))
            }
            (faults, _) => Err(faults.unwrap_or_else(|| Fault::Empty.into())),
        }
    }

    /// The entries that can be pancakes at all, numbers from 1 to `limit`, with their places.
    fn pancakes(&self, limit: usize, size: Option<Size>, faults: &mut Vec<Fault>) -> Vec<(usize, Pancake)> {
        let mut found = Vec::new();
        for (place, entry) in (1..).zip(&self.stack) {
            let out_of_range = |pancake: String| Fault::OutOfRange { pancake, place, largest: limit };
            match entry {
                Entry::Pancake { number, sign } if (1..=limit).contains(&usize::from(*number)) => {
                    let number = usize::from(*number);
                    if let (Some(size), Some(_)) = (size.filter(|size| !size.is_burnt()), sign) {
                        faults.push(Fault::Signed { pancake: number, place, size });
                    }
                    found.push((place, Pancake { number, burnt_up: *sign == Some(Sign::Minus) }));
                }
                Entry::Pancake { number, .. } => faults.push(out_of_range(number.to_string())),
                Entry::Other(word) => match split_sign(word) {
                    (_, digits) if is_number(digits) => faults.push(out_of_range(digits.to_owned())),
                    _ => faults.push(Fault::NotAPancake { word: word.clone(), place }),
                },
            }
        }
        found
    }
}

/// Checks that the pancakes 1 to `pancakes` are there once each.
fn check_each_once(found: &[(usize, Pancake)], pancakes: usize, faults: &mut Vec<Fault>) {
    let mut places = vec![Vec::new(); pancakes + 1];
    for (place, pancake) in found {
        places[pancake.number].push(*place);
    }
    let mut missing = Vec::new();
    for (pancake, places) in places.into_iter().enumerate().skip(1) {
        match places.len() {
            0 => missing.push(pancake),
            1 => {}
            _ => faults.push(Fault::Doubled { pancake, places }),
        }
    }
    if !missing.is_empty() {
        faults.push(Fault::Missing { pancakes: missing });
    }
}

fn entry(word: &str) -> Entry {
    let (sign, digits) = split_sign(word);
    match digits.parse() {
        Ok(number) if is_number(digits) => Entry::Pancake { number, sign },
        _ => Entry::Other(shorten(word)),
    }
}

/// A word without its sign. The minus of printed mathematics counts too.
fn split_sign(word: &str) -> (Option<Sign>, &str) {
    let signs = [("+", Sign::Plus), ("-", Sign::Minus), ("−", Sign::Minus)];
    let signed = signs.into_iter().find_map(|(mark, sign)| Some((Some(sign), word.strip_prefix(mark)?)));
    signed.unwrap_or((None, word))
}

/// Whether a word begins with a digit and has only digits, up to where it was cut short.
fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == CUT)
}

/// Stands for the rest of a long word.
const CUT: char = '…';

/// The first characters of a word that may be very long.
fn shorten(word: &str) -> String {
    const KEPT: usize = 20;
    let mut short: String = word.chars().take(KEPT).collect();
    if word.chars().nth(KEPT).is_some() {
        short.push(CUT);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let result = Setup::parse(text).and_then(|setup| setup.validate(None));
        result.expect_err(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn many_spellings_of_one_stack() {
        for text in ["3 1 4 2", "3,1,4,2", " 3, 1,\t4 ,2\r\n", "3\n1\n4\n2", "03 001 4 2"] {
            let position = Setup::parse(text).and_then(|setup| setup.validate(None)).expect(text);
            assert_eq!(position.to_string(), "3 1 4 2", "{text:?}");
        }
        for text in ["-3 1 +4 -2", "-3,+1,+4,−2", "-03 +1 4 -2"] {
            let position = Setup::parse(text).and_then(|setup| setup.validate(None)).expect(text);
            assert_eq!(position.to_string(), "-3 +1 +4 -2", "{text:?}");
        }
    }

    #[test]
    fn every_fault_is_listed() {
        assert_eq!(
            faults("2 x 2 7 0 -99999999999999999999999 2"),
            [
                "place 2: \"x\" is not a pancake; write its number, with `-` before it if the burnt side is up, or `+` if it is down",
                "place 5: pancake 0 is out of range; pancakes are numbered 1 to 64 here",
                "place 6: pancake 9999999999999999999… is out of range; pancakes are numbered 1 to 64 here",
                "pancake 2 appears 3 times, at the places 1, 3, 7; each pancake appears once",
                "missing: pancakes 1, 3–6",
            ]
        );
        for word in ["--1", "+-1", "-", "+", "1-", "1.0", "one", "١", "-…"] {
            assert!(faults(&format!("1 {word}"))[0].contains("is not a pancake"), "{word}");
        }
        assert_eq!(faults("1 3"), ["missing: pancake 2"]);
        assert_eq!(faults(&"9".repeat(40)).len(), 1);
    }

    #[test]
    fn a_size_sets_the_pancakes_and_their_sides() {
        let check = |text: &str, size: Size| {
            let position = Setup::parse(text).unwrap().validate(Some(size));
            position.map(|position| position.to_string()).map_err(|faults| faults.to_string())
        };
        let (plain, burnt) = (Size::plain(3).unwrap(), Size::burnt(3).unwrap());
        assert_eq!(check("3 2 1", plain).unwrap(), "3 2 1");
        assert_eq!(check("3 2 1", burnt).unwrap(), "+3 +2 +1");
        assert_eq!(
            check("4 -2 1", plain).unwrap_err(),
            "place 1: pancake 4 is out of range; pancakes are numbered 1 to 3 here; place 2: pancake 2 has a sign, but the \
             puzzle has 3 pancakes without a burnt side; write 2 without a sign, or give the pancakes of the start signs too; \
             missing: pancake 3"
        );
        assert_eq!(check("1 2", burnt).unwrap_err(), "missing: pancake 3");
    }

    #[test]
    fn hostile_text_is_refused_briefly() {
        for text in ["", "   \n\n", ",", "\0", "é", "1\u{0}2", &"9".repeat(MAX_TEXT + 1), "--", "1 +"] {
            let all = faults(text).join("; ");
            assert!(!all.is_empty() && all.len() < 400, "{all}");
        }
    }
}
