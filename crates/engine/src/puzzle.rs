//! A puzzle of any kind, as text: its kind, and the fields that this kind has.
//!
//! The engine gives no field a meaning. What a field stands for, and which fields there are, says the kind's
//! [`KindInfo`](crate::KindInfo); every door compares a puzzle with it before the kind sees it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::error::{EngineError, Faults, Result};

/// A puzzle of any kind. As JSON it is one flat object: `{"kind": "tiles", "position": "1 2 3/4 5 6/7 0 8"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The name of its kind.
    pub kind: String,
    /// Everything else, by name.
    #[serde(flatten, deserialize_with = "given")]
    pub fields: BTreeMap<String, Field>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Field {
    /// A number that is not negative.
    Number(u64),
    /// Any text.
    Text(String),
}

impl Puzzle {
    /// A puzzle that starts at a position, with everything else left to its default.
    ///
    /// ```
    /// use fewest_engine::Puzzle;
    /// let puzzle = Puzzle::new("tiles", "1 2 3/4 5 6/7 0 8").with("metric", "mtm");
    /// assert_eq!((puzzle.position(), puzzle.text("metric"), puzzle.goal()), ("1 2 3/4 5 6/7 0 8", Some("mtm"), None));
    /// ```
    pub fn new(kind: impl Into<String>, position: impl Into<String>) -> Self {
        Self::empty(kind).with("position", position.into())
    }

    /// A puzzle of which nothing but the kind is known.
    pub fn empty(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), fields: BTreeMap::new() }
    }

    /// The same puzzle with another value of a field.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Field>) -> Self {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// The same puzzle with a field that may be absent.
    #[must_use]
    pub fn with_some(self, field: &str, value: Option<impl Into<Field>>) -> Self {
        match value {
            Some(value) => self.with(field, value),
            None => self.without(field),
        }
    }

    /// The same puzzle with a field left to its default.
    #[must_use]
    pub fn without(mut self, field: &str) -> Self {
        self.fields.remove(field);
        self
    }

    /// The text of a field, where it is given as text.
    pub fn text(&self, field: &str) -> Option<&str> {
        match self.fields.get(field)? {
            Field::Text(text) => Some(text),
            Field::Number(_) => None,
        }
    }

    /// The number of a field, where it is given.
    ///
    /// # Errors
    /// That it is no number, or a greater one than this machine can count to.
    pub fn number(&self, field: &str) -> Result<Option<usize>> {
        let number = match self.fields.get(field) {
            None => return Ok(None),
            Some(Field::Number(number)) => usize::try_from(*number).ok(),
            Some(Field::Text(text)) => text.trim().parse().ok(),
        };
        let fault = || EngineError::Position(Faults::of([format!("{field} is not a number; write one such as 4")]));
        number.map(Some).ok_or_else(fault)
    }

    /// The start; empty where none is given.
    pub fn position(&self) -> &str {
        self.text("position").unwrap_or_default()
    }

    /// The goal, where it is not left to its default.
    pub fn goal(&self) -> Option<&str> {
        self.text("goal")
    }

    /// What counts as one move, where it is not left to its default.
    pub fn metric(&self) -> Option<&str> {
        self.text("metric")
    }
}

impl From<&str> for Field {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Field {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Field {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<usize> for Field {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<u64> for Field {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// The fields that have a value: `null` is the same as leaving a field out.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Field>, D::Error> {
    let fields = BTreeMap::<String, Option<Field>>::deserialize(deserializer)?;
    Ok(fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_one_flat_object() {
        let text = r#"{"kind":"hanoi","discs":3,"goal":null,"pegs":"4"}"#;
        let puzzle: Puzzle = serde_json::from_str(text).unwrap();
        assert_eq!((puzzle.number("discs"), puzzle.number("pegs"), puzzle.goal()), (Ok(Some(3)), Ok(Some(4)), None));
        assert_eq!(serde_json::to_string(&puzzle).unwrap(), r#"{"kind":"hanoi","discs":3,"pegs":"4"}"#);
        assert!(serde_json::from_str::<Puzzle>(r#"{"kind":"hanoi","discs":[3]}"#).is_err());
        assert!(serde_json::from_str::<Puzzle>(r#"{"position":"1 0"}"#).is_err());
        assert!(Puzzle::empty("hanoi").with("discs", "many").number("discs").is_err());
    }
}
