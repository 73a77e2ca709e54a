//! The tables of pattern databases: how a set is made, and what can be done with it before any puzzle is solved.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_engine::kit::{TablePart, TableSet, free_disk};
use fewest_engine::tables::{
    Built, Proposal, Strength, StrengthRequest, TableWords, Tabled, TablesRequest, build, propose,
};
use fewest_engine::{Cancel, Options, Result, Session, Sink};
use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::{Notice, Store};
use fewest_tiles::pdb::{Kind, LINE_SETS, NAMED_SETS, NamedSet, Plan, REGION_SETS, Shape, Tables};
use fewest_tiles::{Goal, Position};

use crate::pdb::{Planned, Wanted, advised};
use crate::strength::strength;
use crate::{INFO, Metric, Tiles, read_goal, read_size};

impl TableSet for Planned {
    type Tables = Tables;

    fn key(&self) -> String {
        format!("{} {} for {}", INFO.name, self.name, self.goal)
    }

    fn prepare(&self, memory: u64, stop: &dyn Fn() -> bool) -> Result<(), BuildError> {
        self.plan.shapes().iter().try_for_each(|shape| shape.prepare(memory, stop))
    }

    fn parts(&self) -> Vec<TablePart> {
        let encoding = self.plan.encoding();
        let part = |shape: &Shape| TablePart {
            recipe: shape.recipe(encoding),
            text: shape.to_string(),
            bytes: encoding.bytes(shape.entries()),
            memory: shape.least_memory_needed(&Builder::default(), encoding),
        };
        self.plan.shapes().iter().map(part).collect()
    }

    fn obtain(
        &self,
        store: Option<&Store>,
        builder: &Builder,
        watch: &mut dyn FnMut(usize, &Progress) -> ControlFlow<()>,
    ) -> Result<(Tables, Vec<Notice>), BuildError> {
        let number = |shape: &Shape| self.plan.shapes().iter().position(|known| known == shape).unwrap_or(0);
        let watch = &mut |shape: &Shape, progress: &Progress| watch(number(shape), progress);
        match store {
            Some(store) => Tables::obtain(&self.plan, store, builder, watch),
            None => Tables::build_watched(&self.plan, builder, watch).map(|tables| (tables, Vec::new())),
        }
    }

    fn open(&self, store: &Store) -> (Option<Tables>, Vec<Notice>) {
        Tables::open(&self.plan, store)
    }

    fn bytes_in_memory(tables: &Tables) -> u64 {
        tables.iter().filter(|table| !table.is_mapped()).map(|table| table.bytes().len() as u64).sum()
    }
}

/// What is wanted for a goal, from the session where it was asked for before.
pub(crate) fn planned(session: &Session, wanted: &Wanted, goal: &Position, metric: Metric) -> Result<Arc<Planned>> {
    session.remember(format!("{wanted:?} for {goal} in {metric:?}"), || Planned::new(wanted, goal, metric))
}

/// The goal of a puzzle without a start, and what counts as one move.
pub(crate) fn aim(request: &TablesRequest) -> Result<(Position, Metric)> {
    let puzzle = &request.puzzle;
    let size = read_size(puzzle.text("size").unwrap_or("4x4"))?;
    Ok((read_goal(puzzle, size)?, Metric::of(puzzle)?))
}

impl Tabled for Tiles {
    fn propose(&self, request: &TablesRequest, session: &Session) -> Result<Proposal> {
        let memory = request.limits.memory();
        let (set, because) = proposed(request, session, memory)?;
        propose(session, &*set, &set.name, because, memory)
    }

    fn build(&self, request: &TablesRequest, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Built> {
        let limits = request.limits.for_search(cancel);
        let (set, _) = proposed(request, session, limits.memory)?;
        build(session, &set, &set.name, &limits, sink)
    }

    fn strength(
        &self,
        request: &TablesRequest,
        asked: &StrengthRequest<'_>,
        session: &Session,
        cancel: &Cancel,
        sink: &mut Sink<'_>,
    ) -> Result<Strength> {
        strength(request, asked, session, cancel, sink)
    }

    /// Such as `tiles 4x4 additive blank 0 pattern 1,4,5`.
    fn describe(&self, key: &str) -> Option<TableWords> {
        let words: Vec<&str> = key.split(' ').collect();
        let ["tiles", board, kind, "blank", blank, "pattern", pattern] = words[..] else { return None };
        Some(TableWords {
            puzzle: INFO.name.to_owned(),
            board: board.to_owned(),
            kind: kind.to_owned(),
            blank: blank.parse().ok(),
            pattern: pattern.split(',').filter_map(|cell| cell.parse().ok()).collect(),
            sets: named_sets(key),
        })
    }
}

/// The set of a request, with the reason where it was not named.
fn proposed(request: &TablesRequest, session: &Session, memory: u64) -> Result<(Arc<Planned>, Option<String>)> {
    let (goal, metric) = aim(request)?;
    let planned = |set: &str| {
        let options = Options { pdb: Some(set.to_owned()), ..request.options.clone() };
        planned(session, &Wanted::of(&options, metric)?, &goal, metric)
    };
    if let Some(set) = &request.options.pdb {
        return planned(set).map(|planned| (planned, None));
    }
    let sets = advised(&goal, metric);
    let usual = planned(sets.usual())?;
    let Some(large) = sets.large else {
        return Ok((usual, Some("it is the best set for this board and metric".to_owned())));
    };
    let large = planned(large)?;
    let need = session.need(&*large);
    let disk = session.folder().and_then(free_disk);
    let name = &large.name;
    let because = if need.memory > memory {
        format!("{name} would need {} of memory to build, but only {} are allowed", bytes(need.memory), bytes(memory))
    } else if let Some(free) = disk.filter(|&free| free < need.disk + need.disk / 16) {
        format!("{name} would need {} of disk, but only {} are free", bytes(need.disk), bytes(free))
    } else {
        return Ok((large, Some("it is the strongest set, and memory and disk suffice".to_owned())));
    };
    Ok((usual, Some(because)))
}

/// In megabytes, which all of these amounts are.
fn bytes(number: u64) -> String {
    format!("{} MB", number.div_ceil(1_000_000))
}

/// The sets with a name that look up the table of a key.
fn named_sets(key: &str) -> Vec<String> {
    let kinds =
        [Kind::Additive, Kind::AdditiveBlank, Kind::AdditiveRegion, Kind::FullSteps, Kind::FullSlides, Kind::Lines];
    let encoding =
        if key.contains(&format!(" {} ", Kind::AdditiveRegion.name())) { Encoding::Mod4 } else { Encoding::BYTE };
    let Some(kind) = kinds.into_iter().find(|kind| key.contains(&format!(" {} ", kind.name()))) else {
        return Vec::new();
    };
    let looks_up = |set: &&NamedSet| {
        if set.lines != (kind == Kind::Lines) {
            return false;
        }
        let Ok(goal) = Goal::BlankLast.position(set.size()) else { return false };
        let plan = set.partitions(&goal).and_then(|set| Plan::new(&goal, &set, kind, encoding).ok());
        plan.is_some_and(|plan| plan.shapes().iter().any(|shape| shape.to_string() == key))
    };
    NAMED_SETS.iter().chain(&LINE_SETS).chain(&REGION_SETS).filter(looks_up).map(|set| set.name.to_owned()).collect()
}
