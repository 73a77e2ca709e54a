//! True distances, found in the plainest way there is (Dijkstra 1959): settle what is nearest, layer by layer.

use std::collections::{BTreeMap, HashMap};

use fewest_search::capability::{Backward, Ranked};
use fewest_search::{Cost, StateSpace};
use foldhash::fast::FixedState;

/// The distance to the nearest goal of every state of a ranked space, searched backward from the goals.
#[derive(Clone, Debug)]
pub struct Table {
    distances: Vec<Cost>,
}

impl Table {
    /// Searches the whole space.
    ///
    /// # Errors
    /// A rank whose state cannot reach a goal, or a state whose rank is out of range.
    pub fn new<S: Ranked + Backward>(space: &S) -> Result<Self, String> {
        const UNREACHED: Cost = Cost::MAX;
        let count = space.rank_count().and_then(|count| usize::try_from(count).ok()).ok_or("too many states")?;
        let mut distances = vec![UNREACHED; count];
        let mut layers: BTreeMap<Cost, Vec<S::State>> = BTreeMap::from([(0, space.goals().collect())]);
        while let Some((distance, layer)) = layers.pop_first() {
            for state in layer {
                let rank = space.rank(&state);
                let known = usize::try_from(rank).ok().and_then(|rank| distances.get_mut(rank));
                let known = known.ok_or_else(|| format!("{state:?}: its rank {rank} is out of range"))?;
                if *known <= distance {
                    continue;
                }
                *known = distance;
                space.for_each_move_into(&state, |mv| {
                    let mut before = state.clone();
                    space.undo(&mut before, mv);
                    layers.entry(distance + space.cost(mv)).or_default().push(before);
                });
            }
        }
        if let Some(rank) = distances.iter().position(|&distance| distance == UNREACHED) {
            return Err(format!("{:?}, of rank {rank}, cannot reach a goal", space.unrank(rank as u64)));
        }
        Ok(Self { distances })
    }

    /// The distance from the state of this rank to the nearest goal.
    pub fn distance(&self, rank: u64) -> Cost {
        self.distances[usize::try_from(rank).expect("a rank below the count")]
    }

    /// How many states there are at each distance.
    pub fn layers(&self) -> Vec<u64> {
        let greatest = self.distances.iter().max().map_or(0, |&greatest| greatest as usize);
        let mut layers = vec![0; greatest + 1];
        for &distance in &self.distances {
            layers[distance as usize] += 1;
        }
        layers
    }

    /// Every rank with its distance.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Cost)> {
        (0..).zip(self.distances.iter().copied())
    }
}

/// States with their distances, hashed in less time than the standard library's hash takes: tests look up millions.
pub type Distances<T> = HashMap<T, Cost, FixedState>;

/// The distance from `start` to every state that can be reached from it at a cost of at most `radius`.
pub fn distances_from<S: StateSpace>(space: &S, start: &S::State, radius: Cost) -> Distances<S::State> {
    flood(vec![start.clone()], radius, |state, visit| {
        space.for_each_move(state, |mv| {
            let mut after = state.clone();
            space.apply(&mut after, mv);
            visit(after, space.cost(mv));
        });
    })
}

/// The distance to the nearest goal of every state that can reach one at a cost of at most `radius`.
pub fn distances_to_goal<S: Backward>(space: &S, radius: Cost) -> Distances<S::State> {
    flood(space.goals().collect(), radius, |state, visit| {
        space.for_each_move_into(state, |mv| {
            let mut before = state.clone();
            space.undo(&mut before, mv);
            visit(before, space.cost(mv));
        });
    })
}

/// The distance of everything within `radius` of the sources, where `neighbours` visits states and what they cost.
fn flood<T: Clone + Eq + std::hash::Hash>(
    sources: Vec<T>,
    radius: Cost,
    neighbours: impl Fn(&T, &mut dyn FnMut(T, Cost)),
) -> Distances<T> {
    let mut distances: Distances<T> = sources.iter().map(|source| (source.clone(), 0)).collect();
    let mut layers = BTreeMap::from([(0, sources)]);
    while let Some((distance, layer)) = layers.pop_first() {
        for state in layer {
            if distances[&state] < distance {
                continue;
            }
            neighbours(&state, &mut |next, cost| {
                let through = distance + cost;
                if through <= radius && distances.get(&next).is_none_or(|&known| through < known) {
                    distances.insert(next.clone(), through);
                    layers.entry(through).or_default().push(next);
                }
            });
        }
    }
    distances
}
