//! Positions exactly so far from the goal.
//!
//! Near the goal all of them are listed, layer by layer, and each is equally likely. Farther away they are taken from shortest
//! solutions of random positions: k moves before its end, such a solution is k moves from the goal. No position comes twice.

use std::collections::{BTreeMap, HashSet};

use fewest_engine::stage::Stage;
use fewest_engine::{Around, Limits, Notation, Options, Outcome, Puzzle, RandomRequest, Request};
use fewest_kinds::KINDS;

use super::generated::stream;
use super::{Flaw, Instance, Workshop, at_random, in_words, number, plain};
use crate::suite::Instances;

/// The most positions that are listed: those of the 3×3 board are 181,440.
const NEAR: usize = 200_000;
/// Positions drawn in a row that give no new one, before the search for far ones is given up.
const IN_VAIN: u64 = if cfg!(test) { 50 } else { 5_000 };
/// How often it is told how far the search for positions at a distance has come.
const EVERY: u64 = 64;

impl Workshop<'_> {
    /// Positions exactly so far from the goal.
    ///
    /// IDA* tries moves in one order and an admissible heuristic cuts no shortest solution off, so it finds the same one
    /// whatever the heuristic and the tables at hand: the instances are the same on every machine.
    pub(super) fn at_distances(
        &mut self,
        group: &Instances,
        puzzle: &Puzzle,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Instance>, Flaw> {
        let kind = KINDS.named(&puzzle.kind).map_err(|error| in_words(&error))?;
        kind.info().admit_random(puzzle).map_err(|error| in_words(&error))?;
        let metric = kind.info().metrics[0].name;
        let farthest = group.distances.iter().copied().max().unwrap_or(0);
        let near = kind.around(puzzle, farthest, NEAR, self.cancel);
        if self.cancel.is_cancelled() {
            return Err(Flaw::Cancelled);
        }
        let near = near.map_err(|error| format!("distances: {}; give shuffles or neither", in_words(&error)))?;
        let request = RandomRequest { puzzle: puzzle.clone(), shuffle: None, seed };
        let mut positions = kind.random(&request, &self.limits()).map_err(|error| in_words(&error))?;
        let faults: Vec<String> =
            group.distances.iter().filter_map(|&distance| fault(&near, distance, count)).collect();
        if !faults.is_empty() {
            return Err(Flaw::Faults(faults));
        }
        let mut found: BTreeMap<u32, Vec<String>> = group
            .distances
            .iter()
            .map(|&distance| (distance, draw(&near, distance, count, stream(seed, u64::from(distance)))))
            .collect();
        let wanted = found.len() * count;
        let mut have: usize = found.values().map(Vec::len).sum();
        let mut seen: HashSet<String> = HashSet::new();
        let (mut drawn, mut vain) = (0u64, 0);
        while have < wanted {
            if drawn.is_multiple_of(EVERY) {
                (self.tell)(&group.group, have, wanted);
            }
            let position = positions.next().ok_or(Flaw::Cancelled)?;
            let moves = self.shortest(puzzle, &position)?;
            drawn += 1;
            let start = at_random(puzzle, position);
            let stage = || kind.stage(&start, &moves, Notation::Tile).map_err(|error| in_words(&error));
            let length = u32::try_from(stage()?.moves()).unwrap_or(u32::MAX);
            // The greatest distance first: for near ones there will be others.
            let mut is_new = false;
            for (&distance, there) in found.range_mut(..=length).rev().filter(|(_, there)| there.len() < count) {
                let position = along(stage()?.as_mut(), length - distance)?;
                is_new = seen.insert(position.clone());
                if is_new {
                    there.push(position);
                    have += 1;
                    break;
                }
            }
            vain = if is_new { 0 } else { vain + 1 };
            if vain == IN_VAIN {
                let missing = found.iter().filter(|(_, there)| there.len() < count);
                let missing: Vec<String> = missing.map(|(distance, _)| distance.to_string()).collect();
                return Err(format!(
                    "distances: {IN_VAIN} random positions in a row gave no new one that is {} moves from the goal; \
                     request fewer, or smaller distances",
                    missing.join(" or ")
                )
                .into());
            }
        }
        let mut made = Vec::with_capacity(wanted);
        for (part, distance) in group.distances.iter().enumerate() {
            for (index, position) in found[distance].iter().enumerate() {
                let name = format!("d{distance}-{}", number(index));
                let optima = BTreeMap::from([(metric.to_owned(), *distance)]);
                made.push(Instance { part, optima, seed: Some(seed), ..plain(group, puzzle, name, position.clone()) });
            }
        }
        Ok(made)
    }

    fn shortest(&self, puzzle: &Puzzle, position: &str) -> Result<String, Flaw> {
        let request = Request {
            algorithm: "IDA*".to_owned(),
            options: Options { threads: Some(1), ..Options::default() },
            limits: Limits::default(),
            ..Request::new(at_random(puzzle, position.to_owned()))
        };
        let answer = self.session.solve(&request, self.cancel, &mut |_| ()).map_err(|error| in_words(&error))?;
        match (answer.outcome, answer.moves) {
            (Outcome::Solved, Some(moves)) => Ok(moves),
            _ if self.cancel.is_cancelled() => Err(Flaw::Cancelled),
            _ => Err(format!("distances: {position} was not solved: {}", answer.reason.unwrap_or_default()).into()),
        }
    }
}

/// Why there are not so many positions at a distance, where that is known.
fn fault(near: &Around, distance: u32, count: usize) -> Option<String> {
    let farthest = near.is_all.then(|| near.layers.len() as u64 - 1).or(near.farthest.map(u64::from));
    match layer(near, distance) {
        Some(layer) if layer.len() < count => Some(format!(
            "distances: {distance}: count is {count}, but only {} positions are {distance} moves from the goal",
            layer.len()
        )),
        Some(_) => None,
        None => farthest.filter(|&most| u64::from(distance) > most).map(|most| {
            format!("distances: {distance}: no position of {} is more than {most} moves from this goal", near.what)
        }),
    }
}

fn layer(near: &Around, distance: u32) -> Option<&[String]> {
    near.layers.get(usize::try_from(distance).ok()?).map(Vec::as_slice)
}

/// So many different positions at a distance, each equally likely; none where they are not listed.
fn draw(near: &Around, distance: u32, count: usize, seed: u64) -> Vec<String> {
    let layer = layer(near, distance).unwrap_or_default();
    let mut order: Vec<usize> = (0..layer.len()).collect();
    order.sort_by_cached_key(|&index| (stream(seed, index as u64), index));
    order.into_iter().take(count).map(|index| layer[index].clone()).collect()
}

fn along(stage: &mut dyn Stage, moves: u32) -> Result<String, Flaw> {
    for index in 0..usize::try_from(moves)? {
        stage.make(index).map_err(|error| in_words(&error))?;
    }
    Ok(stage.position())
}
