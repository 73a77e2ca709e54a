//! Our formula: which squares have a box after each push, not which box is where.
//!
//! For each push there are a literal for each square and direction from which it may go, one for each square that may
//! have a box, and one for each square of the player's walk. Nothing is created that cannot be: a
//! [journey](super::travel) of some box must lead through it in time, and lose no more than the whole solution may.
//!
//! **The walk** to the next push is a set of squares without boxes: its two ends have one neighbour in it, every other
//! square two. Round what is left over from these degrees there may be circles, which do no harm: the square at which
//! the player starts is the end of some path, and a path has two ends. A shortest walk is such a set. So one literal a
//! square is enough, and no order of squares keeps circles away.
//!
//! **What is lost** ([prices](super::prices)) is counted in unary from push to push; a horizon that is little above
//! the bound leaves few squares and few pushes.

use fewest_sat::{Cnf, Model, Scope, ToCnf};
use fewest_search::meter::Meter;
use fewest_search::{Cost, Heuristic, LimitKind, Observer};

use super::formula::{Formula, Turn};
use super::travel::Travel;
use crate::heuristics::Matching;
use crate::space::{Push, Pushes};

/// A level that is to be solved, by our formula.
///
/// ```
/// use std::sync::Arc;
/// use fewest_sat::{Aim, Backend, climb};
/// use fewest_search::Limits;
/// use fewest_sokoban::{Level, Pushes, sat::Occupancy};
///
/// let level: Level = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####".parse()?;
/// let space = Pushes::<1>::new(Arc::new(level))?;
/// let run = climb(&Occupancy::new(&space), Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Occupancy<'a, const W: usize> {
    space: &'a Pushes<W>,
    /// What is known without search; `None` where that is that there is no solution.
    known: Option<Known>,
}

#[derive(Clone, Debug)]
struct Known {
    bound: Cost,
    travel: Travel,
}

/// The literals of a formula that tell its pushes.
#[derive(Clone, Debug)]
pub struct Turns {
    /// Those that each push may be.
    turns: Vec<Vec<Turn>>,
}

impl<'a, const W: usize> Occupancy<'a, W> {
    /// The level of `space` from its start.
    pub fn new(space: &'a Pushes<W>) -> Self {
        let bound = Heuristic::<Pushes<W>>::estimate(&Matching::new(space), &space.start());
        Self { space, known: bound.map(|bound| Known { bound, travel: Travel::new(space) }) }
    }
}

impl<const W: usize> ToCnf for Occupancy<'_, W> {
    type Move = Push;
    type Map = Turns;

    /// The cheapest matching of boxes and goals.
    fn lower_bound(&self) -> Option<Cost> {
        self.known.as_ref().map(|known| known.bound)
    }

    /// A push takes a box to a square of the other colour, and at the end as many are on each as there are goals.
    fn step(&self) -> Cost {
        2
    }

    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Turns), LimitKind> {
        let Some((known, slack)) =
            self.known.as_ref().and_then(|known| Some((known, horizon.checked_sub(known.bound)?)))
        else {
            // There is no solution, or none as short as that.
            let mut cnf = Cnf::new();
            cnf.clause([]);
            return Ok((cnf, Turns { turns: Vec::new() }));
        };
        let mut formula =
            Formula::new(self.space, &known.travel, horizon as usize, slack as usize, meter.free_memory());
        let turns = formula.write(scope, meter)?;
        Ok((formula.into_cnf(), Turns { turns }))
    }

    fn decode(&self, map: &Turns, model: &Model) -> Vec<Push> {
        let made = map.turns.iter().filter_map(|turns| turns.iter().find(|turn| model.holds(turn.lit)));
        self.space.pushes(made.map(|turn| (turn.from, turn.direction)))
    }
}
