//! Counting positions that have no numbers, with a table of all that were met.
//!
//! It takes many times the memory of two bits a position, and one thread; but it needs neither numbers nor moves that can be
//! taken back. How far each position is from a goal is known at the end, if memory allows: every move is noted with the
//! position it leads to, and a breadth-first search follows the moves backward from all goals at once.

use crate::capability::Packed;
use crate::census::layer::Lowest;
use crate::closed::{Closed, Found, NodeId};
use crate::{Cost, LimitKind, Limits, Meter, Observer, Stats};

/// Positions that are looked at between two looks at the limits, where nothing is expanded.
const PERIOD: usize = 1 << 12;
/// A position that is not known to reach a goal.
const UNKNOWN: u32 = u32::MAX;

/// What can be reached from a start.
#[derive(Clone, Debug)]
pub struct Reached<T> {
    /// How many positions there are at each distance from the start, as far as layers are complete.
    pub layers: Vec<u64>,
    /// How many of them are goals.
    pub goals: u64,
    /// The distance of the nearest goal, if one is in a complete layer.
    pub nearest_goal: Option<Cost>,
    /// Distances to the nearest goal, or the limit that came before they were known.
    pub to_goal: Result<GoalDistances<T>, LimitKind>,
    /// The limit that came before all positions were counted.
    pub limit: Option<LimitKind>,
    /// What it took.
    pub stats: Stats,
}

/// How far positions are from the nearest goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalDistances<T> {
    /// How many positions there are at each distance.
    pub layers: Vec<u64>,
    /// Some that are farthest, in the order in which they were met.
    pub hardest: Vec<T>,
    /// Positions from which no goal can be reached.
    pub lost: u64,
}

/// Counts the positions of a space whose moves all cost 1 by their distance from a start, and by that to the nearest goal;
/// tells `samples` of the farthest from it.
///
/// ```
/// use fewest_search::census::reach;
/// # use fewest_search::{Limits, StateSpace, capability::Packed};
/// # struct Slope;
/// # impl StateSpace for Slope {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 4 }
/// #     fn for_each_move(&self, state: &u32, mut visit: impl FnMut(u32)) {
/// #         [1, 3].into_iter().filter(|step| state + step < 7).for_each(|step| visit(step));
/// #     }
/// #     fn apply(&self, state: &mut u32, mv: u32) { *state += mv }
/// #     fn undo(&self, state: &mut u32, mv: u32) { *state -= mv }
/// #     fn uniform_cost(&self) -> Option<u32> { Some(1) }
/// # }
/// # impl Packed for Slope {
/// #     type Key = u32;
/// #     fn pack(&self, state: &u32) -> u32 { *state }
/// #     fn unpack(&self, key: &u32) -> u32 { *key }
/// # }
/// // From 0 by steps of 1 or 3, not beyond 6; the goal is 4.
/// let reached = reach(&Slope, &0, 1, &Limits::default(), &mut ());
/// assert_eq!(reached.layers, [1, 2, 3, 1]);
/// let to_goal = reached.to_goal.expect("it is small");
/// assert_eq!((to_goal.layers, to_goal.lost), (vec![1, 2, 2], 2));
/// ```
///
/// # Panics
/// Where moves do not all cost 1.
pub fn reach<S: Packed, O: Observer>(
    space: &S,
    start: &S::State,
    samples: usize,
    limits: &Limits,
    observer: &mut O,
) -> Reached<S::State> {
    assert_eq!(space.uniform_cost(), Some(1), "layers are counted in moves");
    let mut meter = Meter::start(limits, observer);
    let mut walk = Walk { space, closed: Closed::new(), layers: Vec::new(), goals: 0, nearest_goal: None };
    let limit = walk.forward(start, &mut meter).err();
    let to_goal = match limit {
        Some(limit) => Err(limit),
        None => walk.backward(samples, &mut meter),
    };

    let Walk { layers, goals, nearest_goal, .. } = walk;
    Reached { layers, goals, nearest_goal, to_goal, limit, stats: meter.into_stats() }
}

struct Walk<'a, S: Packed> {
    space: &'a S,
    /// Nodes in the order in which they were met, which is that of their distance.
    closed: Closed<S::Key>,
    layers: Vec<u64>,
    goals: u64,
    nearest_goal: Option<Cost>,
}

impl<S: Packed> Walk<'_, S> {
    /// Meets everything, layer by layer.
    fn forward<O: Observer>(&mut self, start: &S::State, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        self.closed.insert(self.space.pack(start), None, 0, meter)?;
        let mut first = 0;
        while first < self.closed.len() {
            let end = self.closed.len();
            self.enter(first..end, meter)?;
            for id in first..end {
                let depth = self.closed.node(number(id)).cost();
                meter.expand(depth)?;
                let mut generated = 0;
                let mut inserted = Ok(());
                self.for_each_next(id, |closed, key| {
                    generated += 1;
                    if inserted.is_ok() {
                        inserted = closed.insert(key, Some(number(id)), depth + 1, meter).map(|_: Found| ());
                    }
                });
                meter.generate(generated);
                inserted?;
            }
            first = end;
        }
        Ok(())
    }

    /// Enters a layer of which every position is known.
    fn enter<O: Observer>(&mut self, ids: std::ops::Range<usize>, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let depth = self.closed.node(number(ids.start)).cost();
        let width = ids.len() as u64;
        let mut goals = 0;
        for (index, id) in ids.enumerate() {
            if index % PERIOD == 0 {
                meter.poll()?;
            }
            goals += u64::from(self.is_goal(id));
        }
        self.layers.push(width);
        self.goals += goals;
        if goals > 0 && self.nearest_goal.is_none() {
            self.nearest_goal = Some(depth);
        }
        meter.raise_lower_bound(depth);
        meter.begin_iteration();
        meter.iteration(depth)
    }

    fn is_goal(&self, id: usize) -> bool {
        self.space.is_goal(&self.space.unpack(&self.closed.node(number(id)).key()))
    }

    /// Calls `visit` with the key of every position that a move leads to.
    fn for_each_next(&mut self, id: usize, mut visit: impl FnMut(&mut Closed<S::Key>, S::Key)) {
        let origin = self.space.unpack(&self.closed.node(number(id)).key());
        let mut state = origin.clone();
        self.space.for_each_move(&origin, |mv| {
            self.space.apply(&mut state, mv);
            visit(&mut self.closed, self.space.pack(&state));
            self.space.undo(&mut state, mv);
        });
    }

    /// Calls `visit` with the two ends of every move.
    fn for_each_edge<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O>,
        mut visit: impl FnMut(usize, usize),
    ) -> Result<(), LimitKind> {
        for id in 0..self.closed.len() {
            if id % PERIOD == 0 {
                meter.poll()?;
            }
            self.for_each_next(id, |closed, key| {
                let next = closed.find(&key).expect("every position was met");
                visit(id, next as usize);
            });
        }
        Ok(())
    }

    /// Follows all moves backward from all goals.
    fn backward<O: Observer>(
        &mut self,
        samples: usize,
        meter: &mut Meter<'_, O>,
    ) -> Result<GoalDistances<S::State>, LimitKind> {
        let count = self.closed.len();
        // Eight bytes for where the moves into a position begin in the list of all, four for its distance, four for the queue.
        meter.claim(16 * (count as u64 + 1))?;
        let mut begins = vec![0u64; count + 1];
        self.for_each_edge(meter, |_, to| begins[to + 1] += 1)?;
        for id in 0..count {
            begins[id + 1] += begins[id];
        }
        let edges = begins[count];
        meter.claim(edges.saturating_mul(4))?;
        let mut origins = Vec::new();
        let size = usize::try_from(edges).map_err(|_| LimitKind::Memory)?;
        origins.try_reserve_exact(size).map_err(|_| LimitKind::Memory)?;
        origins.resize(size, 0 as NodeId);
        // Each begin moves to its end, which is the begin of the next.
        self.for_each_edge(meter, |from, to| {
            origins[index(begins[to])] = number(from);
            begins[to] += 1;
        })?;
        let mut distances = vec![UNKNOWN; count];
        let mut queue: Vec<NodeId> = Vec::with_capacity(count);
        for (id, distance) in distances.iter_mut().enumerate() {
            if id % PERIOD == 0 {
                meter.poll()?;
            }
            if self.is_goal(id) {
                *distance = 0;
                queue.push(number(id));
            }
        }
        let mut layers = Vec::new();
        let mut head = 0;
        while head < queue.len() {
            let end = queue.len();
            layers.push((end - head) as u64);
            for at in head..end {
                if at % PERIOD == 0 {
                    meter.poll()?;
                }
                let id = queue[at] as usize;
                let begin = if id == 0 { 0 } else { begins[id - 1] };
                for &origin in &origins[index(begin)..index(begins[id])] {
                    let distance = &mut distances[origin as usize];
                    if *distance == UNKNOWN {
                        *distance = distances_after(layers.len())?;
                        queue.push(origin);
                    }
                }
            }
            head = end;
        }
        let farthest = layers.len().checked_sub(1).map(distances_after).transpose()?;
        let mut lowest = Lowest::new(samples);
        lowest.add((0u64..).zip(&distances).filter(|&(_, &distance)| Some(distance) == farthest).map(|(id, _)| id));
        let state = |id: u64| self.space.unpack(&self.closed.node(number(index(id))).key());
        let hardest = lowest.ranks.into_iter().map(state).collect();
        Ok(GoalDistances { layers, hardest, lost: (count - queue.len()) as u64 })
    }
}

/// A distance as it is kept.
fn distances_after(layers: usize) -> Result<u32, LimitKind> {
    u32::try_from(layers).map_err(|_| LimitKind::Depth)
}

fn number(id: usize) -> NodeId {
    NodeId::try_from(id).expect("the table holds no more than it can number")
}

/// A place in a list in memory.
fn index(place: u64) -> usize {
    usize::try_from(place).expect("the list is in memory")
}
