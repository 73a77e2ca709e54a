//! Boards of tiles exactly so far from the goal.
//!
//! Near the goal all of them are listed, layer by layer, and each is equally likely. Farther away they are taken from shortest
//! solutions of random positions: k moves before its end, such a solution is k moves from the goal. No position comes twice.

use std::collections::{BTreeMap, HashSet};

use fewest_engine::{Cancel, Limits, Options, Outcome, RandomPuzzle, RandomRequest, Request, random};
use fewest_tiles::{Direction, Goal, Notation, Position, Size, Slide, parse_slides};

use super::generated::stream;
use super::{Flaw, Instance, Workshop, in_words, number, plain};
use crate::suite::Instances;

/// The most positions that are listed: those of the 3×3 board are 181,440.
const NEAR: usize = 200_000;
/// Positions drawn in a row that give no new one, before the search for far ones is given up.
const IN_VAIN: u64 = if cfg!(test) { 50 } else { 5_000 };
/// How often it is told how far the search for positions at a distance has come.
const EVERY: u64 = 64;
/// Boards too large to be listed of which it is known how far from a goal with the blank in a corner a position can be:
/// 3×4, and 4×4 (Brüngger, Marzetta, Fukuda and Nievergelt 1999).
const FARTHEST: [(usize, usize, usize); 2] = [(3, 4, 53), (4, 4, 80)];

impl Workshop<'_> {
    /// Positions exactly so far from the goal.
    ///
    /// IDA* tries moves in one order and an admissible heuristic cuts no shortest solution off, so it finds the same one
    /// whatever the heuristic and the tables at hand: the instances are the same on every machine.
    pub(super) fn at_distances(
        &mut self,
        group: &Instances,
        puzzle: &RandomPuzzle,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Instance>, Flaw> {
        let RandomPuzzle::Tiles { size, goal } = puzzle else {
            return Err("distances are for tiles; of other puzzles give shuffles or neither".into());
        };
        let size: Size = size.parse()?;
        let goal = goal.parse::<Goal>().and_then(|goal| goal.position(size))?;
        let request = RandomRequest { puzzle: puzzle.clone(), shuffle: None, seed };
        let mut positions = random(&request).map_err(|error| in_words(&error))?;
        let near = GoalLayers::around(&goal, group.distances.iter().copied().max().unwrap_or(0), self.cancel)?;
        let faults: Vec<String> =
            group.distances.iter().filter_map(|&distance| near.fault(&goal, distance, count)).collect();
        if !faults.is_empty() {
            return Err(Flaw::Faults(faults));
        }
        let mut found: BTreeMap<u32, Vec<String>> = group
            .distances
            .iter()
            .map(|&distance| (distance, near.draw(distance, count, stream(seed, u64::from(distance)))))
            .collect();
        let wanted = found.len() * count;
        let mut have: usize = found.values().map(Vec::len).sum();
        let mut seen: HashSet<String> = HashSet::new();
        let (mut drawn, mut vain) = (0u64, 0);
        while have < wanted {
            if drawn.is_multiple_of(EVERY) {
                (self.tell)(&group.group, have, wanted);
            }
            let position = positions.next().expect("random positions do not end");
            let slides = self.shortest(puzzle, &position)?;
            drawn += 1;
            let length: u32 = slides.iter().map(|slide| u32::from(slide.length)).sum();
            // The greatest distance first: for near ones there will be others.
            let mut is_new = false;
            for (&distance, there) in found.range_mut(..=length).rev().filter(|(_, there)| there.len() < count) {
                let position = along(&position, &slides, length - distance)?;
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
                    "distances: {IN_VAIN} random positions in a row gave no new one that is {} moves from the goal; ask \
                     for fewer, or leave out what is so far",
                    missing.join(" or ")
                )
                .into());
            }
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

/// The positions around a goal, by their distance.
struct GoalLayers {
    layers: Vec<Vec<Position>>,
    /// Whether there are no others.
    is_all: bool,
}

impl GoalLayers {
    /// Lists them breadth first, up to a distance or to where they become too many.
    fn around(goal: &Position, farthest: u32, cancel: &Cancel) -> Result<Self, Flaw> {
        let mut seen = HashSet::from([goal.clone()]);
        let mut layers = vec![vec![goal.clone()]];
        for _ in 0..farthest {
            let mut next = Vec::new();
            for position in layers.last().into_iter().flatten() {
                for direction in Direction::ALL {
                    let mut moved = position.clone();
                    if moved.try_slide(Slide { direction, length: 1 }).is_ok() && seen.insert(moved.clone()) {
                        next.push(moved);
                    }
                }
                if seen.len() > NEAR {
                    return Ok(Self { layers, is_all: false });
                }
            }
            if cancel.is_cancelled() {
                return Err(Flaw::Cancelled);
            }
            if next.is_empty() {
                return Ok(Self { layers, is_all: true });
            }
            layers.push(next);
        }
        Ok(Self { layers, is_all: false })
    }

    fn layer(&self, distance: u32) -> Option<&[Position]> {
        self.layers.get(usize::try_from(distance).ok()?).map(Vec::as_slice)
    }

    /// Why there are not so many positions at a distance, where that is known.
    fn fault(&self, goal: &Position, distance: u32, count: usize) -> Option<String> {
        let size = goal.size();
        match self.layer(distance) {
            Some(layer) if layer.len() < count => Some(format!(
                "distances: {distance}: count is {count}, and the positions that are {distance} moves from the goal are \
                 {} in all",
                layer.len()
            )),
            Some(_) => None,
            None if self.is_all => Some(too_far(size, distance, self.layers.len() - 1)),
            None => {
                let (short, long) = (size.width().min(size.height()), size.width().max(size.height()));
                let &(.., most) = FARTHEST.iter().find(|(width, height, _)| (*width, *height) == (short, long))?;
                let [last_row, last_column] = [size.height() - 1, size.width() - 1];
                let corners = [(0, 0), (0, last_column), (last_row, 0), (last_row, last_column)];
                // From the goal to one with the blank in a corner it is no farther than the blank goes.
                let aside =
                    corners.iter().map(|&(row, column)| size.distance(goal.blank(), size.cell(row, column))).min();
                let most = most + aside.unwrap_or(0);
                (usize::try_from(distance).is_ok_and(|distance| distance > most)).then(|| too_far(size, distance, most))
            }
        }
    }

    /// So many different positions at a distance, each equally likely; none where they are not listed.
    fn draw(&self, distance: u32, count: usize, seed: u64) -> Vec<String> {
        let layer = self.layer(distance).unwrap_or_default();
        let mut order: Vec<usize> = (0..layer.len()).collect();
        order.sort_by_cached_key(|&index| (stream(seed, index as u64), index));
        order.into_iter().take(count).map(|index| layer[index].to_string()).collect()
    }
}

fn too_far(size: Size, distance: u32, most: usize) -> String {
    format!("distances: {distance}: no position of a board of {size} is more than {most} moves from this goal")
}
