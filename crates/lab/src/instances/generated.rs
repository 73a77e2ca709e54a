//! Instances that nobody wrote down: random ones, and all there are.

use fewest_engine::{EngineError, Puzzle, RandomRequest};
use fewest_kinds::KINDS;

use super::{Flaw, Instance, Workshop, in_words, number, plain};
use crate::suite::Instances;

/// The most positions that a group of all of them may have.
const MOST: u64 = 1_000_000;

impl Workshop<'_> {
    /// Random positions: uniform, or for each shuffle or distance.
    pub(super) fn random(&mut self, group: &Instances, puzzle: &Puzzle, most: usize) -> Result<Vec<Instance>, Flaw> {
        let (seed, count) = (group.seed.unwrap_or_default(), group.count.unwrap_or_default().min(most));
        if !group.distances.is_empty() {
            return self.at_distances(group, puzzle, seed, count);
        }
        let uniform = [None];
        let shuffles: Vec<Option<u64>> = group.shuffles.iter().copied().map(Some).collect();
        let parts = if shuffles.is_empty() { &uniform[..] } else { &shuffles };
        let mut made = Vec::with_capacity(parts.len() * count);
        for (part, &shuffle) in parts.iter().enumerate() {
            let seed = shuffle.map_or(seed, |shuffle| stream(seed, shuffle));
            let request = RandomRequest { puzzle: puzzle.clone(), shuffle, seed };
            let positions = KINDS.random_within(&request, &self.limits()).map_err(|error| in_words(&error))?;
            for (index, position) in positions.take(count).enumerate() {
                if self.cancel.is_cancelled() {
                    return Err(Flaw::Cancelled);
                }
                let name = match shuffle {
                    Some(shuffle) => format!("s{shuffle}-{}", number(index)),
                    None => number(index),
                };
                made.push(Instance { part, shuffle, seed: Some(seed), ..plain(group, puzzle, name, position) });
            }
            // The positions end early where a shuffle was cancelled half-way: a part of a suite is not the suite.
            if self.cancel.is_cancelled() {
                return Err(Flaw::Cancelled);
            }
        }
        Ok(made)
    }
}

/// The seed of a sequence of its own for a shuffle or a distance: `SplitMix64` (Steele, Lea and Flood 2014) of both numbers, short enough to be a
/// number in every program that reads JSON.
pub(super) fn stream(seed: u64, shuffle: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |word: u64| {
        let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    };
    mix(mix(seed.wrapping_add(GOLDEN)) ^ shuffle.wrapping_mul(GOLDEN)) >> 11
}

/// Every position from which the goal can be reached, in the order of the kind, or the first of them.
pub(super) fn every(group: &Instances, puzzle: &Puzzle, most: usize) -> Result<Vec<Instance>, Flaw> {
    let every = |error: EngineError| format!("every: {}; give random or puzzles", in_words(&error));
    let kind = KINDS.named(&puzzle.kind).map_err(every)?;
    kind.info().admit_random(puzzle).map_err(every)?;
    let positions = kind.every(puzzle, MOST, most).map_err(every)?;
    let digits = positions.len().to_string().len().max(4);
    let instance = |(rank, position): (usize, String)| plain(group, puzzle, format!("{rank:0digits$}"), position);
    Ok(positions.into_iter().enumerate().map(instance).collect())
}
