//! The best solution so far.

use fewest_search::{Cost, LimitKind, Meter, Observer, Outcome, Proof, Solution};

use crate::layout::Move;

/// The best solution so far, if there is one.
#[derive(Debug, Default)]
pub(super) struct Best(Option<Solution<Move>>);

impl Best {
    pub(super) fn cost(&self) -> Option<Cost> {
        self.0.as_ref().map(|best| best.cost)
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.0.as_ref().map_or_else(Vec::new, |best| best.moves.clone())
    }

    /// Whether it costs no more than this.
    pub(super) fn is_within(&self, bound: Cost) -> bool {
        self.cost().is_some_and(|cost| cost <= bound)
    }

    /// Takes a solution where it is better, and tells the observer at once.
    ///
    /// # Errors
    /// [`LimitKind::Cancelled`] where the observer has seen enough; the solution is taken then too.
    pub(super) fn offer<O: Observer>(&mut self, moves: &[Move], meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let cost = Cost::try_from(moves.len()).map_err(|_| LimitKind::Memory)?;
        if self.cost().is_some_and(|best| best <= cost) {
            return Ok(());
        }
        self.0 = Some(Solution { moves: moves.to_vec(), cost });
        meter.improved(cost)
    }

    /// The end of a search, which found a solution unless a limit came first.
    pub(super) fn outcome(self, end: Result<(), LimitKind>, admissible: bool, lower_bound: Cost) -> Outcome<Move> {
        match (end, self.0) {
            (Ok(()), Some(Solution { moves, cost })) => {
                let proof = match lower_bound {
                    _ if !admissible => Proof::None,
                    bound if bound >= cost => Proof::Optimal,
                    lower_bound => Proof::Bounded { lower_bound },
                };
                Outcome::Solved { moves, cost, proof }
            }
            (Ok(()), None) => unreachable!("without a limit there is a solution"),
            (Err(limit), best_known) => Outcome::LimitReached { limit, lower_bound, best_known },
        }
    }
}
