//! One position of a collection: by its number or its title.

use anyhow::bail;

use crate::input::source::Found;
use crate::text::{counted, did_you_mean, shorten};

/// Titles that a message lists.
const LISTED: usize = 12;
/// Titles that are remembered for a message.
const REMEMBERED: usize = 1000;

/// Which position of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// By its number, from 1.
    Number(u64),
    /// By its title, or by a part of it that no other title has.
    Title(String),
}

impl Pick {
    /// Reads the value of an option.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text.parse() {
            Ok(0) => Err("positions are counted from 1".to_owned()),
            Ok(number) => Ok(Self::Number(number)),
            Err(_) if plain(text).is_empty() => Err("write a number from 1, or a title".to_owned()),
            Err(_) => Ok(Self::Title(text.to_owned())),
        }
    }

    pub(crate) fn search(&self) -> Search<'_> {
        Search { pick: self, passed: 0, alike: None, others: 0, titles: Vec::new() }
    }
}

/// Looks for the position while the collection is read.
pub(crate) struct Search<'p> {
    pick: &'p Pick,
    passed: u64,
    /// The first whose title has the words in it, and how many more there are.
    alike: Option<Found>,
    others: usize,
    titles: Vec<String>,
}

impl Search<'_> {
    /// Takes the next position, and gives it back where it is surely the one.
    pub(crate) fn take(&mut self, found: Found) -> Option<Found> {
        self.passed += 1;
        match self.pick {
            Pick::Number(number) => (self.passed == *number).then_some(found),
            Pick::Title(wanted) => {
                let title = found.title.clone()?;
                let (known, wanted) = (plain(&title), plain(wanted));
                if known == wanted {
                    return Some(found);
                }
                if known.contains(&wanted) {
                    self.others += usize::from(self.alike.is_some());
                    self.alike.get_or_insert(found);
                }
                if self.titles.len() < REMEMBERED {
                    self.titles.push(title);
                }
                None
            }
        }
    }

    /// The position, when there are no more.
    pub(crate) fn end(self, input: &str) -> anyhow::Result<Found> {
        let wanted = match self.pick {
            Pick::Title(wanted) => wanted,
            Pick::Number(number) => {
                bail!("{input} has {}; there is no number {number}", counted(self.passed, "position"))
            }
        };
        let wanted = shorten(wanted, 60);
        match self.alike {
            Some(found) if self.others == 0 => Ok(found),
            Some(_) => bail!(
                "{} titles of {input} contain {wanted:?}; write one in full, or the number of the position",
                self.others + 1
            ),
            None if self.titles.is_empty() => {
                bail!("no position of {input} has a title; write its number with --pick, from 1 to {}", self.passed)
            }
            None => {
                let meant = did_you_mean(&wanted, self.titles.iter().map(String::as_str));
                let listed: Vec<String> = self.titles.iter().take(LISTED).map(|title| format!("{title:?}")).collect();
                let more = if self.titles.len() > LISTED { ", ..." } else { "" };
                bail!(
                    "no position of {input} has the title {wanted:?}; the titles are {}{more}.{meant}",
                    listed.join(", ")
                )
            }
        }
    }
}

/// A title without what people write in different ways.
fn plain(title: &str) -> String {
    title.chars().flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric()).collect()
}
