//! What a player who follows a shortest solution, picked at random from all of them, is offered on the way.
//!
//! All shortest solutions are equally likely, so every figure is a mean over them: layer by layer, the share of solutions
//! that take each move.

use fewest_search::meter::Meter;
use fewest_search::{Heuristic, LimitKind, Observer};

use crate::bits::Bits;
use crate::explore::Choices;
use crate::explore::graph::{Graph, PERIOD};
use crate::explore::solutions::Shortest;
use crate::heuristics::Distances;
use crate::key::Key;
use crate::metric::Metric;
use crate::space::Blocks;

/// Sums over the states on the way.
#[derive(Default)]
struct Sums {
    degrees: f64,
    offered: f64,
    no_nearer: f64,
    farther: f64,
    forced: f64,
    bits: f64,
    against: f64,
}

/// Means over all shortest solutions; the optimum is at least 1.
pub(super) fn choices<B: Bits, K: Key, O: Observer>(
    space: &Blocks<B, K>,
    graph: &Graph<K>,
    to_goal: &[u32],
    shortest: &Shortest,
    meter: &mut Meter<'_, O>,
) -> Result<Choices, LimitKind> {
    let count = shortest.states.len();
    let bytes = count as u64 * (2 * size_of::<f64>() + size_of::<u32>()) as u64;
    meter.claim(bytes)?;
    let ways = ways_on(shortest);
    let away = distances_in_steps(space, graph, shortest);
    let mut shares = vec![0f64; count];
    shares[0] = 1.0;
    let mut sums = Sums::default();
    sums.meet(graph, to_goal, None, shortest.states[0], 1.0);
    for place in 0..count {
        if place % PERIOD == 0 {
            meter.poll()?;
        }
        let moves = shortest.moves(place);
        let all: f64 = moves.iter().map(|&next| ways[next as usize]).sum();
        let state = shortest.states[place];
        if !moves.is_empty() {
            sums.degrees += shares[place] * as_real(graph.successors(state).len());
        }
        for &next in moves {
            let next = next as usize;
            let share = shares[place] * ways[next] / all;
            shares[next] += share;
            if away[next] > away[place] {
                sums.against += share;
            }
            sums.meet(graph, to_goal, Some(state), shortest.states[next], share);
        }
    }
    meter.release(bytes);
    let length = f64::from(to_goal[0]);
    let ratio = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    Ok(Choices {
        branching: ratio(as_real(graph.moves()), as_real(graph.len())),
        branching_on_the_way: sums.degrees / length,
        offered: sums.offered / length,
        wrong_turns: ratio(sums.no_nearer, sums.offered),
        turns_away: ratio(sums.farther, sums.offered),
        forced: sums.forced,
        counterintuitive: sums.against,
        bits: sums.bits,
    })
}

impl Sums {
    /// Adds what is offered in a state, other than to take the last move back or to do what could have been done
    /// instead of it.
    fn meet<K: Key>(&mut self, graph: &Graph<K>, to_goal: &[u32], before: Option<u32>, state: u32, share: f64) {
        let here = to_goal[state as usize];
        if here == 0 {
            return;
        }
        let (mut offered, mut nearer, mut farther) = (0, 0, 0);
        let mut others = before.map_or(&[][..], |before| graph.successors(before));
        for &next in graph.successors(state) {
            others = &others[others.partition_point(|&other| other < next)..];
            if Some(next) == before || others.first() == Some(&next) {
                continue;
            }
            offered += 1;
            nearer += usize::from(to_goal[next as usize] < here);
            farther += usize::from(to_goal[next as usize] > here);
        }
        self.offered += share * as_real(offered);
        self.no_nearer += share * as_real(offered - nearer);
        self.farther += share * as_real(farther);
        self.forced += if offered == 1 { share } else { 0.0 };
        self.bits += share * (as_real(offered) / as_real(nearer)).log2();
    }
}

/// In how many ways each state can be continued, within each layer on a scale of its own, so that no number is too large.
fn ways_on(shortest: &Shortest) -> Vec<f64> {
    let mut ways = vec![1f64; shortest.states.len()];
    for layer in shortest.layers().rev().skip(1) {
        let mut most = 0f64;
        for place in layer.clone() {
            ways[place] = shortest.moves(place).iter().map(|&next| ways[next as usize]).sum();
            most = most.max(ways[place]);
        }
        ways[layer].iter_mut().for_each(|ways| *ways /= most);
    }
    ways
}

/// How many steps the named pieces of each state are away from their goals, if they were alone.
fn distances_in_steps<B: Bits, K: Key>(space: &Blocks<B, K>, graph: &Graph<K>, shortest: &Shortest) -> Vec<u32> {
    let steps = Blocks::<B, K>::new(space.puzzle().clone(), Metric::Step).expect("it fits under every metric");
    let distances = Distances::new(&steps);
    let estimate = |&state: &u32| distances.estimate(&steps.board(graph.keys[state as usize])).unwrap_or(u32::MAX);
    shortest.states.iter().map(estimate).collect()
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "means for people")]
fn as_real(count: impl TryInto<u64>) -> f64 {
    count.try_into().unwrap_or(u64::MAX) as f64
}
