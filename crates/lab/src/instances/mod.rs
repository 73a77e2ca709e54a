//! From what a suite says of its instances to the instances themselves.
//!
//! They are made once, before anything is searched, and every fault is told with its place. The same suite makes the same
//! instances on every machine.

mod distances;
mod generated;
mod published;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use fewest_engine::{Cancel, EngineError, Limits, Puzzle, SearchLimits, Session};
use fewest_kinds::KINDS;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::suite::{Instances, Suite};

/// The most instances that a suite may have: they are held in memory.
const MOST: usize = 2_000_000;

/// A puzzle to be solved, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Instance {
    pub(crate) group: String,
    pub(crate) name: String,
    /// Which of the group's shuffles or distances it belongs to, from 0.
    pub(crate) part: usize,
    /// The random moves that made it, where it was shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shuffle: Option<u64>,
    /// The length of a shortest solution in every metric for which it is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) optima: BTreeMap<String, u32>,
    /// The seed of the sequence of random positions that it is from, as `fewest random --seed` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    pub(crate) position: String,
    /// The puzzle with its position, as the engine is asked.
    pub(crate) puzzle: Puzzle,
}

impl Instance {
    /// One of which nothing is known.
    pub(crate) fn new(group: &str, name: String, position: String, puzzle: Puzzle) -> Self {
        let (part, shuffle, optima, seed) = (0, None, BTreeMap::new(), None);
        Self { group: group.to_owned(), name, part, shuffle, optima, seed, position, puzzle }
    }
}

pub(crate) struct Workshop<'a> {
    pub(crate) quick: bool,
    /// The folder that files are looked for in.
    pub(crate) beside: &'a Path,
    /// Solves what must be solved to know its distance.
    pub(crate) session: &'a Session,
    pub(crate) cancel: &'a Cancel,
    /// Is told the group, how many of its positions there are and how many are wanted, where that takes long.
    pub(crate) tell: &'a mut dyn FnMut(&str, usize, usize),
}

impl Workshop<'_> {
    /// How far it may go for random positions: until it is cancelled.
    fn limits(&self) -> SearchLimits {
        Limits::default().for_search(self.cancel)
    }
}

pub(crate) enum Flaw {
    Faults(Vec<String>),
    Cancelled,
}

impl<T: ToString> From<T> for Flaw {
    fn from(fault: T) -> Self {
        Self::Faults(vec![fault.to_string()])
    }
}

pub(crate) fn materialise(suite: &Suite, workshop: &mut Workshop<'_>) -> Result<Vec<Instance>, LabError> {
    let mut faults = Vec::new();
    let mut instances: Vec<Instance> = Vec::new();
    // Before anything is made, and whatever the product may be.
    let asked = suite.instances.iter().map(|group| group.random_count(workshop.most(group)));
    let asked = asked.fold(0, u128::saturating_add);
    if asked > MOST as u128 {
        let fault = format!(
            "the suite has {asked} random instances, but at most {MOST} are allowed; use a smaller count, or fewer \
             shuffles or distances"
        );
        return Err(LabError::Faults(vec![fault]));
    }
    for group in &suite.instances {
        let at = format!("instances {:?}", group.group);
        if group.group.contains('|') {
            faults.push(format!("{at}: the name of a group must not contain |"));
        }
        match workshop.make(group) {
            Ok(made) => instances.extend(made),
            Err(Flaw::Faults(found)) => faults.extend(found.iter().map(|fault| format!("{at}: {fault}"))),
            Err(Flaw::Cancelled) => return Err(LabError::Cancelled),
        }
    }
    let mut seen = HashSet::new();
    for Instance { group, name, .. } in &instances {
        if !seen.insert(format!("{group}/{name}")) {
            faults.push(format!("instances {group:?}: two are called {name:?}"));
        }
        if name.contains('|') {
            faults.push(format!("instances {group:?}, {name:?}: a name must not contain |"));
        }
    }
    if faults.is_empty() { Ok(instances) } else { Err(LabError::Faults(faults)) }
}

impl Instances {
    /// How many random positions it asks for, where no part may have more than so many.
    fn random_count(&self, most: usize) -> u128 {
        let parts = self.shuffles.len().max(self.distances.len()).max(1);
        (self.count.unwrap_or(0).min(most) as u128).saturating_mul(parts as u128)
    }
}

impl Workshop<'_> {
    /// How many instances a part of a group may have.
    fn most(&self, group: &Instances) -> usize {
        if self.quick { group.quick } else { usize::MAX }
    }

    pub(crate) fn make(&mut self, group: &Instances) -> Result<Vec<Instance>, Flaw> {
        let most = self.most(group);
        if most == 0 {
            return Ok(Vec::new());
        }
        if let Some(puzzle) = &group.random {
            return self.random(group, puzzle, most);
        }
        if let Some(puzzle) = &group.every {
            return generated::every(group, puzzle, most);
        }
        let mut written = if let Some(kind) = &group.library {
            let kind = KINDS.named(kind).map_err(|error| in_words(&error))?;
            let length = |(metric, length): (String, u64)| Some((metric, u32::try_from(length).ok()?));
            let known = kind.library().into_iter().map(|entry| Written {
                place: format!("{:?}", entry.name),
                name: entry.name,
                optima: entry.optimum.into_iter().filter_map(length).collect(),
                puzzle: entry.puzzle,
            });
            pick(known.collect(), &group.names)?
        } else if let Some(name) = &group.set {
            pick(published::set(name)?, &group.names)?
        } else if let (Some(file), Some(like)) = (&group.file, &group.like) {
            from_file(&self.beside.join(file), like, &group.names)?
        } else {
            let named = |(index, puzzle): (usize, &Puzzle)| {
                let name = group.names.get(index).cloned().unwrap_or_else(|| number(index));
                Written { place: format!("{name:?}"), name, optima: BTreeMap::new(), puzzle: puzzle.clone() }
            };
            group.puzzles.iter().enumerate().map(named).collect()
        };
        // Faults of all are told, also in a quick run: it is the rehearsal of the other.
        let positions: Vec<Result<String, String>> = written.iter().map(Written::check).collect();
        let faults: Vec<String> = positions.iter().filter_map(|position| position.clone().err()).collect();
        if !faults.is_empty() {
            return Err(Flaw::Faults(faults));
        }
        written.truncate(most);
        let instance = |(written, position): (Written, Result<String, String>)| Instance {
            optima: written.optima,
            ..Instance::new(&group.group, written.name, position.unwrap_or_default(), written.puzzle)
        };
        Ok(written.into_iter().zip(positions).map(instance).collect())
    }
}

/// A puzzle that somebody wrote down.
pub(crate) struct Written {
    place: String,
    name: String,
    optima: BTreeMap<String, u32>,
    puzzle: Puzzle,
}

impl Written {
    /// The position in normal form, or what is wrong with the puzzle and where.
    fn check(&self) -> Result<String, String> {
        let seen = KINDS.view(&self.puzzle, "").map_err(|error| format!("{}: {}", self.place, in_words(&error)))?;
        if seen.solved && seen.moves.is_empty() {
            return Err(format!("{}: nothing can move; use a larger puzzle", self.place));
        }
        Ok(seen.start)
    }
}

fn in_words(error: &EngineError) -> String {
    error.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The name of what has none, by its place from 0.
fn number(index: usize) -> String {
    format!("{:04}", index + 1)
}

/// Those that names ask for, in their order; all where there are no names.
fn pick(mut known: Vec<Written>, names: &[String]) -> Result<Vec<Written>, Flaw> {
    if names.is_empty() {
        return Ok(known);
    }
    let mut picked = Vec::new();
    let mut faults = Vec::new();
    for name in names {
        match known.iter().position(|written| written.name == *name) {
            Some(index) => picked.push(known.remove(index)),
            None if picked.iter().any(|written: &Written| written.name == *name) => {
                faults.push(format!("{name:?} is named twice"));
            }
            None => {
                let there = known.iter().map(|written| written.name.as_str()).collect::<Vec<_>>().join(", ");
                faults.push(format!("there is no {name:?}; choose one of {there}"));
            }
        }
    }
    if faults.is_empty() { Ok(picked) } else { Err(Flaw::Faults(faults)) }
}

/// A position a line; empty lines and those that begin with `#` are skipped.
fn from_file(path: &Path, like: &Puzzle, names: &[String]) -> Result<Vec<Written>, Flaw> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    if !names.is_empty() && names.len() != lines.len() {
        let there = format!("{} has {} positions, but there are {} names", path.display(), lines.len(), names.len());
        return Err(there.into());
    }
    let written = |(index, (line, position)): (usize, (usize, &str))| Written {
        place: format!("{}, line {line}", path.display()),
        name: names.get(index).cloned().unwrap_or_else(|| number(index)),
        optima: BTreeMap::new(),
        puzzle: like.clone().with("position", position),
    };
    Ok(lines.into_iter().enumerate().map(written).collect())
}

/// The puzzle that begins at a position of a random puzzle.
fn at_random(puzzle: &Puzzle, position: String) -> Puzzle {
    match KINDS.named(&puzzle.kind) {
        Ok(kind) => kind.at_random(puzzle, position),
        Err(_) => puzzle.clone().with("position", position),
    }
}

/// A generated position as an instance without anything known.
fn plain(group: &Instances, puzzle: &Puzzle, name: String, position: String) -> Instance {
    let puzzle = at_random(puzzle, position.clone());
    Instance::new(&group.group, name, position, puzzle)
}

#[cfg(test)]
mod tests;
