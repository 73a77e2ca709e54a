//! Sliding tiles as formulas: single steps here, [slides](SlideEncoding) in a file of their own.
//!
//! A walk of L moves is written down step by step: where the blank is, where each tile is, which way the blank goes. All
//! else makes the formula smaller or the proof shorter, and can be switched off in [`Parts`]; which of it pays is measured
//! in `docs/algorithms/sat.md`.
//!
//! A solution of at most L moves is a walk of just L moves, or of L - 1 where the parity of the start asks for it, that ends
//! by going back and forth between the goal and a neighbour: every solution has the same parity. What an optimal solution
//! never does is then forbidden before the going back and forth begins.

mod away;
mod conflicts;
mod encode;
mod parts;
mod slides;
mod stages;
pub(crate) mod windows;

use std::sync::OnceLock;

use fewest_sat::{Cnf, Model, Scope, ToCnf};
use fewest_search::{Cost, Heuristic, LimitKind, Meter, Observer};

pub use encode::Steps;
pub use parts::Parts;
pub use slides::{SlideEncoding, Stops};

use crate::heuristics::{LinearConflict, WalkingConflict};
use crate::strings;
use crate::{Bytes, Cells, Labels, Move, Nibbles, Position, Solvability, Stm, Tiles, TilesError, solvability};

/// A start and a goal as a formula for each horizon, in single steps.
///
/// ```
/// use fewest_sat::{Aim, Backend, climb};
/// use fewest_search::{Limits, Outcome};
/// use fewest_tiles::sat::SatEncoding;
/// use fewest_tiles::{Goal, Position};
///
/// let start: Position = "5 3 8/0 2 4/1 7 6".parse()?;
/// let puzzle = SatEncoding::new(&start, &Goal::BlankLast.position(start.size())?)?;
/// let run = climb(&puzzle, Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
/// let Outcome::Solved { cost, .. } = run.outcome else { panic!("solvable") };
/// assert_eq!(cost, 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SatEncoding {
    start: Position,
    goal: Position,
    parts: Parts,
    /// Found for the first formula.
    strings: OnceLock<Vec<strings::Walk>>,
    lower_bound: Option<Cost>,
}

impl SatEncoding {
    /// With the parts that pay.
    ///
    /// # Errors
    /// [`TilesError::Size`] where start and goal differ in size.
    pub fn new(start: &Position, goal: &Position) -> Result<Self, TilesError> {
        Self::with_parts(start, goal, Parts::default())
    }

    /// With these parts.
    ///
    /// # Errors
    /// [`TilesError::Size`] where start and goal differ in size.
    pub fn with_parts(start: &Position, goal: &Position, parts: Parts) -> Result<Self, TilesError> {
        let lower_bound = if start.size().cells() <= Nibbles::CAPACITY {
            lower_bound::<Nibbles>(start, goal)?
        } else {
            lower_bound::<Bytes<256>>(start, goal)?
        };
        Ok(Self { start: start.clone(), goal: goal.clone(), parts, strings: OnceLock::new(), lower_bound })
    }

    /// With the parts by which some solution is found soonest: for [`Aim::Any`](fewest_sat::Aim::Any).
    ///
    /// # Errors
    /// [`TilesError::Size`] where start and goal differ in size.
    pub fn staged(start: &Position, goal: &Position) -> Result<Self, TilesError> {
        Self::with_parts(start, goal, Parts { stages: true, ..Parts::default() })
    }

    /// The strings that no formula needs.
    fn strings<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<&[strings::Walk], LimitKind> {
        if self.strings.get().is_none() {
            let found = strings::forbidden(self.start.size(), self.parts.strings, &mut |bytes| meter.poll_with(bytes))?;
            return Ok(self.strings.get_or_init(|| found));
        }
        Ok(self.strings.get().map_or(&[], Vec::as_slice))
    }

    /// The start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The goal.
    pub fn goal(&self) -> &Position {
        &self.goal
    }
}

/// The best bound that is there at once: walking distance with linear conflicts where its table is small enough.
fn lower_bound<C: Cells>(start: &Position, goal: &Position) -> Result<Option<Cost>, TilesError> {
    let space = Tiles::<C, Stm>::new(goal)?;
    let board = space.board(start)?;
    if solvability(start, goal) != Solvability::Solvable {
        return Ok(None);
    }
    Ok(match WalkingConflict::new(&space) {
        Ok(bound) => bound.estimate(&board),
        Err(_) => LinearConflict::new(&space).estimate(&board),
    })
}

impl ToCnf for SatEncoding {
    type Move = Move;
    type Map = Steps;

    fn lower_bound(&self) -> Option<Cost> {
        self.lower_bound
    }

    /// Stages leave solutions out.
    fn is_complete(&self, scope: Scope) -> bool {
        scope == Scope::Exactly || !self.parts.stages
    }

    /// Each move changes the colour of the blank's square.
    fn step(&self) -> Cost {
        2
    }

    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Steps), LimitKind> {
        encode::encode(self, horizon, scope, meter)
    }

    fn decode(&self, map: &Steps, model: &Model) -> Vec<Move> {
        let mut tiles = self.start.tiles().to_vec();
        let mut moves = Vec::new();
        for mv in map.walk(model, self.start.size(), self.start.blank()) {
            // A walk that reaches the goal early only goes back and forth from there.
            if tiles == self.goal.tiles() {
                break;
            }
            tiles.swap(usize::from(mv.blank), usize::from(mv.target));
            moves.push(mv);
        }
        moves
    }
}
