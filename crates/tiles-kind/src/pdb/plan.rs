//! From what is wanted to the tables of a board and a goal.

use fewest_engine::{EngineError, Faults, PdbKind, Result};
use fewest_pdb::encoding::Encoding;
use fewest_tiles::pdb::{Kind, Partition, Plan, Room as _, Wide, exact_plan, run_partition};
use fewest_tiles::{Mtm, Position, Stm};

use super::advised;
use super::spec::{PartitionSpec, Wanted};
use crate::Metric;

/// The most partitions whose sums are compared, mirrored ones among them.
pub(super) const MOST_PARTITIONS: usize = 8;
/// The most patterns of a partition.
pub(super) const MOST_PATTERNS: usize = 64;
/// The most tables whose greatest value counts.
pub(super) const MOST_FULL: usize = 8;

/// The lookups that serve a goal, by a name.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) plan: Plan,
    /// What is to be reached.
    pub(crate) goal: Position,
    /// What was asked for, what the tables count and how they are packed, in words.
    pub(crate) name: String,
    /// The patterns by their tiles, before mirrors.
    partitions: Vec<Partition>,
    metric: Metric,
    /// Whether it is the table of all distances.
    pub(super) exact: bool,
    /// Whether mirrored images of the patterns are looked up too.
    mirrored: bool,
}

impl Planned {
    /// Holds what is wanted against a goal.
    ///
    /// # Errors
    /// Everything that is wrong on this board.
    pub(crate) fn new(wanted: &Wanted, goal: &Position, metric: Metric) -> Result<Self> {
        let (kind, encoding) = (wanted.kind(metric), wanted.encoding(metric));
        let mut names = Vec::new();
        let mut faults = Vec::new();
        let mut partitions = Vec::new();
        let exact = wanted.parts.contains(&PartitionSpec::Exact);
        for (number, part) in (1..).zip(&wanted.parts) {
            let part = match part {
                PartitionSpec::Auto => Wanted::set(advised(goal, metric).usual()).parts.remove(0),
                part => part.clone(),
            };
            names.push(part.to_string());
            match part.partitions(goal) {
                Ok(found) => partitions.extend(found),
                Err(found) => faults.extend(found.into_iter().map(|fault| format!("part {number}, {part}: {fault}"))),
            }
        }
        if !faults.is_empty() {
            return Err(EngineError::PdbHere(Faults::of(faults)));
        }
        let mut planned = Self::lay_out(partitions, goal, metric, kind, encoding, exact, wanted.mirrors)?;
        let mirrored = if planned.mirrored { ", mirrored" } else { "" };
        let (kind, encoding) = (planned.plan.kind().name(), planned.plan.encoding());
        planned.name = format!("{} ({kind}, {encoding}{mirrored})", names.join("+"));
        Ok(planned)
    }

    /// The same patterns for another goal on the same board.
    pub(crate) fn for_goal(&self, goal: &Position) -> Result<Self> {
        let kind = match self.plan.kind() {
            Kind::Additive => PdbKind::Additive,
            Kind::AdditiveBlank => PdbKind::AdditiveBlank,
            Kind::AdditiveRegion => PdbKind::AdditiveRegion,
            Kind::FullSteps | Kind::FullSlides => PdbKind::Full,
            Kind::Lines => PdbKind::Lines,
        };
        let planned =
            Self::lay_out(self.partitions.clone(), goal, self.metric, kind, self.plan.encoding(), self.exact, None)?;
        Ok(Self { name: self.name.clone(), ..planned })
    }

    /// One pattern of one partition alone, in the same tables.
    pub(crate) fn only(&self, partition: usize, pattern: usize) -> Self {
        Self { plan: self.plan.only(partition, pattern), ..self.clone() }
    }

    /// Whether its tables are of lines.
    pub(crate) fn is_of_lines(&self) -> bool {
        self.plan.kind() == Kind::Lines
    }

    fn lay_out(
        partitions: Vec<Partition>,
        goal: &Position,
        metric: Metric,
        kind: PdbKind,
        encoding: Encoding,
        exact: bool,
        mirrors: Option<bool>,
    ) -> Result<Self> {
        let refuse = |fault: String| EngineError::PdbHere(Faults::of([fault]));
        if exact {
            let plan = match metric {
                Metric::Stm => exact_plan::<Stm>(goal),
                Metric::Mtm => exact_plan::<Mtm>(goal),
            };
            let plan = plan.map_err(|error| {
                refuse(format!("{} has too many positions for a table of all distances ({error}); boards of up to 12 cells have one", goal.size()))
            })?;
            return Ok(Self {
                plan,
                goal: goal.clone(),
                name: String::new(),
                partitions,
                metric,
                exact,
                mirrored: false,
            });
        }
        let is_full = matches!(kind, PdbKind::Full | PdbKind::Lines);
        let groups = if is_full {
            distinct(partitions.iter().flat_map(Partition::singly))
        } else {
            distinct(partitions.iter().cloned())
        };
        if is_full && groups.iter().all(|group| group.patterns().iter().all(Vec::is_empty)) {
            return Err(refuse(
                "the board has no tile, so there is nothing to look up; choose another heuristic".to_owned(),
            ));
        }
        let most = if is_full { MOST_FULL } else { MOST_PARTITIONS };
        let what = if is_full { "patterns" } else { "partitions" };
        if groups.len() > most {
            return Err(refuse(format!(
                "there are {} {what}, but at most {most} can be compared; write fewer",
                groups.len()
            )));
        }
        let reflected = distinct(groups.iter().flat_map(|group| group.with_mirrors(goal)));
        let unmirrored = groups.len();
        let groups = match mirrors {
            Some(false) => groups,
            Some(true) if reflected.len() > most => {
                return Err(refuse(format!(
                    "with their mirror images there are {} {what}, but at most {most} can be compared; write fewer, or \
                     turn off mirrored lookups",
                    reflected.len()
                )));
            }
            None if reflected.len() > most || kind == PdbKind::Lines => groups,
            _ => reflected,
        };
        let mirrored = groups.len() > unmirrored;
        let table_kind = match (kind, metric) {
            (PdbKind::Additive, _) => Kind::Additive,
            (PdbKind::AdditiveBlank, _) => Kind::AdditiveBlank,
            (PdbKind::AdditiveRegion, _) => Kind::AdditiveRegion,
            (PdbKind::Full, Metric::Stm) => Kind::FullSteps,
            (PdbKind::Full, Metric::Mtm) => Kind::FullSlides,
            (PdbKind::Lines, _) => Kind::Lines,
        };
        let groups = if kind == PdbKind::AdditiveRegion { groups } else { padded(groups, goal, is_full) };
        let plan = Plan::new(goal, &groups, table_kind, encoding).map_err(|error| refuse(error.to_string()))?;
        if kind == PdbKind::AdditiveRegion && plan.patterns().iter().any(|group| group.len() > Wide::PATTERNS) {
            let most = Wide::PATTERNS;
            return Err(refuse(format!("a partition has more than {most} patterns; write fewer, larger patterns")));
        }
        if plan.most_patterns() > MOST_PATTERNS {
            return Err(refuse(format!(
                "a partition has more than {} patterns; write fewer, larger patterns",
                MOST_PATTERNS - 1
            )));
        }
        Ok(Self { plan, goal: goal.clone(), name: String::new(), partitions, metric, exact, mirrored })
    }
}

impl PartitionSpec {
    /// The partitions that it stands for on a board.
    fn partitions(&self, goal: &Position) -> Result<Vec<Partition>, Vec<String>> {
        match self {
            Self::Auto | Self::Exact => Ok(Vec::new()),
            Self::Runs(largest) => Ok(vec![run_partition(goal, *largest)]),
            Self::Written(tiles) => match Partition::parse(tiles, goal.size()) {
                Ok(partition) => Ok(vec![partition]),
                Err(faults) => Err(faults.iter().map(ToString::to_string).collect()),
            },
            Self::Named(set) => set.partitions(goal).ok_or_else(|| {
                vec![format!(
                    "this set is for {}×{} with the blank's goal in a corner, but the board is {} and the goal {goal}; \
                     write runs-N or tiles such as 1,2,5,6/3,4,7,8",
                    set.size().width(),
                    set.size().height(),
                    goal.size()
                )]
            }),
        }
    }
}

/// Each once, in order.
fn distinct(partitions: impl Iterator<Item = Partition>) -> Vec<Partition> {
    let mut found: Vec<Partition> = Vec::new();
    for partition in partitions {
        if !found.contains(&partition) {
            found.push(partition);
        }
    }
    found
}

/// As many as a heuristic was compiled for: the last is compared with itself.
fn padded(mut groups: Vec<Partition>, goal: &Position, is_full: bool) -> Vec<Partition> {
    let tiles = |group: &Partition| group.patterns().iter().map(Vec::len).sum::<usize>();
    let patterns =
        groups.iter().map(|group| group.patterns().len() + usize::from(tiles(group) + 1 < goal.size().cells()));
    let compiled: &[usize] = match patterns.max().unwrap_or(0) {
        _ if is_full => &[1, 2, 4, MOST_FULL],
        ..=4 => &[1, 2, 4, MOST_PARTITIONS],
        5..=8 => &[2, MOST_PARTITIONS],
        _ => &[1, MOST_PARTITIONS],
    };
    let wanted = compiled.iter().copied().find(|&count| count >= groups.len()).unwrap_or(groups.len());
    if let Some(last) = groups.last().cloned() {
        groups.resize(wanted, last);
    }
    groups
}
