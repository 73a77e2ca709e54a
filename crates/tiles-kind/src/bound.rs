//! Searches that live by the speed of their heuristic: IDA*, on one thread or several, with none of its options.
//!
//! They are compiled for each heuristic that is worth it, and for the packing where that one is used; every other heuristic
//! is one of many, behind a `match` and a call. Where a move costs a thousand instructions, as slides do, that is always so.

use fewest_engine::kit::{Choice, Drive, Reporter, Scribe, Stock};
use fewest_engine::{EngineError, Result};
use fewest_search::capability::{MovePruning, Packed};
use fewest_search::{Incremental, Limits, Run};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, WalkingConflict, WalkingDistance};
use fewest_tiles::pdb::{AdditivePdb, CompactPdb, Kind, LinePdb, MismatchError, Narrow, RegionPdb};
use fewest_tiles::{Board, Bytes, Cells, Move, Nibbles, OnWalks, Stm, Tiles, Turns, Walks};

use crate::Metric;
use crate::game::Game;
use crate::heuristics::{Any, Named, laid_in, made};
use crate::pdb::{AnyPdb, Planned, run_in_turns, run_with};
use crate::trace::Words;

/// A search that is about to begin, but for its heuristic.
pub(crate) struct Bound<'a, 's, C: Cells> {
    pub(crate) game: &'a Game<C>,
    pub(crate) start: &'a Board<C>,
    pub(crate) choice: &'a Choice,
    /// What is left of the limits once the heuristic is made.
    pub(crate) rest: &'a dyn Fn() -> Limits,
    pub(crate) reporter: &'a mut Reporter<'s>,
}

impl<C: Cells> Bound<'_, '_, C> {
    /// Runs it.
    pub(crate) fn run<S, H>(&mut self, space: &S, start: &S::State, heuristic: &H) -> Result<Run<S::Move>>
    where
        S: Packed + MovePruning<State: Send + Sync, Move: Send + Sync, Trace: PartialEq + Send + Sync + 'static> + Sync,
        H: Incremental<S, Memo: Send + Sync> + Sync,
        Words: Scribe<S>,
    {
        let Self { choice, reporter, .. } = self;
        let limits = (self.rest)();
        Drive { space, start, words: &Words, choice, limits: &limits, reporter }.run_plain(heuristic)
    }
}

/// What came of a search that is compiled for its heuristic; `None` where there is none.
type Compiled = Result<Option<Run<Move>>>;

/// A packing of boards, with the searches that are compiled for it alone.
pub(crate) trait Packing: Cells {
    /// Runs a search that is compiled for its heuristic; `None` where there is none.
    fn run_compiled(bound: &mut Bound<'_, '_, Self>, named: Named, stock: Option<&Stock<Planned>>) -> Compiled;
}

/// Runs a search with the heuristic of this name.
pub(crate) fn run_bound<C: Packing>(
    mut bound: Bound<'_, '_, C>,
    named: Named,
    stock: Option<&Stock<Planned>>,
) -> Result<Run<Move>> {
    if let Some(run) = C::run_compiled(&mut bound, named, stock)? {
        return Ok(run);
    }
    let (game, start) = (bound.game, bound.start);
    if named != Named::Pdb {
        return bound.run(game, start, &Any::new(named, game, stock)?);
    }
    let stock = laid_in(stock)?;
    if stock.set.is_of_lines() {
        return run_in_turns(&mut bound, stock);
    }
    bound.run(game, start, &AnyPdb::new(game, &stock.set, &stock.tables)?)
}

impl Packing for Nibbles {
    fn run_compiled(bound: &mut Bound<'_, '_, Self>, named: Named, stock: Option<&Stock<Planned>>) -> Compiled {
        let (space, start) = (&bound.game.steps, bound.start);
        let run = match (bound.game.metric, named) {
            (Metric::Stm, Named::Manhattan) => bound.run(space, start, &Manhattan::new(space)),
            (Metric::Stm, Named::LinearConflict) => bound.run(space, start, &LinearConflict::new(space)),
            (Metric::Stm, Named::WalkingDistance) => {
                bound.run(space, start, &made(named, WalkingDistance::new(space))?)
            }
            (Metric::Stm, Named::WalkingConflict) => {
                bound.run(space, start, &made(named, WalkingConflict::new(space))?)
            }
            (_, Named::Pdb) => return run_with_tables(bound, laid_in(stock)?),
            _ => return Ok(None),
        };
        run.map(Some)
    }
}

/// Runs a search with the tables that are used most: sums of a few patterns, and two of lines.
fn run_with_tables(bound: &mut Bound<'_, '_, Nibbles>, stock: &Stock<Planned>) -> Compiled {
    let Stock { set, tables } = stock;
    let (plan, internal) = (&set.plan, EngineError::internal);
    if set.is_of_lines() && plan.partitions() == 2 {
        let turns = Turns::new(bound.game.slides.clone());
        let heuristic = LinePdb::<_, 2>::new(turns.tiles(), plan, tables).map_err(internal)?;
        return run_with(bound, &turns, &heuristic).map(Some);
    }
    if !CompactPdb::<Nibbles, 1>::serves(plan) {
        return Ok(None);
    }
    let (space, start) = (&bound.game.steps, bound.start);
    let run = match plan.partitions() {
        1 => bound.run(space, start, &CompactPdb::<_, 1>::new(space, plan, tables).map_err(internal)?),
        2 => bound.run(space, start, &CompactPdb::<_, 2>::new(space, plan, tables).map_err(internal)?),
        4 => bound.run(space, start, &CompactPdb::<_, 4>::new(space, plan, tables).map_err(internal)?),
        _ => return Ok(None),
    };
    run.map(Some)
}

impl Packing for Bytes<25> {
    fn run_compiled(bound: &mut Bound<'_, '_, Self>, named: Named, stock: Option<&Stock<Planned>>) -> Compiled {
        let (space, start) = (&bound.game.steps, bound.start);
        match (bound.game.metric, named) {
            (Metric::Stm, Named::LinearConflict) => bound.run(space, start, &LinearConflict::new(space)).map(Some),
            (Metric::Stm, Named::Pdb) => {
                let Stock { set, tables } = laid_in(stock)?;
                let plan = &set.plan;
                if RegionPdb::<Self, Narrow, 2>::serves(plan) {
                    return run_on_walks::<RegionPdb<'_, _, Narrow, 2>>(bound, RegionPdb::new(space, plan, tables));
                }
                if RegionPdb::<Self, Narrow, 4>::serves(plan) {
                    return run_on_walks::<RegionPdb<'_, _, Narrow, 4>>(bound, RegionPdb::new(space, plan, tables));
                }
                let adds_up = matches!(plan.kind(), Kind::Additive | Kind::AdditiveBlank);
                if !adds_up || plan.partitions() != 2 || plan.most_patterns() > 8 {
                    return Ok(None);
                }
                let heuristic = AdditivePdb::<_, 2, 8>::new(space, plan, tables).map_err(EngineError::internal)?;
                bound.run(space, start, &heuristic).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// Runs a search with tables of regions, on walks without twins.
fn run_on_walks<H>(bound: &mut Bound<'_, '_, Bytes<25>>, heuristic: Result<H, MismatchError>) -> Compiled
where
    H: Incremental<Tiles<Bytes<25>, Stm>, Memo: Send + Sync> + Sync,
{
    let (walks, start) = (Walks::new(&bound.game.steps), bound.start);
    bound.run(&walks, start, &OnWalks(heuristic.map_err(EngineError::internal)?)).map(Some)
}

impl Packing for Bytes<256> {
    fn run_compiled(_: &mut Bound<'_, '_, Self>, _: Named, _: Option<&Stock<Planned>>) -> Compiled {
        Ok(None)
    }
}
