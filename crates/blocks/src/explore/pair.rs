//! The most distant pair of states: the diameter of the graph.
//!
//! Where every move can be taken back, bounds on the eccentricity of every state make one breadth-first search from
//! each state unnecessary (Takes and Kosters 2011): after a search from `v`, which says how far `w` is and how far the
//! farthest state is from `v`, the farthest from `w` is at most the sum of the two away. States whose bound is no more
//! than the distance of the best pair so far need no search. Searches from the middle of the graph bring the bounds
//! down, searches from states of the greatest bound bring the distance up; both are made in turn.

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use crate::explore::graph::Graph;
use crate::explore::sweep::{FAR, Sweep};
use crate::key::Key;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Widest {
    /// Two states that are far apart.
    pub(super) pair: (u32, u32),
    /// How far.
    pub(super) distance: u32,
    /// No pair is farther apart than this, as far as that is known.
    pub(super) at_most: Option<u32>,
    /// Searches made.
    pub(super) sweeps: u64,
    /// The limit that came first.
    pub(super) limit: Option<LimitKind>,
}

/// The most distant pair, by at most so many steps along moves.
pub(super) fn widest<K: Key, O: Observer>(
    graph: &Graph<K>,
    most_work: u64,
    meter: &mut Meter<'_, O>,
) -> Result<Widest, LimitKind> {
    let sweep = Sweep::new(graph.len(), meter)?;
    let found = Widest { pair: (0, 0), distance: 0, at_most: None, sweeps: 0, limit: None };
    let work = (graph.moves() + graph.len() as u64).max(1);
    let most_sweeps = (most_work / work).max(4);
    if graph.is_undirected() {
        meter.claim(2 * graph.len() as u64 * size_of::<u32>() as u64)?;
    }
    let mut hunt = PairSearch { graph, sweep, found, meter };
    let end = if graph.is_undirected() {
        hunt.bounded(most_sweeps)
    } else if graph.len() as u64 <= most_sweeps {
        hunt.every()
    } else {
        hunt.back_and_forth()
    };
    Ok(Widest { limit: end.err(), ..hunt.found })
}

/// A search for the most distant pair.
struct PairSearch<'a, 'm, K, O> {
    graph: &'a Graph<K>,
    sweep: Sweep,
    found: Widest,
    meter: &'a mut Meter<'m, O>,
}

impl<K: Key, O: Observer> PairSearch<'_, '_, K, O> {
    /// A search from a state; its eccentricity.
    fn look(&mut self, state: u32) -> Result<u32, LimitKind> {
        self.sweep.run(&[state], |state| self.graph.successors(state), self.meter)?;
        self.found.sweeps += 1;
        let eccentricity = self.sweep.eccentricity();
        if eccentricity > self.found.distance {
            self.found.distance = eccentricity;
            self.found.pair = (state, self.sweep.farthest(1).1[0]);
        }
        Ok(eccentricity)
    }

    fn bounded(&mut self, most_sweeps: u64) -> Result<(), LimitKind> {
        let mut lower = vec![0u32; self.graph.len()];
        let mut upper = vec![FAR; self.graph.len()];
        let mut next = 0;
        let mut from_the_middle = false;
        loop {
            let eccentricity = self.look(next)?;
            let (mut highest, mut most_central) = ((0, 0), (FAR, 0));
            for state in self.graph.numbers() {
                let index = state as usize;
                let distance = self.sweep.distances[index];
                lower[index] = lower[index].max(distance).max(eccentricity - distance);
                upper[index] = upper[index].min(eccentricity + distance);
                if upper[index] > highest.0 {
                    highest = (upper[index], state);
                }
                if lower[index] < most_central.0 && lower[index] < upper[index] {
                    most_central = (lower[index], state);
                }
            }
            self.found.at_most = Some(highest.0.max(self.found.distance));
            if highest.0 <= self.found.distance || self.found.sweeps >= most_sweeps {
                return Ok(());
            }
            next = if from_the_middle { most_central.1 } else { highest.1 };
            from_the_middle = !from_the_middle;
        }
    }

    /// Where something can leave the board, from every state in turn: bounds would need a way back.
    fn every(&mut self) -> Result<(), LimitKind> {
        for state in self.graph.numbers() {
            self.look(state)?;
        }
        self.found.at_most = Some(self.found.distance);
        Ok(())
    }

    /// Where these would be too many: to the farthest state, back to where the way to it is longest, and on from there,
    /// until that is no farther.
    fn back_and_forth(&mut self) -> Result<(), LimitKind> {
        let mut from = 0;
        loop {
            let before = self.found.distance;
            self.look(from)?;
            if self.found.distance == before {
                return Ok(());
            }
            let to = self.found.pair.1;
            self.sweep.run(&[to], |state| self.graph.predecessors(state), self.meter)?;
            self.found.sweeps += 1;
            from = self.sweep.farthest(1).1[0];
            self.found.distance = self.sweep.eccentricity();
            self.found.pair = (from, to);
        }
    }
}
