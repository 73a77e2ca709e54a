//! Breadth-first search over a graph that is already there.

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use crate::explore::graph::{PERIOD, number};

/// No way leads here.
pub(super) const FAR: u32 = u32::MAX;

/// Distances from, or to, some states; made once and used again.
#[derive(Debug)]
pub(super) struct Sweep {
    /// How far each state is; [`FAR`] where no way leads.
    pub(super) distances: Vec<u32>,
    /// The states in the order in which they were met.
    pub(super) order: Vec<u32>,
}

impl Sweep {
    /// The bytes for a graph of so many states.
    pub(super) fn bytes(states: usize) -> u64 {
        2 * states as u64 * size_of::<u32>() as u64
    }

    /// For a graph of so many states.
    pub(super) fn new<O: Observer>(states: usize, meter: &mut Meter<'_, O>) -> Result<Self, LimitKind> {
        meter.claim(Self::bytes(states))?;
        Ok(Self { distances: vec![FAR; states], order: Vec::with_capacity(states) })
    }

    /// Distances from the nearest source along moves, where neighbours are successors; to it, where they are predecessors.
    pub(super) fn run<'a, O: Observer>(
        &mut self,
        sources: &[u32],
        neighbours: impl Fn(u32) -> &'a [u32],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let Self { distances, order } = self;
        distances.fill(FAR);
        order.clear();
        for &source in sources {
            if distances[source as usize] == FAR {
                distances[source as usize] = 0;
                order.push(source);
            }
        }
        let mut done = 0;
        while done < order.len() {
            if done % PERIOD == 0 {
                meter.poll()?;
            }
            let state = order[done];
            done += 1;
            let next = distances[state as usize] + 1;
            for &neighbour in neighbours(state) {
                let distance = &mut distances[neighbour as usize];
                if *distance == FAR {
                    *distance = next;
                    order.push(neighbour);
                }
            }
        }
        Ok(())
    }

    /// The greatest distance that was found.
    pub(super) fn eccentricity(&self) -> u32 {
        self.order.last().map_or(0, |&last| self.distances[last as usize])
    }

    /// How many states there are at each distance.
    pub(super) fn layers(&self) -> Vec<u64> {
        let mut layers = vec![0; self.eccentricity() as usize + 1];
        for &state in &self.order {
            layers[self.distances[state as usize] as usize] += 1;
        }
        layers
    }

    /// How many states there are at the greatest distance, and so many of them, those with the least numbers.
    pub(super) fn farthest(&self, most: usize) -> (u64, Vec<u32>) {
        let distance = self.eccentricity();
        let mut count = 0;
        let mut least: Vec<u32> = Vec::new();
        for &state in self.order.iter().rev().take_while(|&&state| self.distances[state as usize] == distance) {
            count += 1;
            keep_least(&mut least, state, most);
        }
        (count, least)
    }

    /// How many states were not met.
    pub(super) fn missed(&self) -> u64 {
        u64::from(number(self.distances.len() - self.order.len()))
    }
}

/// Adds to the least of all, in order, of which no more than so many are kept.
pub(super) fn keep_least<T: Ord>(least: &mut Vec<T>, new: T, most: usize) {
    let at = least.partition_point(|other| *other < new);
    if at < most {
        least.truncate(most - 1);
        least.insert(at, new);
    }
}
