//! Sokoban as its rules have it: every push and every step, wise or not.
//!
//! [`Pushes`] and [`Moves`](crate::Moves) leave out what leads to no solution, which a search wants and a census must not.
//! What a position is, is the same: where pushes are counted, the boxes and the part of the floor that the player is in;
//! where steps are counted, the boxes and the player's square. Here every step is a move of its own.

use std::sync::Arc;

use fewest_search::capability::Packed;
use fewest_search::{Cost, StateSpace};

use crate::direction::Direction;
use crate::floor::NONE;
use crate::level::Level;
use crate::metric::Metric;
use crate::position::Position;
use crate::space::{Board, Pruning, Pushes, SokobanError};

/// A push or a step, with all that taking it back needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Act {
    /// The player's square before.
    player: u16,
    /// The square that the player enters.
    to: u16,
    /// Where the box goes that was there.
    pushed: Option<u16>,
}

/// A level as a space that leaves nothing out, for at most 64 `W` squares of floor. Every move costs 1.
///
/// ```
/// use std::sync::Arc;
/// use fewest_search::{Limits, census::reach};
/// use fewest_sokoban::{Level, Metric, Rules};
///
/// let level: Arc<Level> = Arc::new("#####\n#@$.#\n#####".parse()?);
/// let rules = Rules::<1>::new(level, Metric::Move)?;
/// let reached = reach(&rules, &rules.start(), 1, &Limits::default(), &mut ());
/// // The box is pushed, and the player may step back.
/// assert_eq!((reached.layers, reached.goals), (vec![1, 1, 1], 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules<const W: usize> {
    pushes: Pushes<W>,
    metric: Metric,
}

impl<const W: usize> Rules<W> {
    /// The space of a level.
    ///
    /// # Errors
    /// [`SokobanError::Capacity`] where `W` is too small.
    pub fn new(level: Arc<Level>, metric: Metric) -> Result<Self, SokobanError> {
        Pushes::with_pruning(level, Pruning::NONE).map(|pushes| Self { pushes, metric })
    }

    /// The start of the level as a state.
    pub fn start(&self) -> Board<W> {
        let start = Position::start(self.pushes.level().clone());
        let Board { boxes, player } = self.pushes.start();
        match self.metric {
            Metric::Push => Board { boxes, player },
            Metric::Move => Board { boxes, player: self.pushes.floor.square(start.player()).unwrap_or(player) },
        }
    }

    /// A state as a position; where pushes are counted, the player is on the least square within reach.
    pub fn position(&self, state: &Board<W>) -> Position {
        self.pushes.position(state)
    }
}

impl<const W: usize> StateSpace for Rules<W> {
    type State = Board<W>;
    type Move = Act;

    fn is_goal(&self, state: &Board<W>) -> bool {
        self.pushes.is_goal(state)
    }

    fn for_each_move(&self, state: &Board<W>, mut visit: impl FnMut(Act)) {
        let floor = &self.pushes.floor;
        let player = state.player;
        match self.metric {
            Metric::Push => {
                let reached = self.pushes.reached(&state.boxes, player);
                for from in state.boxes.iter() {
                    let around = floor.around(from);
                    for direction in Direction::ALL {
                        let (to, behind) = (around[direction as usize], around[direction.reversed() as usize]);
                        if to != NONE && behind != NONE && reached.has(behind) && !state.boxes.has(to) {
                            visit(Act { player, to: from, pushed: Some(to) });
                        }
                    }
                }
            }
            Metric::Move => {
                for direction in Direction::ALL {
                    let to = floor.next(player, direction);
                    if to == NONE {
                        continue;
                    }
                    if !state.boxes.has(to) {
                        visit(Act { player, to, pushed: None });
                        continue;
                    }
                    let beyond = floor.next(to, direction);
                    if beyond != NONE && !state.boxes.has(beyond) {
                        visit(Act { player, to, pushed: Some(beyond) });
                    }
                }
            }
        }
    }

    fn apply(&self, state: &mut Board<W>, mv: Act) {
        if let Some(pushed) = mv.pushed {
            state.boxes.remove(mv.to);
            state.boxes.insert(pushed);
        }
        state.player = match self.metric {
            Metric::Push => self.pushes.normalised(&state.boxes, mv.to),
            Metric::Move => mv.to,
        };
    }

    fn undo(&self, state: &mut Board<W>, mv: Act) {
        if let Some(pushed) = mv.pushed {
            state.boxes.remove(pushed);
            state.boxes.insert(mv.to);
        }
        state.player = mv.player;
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

impl<const W: usize> Packed for Rules<W> {
    type Key = Board<W>;

    fn pack(&self, state: &Board<W>) -> Board<W> {
        *state
    }

    fn unpack(&self, key: &Board<W>) -> Board<W> {
        *key
    }
}
