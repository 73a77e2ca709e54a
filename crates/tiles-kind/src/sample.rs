//! Random positions, seen through a heuristic.

use fewest_engine::Result;
use fewest_engine::kit::Stock;
use fewest_search::{Heuristic as _, Limits};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Bytes, Cells, Nibbles, Position};
use web_time::Instant;

use crate::Metric;
use crate::game::Game;
use crate::heuristics::{Any, Named, table_bytes};
use crate::pdb::Planned;

/// Positions between two looks at the clock.
const PERIOD: u64 = 256;

/// How often each estimate occurs among random positions.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// By the blank's cell and the estimate.
    pub(crate) by_cell: Vec<Vec<u64>>,
}

impl Sample {
    /// How often each estimate occurs, wherever the blank is.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        let longest = self.by_cell.iter().map(Vec::len).max().unwrap_or(0);
        let count = |value: usize| self.by_cell.iter().filter_map(|cell| cell.get(value)).sum();
        (0..longest).map(count).collect()
    }

    /// How many positions there are.
    pub(crate) fn count(&self) -> u64 {
        self.by_cell.iter().flatten().sum()
    }
}

/// Random positions from which a goal can be reached, to be looked at through a heuristic.
pub(crate) struct Look<'a> {
    pub(crate) goal: &'a Position,
    pub(crate) metric: Metric,
    pub(crate) heuristic: Named,
    pub(crate) stock: Option<&'a Stock<Planned>>,
    pub(crate) samples: u64,
    pub(crate) seed: u64,
    pub(crate) limits: &'a Limits,
}

impl Look<'_> {
    /// Looks at them; at fewer where the limits end it.
    pub(crate) fn sample(self) -> Result<Sample> {
        match self.goal.size().cells() {
            ..=16 => self.through::<Nibbles>(),
            _ => self.through::<Bytes<256>>(),
        }
    }

    fn through<C: Cells>(self) -> Result<Sample> {
        let game = Game::<C>::new(self.goal, self.metric)?;
        table_bytes(self.heuristic, &game, self.stock, self.limits.memory)?;
        let heuristic = Any::new(self.heuristic, &game, self.stock)?;
        let mut shuffler = Shuffler::new(self.seed);
        let mut by_cell = vec![Vec::new(); self.goal.size().cells()];
        let begun = Instant::now();
        for number in 0..self.samples {
            let is_late = || self.limits.time.is_some_and(|time| begun.elapsed() >= time);
            if number % PERIOD == 0 && number > 0 && (self.limits.cancel.is_cancelled() || is_late()) {
                break;
            }
            let board = game.board(&shuffler.uniform(self.goal))?;
            let Some(estimate) = heuristic.estimate(&board) else { continue };
            let histogram: &mut Vec<u64> = &mut by_cell[board.blank()];
            let estimate = estimate as usize;
            if histogram.len() <= estimate {
                histogram.resize(estimate + 1, 0);
            }
            histogram[estimate] += 1;
        }
        Ok(Sample { by_cell })
    }
}
