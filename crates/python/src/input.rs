//! From what a person writes to a puzzle: the kind is found where it is not named, as the command line finds it.

use std::collections::BTreeMap;
use std::fmt;

use fewest_engine::reader::{Entry, Line, LineFault, MAX_LINE};
use fewest_engine::{EngineError, Field, Kind, LibraryEntry, Likeness, Puzzle};
use fewest_kinds::KINDS;
use serde::Deserialize;

/// A puzzle as it is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// A position, or the name of a puzzle of the library.
    text: Option<String>,
    kind: Option<String>,
    /// The metric, the goal and whatever else a puzzle of its kind has.
    #[serde(default)]
    fields: BTreeMap<String, Option<Field>>,
}

/// A puzzle of a text and the line where it begins, or what is wrong with the line.
pub(crate) type Placed = (u64, Result<Puzzle, LineFault>);

/// Why there is no puzzle.
#[derive(Debug)]
pub(crate) enum Unclear {
    /// What the engine says.
    Engine(EngineError),
    /// A name that nothing has.
    Name(String),
}

impl From<EngineError> for Unclear {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Name(text) => f.write_str(text),
        }
    }
}

impl Asked {
    /// The puzzle that is meant. Its position is not looked at.
    pub(crate) fn puzzle(&self, is_random: bool) -> Result<Puzzle, Unclear> {
        let text = self.text.as_deref().unwrap_or_default();
        let entry = named(text);
        let kind = self.kind(text, entry.as_ref())?;
        let info = kind.info();
        let mut puzzle = Puzzle::empty(info.name);
        if let Some((found, entry)) = entry {
            if found.info().name != info.name {
                let message = format!(
                    "{text} is a puzzle of the kind {}, but the arguments are for the kind {}",
                    found.info().name,
                    info.name
                );
                return Err(Unclear::Name(message));
            }
            puzzle = entry.puzzle.without("metric");
        } else if !text.is_empty() {
            puzzle = puzzle.with("position", text);
        }
        for (name, value) in &self.fields {
            puzzle = puzzle.with_some(name, value.clone());
        }
        let is_blank = puzzle.position().is_empty() && !is_random;
        if is_blank && !kind.has_start(&puzzle) && !kind.can_explore_goal(&puzzle) {
            puzzle = puzzle.with("position", "");
        }
        Ok(puzzle)
    }

    /// Every position in a text, line by line, as a puzzle with the line where it begins.
    pub(crate) fn puzzles(&self) -> Result<Vec<Placed>, Unclear> {
        let text = self.text.as_deref().unwrap_or_default();
        let kind = self.kind(text, None)?;
        let shared = Puzzle::empty(kind.info().name);
        let shared = self.fields.iter().fold(shared, |puzzle, (name, value)| puzzle.with_some(name, value.clone()));
        let mut reader = kind.reader(&shared);
        let mut found: Vec<Entry> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let content = match line.find('\0') {
                _ if line.len() > MAX_LINE => Err(LineFault::TooLong),
                Some(at) => Err(LineFault::Nul(at + 1)),
                None => Ok(line.to_owned()),
            };
            reader.take(Line { number, content }, &mut found);
        }
        reader.finish(&mut found);
        Ok(found
            .into_iter()
            .map(|entry| (entry.line, entry.text.map(|text| shared.clone().with("position", text))))
            .collect())
    }

    fn kind(
        &self,
        text: &str,
        entry: Option<&(&'static dyn Kind, LibraryEntry)>,
    ) -> Result<&'static dyn Kind, Unclear> {
        if let Some(name) = &self.kind {
            return Ok(KINDS.named(name)?);
        }
        if let Some((kind, _)) = entry {
            return Ok(*kind);
        }
        if let Some(kind) = self.fields.keys().find_map(|name| told_by(name)) {
            return Ok(kind);
        }
        let metric = match self.fields.get("metric") {
            Some(Some(Field::Text(metric))) => Some(metric.as_str()),
            _ => None,
        };
        let counts = |kind: &dyn Kind| {
            metric.is_none_or(|metric| kind.info().metrics.len() > 1 && kind.info().has_metric(metric))
        };
        let (shown, likeness) = KINDS.sniff(text).unwrap_or((first(), Likeness::None));
        if likeness == Likeness::None && is_name(text) {
            return Err(Unclear::Name(format!(
                "{text:?} is not a built-in puzzle (`fewest.library()` lists them) or a position such as {:?}",
                shown.info().example_position
            )));
        }
        // A metric of several kinds leaves it to the looks of the text, as far as it allows.
        Ok(if counts(shown) { shown } else { KINDS.iter().find(|kind| counts(*kind)).unwrap_or(shown) })
    }
}

/// The kind that is meant where nothing tells it.
fn first() -> &'static dyn Kind {
    KINDS.iter().next().expect("there are kinds")
}

/// The kind whose puzzles alone have a field of this name.
fn told_by(name: &str) -> Option<&'static dyn Kind> {
    let mut having = KINDS.iter().filter(|kind| {
        let info = kind.info();
        info.fields.iter().chain(info.random_fields).any(|field| field.name == name && field.tells_kind)
    });
    having.next().filter(|_| having.next().is_none())
}

/// The puzzle of the library that a text names.
fn named(text: &str) -> Option<(&'static dyn Kind, LibraryEntry)> {
    let may_be_name = text.len() < 100 && !text.contains('\n') && has_letters(text);
    if may_be_name { KINDS.find(text) } else { None }
}

/// Whether this is one word, with letters that no position has.
fn is_name(text: &str) -> bool {
    has_letters(text) && !text.contains(|c: char| c.is_whitespace() || c == ',')
}

/// Whether there are letters other than those that stand for a blank.
fn has_letters(text: &str) -> bool {
    text.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X'))
}
