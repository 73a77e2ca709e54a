//! The heuristics of sliding tiles by name, for each metric.

use std::cell::OnceCell;
use std::sync::Arc;

use fewest_engine::kit::{Stock, any_heuristic, heuristics};
use fewest_engine::{EngineError, HeuristicInfo};
use fewest_search::{Cost, Fresh, Incremental, Run, Zero};
use fewest_tiles::construct::Crossed;
use fewest_tiles::heuristics::{
    Alternating, InversionDistance, LinearConflict, Manhattan, Misplaced, WalkingConflict, WalkingDistance,
};
use fewest_tiles::{Board, Cells, Metric, Move, Mtm, Position, Stm, Tiles, TilesError};

use crate::pdb::{InTurns, MtmPdb, Planned, StmPdb};

heuristics! {
    /// The heuristics of sliding tiles.
    enum Named {
        Zero = HeuristicInfo::NONE,
        Misplaced = HeuristicInfo {
            name: "misplaced",
            aliases: &["hamming", "misplaced-tiles"],
            summary: "tiles that are not where they belong; under mtm, as many slides as could place them",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        Manhattan = HeuristicInfo {
            name: "manhattan",
            aliases: &["md", "taxicab"],
            summary: "steps of every tile to its place; under mtm, the most crossings of any line between rows and of any \
                      between columns",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        LinearConflict = HeuristicInfo {
            name: "linear-conflict",
            aliases: &["lc", "manhattan+lc"],
            summary: "Manhattan distance, and the way out and back for tiles that block each other in their own line",
            source: "Hansson, Mayer and Yung 1992",
            ..HeuristicInfo::NONE
        },
        WalkingDistance = HeuristicInfo {
            name: "walking-distance",
            aliases: &["wd", "x-y", "xy"],
            summary: "moves along each axis when a tile is only known by the line where it is and the line where it belongs",
            source: "Takahashi",
            ..HeuristicInfo::NONE
        },
        WalkingConflict = HeuristicInfo {
            name: "wd+lc",
            aliases: &["walking-conflict", "wdlc"],
            summary: "for each axis the better of walking distance and linear conflict",
            source: "Takahashi; Hansson, Mayer and Yung 1992",
            ..HeuristicInfo::NONE
        },
        InversionDistance = HeuristicInfo {
            name: "inversion-distance",
            aliases: &["id", "inversions"],
            summary: "pairs of tiles in the wrong order, and how many of them one move can set right",
            source: "Takahashi",
            ..HeuristicInfo::NONE
        },
        Alternating = HeuristicInfo {
            name: "alternating",
            aliases: &["wd+lc+alternating"],
            summary: "wd+lc, and that slides along the two axes take turns: what one axis needs, the other makes too, but one",
            metrics: &["mtm"],
            consistent: false,
            source: "fewest",
            ..HeuristicInfo::NONE
        },
        Pdb = HeuristicInfo {
            name: "pdb",
            aliases: &["pattern-database", "pattern-databases"],
            summary: "distances of groups of tiles, from tables: added up where each counts its own tiles, or else the greatest; \
                      the option pdb says which",
            consistent: false,
            source: "Culberson and Schaeffer 1998; Korf and Felner 2002",
            page: Some(("pattern-database", include_str!("pages/pattern-database.md"))),
            ..HeuristicInfo::NONE
        },
    }
}

/// On packings of up to so many cells, searches that live by their heuristic are compiled for each one; on larger ones for
/// pattern databases alone.
pub(crate) const COMPILED_CELLS: usize = 16;

/// What is done with a heuristic once its type is known.
pub(crate) trait Visit<C: Cells, M: Metric> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<H>(self, heuristic: &H) -> Self::Output
    where
        H: Incremental<Tiles<C, M>> + Sync,
        H::Memo: Send + Sync;
}

/// A space, and what some heuristics borrow beside it.
pub(crate) struct Ground<C: Cells, M> {
    pub(crate) space: Tiles<C, M>,
    stock: OnceCell<Arc<Stock<Planned>>>,
}

impl<C: Cells, M: Metric> Ground<C, M> {
    /// The puzzle of reaching `goal`.
    pub(crate) fn new(goal: &Position) -> Result<Self, TilesError> {
        Ok(Self { space: Tiles::new(goal)?, stock: OnceCell::new() })
    }

    /// About how many bytes the tables of a heuristic take.
    ///
    /// # Errors
    /// Where that is more than half of the memory there is, or they are not made at all.
    pub(crate) fn table_bytes(&self, heuristic: Named, memory: u64) -> Result<u64, EngineError> {
        if heuristic == Named::Pdb {
            return self.stock().map(Stock::bytes_in_memory);
        }
        let walks = [Named::WalkingDistance, Named::WalkingConflict, Named::Alternating];
        if !walks.contains(&heuristic) {
            return Ok(0);
        }
        let bytes = WalkingDistance::table_bytes(&self.space).map_err(|error| too_large(heuristic, &error))?;
        if bytes > memory / 2 {
            let reason = format!("its tables take {bytes} bytes, and the memory limit is {memory}");
            return Err(EngineError::HeuristicUnavailable { name: heuristic.info().name, reason });
        }
        Ok(bytes)
    }

    /// Puts tables beside the space, for the heuristic that looks them up.
    pub(crate) fn lay_in(&self, stock: Arc<Stock<Planned>>) -> Result<(), EngineError> {
        self.stock.set(stock).map_err(|_| EngineError::Internal("tables were laid in twice".to_owned()))
    }

    /// The tables.
    pub(crate) fn stock(&self) -> Result<&Stock<Planned>, EngineError> {
        let missing = || EngineError::Internal("a pattern database was asked for before its tables".to_owned());
        self.stock.get().map(AsRef::as_ref).ok_or_else(missing)
    }
}

/// A metric with its heuristics.
pub(crate) trait Counted<C: Cells>: Crossed {
    /// Any of its heuristics.
    type Any<'s>: Incremental<Tiles<C, Self>, Memo: Send + Sync> + Sync;

    /// Any of its pattern databases.
    type Pdb<'s>;

    /// The pattern databases whose tables are beside the space.
    fn pdb(ground: &Ground<C, Self>) -> Result<Self::Pdb<'_>, EngineError>;

    /// What the tables beside the space say of a position when they are looked up by another plan.
    fn look_up(ground: &Ground<C, Self>, planned: &Planned, board: &Board<C>) -> Result<Option<Cost>, EngineError>;

    /// Makes them and does something with them, in the type that suits them best.
    fn with_pdb<V: Visit<C, Self>>(ground: &Ground<C, Self>, visit: V) -> Result<V::Output, EngineError>;

    /// Searches depth first in turns along rows and columns, where the tables beside the space are made for that.
    fn run_in_turns(ground: &Ground<C, Self>, hunt: InTurns<'_, '_>) -> Option<Result<Run<Move>, EngineError>>;

    /// The heuristic of this name, one of all. Pattern databases are looked up afresh at every position: what they would
    /// remember is larger than all that the others do.
    fn any(heuristic: Named, ground: &Ground<C, Self>) -> Result<Self::Any<'_>, EngineError>;

    /// Makes the heuristic of this name and does something with it.
    fn with<V: Visit<C, Self>>(heuristic: Named, ground: &Ground<C, Self>, visit: V) -> Result<V::Output, EngineError>;
}

/// Writes [`Counted`] for a metric; behind the names come the heuristics that it has beside those of all metrics.
macro_rules! counted {
    ($metric:ident, $any:ident, $memo:ident, $pdb:ident, $in_turns:expr $(; without $absent:ident)? $(, $extra:ident($type:ty) = $make:expr)*) => {
        any_heuristic! {
            /// Any heuristic of sliding tiles under this metric.
            $any, $memo for Tiles<C, $metric>, with ['s, C: Cells] as ['s, C] {
                Zero(Zero),
                Misplaced(Misplaced<'s, C, $metric>),
                Manhattan(Manhattan<'s, C, $metric>),
                LinearConflict(LinearConflict<'s, C, $metric>),
                WalkingDistance(WalkingDistance<'s, C, $metric>),
                WalkingConflict(WalkingConflict<'s, C, $metric>),
                InversionDistance(InversionDistance<'s, C, $metric>),
                Pdb(Fresh<'s, Tiles<C, $metric>, $pdb<'s, C>>),
                $($extra($type),)*
            }
        }

        impl<C: Cells> Counted<C> for $metric {
            type Any<'s> = $any<'s, C>;
            type Pdb<'s> = $pdb<'s, C>;

            fn pdb(ground: &Ground<C, Self>) -> Result<$pdb<'_, C>, EngineError> {
                let Stock { set, tables } = ground.stock()?;
                $pdb::new(&ground.space, set, tables).map_err(EngineError::internal)
            }

            fn look_up(
                ground: &Ground<C, Self>,
                planned: &Planned,
                board: &Board<C>,
            ) -> Result<Option<Cost>, EngineError> {
                let pdb = $pdb::new(&ground.space, planned, &ground.stock()?.tables).map_err(EngineError::internal)?;
                Ok(fewest_search::Heuristic::estimate(&pdb, board))
            }

            fn any(heuristic: Named, ground: &Ground<C, Self>) -> Result<$any<'_, C>, EngineError> {
                let space = &ground.space;
                Ok(match heuristic {
                    Named::Zero => $any::Zero(Zero),
                    Named::Misplaced => $any::Misplaced(Misplaced::new(space)),
                    Named::Manhattan => $any::Manhattan(Manhattan::new(space)),
                    Named::LinearConflict => $any::LinearConflict(LinearConflict::new(space)),
                    Named::WalkingDistance => $any::WalkingDistance(
                        WalkingDistance::new(space).map_err(|error| too_large(heuristic, &error))?,
                    ),
                    Named::WalkingConflict => $any::WalkingConflict(
                        WalkingConflict::new(space).map_err(|error| too_large(heuristic, &error))?,
                    ),
                    Named::InversionDistance => $any::InversionDistance(InversionDistance::new(space)),
                    Named::Pdb => $any::Pdb(Fresh { space, heuristic: Self::pdb(ground)? }),
                    $(Named::$extra => $any::$extra($make(space).map_err(|error| too_large(heuristic, &error))?),)*
                    $(Named::$absent => return Err(foreign(heuristic)),)?
                })
            }

            fn with_pdb<V: Visit<C, Self>>(ground: &Ground<C, Self>, visit: V) -> Result<V::Output, EngineError> {
                Ok(Self::pdb(ground)?.visit(visit))
            }

            fn run_in_turns(ground: &Ground<C, Self>, hunt: InTurns<'_, '_>) -> Option<Result<Run<Move>, EngineError>> {
                let in_turns: fn(&Ground<C, Self>, InTurns<'_, '_>) -> _ = $in_turns;
                in_turns(ground, hunt)
            }

            fn with<V: Visit<C, Self>>(
                heuristic: Named,
                ground: &Ground<C, Self>,
                visit: V,
            ) -> Result<V::Output, EngineError> {
                Ok(match Self::any(heuristic, ground)? {
                    $any::Zero(heuristic) => visit.visit(&heuristic),
                    $any::Misplaced(heuristic) => visit.visit(&heuristic),
                    $any::Manhattan(heuristic) => visit.visit(&heuristic),
                    $any::LinearConflict(heuristic) => visit.visit(&heuristic),
                    $any::WalkingDistance(heuristic) => visit.visit(&heuristic),
                    $any::WalkingConflict(heuristic) => visit.visit(&heuristic),
                    $any::InversionDistance(heuristic) => visit.visit(&heuristic),
                    $any::Pdb(pdb) => pdb.heuristic.visit(visit),
                    $($any::$extra(heuristic) => visit.visit(&heuristic),)*
                })
            }
        }
    };
}

counted!(Stm, AnyStm, AnyStmMemo, StmPdb, |_, _| None; without Alternating);
counted!(
    Mtm,
    AnyMtm,
    AnyMtmMemo,
    MtmPdb,
    |ground, hunt| hunt.run(ground),
    Alternating(Alternating<WalkingConflict<'s, C, Mtm>>) = |space| WalkingConflict::new(space).map(Alternating)
);

fn too_large(heuristic: Named, error: &impl ToString) -> EngineError {
    EngineError::HeuristicUnavailable { name: heuristic.info().name, reason: error.to_string() }
}

fn foreign(heuristic: Named) -> EngineError {
    let reason = format!("it serves {}", heuristic.info().metrics.join(", "));
    EngineError::HeuristicUnavailable { name: heuristic.info().name, reason }
}
