//! All shortest solutions at once: the states and moves that lie on one, in layers.
//!
//! A state lies on a shortest solution where the ways from the start and to the nearest goal add up to the optimum; a
//! move does where it brings such a state one nearer to a goal. Each shortest solution passes one state of each layer,
//! so the number of them is a sum over layers, and a state that all of them pass is alone in its layer.

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use crate::explore::Solutions;
use crate::explore::graph::{Graph, PERIOD};
use crate::key::Key;

/// The states and moves of all shortest solutions.
#[derive(Debug)]
pub(super) struct Shortest {
    /// The states, in order of their numbers, and so of their distances from the start.
    pub(super) states: Vec<u32>,
    /// Where the moves of each begin, and where the last one's end.
    offsets: Vec<u32>,
    /// Where the moves lead, by their places among the states.
    moves: Vec<u32>,
    /// The first state of each layer, by its place, and the number of all at the end.
    layers: Vec<usize>,
}

impl Shortest {
    /// Those of a graph in which the distance of each state to the nearest goal is known, and some way leads there
    /// from the start.
    pub(super) fn new<K: Key, O: Observer>(
        graph: &Graph<K>,
        to_goal: &[u32],
        meter: &mut Meter<'_, O>,
    ) -> Result<Self, LimitKind> {
        let optimum = to_goal[0];
        let mut layers = vec![0];
        let mut count = 0;
        let is_on = |depth: u32, state: u32| to_goal[state as usize] == optimum - depth;
        let of_layer = |depth: u32| graph.layers[depth as usize]..graph.layers[depth as usize + 1];
        for depth in 0..=optimum {
            count += of_layer(depth).filter(|&state| is_on(depth, state)).count();
            layers.push(count);
        }
        meter.claim(2 * count as u64 * size_of::<u32>() as u64)?;
        let states: Vec<u32> =
            (0..=optimum).flat_map(|depth| of_layer(depth).filter(move |&state| is_on(depth, state))).collect();
        let nearer = |state: u32| {
            let successors = graph.successors(state).iter();
            // Zero minus one is no distance: a goal has no successor here.
            successors.filter(move |&&next| to_goal[next as usize].wrapping_add(1) == to_goal[state as usize])
        };
        let is_goal = |state: u32| to_goal[state as usize] == 0;
        let total: usize = states.iter().filter(|&&state| !is_goal(state)).map(|&state| nearer(state).count()).sum();
        meter.claim(total as u64 * size_of::<u32>() as u64)?;
        let (mut offsets, mut moves) = (Vec::with_capacity(count + 1), Vec::with_capacity(total));
        offsets.push(0);
        let place = |layer: &[u32], state: u32| layer.binary_search(&state).expect("nearer to the goal is on a way");
        for (depth, bounds) in layers.windows(2).enumerate() {
            let below = layers.get(depth + 2).map_or(&[][..], |&end| &states[bounds[1]..end]);
            for (index, &state) in states[bounds[0]..bounds[1]].iter().enumerate() {
                if index % PERIOD == 0 {
                    meter.poll()?;
                }
                if !is_goal(state) {
                    let ends = nearer(state).map(|&next| short(bounds[1] + place(below, next)));
                    moves.extend(ends);
                }
                offsets.push(short(moves.len()));
            }
        }
        Ok(Self { states, offsets, moves, layers })
    }

    pub(super) fn bytes(&self) -> u64 {
        (2 * self.states.len() + self.moves.len()) as u64 * size_of::<u32>() as u64
    }

    /// Where the moves of a state lead; both by their places.
    pub(super) fn moves(&self, place: usize) -> &[u32] {
        &self.moves[self.offsets[place] as usize..self.offsets[place + 1] as usize]
    }

    /// The places of the states of each layer.
    pub(super) fn layers(&self) -> impl DoubleEndedIterator<Item = std::ops::Range<usize>> + '_ {
        self.layers.windows(2).map(|bounds| bounds[0]..bounds[1])
    }

    pub(super) fn count<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<Solutions, LimitKind> {
        let bytes = self.states.len() as u64 * size_of::<u128>() as u64;
        meter.claim(bytes)?;
        let mut paths = vec![0u128; self.states.len()];
        paths[0] = 1;
        let mut is_exact = true;
        let mut forced_moves = 0;
        for layer in self.layers() {
            meter.poll()?;
            let mut moves = 0;
            for place in layer {
                moves += self.moves(place).len();
                for &next in self.moves(place) {
                    let sum = paths[next as usize].checked_add(paths[place]);
                    is_exact &= sum.is_some();
                    paths[next as usize] = sum.unwrap_or(u128::MAX);
                }
            }
            forced_moves += u32::from(moves == 1);
        }
        let ends = self.layers().next_back().expect("there is the layer of the start");
        let count = paths[ends.clone()].iter().try_fold(0u128, |sum, &paths| sum.checked_add(paths));
        let single = self.layers().skip(1).filter(|layer| layer.len() == 1).count();
        meter.release(bytes);
        Ok(Solutions {
            count: count.unwrap_or(u128::MAX),
            is_exact: is_exact && count.is_some(),
            ends: ends.len() as u64,
            states: self.states.len() as u64,
            moves: self.moves.len() as u64,
            forced_states: u32::try_from(single).expect("a layer for each move"),
            forced_moves,
        })
    }

    /// One of the solutions, by the numbers of its states: always the first that leads on.
    pub(super) fn first(&self) -> Vec<u32> {
        let places = std::iter::successors(Some(0usize), |&place| self.moves(place).first().map(|&next| next as usize));
        places.map(|place| self.states[place]).collect()
    }
}

fn short(place: usize) -> u32 {
    u32::try_from(place).expect("there are no more than in the graph")
}
