//! What is to be done: a suite, as its TOML file says it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use fewest_engine::{Limits, Options, Puzzle};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::measure::{By, Measure};
use crate::parts;
use crate::plan::Plan;

/// An experiment: instances, the searches that solve them, and what is made of the runs.
///
/// ```
/// use fewest_lab::Suite;
/// let suite = Suite::parse(r#"
///     name = "eight"
///     title = "A* on the 8-puzzle"
///
///     [[instances]]
///     group = "3x3"
///     random = { kind = "tiles", size = "3x3", goal = "blank-last" }
///     count = 100
///     seed = 1
///
///     [[searches]]
///     algorithms = ["A*"]
///     heuristics = ["misplaced", "manhattan"]
/// "#)?;
/// assert_eq!(suite.name, "eight");
/// # Ok::<(), fewest_lab::SuiteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Suite {
    /// A short name of small letters, digits and dashes.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub about: String,
    /// How many searches run beside one another; absent: one for each core. 1 gives times that can be compared.
    pub(crate) threads: Option<usize>,
    /// How often every search is run.
    #[serde(default = "one")]
    pub(crate) repetitions: u32,
    /// How far every search may go.
    #[serde(default)]
    pub(crate) limits: Limits,
    pub(crate) instances: Vec<Instances>,
    pub(crate) searches: Vec<Searches>,
    /// What is summed up in tables.
    #[serde(default)]
    pub(crate) tables: Vec<TableSpec>,
    #[serde(default)]
    pub(crate) plots: Vec<PlotSpec>,
}

/// A group of instances from one source: exactly one of `random`, `every`, `puzzles`, `library`, `set` and `file`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Instances {
    pub(crate) group: String,
    /// Random positions of this puzzle.
    pub(crate) random: Option<Puzzle>,
    /// How many random positions there are, for each shuffle or distance.
    pub(crate) count: Option<usize>,
    pub(crate) seed: Option<u64>,
    /// Random positions so many random moves from the goal; empty: all that can reach it are equally likely.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) shuffles: Vec<u64>,
    /// Random positions exactly so far from the goal, no two the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) distances: Vec<u32>,
    /// Every position of this puzzle from which the goal can be reached.
    pub(crate) every: Option<Puzzle>,
    /// Puzzles that are written out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) puzzles: Vec<Puzzle>,
    /// What the puzzles, or the lines of the file, are called; absent: they are numbered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<String>,
    /// Puzzles of the library of this kind: all, or those that `names` lists.
    pub(crate) library: Option<String>,
    /// A published set that is built in: `korf100` or `mtm-samples`.
    pub(crate) set: Option<String>,
    /// A file with a position a line, beside the suite's file.
    pub(crate) file: Option<PathBuf>,
    /// For `file`: a puzzle whose position each line takes the place of.
    pub(crate) like: Option<Puzzle>,
    /// How many there are, for each shuffle or distance, in a quick run; 0: none.
    #[serde(default = "few")]
    pub(crate) quick: usize,
}

/// Searches: every algorithm with every heuristic under every metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Searches {
    /// What the search is called, where it is a single one; absent: by algorithm and heuristic.
    pub(crate) label: Option<String>,
    /// The groups that are searched; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) groups: Vec<String>,
    #[serde(default = "auto")]
    pub(crate) algorithms: Vec<String>,
    #[serde(default = "auto")]
    pub(crate) heuristics: Vec<String>,
    /// What counts as one move; empty: as the instance says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) metrics: Vec<String>,
    /// The algorithm's parameters.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    pub(crate) options: Options,
    /// How far these may go, in place of the suite's limits.
    pub(crate) limits: Option<Limits>,
    /// How often these are run, in place of the suite's number.
    pub(crate) repetitions: Option<u32>,
    /// How many instances of a group, for each shuffle or distance, are searched; absent: all.
    pub(crate) take: Option<usize>,
    /// The same for a quick run; 0: none.
    pub(crate) quick: Option<usize>,
    /// What is recorded beyond the usual.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) record: Vec<Record>,
}

/// What can be recorded beyond the usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Record {
    Estimate,
    /// Expanded nodes by depth.
    Depths,
    /// The depth of every expansion.
    Steps,
}

/// Which rows are looked at; what is empty does not select.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Only {
    /// Those of these groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) groups: Vec<String>,
    /// Those of these instances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) instances: Vec<String>,
    /// Those of these searches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) searches: Vec<String>,
    /// Those under these metrics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) metrics: Vec<String>,
    /// Those of instances shuffled by so many moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) shuffles: Vec<u64>,
    /// Whether only instances count that every search left in solved, so that statistics speak of the same instances.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) solved_by_all: bool,
}

/// A table: a line for each value of `rows`, and for each value of `columns` a column for each measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct TableSpec {
    /// A short name of small letters, digits and dashes.
    pub(crate) name: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) only: Only,
    /// What makes a line; several: every combination that there is.
    pub(crate) rows: Vec<By>,
    /// What makes a group of columns; absent: there is one.
    pub(crate) columns: Option<By>,
    pub(crate) values: Vec<Measure>,
}

/// A plot: which rows it shows, in which form and along which axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PlotSpec {
    /// A short name of small letters, digits and dashes: that of its files.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) form: PlotForm,
    #[serde(default)]
    pub(crate) only: Only,
    /// Along the horizontal axis, where the form leaves it open.
    pub(crate) x: Option<By>,
    /// Along the vertical axis: a field, or a measure where the form sums up.
    pub(crate) y: Option<String>,
    /// What is told apart by colour.
    #[serde(default = "by_search")]
    pub(crate) by: By,
    /// For `scatter`: the searches of the two axes.
    pub(crate) pair: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) log_x: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) log_y: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PlotForm {
    /// How often each value of the field `y` occurs, as bars.
    Histogram,
    /// The measure `y` over `x`, as a line.
    Lines,
    /// The measure `y` over `x`, as bars.
    Bars,
    /// The field `y` over `x`, as box plots.
    Boxes,
    /// The field `y` of one search against that of another, instance by instance, with the diagonal.
    Scatter,
    /// How many instances are solved within so much of the field `y` each.
    Cactus,
    /// Expanded nodes by depth.
    Depths,
    /// The depth of each expansion, in order.
    Steps,
    /// What the heuristic said against the true distance, as a map of how often.
    Estimates,
}

fn one() -> u32 {
    1
}

fn few() -> usize {
    3
}

fn auto() -> Vec<String> {
    vec!["auto".to_owned()]
}

fn by_search() -> By {
    By::Search
}

/// What is wrong with a suite.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SuiteError {
    /// It cannot be read.
    #[error("{0}")]
    Toml(Box<toml::de::Error>),
    /// It contradicts itself: every fault there is, one a line.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
}

impl Suite {
    /// Reads a suite and checks that its parts go together.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, SuiteError> {
        let suite: Self = toml::from_str(text).map_err(|error| {
            let parts = parts::faults(text);
            if parts.len() > 1 { SuiteError::Faults(parts) } else { SuiteError::Toml(Box::new(error)) }
        })?;
        let faults = suite.faults();
        if faults.is_empty() {
            return Ok(suite);
        }
        Err(SuiteError::Faults([faults, Plan::faults_of_names(&suite)].concat()))
    }

    /// Everything that contradicts something else.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut check = |holds: bool, fault: &dyn Fn() -> String| {
            if !holds {
                faults.push(fault());
            }
        };
        check(is_name(&self.name), &|| not_a_name("the suite", &self.name));
        check(self.threads != Some(0), &|| "threads: at least 1 search must run at a time".to_owned());
        check(!self.instances.is_empty(), &|| "there are no [[instances]]".to_owned());
        check(!self.searches.is_empty(), &|| "there are no [[searches]]".to_owned());
        let groups: BTreeSet<&str> = self.instances.iter().map(|instances| instances.group.as_str()).collect();
        check(groups.len() == self.instances.len(), &|| "two [[instances]] have the same group".to_owned());
        for instances in &self.instances {
            let at = format!("instances {:?}", instances.group);
            let sources = instances.sources();
            check(sources.len() == 1, &|| {
                let found = if sources.is_empty() { "none".to_owned() } else { sources.join(" and ") };
                format!("{at}: give one of random, every, puzzles, library, set and file; there is {found}")
            });
            let is_random = instances.random.is_some();
            check(is_random == instances.count.is_some(), &|| {
                format!("{at}: count requires random, and random requires count")
            });
            check(is_random == instances.seed.is_some(), &|| {
                format!("{at}: seed requires random, and random requires seed")
            });
            check(is_random || instances.shuffles.is_empty() && instances.distances.is_empty(), &|| {
                format!("{at}: shuffles and distances require random")
            });
            check(instances.shuffles.is_empty() || instances.distances.is_empty(), &|| {
                format!("{at}: give shuffles or distances, not both")
            });
            check(instances.file.is_some() == instances.like.is_some(), &|| {
                format!(
                    "{at}: file and like require each other: like is a puzzle, and each line of the file replaces its position"
                )
            });
            let puzzles = instances.puzzles.len();
            check(puzzles == 0 || instances.names.is_empty() || instances.names.len() == puzzles, &|| {
                format!("{at}: there are {puzzles} puzzles, but {} names", instances.names.len())
            });
        }
        for searches in &self.searches {
            let at = searches.label.as_ref().map_or("searches".to_owned(), |label| format!("searches {label:?}"));
            for group in &searches.groups {
                check(groups.contains(group.as_str()), &|| format!("{at}: there is no group {group:?}"));
            }
            let many = searches.algorithms.len() * searches.heuristics.len();
            check(many > 0, &|| format!("{at}: there is no algorithm or no heuristic"));
            check(searches.label.is_none() || many == 1, &|| format!("{at}: one label stands for {many} searches"));
            check(searches.repetitions != Some(0), &|| format!("{at}: repetitions: at least 1"));
            searches.limits.iter().flat_map(limit_faults).for_each(|fault| check(false, &|| format!("{at}: {fault}")));
        }
        for fault in limit_faults(&self.limits) {
            check(false, &|| fault.clone());
        }
        check(self.repetitions > 0, &|| "repetitions: at least 1".to_owned());
        let names = |kind: &str, names: Vec<&String>| -> Vec<String> {
            let mut seen = BTreeSet::new();
            let faults = names.into_iter().filter_map(|name| {
                let twice = (!seen.insert(name)).then(|| format!("two {kind}s are called {name:?}"));
                if is_name(name) { twice } else { Some(not_a_name(kind, name)) }
            });
            faults.collect()
        };
        faults.extend(names("table", self.tables.iter().map(|table| &table.name).collect()));
        faults.extend(names("plot", self.plots.iter().map(|plot| &plot.name).collect()));
        faults.extend(self.faults_of_showing());
        faults
    }
}

impl Instances {
    fn sources(&self) -> Vec<&'static str> {
        let given = [
            ("random", self.random.is_some()),
            ("every", self.every.is_some()),
            ("puzzles", !self.puzzles.is_empty()),
            ("library", self.library.is_some()),
            ("set", self.set.is_some()),
            ("file", self.file.is_some()),
        ];
        given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect()
    }
}

/// Limits that no search could keep to.
fn limit_faults(limits: &Limits) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some(seconds) = limits.seconds.filter(|seconds| !(seconds.is_finite() && *seconds > 0.0)) {
        faults.push(format!("limits: seconds = {seconds}: give a positive number, or omit it"));
    }
    for (name, value) in [("expansions", limits.expansions), ("memory_bytes", limits.memory_bytes)] {
        if value == Some(0) {
            faults.push(format!("limits: {name} = 0: give at least 1, or omit it"));
        }
    }
    faults
}

fn is_name(name: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.bytes().all(is_fit)
}

fn not_a_name(what: &str, name: &str) -> String {
    format!(
        "the name of {what}, {name:?}: use lower-case letters, digits and dashes, because it becomes part of file names"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        name = "small"
        title = "Small"
        limits = { seconds = 1.5, memory_bytes = 1_000_000 }
        [[instances]]
        group = "3x3"
        random = { kind = "tiles", size = "3x3", goal = "blank-last" }
        shuffles = [10, 20]
        count = 5
        seed = 1
        [[searches]]
        algorithms = ["A*"]
        heuristics = ["manhattan", "none"]
        record = ["estimate", "depths"]
        [[tables]]
        name = "means"
        title = "Means"
        rows = ["shuffle"]
        columns = "search"
        values = ["mean expanded", "solved"]
        [[plots]]
        name = "boxes"
        title = "Boxes"
        form = "boxes"
        x = "shuffle"
        y = "expanded"
        log-y = true
    "#;

    #[test]
    fn a_suite_survives_being_written_and_read() {
        let suite = Suite::parse(SMALL).unwrap();
        assert_eq!(Suite::parse(&toml::to_string(&suite).unwrap()).unwrap(), suite);
    }

    #[test]
    fn every_fault_is_told() {
        let text = SMALL.replace("count = 5", "").replace("\"small\"", "\"Sm all\"").replace("[\"A*\"]", "[]");
        let said = Suite::parse(&text).unwrap_err().to_string();
        assert_eq!(said.lines().count(), 3, "{said}");
        for word in ["Sm all", "count requires random", "no algorithm"] {
            assert!(said.contains(word), "{said}");
        }
    }

    #[test]
    fn faults_of_several_parts_come_together() {
        let text =
            SMALL.replace("log-y", "logy").replace("mean expanded", "mean nodes").replace("title = \"Small\"", "");
        let said = Suite::parse(&text).unwrap_err().to_string();
        assert_eq!(said.lines().count(), 3, "{said}");
        for word in ["plots \"boxes\": unknown field `logy`", "tables \"means\": ", "missing field `title`"] {
            assert!(said.contains(word), "{word}: {said}");
        }
    }

    #[test]
    fn faults_of_every_sort_come_together() {
        let text = SMALL
            .replace("count = 5", "count = 5\nkind = 1\nsize = 2")
            .replace("\"A*\"", "\"A*\", \"BLA\"")
            .replace("\"tiles\"", "\"tails\"")
            .replace("record =", "metrics = [\"xyz\"]\nrecord =");
        let said = Suite::parse(&text).unwrap_err().to_string();
        let words = ["`kind`", "`size`", "no kind of puzzle \"tails\"", "no algorithm \"BLA\"", "no metric \"xyz\""];
        assert!(words.iter().all(|word| said.contains(word)) && said.lines().count() == words.len(), "{said}");
        let said = Suite::parse(&SMALL.replace("\"Small\"", "3").replace("log-y", "logy")).unwrap_err().to_string();
        assert!(said.contains("title: invalid type: integer `3`, expected a string"), "{said}");
    }

    #[test]
    fn limits_are_positive_numbers() {
        for (limits, fault) in [
            ("seconds = nan", "seconds = NaN: "),
            ("seconds = inf", "seconds = inf: "),
            ("seconds = -1.0", "seconds = -1: "),
            ("seconds = 0.0", "seconds = 0: "),
            ("expansions = 0", "expansions = 0: "),
            ("memory_bytes = 0", "memory_bytes = 0: "),
        ] {
            let said = Suite::parse(&SMALL.replace("seconds = 1.5, memory_bytes = 1_000_000", limits)).unwrap_err();
            assert!(said.to_string().starts_with(&format!("limits: {fault}give ")), "{said}");
            let of_searches = format!("limits = {{ {limits} }}\nrecord = ");
            let said = Suite::parse(&SMALL.replace("record = ", &of_searches)).unwrap_err();
            assert!(said.to_string().starts_with(&format!("searches: limits: {fault}give ")), "{said}");
        }
    }

    #[test]
    fn unknown_words_are_refused_with_their_place() {
        let said = Suite::parse(&SMALL.replace("mean expanded", "mean nodes")).unwrap_err().to_string();
        assert!(said.contains("line 20") && said.contains("\"nodes\" is not a field"), "{said}");
        let said = Suite::parse(&SMALL.replace("log-y", "logy")).unwrap_err().to_string();
        assert!(said.contains("unknown field `logy`"), "{said}");
    }
}
