//! Short solutions of boards that are too large for optimal ones.
//!
//! [`Construct`] places lines from the outside in, each tile by a beam that is guided by exact distances of the tiles it
//! places, and searches the small block that is left; then it replaces stretches of the solution by shorter ones.
//! [`Anytime`] goes on: it constructs with wider beams, looks for shortcuts in longer stretches and, in turn, proves
//! with IDA* that no solution is shorter than so many moves, until the two meet or a limit comes.
//!
//! Both answer for every board that can be solved at all, of up to 256 cells, in milliseconds to a second.

mod anytime;
mod attempt;
mod beam;
mod best;
mod guide;
mod judge;
mod lines;
mod polish;
mod region;
mod seen;
mod window;

pub use anytime::Anytime;
pub use window::Crossed;

use fewest_search::{
    Cost, Heuristic, LimitKind, Meter, Observer, Outcome, Proof, Run, Search, StateSpace, UnsolvableProof,
};

use crate::construct::attempt::attempt;
use crate::construct::best::Best;
use crate::construct::polish::Polish;
use crate::{Board, Cells, Metric, Move, Solvability, Tiles, solvability};

/// Constructs a short solution and improves it. Ends by itself, with a solution and the heuristic's lower bound for it.
///
/// The counts are those of the searches on boards; the small tables that guide them are not counted. Depths in the
/// improvement are those inside the stretch that is searched again.
///
/// ```
/// use fewest_search::{Limits, Outcome, Proof, Search};
/// use fewest_tiles::construct::Construct;
/// use fewest_tiles::{Bytes, Goal, Size, Stm, Tiles, heuristics::Manhattan, random::Shuffler};
///
/// let goal = Goal::BlankLast.position(Size::new(7, 7)?)?;
/// let space = Tiles::<Bytes<256>, Stm>::new(&goal)?;
/// let start = space.board(&Shuffler::new(1).uniform(&goal))?;
/// let run = Construct::default().run(&space, &start, &Manhattan::new(&space), &Limits::default(), &mut ());
/// let Outcome::Solved { cost, proof: Proof::Bounded { lower_bound }, .. } = run.outcome else { panic!() };
/// assert!(lower_bound <= cost && cost < 3 * lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construct {
    /// How many boards of a layer the beam keeps while it places a line.
    pub width: usize,
    /// The most expansions for improving what was constructed.
    pub improve: u64,
}

impl Default for Construct {
    /// A tenth of a second for 10×10.
    fn default() -> Self {
        Self { width: 50, improve: 500_000 }
    }
}

/// The most expansions in one stretch that is searched again.
const ALLOWANCE: u64 = 10_000;

impl<C: Cells, M: Crossed, H: Heuristic<Tiles<C, M>>> Search<Tiles<C, M>, H> for Construct {
    fn solve<O: Observer>(
        &self,
        space: &Tiles<C, M>,
        start: &Board<C>,
        heuristic: &H,
        meter: Meter<'_, O>,
    ) -> Run<Move> {
        solve(space, start, heuristic, meter, |best, meter| self.construct(space, start, best, meter))
    }
}

impl Construct {
    /// Constructs and improves. What is found is offered to `best`, also where a limit comes.
    fn construct<C: Cells, M: Crossed, O: Observer>(
        &self,
        space: &Tiles<C, M>,
        start: &Board<C>,
        best: &mut Best,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let mut moves = attempt(space, start, self.width, meter)?;
        best.offer(&moves, meter)?;
        let mut polish = Polish::new(space, start);
        // The budget is for single steps: an expansion under slides costs more by the number of successors.
        let costly = Cost::from(M::longest_move(space.size()));
        polish.shorten(&mut moves, ALLOWANCE, self.improve / u64::from(costly), best, meter)
    }
}

/// Has `work` look for solutions, unless no search is needed: at the goal, or where the goal is out of reach. The estimate of
/// the start is the first lower bound.
fn solve<C: Cells, M: Metric, H: Heuristic<Tiles<C, M>>, O: Observer>(
    space: &Tiles<C, M>,
    start: &Board<C>,
    heuristic: &H,
    mut meter: Meter<'_, O>,
    work: impl FnOnce(&mut Best, &mut Meter<'_, O>) -> Result<(), LimitKind>,
) -> Run<Move> {
    meter.generate(1);
    if space.is_goal(start) {
        return meter.finish(Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal });
    }
    let is_solvable = solvability(&space.position(start), &space.position(space.goal())) == Solvability::Solvable;
    let Some(estimate) = is_solvable.then(|| heuristic.estimate(start)).flatten() else {
        return meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
    };
    let admissible = heuristic.guarantees().admissible;
    if admissible {
        meter.raise_lower_bound(estimate);
    }
    let mut best = Best::default();
    let end = work(&mut best, &mut meter);
    let outcome = best.outcome(end, admissible, meter.lower_bound());
    meter.finish(outcome)
}
