//! Searches for hard puzzles.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use fewest_search::{Cancel, LimitKind};
use serde::Serialize;
use serde_json::Value;

use crate::error::{EngineError, Result};
use crate::kind::{FieldInfo, names, shortened};
use crate::puzzle::Field;
use crate::request::Limits;

/// A family of puzzles that can be searched for hard ones, described.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// The name to write.
    pub name: &'static str,
    /// What is searched for, in one clause.
    pub about: &'static str,
    /// What the family is made of.
    pub fields: &'static [FieldInfo],
    /// Switches of the family: a name, and what it does.
    pub flags: &'static [(&'static str, &'static str)],
    /// How fields are written, and what is printed.
    pub help: &'static str,
    /// Examples: what follows the name of the command.
    pub examples: &'static [&'static str],
}

/// Which hard puzzles are wanted. What is absent is left to the family.
#[derive(Clone, Debug, Default)]
pub struct GenerateRequest {
    /// The family, by its name.
    pub family: String,
    /// What the family is made of, by name.
    pub fields: BTreeMap<String, Field>,
    /// The switches that are on.
    pub flags: Vec<String>,
    /// How many puzzles are wanted; 10 where it is absent.
    pub count: Option<NonZeroUsize>,
    /// The fewest moves that a puzzle may take; 1 where it is absent.
    pub min: Option<u32>,
    /// The most moves that a puzzle may take.
    pub max: Option<u32>,
    /// How to look; absent: at all puzzles where they are few enough, else by annealing.
    pub method: Option<Method>,
    /// Annealing: the seed.
    pub seed: Option<u64>,
    /// Annealing: how many walks to make.
    pub walks: Option<u64>,
    /// Annealing: how many changes a walk tries.
    pub steps: Option<u32>,
    /// A file that says how far the search has come.
    pub state: Option<PathBuf>,
    /// How many threads search; absent: one for each core.
    pub threads: Option<NonZeroUsize>,
    /// The limits of the search.
    pub limits: Limits,
}

/// How puzzles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All there are.
    Enumerate,
    /// Changed at random, keeping what is harder.
    Anneal,
}

/// What is said during a search for puzzles.
#[derive(Clone, Debug, PartialEq)]
pub enum GenerateEvent {
    /// A warning, before the search begins.
    Warning(&'static str),
    /// Why the file of the state could not be written now. The search goes on, and tries again.
    Unsaved(String),
    /// Where the search stands.
    Progress {
        /// Parts of the search that are done.
        done: u64,
        /// How many parts there are, where that is known.
        parts: Option<u64>,
        /// The length of the hardest puzzle so far.
        best: u32,
        /// Time since the start.
        seconds: f64,
    },
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The puzzles, the hardest first.
    pub found: Vec<Design>,
    /// Counts in place of puzzles, where these were asked for.
    pub tally: Option<Tally>,
    /// Parts of the search that were done.
    pub done: u64,
    /// The limit that ended it early.
    pub limit: Option<LimitKind>,
    /// Why the file of the state lacks what was found at last, where it does.
    pub unsaved: Option<String>,
    /// What else is to be said of how it ended.
    pub remark: Option<String>,
}

/// A puzzle that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Design {
    /// Its place among all that were found, from 1.
    pub rank: usize,
    /// The fewest moves that solve it.
    pub length: u32,
    /// What counts as one move.
    pub metric: String,
    /// How many positions it has.
    pub positions: u64,
    /// The puzzle.
    pub puzzle: String,
    /// The puzzle in shorter formats, where it has any, by their names.
    #[serde(flatten)]
    pub forms: BTreeMap<&'static str, String>,
    /// One line, or several, for people.
    #[serde(skip)]
    pub text: String,
}

/// How many puzzles a family has.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// What was counted, in words, and the count.
    pub rows: Vec<(&'static str, u64)>,
    /// The same as JSON.
    pub json: Value,
}

/// A kind of puzzle that can be searched for hard ones.
pub trait Generate: Sync {
    /// The families there are.
    fn families(&self) -> &'static [FamilyInfo];

    /// Searches a family.
    ///
    /// # Errors
    /// What is wrong with the request: [`EngineError::is_about_the_request`]. Otherwise the search failed.
    fn run(&self, request: &GenerateRequest, cancel: &Cancel, sink: &mut dyn FnMut(GenerateEvent))
    -> Result<Generated>;
}

impl GenerateRequest {
    /// The family that is asked for, one of these; all fields and switches are its own.
    ///
    /// # Errors
    /// What there is instead.
    pub fn family(&self, families: &'static [FamilyInfo]) -> Result<&'static FamilyInfo> {
        let family = families.iter().find(|family| family.name == self.family).ok_or_else(|| {
            let known = names(families.iter().map(|family| family.name));
            EngineError::UnknownKind { name: shortened(&self.family), known }
        })?;
        let known = || family.fields.iter().map(|field| field.name).chain(family.flags.iter().map(|(name, _)| *name));
        let is_foreign = |name: &&String| !known().any(|known| known == *name);
        if let Some(name) = self.fields.keys().chain(&self.flags).find(is_foreign) {
            let (name, known) = (shortened(name), names(known()));
            return Err(EngineError::UnknownField { name, puzzle: family.name, known });
        }
        match family.fields.iter().find(|field| field.is_required && !self.fields.contains_key(field.name)) {
            Some(field) => {
                Err(EngineError::MissingField { field: field.name, puzzle: family.name, about: field.about })
            }
            None => Ok(family),
        }
    }

    /// What is written for a field, or its default.
    pub fn text(&self, family: &FamilyInfo, name: &str) -> Option<String> {
        let default = || family.fields.iter().find(|field| field.name == name)?.default.map(str::to_owned);
        self.fields.get(name).map(ToString::to_string).or_else(default)
    }

    /// Whether a switch is on.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|given| given == flag)
    }
}
