//! Sokoban as a state space that counts every step of the player.
//!
//! Its edges are pushes too, each with the shortest walk that leads to it: after a push the player is where the box was,
//! so the squares on the way need no states of their own. A state knows the player's very square.

use std::sync::Arc;

use fewest_search::{Cost, StateSpace};

use crate::floor::NONE;
use crate::level::Level;
use crate::notation::Step;
use crate::position::Position;
use crate::space::{Board, Pruning, Push, Pushes, SokobanError};

/// A walk, and the push at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The push.
    pub push: Push,
    /// The steps that lead to it.
    pub steps: u16,
}

/// A level as a space whose moves cost as many steps as the player makes, for at most 64 `W` squares of floor. Its states
/// are boards with the player on the square where the last push ended.
///
/// ```
/// use std::sync::Arc;
/// use fewest_search::{Limits, Outcome, Search, algorithms::AStar};
/// use fewest_sokoban::{Level, Moves, Position, format_steps, heuristics::Matching};
///
/// let level: Arc<Level> = Arc::new("######\n#@ $.#\n# $  #\n# .  #\n######".parse()?);
/// let space = Moves::<1>::new(level.clone())?;
/// let matching = Matching::new(space.pushes());
/// let run = AStar::default().run(&space, &space.start(), &matching, &Limits::default(), &mut ());
/// let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("it can be solved") };
/// assert_eq!(cost, 4);
/// let steps = format_steps(&space.steps(&Position::start(level), &moves));
/// assert!(["rRlD", "rDuR"].contains(&steps.as_str()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Moves<const W: usize>(Pushes<W>);

impl<const W: usize> Moves<W> {
    /// The space of a level.
    ///
    /// # Errors
    /// [`SokobanError::Capacity`] where `W` is too small.
    pub fn new(level: Arc<Level>) -> Result<Self, SokobanError> {
        Pushes::new(level).map(Self)
    }

    /// The space of a level with a choice of which [pushes](Self::pushes) are left out; steps leave nothing out.
    ///
    /// # Errors
    /// [`SokobanError::Capacity`] where `W` is too small.
    pub fn with_pruning(level: Arc<Level>, pruning: Pruning) -> Result<Self, SokobanError> {
        Pushes::with_pruning(level, pruning).map(Self)
    }

    /// The same level with pushes counted: what [`Matching`](crate::heuristics::Matching) is made for.
    pub fn pushes(&self) -> &Pushes<W> {
        &self.0
    }

    /// The start of the level as a state.
    pub fn start(&self) -> Board<W> {
        self.state(&Position::start(self.0.level().clone())).expect("the start is a position of this level")
    }

    /// A position as a state.
    ///
    /// # Errors
    /// [`SokobanError::Foreign`] where it belongs to another level.
    pub fn state(&self, position: &Position) -> Result<Board<W>, SokobanError> {
        let Board { boxes, .. } = self.0.state(position)?;
        let player = self.0.floor.square(position.player()).ok_or(SokobanError::Foreign)?;
        Ok(Board { boxes, player })
    }

    /// A state as a position. It counts no steps.
    pub fn position(&self, state: &Board<W>) -> Position {
        self.0.position(state)
    }

    /// Walks and pushes, step by step.
    pub fn steps(&self, start: &Position, walks: &[Walk]) -> Vec<Step> {
        let pushes: Vec<Push> = walks.iter().map(|walk| walk.push).collect();
        self.0.steps(start, &pushes)
    }
}

impl<const W: usize> StateSpace for Moves<W> {
    type State = Board<W>;
    type Move = Walk;

    #[inline]
    fn is_goal(&self, state: &Board<W>) -> bool {
        self.0.is_goal(state)
    }

    #[inline]
    fn for_each_move(&self, state: &Board<W>, mut visit: impl FnMut(Walk)) {
        let mut distances = [[NONE; 64]; W];
        let distances = distances.as_flattened_mut();
        let mut queue = [[0; 64]; W];
        let queue = queue.as_flattened_mut();
        (queue[0], distances[usize::from(state.player)]) = (state.player, 0);
        let (mut head, mut tail) = (0, 1);
        while head < tail {
            let at = queue[head];
            head += 1;
            for next in self.0.floor.around(at) {
                if next != NONE && !state.boxes.has(next) && distances[usize::from(next)] == NONE {
                    distances[usize::from(next)] = distances[usize::from(at)] + 1;
                    queue[tail] = next;
                    tail += 1;
                }
            }
        }
        self.0.for_each_push(
            state,
            |behind| distances[usize::from(behind)] != NONE,
            |push, behind| visit(Walk { push, steps: distances[usize::from(behind)] }),
        );
    }

    #[inline]
    fn apply(&self, state: &mut Board<W>, mv: Walk) {
        state.boxes.remove(mv.push.from);
        state.boxes.insert(mv.push.to);
        state.player = mv.push.from;
    }

    #[inline]
    fn undo(&self, state: &mut Board<W>, mv: Walk) {
        self.0.undo(state, mv.push);
    }

    #[inline]
    fn cost(&self, mv: Walk) -> Cost {
        Cost::from(mv.steps) + 1
    }
}

crate::whole_and_unpruned!(Moves, Walk);
