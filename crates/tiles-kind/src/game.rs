//! Both ways of counting moves as one space, so that a search that does not live by the speed of its heuristic is compiled
//! once for both.
//!
//! The moves of every cell of the blank are listed beforehand, each list for one last move: to look one up costs the same in
//! either metric. States and moves are those of [`Tiles`], so that a heuristic of either serves the game.

use std::marker::PhantomData;

use fewest_engine::{EngineError, Result};
use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};
use fewest_tiles::{Board, Cells, Layout, Metric as Counting, Move, Mtm, Position, Stm, Tiles};

use crate::Metric;

/// A goal to be reached under one metric.
#[derive(Debug)]
pub(crate) struct Game<C: Cells> {
    pub(crate) metric: Metric,
    /// The same puzzle by single steps, for heuristics that count them.
    pub(crate) steps: Tiles<C, Stm>,
    /// The same puzzle by slides.
    pub(crate) slides: Tiles<C, Mtm>,
    moves: Moves,
}

impl<C: Cells> Game<C> {
    /// The puzzle of reaching `goal`.
    pub(crate) fn new(goal: &Position, metric: Metric) -> Result<Self> {
        let steps = Tiles::new(goal).map_err(EngineError::internal)?;
        let slides = Tiles::new(goal).map_err(EngineError::internal)?;
        let moves = match metric {
            Metric::Stm => Moves::new::<Stm>(steps.layout()),
            Metric::Mtm => Moves::new::<Mtm>(slides.layout()),
        };
        Ok(Self { metric, steps, slides, moves })
    }

    /// A position as a state.
    pub(crate) fn board(&self, position: &Position) -> Result<Board<C>> {
        self.steps.board(position).map_err(EngineError::internal)
    }
}

/// What must be remembered of the last move: which of the lists counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Last(u8);

/// The moves of a board under one metric.
#[derive(Debug)]
struct Moves {
    cells: usize,
    /// Those that are not useless after the last move, by that one and by the blank's cell; after none, all.
    lists: Vec<Box<[(Move, Last)]>>,
}

impl Moves {
    fn new<M: Counting>(layout: &Layout) -> Self {
        let cells = layout.size().cells();
        let mut traces = vec![M::ROOT];
        let mut lists = Vec::new();
        let mut next = 0;
        while let Some(&trace) = traces.get(next) {
            for blank in 0..cells {
                let mut list = Vec::new();
                M::for_each_allowed(layout, blank, trace, |mv, trace| {
                    let known = traces.iter().position(|known| *known == trace);
                    let last = known.unwrap_or_else(|| {
                        traces.push(trace);
                        traces.len() - 1
                    });
                    list.push((mv, Last(u8::try_from(last).expect("there are few last moves"))));
                });
                lists.push(list.into_boxed_slice());
            }
            next += 1;
        }
        Self { cells, lists }
    }

    #[inline]
    fn after(&self, last: Last, blank: usize) -> &[(Move, Last)] {
        &self.lists[usize::from(last.0) * self.cells + blank]
    }
}

/// The list of all moves.
const ROOT: Last = Last(0);

impl<C: Cells> StateSpace for Game<C> {
    type State = Board<C>;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &Board<C>) -> bool {
        self.steps.is_goal(state)
    }

    #[inline]
    fn for_each_move(&self, state: &Board<C>, mut visit: impl FnMut(Move)) {
        self.moves.after(ROOT, state.blank()).iter().for_each(|&(mv, _)| visit(mv));
    }

    /// A single step is a slide too.
    #[inline]
    fn apply(&self, state: &mut Board<C>, mv: Move) {
        self.slides.apply(state, mv);
    }

    #[inline]
    fn undo(&self, state: &mut Board<C>, mv: Move) {
        self.slides.undo(state, mv);
    }

    fn uniform_cost(&self) -> Option<Cost> {
        self.steps.uniform_cost()
    }

    fn is_undirected(&self) -> bool {
        self.steps.is_undirected()
    }
}

impl<C: Cells> Packed for Game<C> {
    type Key = C;

    #[inline]
    fn pack(&self, state: &Board<C>) -> C {
        self.steps.pack(state)
    }

    #[inline]
    fn unpack(&self, key: &C) -> Board<C> {
        self.steps.unpack(key)
    }
}

impl<C: Cells> MovePruning for Game<C> {
    type Trace = Last;

    const TWINS_ARE_NEAR: bool = <Tiles<C, Mtm> as MovePruning>::TWINS_ARE_NEAR;

    fn root_trace(&self) -> Last {
        ROOT
    }

    fn follow(&self, last: Last, mv: Move) -> Option<Last> {
        let list = self.moves.after(last, mv.blank.into());
        list.iter().find(|(allowed, _)| *allowed == mv).map(|&(_, next)| next)
    }

    #[inline]
    fn for_each_allowed(&self, state: &Board<C>, last: Last, mut visit: impl FnMut(Move, Last)) {
        self.moves.after(last, state.blank()).iter().for_each(|&(mv, next)| visit(mv, next));
    }
}

impl<C: Cells> Backward for Game<C> {
    fn goals(&self) -> impl Iterator<Item = Board<C>> {
        self.steps.goals()
    }

    fn for_each_move_into(&self, state: &Board<C>, mut visit: impl FnMut(Move)) {
        self.for_each_move(state, |mv| visit(mv.reversed()));
    }
}

impl<C: Cells> Ranked for Game<C> {
    fn rank_count(&self) -> Option<u64> {
        self.steps.rank_count()
    }

    fn rank(&self, state: &Board<C>) -> u64 {
        self.steps.rank(state)
    }

    fn unrank(&self, rank: u64) -> Board<C> {
        self.steps.unrank(rank)
    }
}

/// A heuristic of a space `A` for any space with the same states and moves. It is compiled on its own, and not into each
/// search: one that remembers positions hardly notices, and there are many of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart<A, H> {
    heuristic: H,
    space: PhantomData<fn() -> A>,
}

impl<A, H> Apart<A, H> {
    pub(crate) fn new(heuristic: H) -> Self {
        Self { heuristic, space: PhantomData }
    }
}

impl<A, B, H> Heuristic<B> for Apart<A, H>
where
    A: StateSpace,
    B: StateSpace<State = A::State, Move = A::Move>,
    H: Heuristic<A>,
{
    #[inline(never)]
    fn estimate(&self, state: &B::State) -> Option<Cost> {
        self.heuristic.estimate(state)
    }

    fn guarantees(&self) -> Guarantees {
        self.heuristic.guarantees()
    }
}

impl<A, B, H> Incremental<B> for Apart<A, H>
where
    A: StateSpace,
    B: StateSpace<State = A::State, Move = A::Move>,
    H: Incremental<A>,
{
    type Memo = H::Memo;

    #[inline(never)]
    fn memo(&self, state: &B::State) -> Option<H::Memo> {
        self.heuristic.memo(state)
    }

    #[inline(never)]
    fn advance(&self, memo: H::Memo, before: &B::State, mv: B::Move) -> Option<H::Memo> {
        self.heuristic.advance(memo, before, mv)
    }

    #[inline(never)]
    fn value(&self, memo: H::Memo) -> Cost {
        self.heuristic.value(memo)
    }

    #[inline(never)]
    fn advance_within(
        &self,
        memo: H::Memo,
        before: &B::State,
        mv: B::Move,
        allowance: Cost,
    ) -> Option<(H::Memo, Cost)> {
        self.heuristic.advance_within(memo, before, mv, allowance)
    }
}
