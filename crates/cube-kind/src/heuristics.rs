//! The heuristics of the cube by name.

use fewest_cube::heuristics::{Cosets, Exact, Patterns, Towards};
use fewest_cube::{Cube, Cubies};
use fewest_engine::kit::{Stock, any_heuristic, heuristics};
use fewest_engine::{EngineError, HeuristicInfo, Result};
use fewest_pdb::table::Table;
use fewest_search::Zero;

use crate::sets::{Content, Set};

heuristics! {
    /// The heuristics of the cube.
    enum Named {
        Zero = HeuristicInfo::NONE,
        Pdb = HeuristicInfo {
            name: "pdb",
            aliases: &["pattern-database", "patterns"],
            summary: "the greatest distance of several patterns, from tables: all corners and sets of edges of the \
                      3×3×3, the pieces of a partial goal, or the whole 2×2×2",
            source: "Korf 1997",
            ..HeuristicInfo::NONE
        },
        Cosets = HeuristicInfo {
            name: "cosets",
            aliases: &["subgroup", "phase-one"],
            summary: "the moves to a cube that U, D and half turns alone can solve, seen from three directions, and the \
                      moves that the corners take, from tables",
            source: "Reid 1997",
            ..HeuristicInfo::NONE
        },
        Inverse = HeuristicInfo {
            name: "cosets-inverse",
            aliases: &["cosets-both", "inverse"],
            summary: "cosets, of the cube and of its inverse, which is as far from being solved",
            consistent: false,
            source: "Reid 1997",
            ..HeuristicInfo::NONE
        },
    }
}

any_heuristic! {
    /// Any heuristic of the cube.
    AnyHeuristic, AnyMemo for Cube, with ['s] as ['s] {
        Zero(Zero),
        Exact(Exact<'s>),
        Patterns(Patterns<'s>),
        Cosets(Cosets<'s>),
        Towards(Towards<'s>),
    }
}

impl<'s> AnyHeuristic<'s> {
    /// The heuristic of this name with its tables, where it has any.
    pub(crate) fn new(named: Named, stock: Option<&'s Stock<Set>>) -> Result<Self> {
        let Some(stock) = stock else {
            return match named {
                Named::Zero => Ok(Self::Zero(Zero)),
                _ => Err(EngineError::internal("a heuristic without its tables")),
            };
        };
        Ok(match stock.set.content() {
            Content::Exact => Self::Exact(Exact::new(&stock.tables[0])),
            Content::Patterns => Self::Patterns(Patterns::new(stock.set.shapes().iter().zip(&stock.tables))),
            Content::Cosets => Self::Cosets(cosets(named, stock)),
            Content::Phases => return Err(EngineError::internal("the phases are no heuristic")),
        })
    }

    /// What guides a search backward, towards the start.
    pub(crate) fn towards(start: &Cubies, forward: Self) -> Self {
        match forward {
            Self::Zero(zero) => Self::Zero(zero),
            Self::Exact(bound) => Self::Towards(Towards::new(start, Box::new(bound))),
            Self::Patterns(bound) => Self::Towards(Towards::new(start, Box::new(bound))),
            Self::Cosets(bound) => Self::Towards(Towards::new(start, Box::new(bound))),
            Self::Towards(bound) => Self::Towards(bound),
        }
    }
}

/// The bound from tables of cosets. Only the one that is named for it leaves out the inverse.
pub(crate) fn cosets(named: Named, stock: &Stock<Set>) -> Cosets<'_> {
    let tables: Vec<&Table> = stock.tables.iter().collect();
    Cosets::new(&tables, named != Named::Cosets)
}
