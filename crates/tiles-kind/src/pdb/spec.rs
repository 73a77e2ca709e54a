//! What is written for the option `pdb`.
//!
//! `7-8`, `1,2,5,6/3,4,7,8` or several joined by `+`: sets by their names, and patterns by their tiles.

use std::fmt;

use fewest_engine::{EngineError, Faults, Options, PdbKind, Result};
use fewest_pdb::encoding::Encoding;
use fewest_tiles::pdb::{LINE_SETS, NAMED_SETS, NamedSet, REGION_SETS};

use crate::Metric;

/// The set that is worked out for the board.
const AUTO: &str = "auto";
/// The table of all distances.
const EXACT: &str = "exact";
/// Cuts a board into runs; a number follows.
const RUNS: &str = "runs-";
/// The most tiles of a run: what a pattern can have at most on the smallest board that has so many.
const MOST_IN_A_RUN: usize = 12;

const LINES_ARE_SLIDES: &str =
    "tables of lines count slides and are for mtm; under stm, write a set whose values are added, such as 7-8";

/// Which tables are wanted, read but not yet held against a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(super) parts: Vec<PartitionSpec>,
    pub(super) kind: Option<PdbKind>,
    pub(super) encoding: Option<Encoding>,
    pub(super) mirrors: Option<bool>,
}

/// One of several partitions, the greatest of whose values counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PartitionSpec {
    /// What suits the board.
    Auto,
    /// Every distance.
    Exact,
    /// A set with a name.
    Named(NamedSet),
    /// The board's cells, cut into runs of at most so many tiles.
    Runs(usize),
    /// Tiles, written out.
    Written(String),
}

impl Wanted {
    /// What the options of a request say; without a word what suits the board.
    ///
    /// # Errors
    /// Everything that is wrong whatever the board.
    pub(crate) fn of(options: &Options, metric: Metric) -> Result<Self> {
        let Options { pdb, pdb_kind, pdb_encoding, pdb_mirrors, .. } = options;
        let mut faults = Vec::new();
        let parts = parts(pdb.as_deref().unwrap_or(AUTO), &mut faults);
        let encoding = pdb_encoding.as_deref().map(str::parse::<Encoding>).transpose();
        let encoding = encoding.unwrap_or_else(|error| {
            faults.push(error.to_string());
            None
        });
        let wanted = Self { parts, kind: *pdb_kind, encoding, mirrors: *pdb_mirrors };
        wanted.check(metric, &mut faults);
        if faults.is_empty() { Ok(wanted) } else { Err(EngineError::Pdb(Faults::of(faults))) }
    }

    /// A set that the engine itself proposes.
    pub(crate) fn set(spec: &str) -> Self {
        Self { parts: parts(spec, &mut Vec::new()), kind: None, encoding: None, mirrors: None }
    }

    /// The same with another set where it is left to us which, and `None` where it is not.
    pub(crate) fn instead_of_auto(&self, spec: &str) -> Option<Self> {
        (self.parts == [PartitionSpec::Auto]).then(|| Self { parts: parts(spec, &mut Vec::new()), ..self.clone() })
    }

    /// What does not go together.
    fn check(&self, metric: Metric, faults: &mut Vec<String>) {
        let exact = self.parts.contains(&PartitionSpec::Exact);
        if exact && self.parts.len() > 1 {
            faults.push("`exact` has every distance, so joining other tables is useless; write it alone".to_owned());
        }
        if exact && self.kind.is_some_and(|kind| kind != PdbKind::Full) {
            faults.push("`exact` counts every move; omit the kind, or write full".to_owned());
        }
        match (metric, self.kind) {
            (Metric::Stm, Some(PdbKind::Lines)) => faults.push(LINES_ARE_SLIDES.to_owned()),
            (Metric::Stm, None) if self.parts.iter().any(PartitionSpec::is_of_lines) => {
                faults.push(LINES_ARE_SLIDES.to_owned());
            }
            (Metric::Mtm, Some(kind @ (PdbKind::Additive | PdbKind::AdditiveBlank | PdbKind::AdditiveRegion))) => {
                faults.push(format!(
                    "the kind {kind} is for stm: a slide moves tiles of several patterns at once, so under mtm values \
                     cannot be added; omit the kind, or write lines or full"
                ));
            }
            (Metric::Stm, None) => {
                let name = |additive: bool| {
                    self.parts.iter().find(|part| {
                        !matches!(part, PartitionSpec::Auto | PartitionSpec::Exact) && part.adds_up() == additive
                    })
                };
                if let (Some(adds), Some(full)) = (name(true), name(false)) {
                    faults.push(format!(
                        "{adds} adds the steps of its own tiles, but {full} counts every move, and a search uses one \
                         kind of table; name one kind for all of them, additive or full"
                    ));
                }
            }
            _ => {}
        }
        match self.encoding {
            Some(encoding) if exact && encoding.is_above_floor() => {
                faults.push(format!(
                    "`exact` is packed as mod4 under stm and as mod3 under mtm, not as {encoding}; omit \
                     the encoding"
                ));
            }
            Some(Encoding::Mod4) if !exact && self.kind(metric) == PdbKind::AdditiveRegion => {}
            Some(encoding) if !exact && self.kind(metric) == PdbKind::AdditiveRegion => {
                faults.push(format!(
                    "tables of the kind additive-region have one bit for each value and are packed as mod4, not as \
                     {encoding}; omit the encoding"
                ));
            }
            Some(encoding) if !exact && !encoding.is_above_floor() && self.kind(metric) != PdbKind::Full => {
                faults.push(format!(
                    "the encoding {encoding} is for full tables and `exact`; write nibble, byte or pair"
                ));
            }
            Some(Encoding::Mod4) if metric == Metric::Mtm => {
                faults.push(
                    "the encoding mod4 is for stm, because a slide may leave a distance unchanged; write mod3"
                        .to_owned(),
                );
            }
            Some(Encoding::Codes { merge, .. }) if merge > 0 && self.kind == Some(PdbKind::AdditiveBlank) => {
                faults
                    .push("tables of the kind additive-blank share no entries; write nibble, byte or pair".to_owned());
            }
            _ => {}
        }
    }

    /// What the tables count.
    pub(super) fn kind(&self, metric: Metric) -> PdbKind {
        match (metric, self.kind) {
            (_, Some(kind)) => kind,
            (Metric::Stm, None) if self.parts.iter().any(PartitionSpec::is_of_regions) => PdbKind::AdditiveRegion,
            (Metric::Stm, None) if self.parts.iter().all(PartitionSpec::adds_up) => PdbKind::Additive,
            (Metric::Mtm, None) if !self.parts.contains(&PartitionSpec::Exact) => PdbKind::Lines,
            (Metric::Stm | Metric::Mtm, None) => PdbKind::Full,
        }
    }

    /// How the tables are packed. In full tables slides are stored as they are, and some exceed four bits; steps above
    /// their base do not, and lines have levels.
    pub(super) fn encoding(&self, metric: Metric) -> Encoding {
        self.encoding.unwrap_or(match (metric, self.kind(metric)) {
            (Metric::Mtm, PdbKind::Full) => Encoding::BYTE,
            (_, PdbKind::AdditiveRegion) => Encoding::Mod4,
            _ => Encoding::NIBBLE,
        })
    }
}

impl PartitionSpec {
    /// Whether it is meant to count the steps of its own tiles alone.
    fn adds_up(&self) -> bool {
        match self {
            Self::Exact => false,
            Self::Named(set) => set.additive,
            Self::Auto | Self::Runs(_) | Self::Written(_) => true,
        }
    }

    /// Whether it is a set whose tables keep the region of the blank.
    fn is_of_regions(&self) -> bool {
        matches!(self, Self::Named(set) if set.regions)
    }

    /// Whether it is a set that was chosen for lines.
    fn is_of_lines(&self) -> bool {
        matches!(self, Self::Named(set) if set.lines)
    }
}

impl fmt::Display for PartitionSpec {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str(AUTO),
            Self::Exact => f.write_str(EXACT),
            Self::Named(set) => f.write_str(set.name),
            Self::Runs(largest) => write!(f, "{RUNS}{largest}"),
            Self::Written(tiles) => f.write_str(tiles),
        }
    }
}

/// Reads the parts between `+` and `+`.
fn parts(text: &str, faults: &mut Vec<String>) -> Vec<PartitionSpec> {
    let mut parts = Vec::new();
    for (number, word) in (1..).zip(text.split('+').map(str::trim)) {
        match part(word) {
            Ok(part) => parts.push(part),
            Err(fault) => faults.push(format!("part {number}: {fault}")),
        }
    }
    parts
}

fn part(word: &str) -> Result<PartitionSpec, String> {
    let name = word.to_ascii_lowercase();
    if name.is_empty() {
        return Err(format!("it is empty; write a set or tiles between two +: {}", known()));
    }
    if let Some(set) = NamedSet::find(&name) {
        return Ok(PartitionSpec::Named(set));
    }
    if name == AUTO {
        return Ok(PartitionSpec::Auto);
    }
    if name == EXACT {
        return Ok(PartitionSpec::Exact);
    }
    if let Some(number) = name.strip_prefix(RUNS) {
        let largest = number.parse().ok().filter(|largest| (1..=MOST_IN_A_RUN).contains(largest));
        let wrong = || format!("{word:?} is not a length of runs; write runs-1 to runs-{MOST_IN_A_RUN}");
        return largest.map(PartitionSpec::Runs).ok_or_else(wrong);
    }
    // Only tiles begin with a digit and go on with what separates tiles.
    let is_written = name.starts_with(|c: char| c.is_ascii_digit() || c == '/' || c == ',')
        && !name.contains('-')
        && (name.contains([',', '/', ' ']) || name.chars().all(|c| c.is_ascii_digit()));
    if is_written {
        return Ok(PartitionSpec::Written(word.to_owned()));
    }
    let word: String = word.chars().take(40).collect();
    Err(format!("{word:?} is not a set; {}", known()))
}

/// What can be written.
fn known() -> String {
    let names: Vec<&str> = NAMED_SETS.iter().chain(&LINE_SETS).chain(&REGION_SETS).map(|set| set.name).collect();
    format!("choose one of {}, {RUNS}N, {EXACT} and {AUTO}, or write tiles such as 1,2,5,6/3,4,7,8", names.join(", "))
}
