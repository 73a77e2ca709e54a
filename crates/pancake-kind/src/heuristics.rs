//! The heuristics of the pancake puzzle by name.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_engine::kit::{Stock, TablePart, TableSet, any_heuristic, heuristics};
use fewest_engine::{EngineError, HeuristicInfo, Result};
use fewest_pancake::heuristics::{Gap, GapAhead};
use fewest_pancake::pdb::{Counting, PatternPdb, Plan, Shape, Tables, divisions};
use fewest_pancake::{Packing, Pancakes, Position};
use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::{Notice, Store};
use fewest_search::{Max, Zero};

/// The most entries of a table: built in about a second.
const MOST_ENTRIES: u64 = 1 << 22;
/// The part of the memory limit that the entries of a table may take at most.
const MEMORY_SHARE: u64 = 16;

heuristics! {
    /// The heuristics of the pancake puzzle.
    enum Named {
        Zero = HeuristicInfo::NONE,
        Gap = HeuristicInfo {
            name: "gap",
            aliases: &["gaps", "breakpoints"],
            summary: "the pairs of neighbours, including the plate, that are not neighbours at the goal: each flip \
                      removes at most one such gap",
            source: "Helmert 2010",
            ..HeuristicInfo::NONE
        },
        GapAhead = HeuristicInfo {
            name: "gap-ahead",
            aliases: &["gap-lookahead", "top-gap"],
            summary: "the number of gaps, plus one if no flip can remove one at once",
            source: "Valenzano and Yang 2017",
            ..HeuristicInfo::NONE
        },
        Pdb = HeuristicInfo {
            name: "pdb",
            aliases: &["pattern-database", "patterns"],
            summary: "the sum over patterns of the flips that bring a pancake of the pattern to the top, from tables; \
                      at least gap",
            source: "Yang, Culberson, Holte, Zahavi and Felner 2008",
            ..HeuristicInfo::NONE
        },
    }
}

any_heuristic! {
    /// Any heuristic of the pancake puzzle.
    AnyHeuristic, AnyMemo for Pancakes<P>, with ['s, P: Packing] as ['s, P] {
        Zero(Zero),
        Gap(Gap<'s, P>),
        GapAhead(GapAhead<'s, P>),
        Pdb(Max<Gap<'s, P>, PatternPdb<'s, P>>),
    }
}

impl<'s, P: Packing> AnyHeuristic<'s, P> {
    /// The heuristic of this name; pattern databases need their tables.
    pub(crate) fn new(named: Named, space: &'s Pancakes<P>, stock: Option<&'s Stock<Patterns>>) -> Result<Self> {
        Ok(match (named, stock) {
            (Named::Zero, _) => Self::Zero(Zero),
            (Named::Gap, _) => Self::Gap(Gap::new(space)),
            (Named::GapAhead, _) => Self::GapAhead(GapAhead::new(space)),
            (Named::Pdb, Some(stock)) => {
                let patterns = PatternPdb::new(space, &stock.set.plan, &stock.tables).map_err(EngineError::internal)?;
                Self::Pdb(Max(Gap::new(space), patterns))
            }
            (Named::Pdb, None) => return Err(EngineError::internal("pattern databases without tables")),
        })
    }

    /// What guides a search backward, towards another stack than the goal. Tables are the goal's: there gaps take their place.
    pub(crate) fn towards(named: Named, space: &'s Pancakes<P>, state: &P) -> Self {
        match named {
            Named::Zero => Self::Zero(Zero),
            Named::Gap | Named::Pdb => Self::Gap(Gap::towards(space, state)),
            Named::GapAhead => Self::GapAhead(GapAhead::towards(space, state)),
        }
    }
}

/// The pattern databases that serve a goal.
#[derive(Debug)]
pub(crate) struct Patterns {
    plan: Plan,
    goal: String,
}

impl Patterns {
    /// Patterns of neighbours, as large as memory allows.
    pub(crate) fn new(goal: &Position, memory: u64) -> Result<Arc<Self>> {
        let parts = divisions(goal, MOST_ENTRIES.min(memory / MEMORY_SHARE));
        let plan = Plan::new(goal, &parts, Counting::Top, Encoding::BYTE);
        let plan = plan.map_err(|error| EngineError::HeuristicUnavailable {
            name: Named::Pdb.info().name,
            reason: error.to_string(),
        })?;
        Ok(Arc::new(Self { plan, goal: goal.to_string() }))
    }
}

impl TableSet for Patterns {
    type Tables = Tables;

    fn key(&self) -> String {
        let shapes = self.plan.shapes().iter().map(|shape| shape.recipe(self.plan.encoding()).key);
        format!("{} for {}", shapes.collect::<Vec<_>>().join(", "), self.goal)
    }

    fn parts(&self) -> Vec<TablePart> {
        let encoding = self.plan.encoding();
        let part = |shape: &Shape| {
            let recipe = shape.recipe(encoding);
            TablePart {
                text: recipe.key.clone(),
                bytes: encoding.bytes(shape.entries()),
                memory: shape.memory_needed(encoding),
                recipe,
            }
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
        let mut watch = |shape: &Shape, progress: &Progress| watch(number(shape), progress);
        match store {
            Some(store) => Tables::obtain(&self.plan, store, builder, &mut watch),
            None => Tables::build_watched(&self.plan, builder, &mut watch).map(|tables| (tables, Vec::new())),
        }
    }

    fn open(&self, store: &Store) -> (Option<Tables>, Vec<Notice>) {
        Tables::open(&self.plan, store)
    }

    fn bytes_in_memory(tables: &Tables) -> u64 {
        tables.iter().filter(|table| !table.is_mapped()).map(|table| table.bytes().len() as u64).sum()
    }
}
