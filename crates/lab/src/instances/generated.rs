//! Instances that nobody wrote down: random ones, those at a distance, and all there are.

use std::collections::BTreeMap;

use fewest_engine::view::view;
use fewest_engine::{Limits, Options, Outcome, RandomPuzzle, RandomRequest, Request, random};
use fewest_hanoi::Hanoi;
use fewest_search::capability::Ranked;
use fewest_tiles::{Goal, Nibbles, Notation, Position, Size, Slide, Stm, Tiles, parse_slides};

use super::{Flaw, Instance, Workshop, in_words, number, plain};
use crate::suite::Instances;

/// The most positions that a group of all of them may have.
const MOST: u64 = 1_000_000;
/// Positions drawn in a row that are all too near, before the search for a far one is given up. Of the 181,440 of the 3×3
/// board two are farthest: so many draws miss both once in 60,000 times.
const IN_VAIN: u64 = 1_000_000;
/// How often it is told how far the search for positions at a distance has come.
const EVERY: u64 = 64;

impl Workshop<'_> {
    /// Random positions: uniform, or for each shuffle or distance.
    pub(super) fn random(
        &mut self,
        group: &Instances,
        puzzle: &RandomPuzzle,
        most: usize,
    ) -> Result<Vec<Instance>, Flaw> {
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
            let positions = random(&request).map_err(|error| in_words(&error))?;
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
        }
        Ok(made)
    }

    /// Positions exactly so far from the goal. A position on a shortest solution, k moves before its end, is k moves away:
    /// so each random position gives one at the greatest distance that is still wanted and not beyond it.
    ///
    /// IDA* tries moves in one order and an admissible heuristic cuts no shortest solution off, so it finds the same one
    /// whatever the heuristic and the tables at hand: the instances are the same on every machine.
    fn at_distances(
        &mut self,
        group: &Instances,
        puzzle: &RandomPuzzle,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Instance>, Flaw> {
        if !matches!(puzzle, RandomPuzzle::Tiles { .. }) {
            return Err("distances are for tiles; of other puzzles give shuffles or neither".into());
        }
        let mut found: BTreeMap<u32, Vec<String>> = group.distances.iter().map(|&at| (at, Vec::new())).collect();
        let wanted = found.len() * count;
        let (mut have, mut drawn, mut vain) = (0, 0u64, 0);
        let request = RandomRequest { puzzle: puzzle.clone(), shuffle: None, seed };
        let mut positions = random(&request).map_err(|error| in_words(&error))?;
        while have < wanted {
            if drawn.is_multiple_of(EVERY) {
                (self.tell)(&group.group, have, wanted);
            }
            let position = positions.next().expect("random positions do not end");
            let slides = self.shortest(puzzle, &position)?;
            drawn += 1;
            let length: u32 = slides.iter().map(|slide| u32::from(slide.length)).sum();
            let missing = found.range_mut(..=length).rev().find(|(_, positions)| positions.len() < count);
            let Some((&distance, positions)) = missing else {
                vain += 1;
                if vain == IN_VAIN {
                    let far = found.iter().find(|(_, positions)| positions.len() < count).map_or(0, |(&at, _)| at);
                    return Err(format!(
                        "distances: of {IN_VAIN} random positions in a row none is {far} moves or more from the goal; \
                         leave out what is so far"
                    )
                    .into());
                }
                continue;
            };
            vain = 0;
            positions.push(along(&position, &slides, length - distance)?);
            have += 1;
        }
        let mut made = Vec::with_capacity(wanted);
        for (part, distance) in group.distances.iter().enumerate() {
            for (index, position) in found[distance].iter().enumerate() {
                let name = format!("d{distance}-{}", number(index));
                let optima = BTreeMap::from([("stm".to_owned(), *distance)]);
                made.push(Instance { part, optima, seed: Some(seed), ..plain(group, puzzle, name, position.clone()) });
            }
        }
        Ok(made)
    }

    /// A shortest solution in single steps.
    fn shortest(&self, puzzle: &RandomPuzzle, position: &str) -> Result<Vec<Slide>, Flaw> {
        let request = Request {
            algorithm: "IDA*".to_owned(),
            options: Options { threads: Some(1), ..Options::default() },
            limits: Limits::default(),
            ..Request::new(puzzle.at(position.to_owned()))
        };
        let answer = self.session.solve(&request, self.cancel, &mut |_| ()).map_err(|error| in_words(&error))?;
        match (answer.outcome, answer.moves) {
            (Outcome::Solved, Some(moves)) => Ok(parse_slides(&moves, Notation::Tile)?),
            _ if self.cancel.is_cancelled() => Err(Flaw::Cancelled),
            _ => Err(format!("distances: {position} was not solved: {}", answer.reason.unwrap_or_default()).into()),
        }
    }
}

/// The position after so many single steps of a solution.
fn along(position: &str, slides: &[Slide], steps: u32) -> Result<String, Flaw> {
    let mut position: Position = position.parse()?;
    let single = slides.iter().flat_map(|slide| {
        let step = Slide { length: 1, ..*slide };
        std::iter::repeat_n(step, usize::from(slide.length))
    });
    for step in single.take(usize::try_from(steps)?) {
        position.try_slide(step)?;
    }
    Ok(position.to_string())
}

/// The seed of a shuffle's own sequence: `SplitMix64` (Steele, Lea and Flood 2014) of both numbers, short enough to be a
/// number in every program that reads JSON.
fn stream(seed: u64, shuffle: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |word: u64| {
        let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    };
    mix(mix(seed.wrapping_add(GOLDEN)) ^ shuffle.wrapping_mul(GOLDEN)) >> 11
}

/// Every position from which the goal can be reached, by rank, or the first of them.
pub(super) fn every(group: &Instances, puzzle: &RandomPuzzle, most: usize) -> Result<Vec<Instance>, Flaw> {
    let positions = match puzzle {
        RandomPuzzle::Tiles { size, goal } => {
            let size: Size = size.parse()?;
            let goal = goal.parse::<Goal>().and_then(|goal| goal.position(size))?;
            let Ok(space) = Tiles::<Nibbles, Stm>::new(&goal) else { return Err(too_many(None)) };
            let unrank = |rank| space.position(&space.unrank(rank)).to_string();
            unranked(space.rank_count(), most, unrank)?
        }
        RandomPuzzle::Hanoi { discs, pegs, .. } => {
            let size = fewest_hanoi::Size::new(*discs, *pegs)?;
            // Every arrangement reaches every goal.
            let goal = fewest_hanoi::Position::stacked(size);
            let space = Hanoi::<fewest_hanoi::Bytes>::new(&goal)?;
            let unrank = |rank| space.position(&space.unrank(rank)).to_string();
            unranked(space.rank_count(), most, unrank)?
        }
        _ => return Err("every is for tiles and hanoi; give random or puzzles".into()),
    };
    // They are right by their making; the goal is the user's.
    if let Some(position) = positions.first() {
        view(&puzzle.at(position.clone()), "").map_err(|error| in_words(&error))?;
    }
    let digits = positions.len().to_string().len().max(4);
    let instance = |(rank, position): (usize, String)| plain(group, puzzle, format!("{rank:0digits$}"), position);
    Ok(positions.into_iter().enumerate().map(instance).collect())
}

fn unranked(count: Option<u64>, most: usize, unrank: impl Fn(u64) -> String) -> Result<Vec<String>, Flaw> {
    match count {
        Some(count) if count <= MOST => Ok((0..count).take(most).map(unrank).collect()),
        count => Err(too_many(count)),
    }
}

fn too_many(count: Option<u64>) -> Flaw {
    let count = count.map_or("too many".to_owned(), |count| count.to_string());
    format!("every: there are {count} positions, and more than {MOST} are not listed; give random with a count").into()
}
