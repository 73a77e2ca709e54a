//! Lookups as heuristics, in the few shapes that are compiled.
//!
//! A search carries an index for every table in its memo, so the number of tables is part of a type. Sets of the usual
//! shapes have types of their own; a set of any other shape is looked up afresh at each position, which is slower
//! and needs no memo. The plan of a set has as many partitions as one of these types takes: see `plan.rs`.

use fewest_engine::kit::{Stock, any_heuristic};
use fewest_engine::{EngineError, Result};
use fewest_search::Fresh;
use fewest_tiles::pdb::{
    AdditivePdb, CompactPdb, Exact, FullPdb, Kind, LinePdb, MismatchError, Narrow, RegionPdb, Tables, Wide,
};
use fewest_tiles::{Cells, Mtm, Stm, Tiles, Turns};

use super::plan::{MOST_FULL, MOST_PARTITIONS, MOST_PATTERNS, Planned};
use crate::Metric;
use crate::game::{Apart, Game};

/// Boards of up to so many cells have lookups of their own.
const SMALL: usize = 16;

any_heuristic! {
    /// Any lookup for single steps. The numbers are partitions and patterns.
    StmPdb, StmPdbMemo for Tiles<C, Stm>, with ['s, C: Cells] as ['s, C] {
        Compact1(CompactPdb<'s, C, 1>),
        Compact2(CompactPdb<'s, C, 2>),
        Compact4(CompactPdb<'s, C, 4>),
        Sum1x4(AdditivePdb<'s, C, 1, 4>),
        Sum2x4(AdditivePdb<'s, C, 2, 4>),
        Sum4x4(AdditivePdb<'s, C, 4, 4>),
        Sum2x8(AdditivePdb<'s, C, 2, 8>),
        SumAny(Fresh<'s, Tiles<C, Stm>, AdditivePdb<'s, C, MOST_PARTITIONS, MOST_PATTERNS>>),
        // With regions: four partitions of four patterns on a small board, two of eight, or any.
        RegionSmall(RegionPdb<'s, C, Narrow, 4>),
        RegionTwo(RegionPdb<'s, C, Wide, 2>),
        RegionAny(Fresh<'s, Tiles<C, Stm>, RegionPdb<'s, C, Wide, MOST_PARTITIONS>>),
        SumOne(Fresh<'s, Tiles<C, Stm>, AdditivePdb<'s, C, 1, MOST_PATTERNS>>),
        Full1(FullPdb<'s, C, Stm, 1>),
        Full2(FullPdb<'s, C, Stm, 2>),
        Full4(FullPdb<'s, C, Stm, 4>),
        FullAny(FullPdb<'s, C, Stm, MOST_FULL>),
        Exact(Exact<'s, C, Stm>),
    }
}

any_heuristic! {
    /// Any lookup for slides. The number is that of tables.
    MtmPdb, MtmPdbMemo for Tiles<C, Mtm>, with ['s, C: Cells] as ['s, C] {
        Full1(FullPdb<'s, C, Mtm, 1>),
        Full2(FullPdb<'s, C, Mtm, 2>),
        Full4(FullPdb<'s, C, Mtm, 4>),
        FullAny(FullPdb<'s, C, Mtm, MOST_FULL>),
        Lines1(LinePdb<'s, C, 1>),
        Lines2(LinePdb<'s, C, 2>),
        Lines4(LinePdb<'s, C, 4>),
        LinesAny(LinePdb<'s, C, MOST_FULL>),
        Exact(Exact<'s, C, Mtm>),
    }
}

impl<'s, C: Cells> StmPdb<'s, C> {
    /// The lookup of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where plan and tables are another's.
    pub(crate) fn new(space: &'s Tiles<C, Stm>, planned: &Planned, tables: &'s Tables) -> Result<Self, MismatchError> {
        let plan = &planned.plan;
        if planned.exact {
            return Exact::new(space, plan, tables).map(Self::Exact);
        }
        if plan.kind() == Kind::AdditiveRegion {
            return Ok(if RegionPdb::<C, Narrow, 4>::serves(plan) {
                Self::RegionSmall(RegionPdb::new(space, plan, tables)?)
            } else if RegionPdb::<C, Wide, 2>::serves(plan) {
                Self::RegionTwo(RegionPdb::new(space, plan, tables)?)
            } else {
                Self::RegionAny(Fresh { space, heuristic: RegionPdb::new(space, plan, tables)? })
            });
        }
        let compact = CompactPdb::<C, 1>::serves(plan);
        Ok(match (plan.kind() == Kind::FullSteps, plan.partitions(), plan.most_patterns()) {
            (false, 1, _) if compact => Self::Compact1(CompactPdb::new(space, plan, tables)?),
            (false, 2, _) if compact => Self::Compact2(CompactPdb::new(space, plan, tables)?),
            (false, 4, _) if compact => Self::Compact4(CompactPdb::new(space, plan, tables)?),
            (true, 1, _) => Self::Full1(FullPdb::new(space, plan, tables)?),
            (true, 2, _) => Self::Full2(FullPdb::new(space, plan, tables)?),
            (true, 4, _) => Self::Full4(FullPdb::new(space, plan, tables)?),
            (true, ..) => Self::FullAny(FullPdb::new(space, plan, tables)?),
            (false, 2, 5..=8) => Self::Sum2x8(AdditivePdb::new(space, plan, tables)?),
            (false, 2, ..=4) if plan.size().cells() > SMALL => Self::Sum2x8(AdditivePdb::new(space, plan, tables)?),
            (false, 1, ..=4) => Self::Sum1x4(AdditivePdb::new(space, plan, tables)?),
            (false, 2, ..=4) => Self::Sum2x4(AdditivePdb::new(space, plan, tables)?),
            (false, 4, ..=4) => Self::Sum4x4(AdditivePdb::new(space, plan, tables)?),
            (false, 1, _) => Self::SumOne(Fresh { space, heuristic: AdditivePdb::new(space, plan, tables)? }),
            (false, ..) => Self::SumAny(Fresh { space, heuristic: AdditivePdb::new(space, plan, tables)? }),
        })
    }
}

impl<'s, C: Cells> MtmPdb<'s, C> {
    /// The lookup of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where plan and tables are another's.
    pub(crate) fn new(space: &'s Tiles<C, Mtm>, planned: &Planned, tables: &'s Tables) -> Result<Self, MismatchError> {
        let plan = &planned.plan;
        if planned.exact {
            return Exact::new(space, plan, tables).map(Self::Exact);
        }
        Ok(match (plan.kind() == Kind::Lines, plan.partitions()) {
            (true, 1) => Self::Lines1(LinePdb::new(space, plan, tables)?),
            (true, 2) => Self::Lines2(LinePdb::new(space, plan, tables)?),
            (true, 4) => Self::Lines4(LinePdb::new(space, plan, tables)?),
            (true, _) => Self::LinesAny(LinePdb::new(space, plan, tables)?),
            (false, 1) => Self::Full1(FullPdb::new(space, plan, tables)?),
            (false, 2) => Self::Full2(FullPdb::new(space, plan, tables)?),
            (false, 4) => Self::Full4(FullPdb::new(space, plan, tables)?),
            (false, _) => Self::FullAny(FullPdb::new(space, plan, tables)?),
        })
    }
}

any_heuristic! {
    /// Any lookup in either metric.
    AnyPdb, AnyPdbMemo for Game<C>, with ['s, C: Cells] as ['s, C] {
        Stm(Apart<Tiles<C, Stm>, StmPdb<'s, C>>),
        Mtm(Apart<Tiles<C, Mtm>, MtmPdb<'s, C>>),
    }
}

impl<'s, C: Cells> AnyPdb<'s, C> {
    /// The lookup of a plan in tables that have all it needs.
    pub(crate) fn new(game: &'s Game<C>, planned: &Planned, tables: &'s Tables) -> Result<Self> {
        let made = match game.metric {
            Metric::Stm => StmPdb::new(&game.steps, planned, tables).map(|pdb| Self::Stm(Apart::new(pdb))),
            Metric::Mtm => MtmPdb::new(&game.slides, planned, tables).map(|pdb| Self::Mtm(Apart::new(pdb))),
        };
        made.map_err(EngineError::internal)
    }
}

any_heuristic! {
    /// Any lookup for slides that take turns along rows and columns. The number is that of tables.
    TurnsPdb, TurnsPdbMemo for Turns<C>, with ['s, C: Cells] as ['s, C] {
        Lines1(Apart<Turns<C>, LinePdb<'s, C, 1>>),
        Lines2(Apart<Turns<C>, LinePdb<'s, C, 2>>),
        Lines4(Apart<Turns<C>, LinePdb<'s, C, 4>>),
        LinesAny(Apart<Turns<C>, LinePdb<'s, C, MOST_FULL>>),
    }
}

impl<'s, C: Cells> TurnsPdb<'s, C> {
    /// The lookup of a set of lines in its tables.
    pub(super) fn new(turns: &'s Turns<C>, stock: &'s Stock<Planned>) -> Result<Self, MismatchError> {
        let (space, plan, tables) = (turns.tiles(), &stock.set.plan, &stock.tables);
        Ok(match plan.partitions() {
            1 => Self::Lines1(Apart::new(LinePdb::new(space, plan, tables)?)),
            2 => Self::Lines2(Apart::new(LinePdb::new(space, plan, tables)?)),
            4 => Self::Lines4(Apart::new(LinePdb::new(space, plan, tables)?)),
            _ => Self::LinesAny(Apart::new(LinePdb::new(space, plan, tables)?)),
        })
    }
}
