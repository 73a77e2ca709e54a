//! Both ways of counting as one space, so that every search is compiled once for both.
//!
//! To ask which one it is costs nothing beside an estimate, which solves an assignment problem. For the same reason nothing but
//! the smallest functions is inlined.

use std::sync::Arc;

use fewest_engine::{EngineError, Result};
use fewest_search::{Cost, StateSpace};
use fewest_sokoban::{Board, Level, Metric, Moves, Position, Pruning, Pushes, Step, Walk};

use crate::asked::Asked;

/// A level as a space, for at most 64 `W` squares of floor. Where walks are free, they are left out of its moves.
#[derive(Debug)]
pub(crate) struct Game<const W: usize> {
    moves: Moves<W>,
    metric: Metric,
    /// Whether a state knows the player's very square.
    is_exact: bool,
}

impl<const W: usize> Game<W> {
    /// What is asked.
    pub(crate) fn new(asked: &Asked) -> Result<Self> {
        let is_exact = asked.metric == Metric::Move;
        Ok(Self { metric: asked.metric, is_exact, ..Self::by_pushes(&asked.level)? })
    }

    /// The same with nothing left out that an optimal solution may have: neither pushes for which another one does as well, nor
    /// walks, where those count in any way.
    pub(crate) fn whole(asked: &Asked) -> Result<Self> {
        let moves = Moves::with_pruning(asked.level.clone(), Pruning::NONE).map_err(EngineError::internal)?;
        let is_exact = asked.metric == Metric::Move || asked.decides;
        Ok(Self { moves, metric: asked.metric, is_exact })
    }

    /// A level of which pushes are counted.
    pub(crate) fn by_pushes(level: &Arc<Level>) -> Result<Self> {
        let moves = Moves::new(level.clone()).map_err(EngineError::internal)?;
        Ok(Self { moves, metric: Metric::Push, is_exact: false })
    }

    /// The level with pushes counted.
    pub(crate) fn pushes(&self) -> &Pushes<W> {
        self.moves.pushes()
    }

    /// The start of the level as a state.
    pub(crate) fn start(&self) -> Board<W> {
        if self.is_exact { self.moves.start() } else { self.pushes().start() }
    }

    /// The level with moves counted.
    pub(crate) fn moves(&self) -> &Moves<W> {
        &self.moves
    }

    /// What a move costs in the other way of counting.
    pub(crate) fn other_cost(&self, mv: Walk) -> Cost {
        match self.metric {
            Metric::Push => self.moves.cost(mv),
            Metric::Move => self.pushes().cost(mv.push),
        }
    }

    /// Visits moves. To find out which pushes there are takes long beside a call, so that this is compiled once and not
    /// together with every search.
    fn visit_moves(&self, state: &Board<W>, visit: &mut dyn FnMut(Walk)) {
        if self.is_exact {
            self.moves.for_each_move(state, visit);
        } else {
            self.pushes().for_each_move(state, |push| visit(Walk { push, steps: 0 }));
        }
    }

    /// Moves from the start as the steps of a player who takes the shortest way to each push.
    pub(crate) fn steps(&self, moves: &[Walk]) -> Vec<Step> {
        self.moves.steps(&Position::start(self.pushes().level().clone()), moves)
    }
}

impl<const W: usize> StateSpace for Game<W> {
    type State = Board<W>;
    type Move = Walk;

    #[inline]
    fn is_goal(&self, state: &Board<W>) -> bool {
        self.moves.is_goal(state)
    }

    fn for_each_move(&self, state: &Board<W>, mut visit: impl FnMut(Walk)) {
        self.visit_moves(state, &mut visit);
    }

    fn apply(&self, state: &mut Board<W>, mv: Walk) {
        if self.is_exact { self.moves.apply(state, mv) } else { self.pushes().apply(state, mv.push) }
    }

    fn undo(&self, state: &mut Board<W>, mv: Walk) {
        if self.is_exact { self.moves.undo(state, mv) } else { self.pushes().undo(state, mv.push) }
    }

    #[inline]
    fn cost(&self, mv: Walk) -> Cost {
        match self.metric {
            Metric::Push => self.pushes().cost(mv.push),
            Metric::Move => self.moves.cost(mv),
        }
    }

    fn uniform_cost(&self) -> Option<Cost> {
        match self.metric {
            Metric::Push => self.pushes().uniform_cost(),
            Metric::Move => self.moves.uniform_cost(),
        }
    }
}

fewest_sokoban::whole_and_unpruned!(Game, Walk);
