//! The heuristics of sliding tiles by name, for each metric.

use fewest_engine::kit::{Stock, any_heuristic, heuristics};
use fewest_engine::{EngineError, HeuristicInfo, Result};
use fewest_search::{Fresh, Zero};
use fewest_tiles::heuristics::{
    Alternating, InversionDistance, LinearConflict, Manhattan, Misplaced, TableTooLarge, WalkingConflict,
    WalkingDistance,
};
use fewest_tiles::{Cells, Mtm, Stm, Tiles};

use crate::Metric;
use crate::game::{Apart, Game};
use crate::pdb::{MtmPdb, Planned, StmPdb};

heuristics! {
    /// The heuristics of sliding tiles.
    enum Named {
        Zero = HeuristicInfo::NONE,
        Misplaced = HeuristicInfo {
            name: "misplaced",
            aliases: &["hamming", "misplaced-tiles"],
            summary: "the number of misplaced tiles; under mtm, the fewest slides that could place them all",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        Manhattan = HeuristicInfo {
            name: "manhattan",
            aliases: &["md", "taxicab"],
            summary: "the steps of every tile to its place; under mtm, the most crossings of one line between rows, \
                      plus the most of one between columns",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        LinearConflict = HeuristicInfo {
            name: "linear-conflict",
            aliases: &["lc", "manhattan+lc"],
            summary: "Manhattan distance, plus the steps out of the line and back for tiles that block each other in \
                      their own line",
            source: "Hansson, Mayer and Yung 1992",
            ..HeuristicInfo::NONE
        },
        WalkingDistance = HeuristicInfo {
            name: "walking-distance",
            aliases: &["wd", "x-y", "xy"],
            summary: "the moves along each axis if only the line where each tile is and the line where it belongs are known",
            source: "Takahashi",
            ..HeuristicInfo::NONE
        },
        WalkingConflict = HeuristicInfo {
            name: "wd+lc",
            aliases: &["walking-conflict", "wdlc"],
            summary: "for each axis, the larger of walking distance and linear conflict",
            source: "Takahashi; Hansson, Mayer and Yung 1992",
            ..HeuristicInfo::NONE
        },
        InversionDistance = HeuristicInfo {
            name: "inversion-distance",
            aliases: &["id", "inversions"],
            summary: "the fewest moves that could correct all pairs of tiles in the wrong order",
            source: "Takahashi",
            ..HeuristicInfo::NONE
        },
        Alternating = HeuristicInfo {
            name: "alternating",
            aliases: &["wd+lc+alternating"],
            summary: "wd+lc, plus the alternation of axes: slides along the two axes take turns, so their numbers \
                      differ by at most one",
            metrics: &["mtm"],
            consistent: false,
            source: "fewest",
            ..HeuristicInfo::NONE
        },
        Pdb = HeuristicInfo {
            name: "pdb",
            aliases: &["pattern-database", "pattern-databases"],
            summary: "distances of groups of tiles, from tables: their sum if each table counts only its own tiles, \
                      otherwise the maximum; the option pdb selects the tables",
            consistent: false,
            source: "Culberson and Schaeffer 1998; Korf and Felner 2002",
            page: Some(("pattern-database", include_str!("pages/pattern-database.md"))),
            ..HeuristicInfo::NONE
        },
    }
}

/// Makes an enum of the heuristics of a metric; behind the names come those that it has beside those of all metrics, or
/// the one that it lacks.
macro_rules! heuristics_of {
    (
        $metric:ident, $any:ident, $memo:ident, $pdb:ident
        $(, $extra:ident($type:ty) = $make:expr)? $(; without $absent:ident)?
    ) => {
        any_heuristic! {
            /// Any heuristic of sliding tiles under this metric. Pattern databases are looked up afresh at every position: what
            /// they would remember is larger than all that the others do.
            $any, $memo for Tiles<C, $metric>, with ['s, C: Cells] as ['s, C] {
                Zero(Zero),
                Misplaced(Misplaced<'s, C, $metric>),
                Manhattan(Manhattan<'s, C, $metric>),
                LinearConflict(LinearConflict<'s, C, $metric>),
                WalkingDistance(WalkingDistance<'s, C, $metric>),
                WalkingConflict(WalkingConflict<'s, C, $metric>),
                InversionDistance(InversionDistance<'s, C, $metric>),
                Pdb(Fresh<'s, Tiles<C, $metric>, $pdb<'s, C>>),
                $($extra($type),)?
            }
        }

        impl<'s, C: Cells> $any<'s, C> {
            /// The heuristic of this name.
            pub(crate) fn new(
                named: Named,
                space: &'s Tiles<C, $metric>,
                stock: Option<&'s Stock<Planned>>,
            ) -> Result<Self> {
                Ok(match named {
                    Named::Zero => Self::Zero(Zero),
                    Named::Misplaced => Self::Misplaced(Misplaced::new(space)),
                    Named::Manhattan => Self::Manhattan(Manhattan::new(space)),
                    Named::LinearConflict => Self::LinearConflict(LinearConflict::new(space)),
                    Named::WalkingDistance => Self::WalkingDistance(made(named, WalkingDistance::new(space))?),
                    Named::WalkingConflict => Self::WalkingConflict(made(named, WalkingConflict::new(space))?),
                    Named::InversionDistance => Self::InversionDistance(InversionDistance::new(space)),
                    Named::Pdb => {
                        let Stock { set, tables } = laid_in(stock)?;
                        let heuristic = $pdb::new(space, set, tables).map_err(EngineError::internal)?;
                        Self::Pdb(Fresh { space, heuristic })
                    }
                    $(Named::$extra => Self::$extra(made(named, $make(space))?),)?
                    $(Named::$absent => return Err(foreign(named)),)?
                })
            }
        }
    };
}

heuristics_of!(Stm, AnyStm, AnyStmMemo, StmPdb; without Alternating);
heuristics_of!(
    Mtm,
    AnyMtm,
    AnyMtmMemo,
    MtmPdb,
    Alternating(Alternating<WalkingConflict<'s, C, Mtm>>) = |space| WalkingConflict::new(space).map(Alternating)
);

any_heuristic! {
    /// Any heuristic of sliding tiles.
    Any, AnyMemo for Game<C>, with ['s, C: Cells] as ['s, C] {
        Stm(Apart<Tiles<C, Stm>, AnyStm<'s, C>>),
        Mtm(Apart<Tiles<C, Mtm>, AnyMtm<'s, C>>),
    }
}

impl<'s, C: Cells> Any<'s, C> {
    /// The heuristic of this name.
    pub(crate) fn new(named: Named, game: &'s Game<C>, stock: Option<&'s Stock<Planned>>) -> Result<Self> {
        Ok(match game.metric {
            Metric::Stm => Self::Stm(Apart::new(AnyStm::new(named, &game.steps, stock)?)),
            Metric::Mtm => Self::Mtm(Apart::new(AnyMtm::new(named, &game.slides, stock)?)),
        })
    }
}

/// About how many bytes the tables of a heuristic take.
///
/// # Errors
/// Where that is more than half of the memory there is, or they are not made at all.
pub(crate) fn table_bytes<C: Cells>(
    named: Named,
    game: &Game<C>,
    stock: Option<&Stock<Planned>>,
    memory: u64,
) -> Result<u64> {
    let bytes = match named {
        Named::Pdb => return laid_in(stock).map(Stock::bytes_in_memory),
        Named::WalkingDistance | Named::WalkingConflict | Named::Alternating => match game.metric {
            Metric::Stm => WalkingDistance::table_bytes(&game.steps),
            Metric::Mtm => WalkingDistance::table_bytes(&game.slides),
        },
        _ => return Ok(0),
    };
    let bytes = made(named, bytes)?;
    if bytes > memory / 2 {
        let reason = format!(
            "its tables take {}, but the memory limit is {}",
            fewest_text::bytes(bytes),
            fewest_text::bytes(memory)
        );
        return Err(EngineError::HeuristicUnavailable { name: named.info().name, reason });
    }
    Ok(bytes)
}

/// The tables that were made available before.
pub(crate) fn laid_in(stock: Option<&Stock<Planned>>) -> Result<&Stock<Planned>> {
    stock.ok_or_else(|| EngineError::internal("a pattern database was asked for before its tables"))
}

/// What can be made unless its tables are too large.
pub(crate) fn made<T>(named: Named, made: Result<T, TableTooLarge>) -> Result<T> {
    let name = named.info().name;
    made.map_err(|error| EngineError::HeuristicUnavailable { name, reason: error.to_string() })
}

fn foreign(named: Named) -> EngineError {
    let reason = format!("it supports {}", named.info().metrics.join(", "));
    EngineError::HeuristicUnavailable { name: named.info().name, reason }
}
