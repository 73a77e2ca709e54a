//! Searches for hard puzzles.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use fewest_search::{Cancel, LimitKind};
use serde::Serialize;

use crate::error::EngineError;
use crate::kind::FieldInfo;
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
    /// More help, with examples.
    pub help: &'static str,
}

/// Which hard puzzles are wanted.
#[derive(Clone, Debug, Default)]
pub struct GenerateRequest {
    /// The family, by its name.
    pub family: String,
    /// What the family is made of, by name.
    pub fields: BTreeMap<String, Field>,
    /// The switches that are on.
    pub flags: Vec<String>,
    /// How many puzzles are wanted.
    pub count: usize,
    /// The fewest moves that a puzzle may take.
    pub min: u32,
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
    /// How far to go.
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

/// Where a search for puzzles stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenerateProgress {
    /// Parts of the search that are done.
    pub done: u64,
    /// How many parts there are, where that is known.
    pub parts: Option<u64>,
    /// The length of the hardest puzzle so far.
    pub best: u32,
    /// Time since the start.
    pub seconds: f64,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzles, the hardest first.
    pub found: Vec<Design>,
    /// Text in place of puzzles, where something else was asked for, such as a count.
    pub text: Option<String>,
    /// Parts of the search that were done.
    pub done: u64,
    /// The limit that ended it early.
    pub limit: Option<LimitKind>,
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
    /// The puzzle in a shorter format, where it has one.
    #[serde(flatten)]
    pub forms: BTreeMap<&'static str, String>,
    /// One line, or several, for people.
    #[serde(skip)]
    pub text: String,
}

/// A kind of puzzle that can be searched for hard ones.
pub trait Generate: Sync {
    /// The families there are.
    fn families(&self) -> &'static [FamilyInfo];

    /// Searches a family.
    ///
    /// # Errors
    /// What is wrong with the request.
    fn run(
        &self,
        request: &GenerateRequest,
        cancel: &Cancel,
        sink: &mut dyn FnMut(GenerateProgress),
    ) -> Result<Generated, EngineError>;
}
