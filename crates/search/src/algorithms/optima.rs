//! Every optimal solution of a puzzle whose optimum is known, and the best of them by a second cost.
//!
//! Let C be the optimum, g the least cost from the start to a state and h an admissible estimate. An optimal solution passes
//! only through states with g + h ≤ C, and comes to each at the cost g: were it to come at a greater one, a cheaper way to the
//! state would make the whole cheaper than C. So three passes are enough:
//!
//! 1. *Forward.* The states with g + h ≤ C are expanded in order of g, each once. Every move costs at least 1, so g is final
//!    when a state's turn comes.
//! 2. *Backward*, in the opposite order. A state's optimal ends begin with a move that raises g by just its cost and leads to a
//!    state that has some. Of these the second cost decides; those that are left are counted.
//! 3. *Forward again*, along the moves that count: every one of them leads to a solution, so that listing takes no longer than
//!    writing down.
//!
//! Where memory is too small for the states, solutions are listed depth-first, without a table and without counting them.

use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId};
use crate::frontier::{BucketQueue, TieBreak};
use crate::{Cost, Heuristic, LimitKind, Meter, Observer, StateSpace, Stats};

/// Steps of listing between two looks at the clock.
const LISTING_POLL: u64 = 1 << 10;

/// A state from which no optimal solution goes on.
const NEVER: Cost = Cost::MAX;

/// In how many ways people can make a move in a state.
pub type Ways<'a, S> = &'a dyn Fn(&<S as StateSpace>::State, <S as StateSpace>::Move) -> u64;

/// What is asked about optimal solutions.
pub struct Asked<'a, S: StateSpace> {
    /// The optimum.
    pub cost: Cost,
    /// The most solutions to list.
    pub most: usize,
    /// A second cost of a move, where solutions of equal cost are not equally good.
    pub second: Option<&'a dyn Fn(S::Move) -> Cost>,
    /// Where a move can be made in several ways: all of them are counted.
    pub ways: Option<Ways<'a, S>>,
}

/// What is known of optimal solutions.
#[derive(Clone, Debug)]
pub struct Optima<M> {
    /// Different solutions, as many as were asked for or as there are.
    pub solutions: Vec<Vec<M>>,
    /// Their second cost: the least that an optimal solution has. `None` where it is not known.
    pub second: Option<Cost>,
    /// How many there are; [`u64::MAX`] for so many or more, `None` where they were not counted.
    pub count: Option<u64>,
    /// What came before all were counted, or before all that were asked for were listed.
    pub limit: Option<LimitKind>,
    /// What finding them took.
    pub stats: Stats,
}

impl<M> Optima<M> {
    /// The same solutions with their moves told in another way.
    pub fn map<N>(self, translate: impl Fn(Vec<M>) -> Vec<N>) -> Optima<N> {
        let Self { solutions, second, count, limit, stats } = self;
        Optima { solutions: solutions.into_iter().map(translate).collect(), second, count, limit, stats }
    }
}

/// Finds optimal solutions.
///
/// ```
/// use fewest_search::algorithms::optima::{Asked, optima};
/// use fewest_search::{Cost, Limits, Meter, StateSpace, Zero, capability::Packed};
///
/// /// From one corner of a grid to the other.
/// struct Grid;
///
/// impl StateSpace for Grid {
///     type State = (u8, u8);
///     type Move = (u8, u8);
///     fn is_goal(&self, state: &(u8, u8)) -> bool { *state == (2, 2) }
///     fn for_each_move(&self, _: &(u8, u8), mut visit: impl FnMut((u8, u8))) { visit((1, 0)); visit((0, 1)) }
///     fn apply(&self, state: &mut (u8, u8), mv: (u8, u8)) { *state = (state.0 + mv.0, state.1 + mv.1) }
///     fn undo(&self, state: &mut (u8, u8), mv: (u8, u8)) { *state = (state.0 - mv.0, state.1 - mv.1) }
/// }
///
/// impl Packed for Grid {
///     type Key = (u8, u8);
///     fn pack(&self, state: &(u8, u8)) -> (u8, u8) { *state }
///     fn unpack(&self, key: &(u8, u8)) -> (u8, u8) { *key }
/// }
///
/// let (limits, mut nobody) = (Limits::default(), ());
/// let asked = Asked { cost: 4, most: 2, second: None, ways: None };
/// let found = optima(&Grid, &(0, 0), &Zero, &asked, Meter::start(&limits, &mut nobody));
/// assert_eq!((found.solutions.len(), found.count), (2, Some(6)));
/// ```
pub fn optima<S: Packed, O: Observer>(
    space: &S,
    start: &S::State,
    heuristic: &dyn Heuristic<S>,
    asked: &Asked<'_, S>,
    mut meter: Meter<'_, O>,
) -> Optima<S::Move> {
    meter.raise_lower_bound(asked.cost);
    let free = meter.free_memory();
    let mut search = Every { space, heuristic, asked, found: Vec::new(), known: (None, None) };
    let mut end = search.by_table(start, &mut meter);
    if end == Err(LimitKind::Memory) && asked.second.is_none() && search.found.is_empty() {
        // The table is gone.
        meter.release(free.saturating_sub(meter.free_memory()));
        end = search.by_diving(start, &mut meter);
    }
    let Every { found: solutions, known: (second, count), .. } = search;
    Optima { solutions, second, count, limit: end.err(), stats: meter.into_stats() }
}

/// A search for optimal solutions.
struct Every<'a, S: StateSpace> {
    space: &'a S,
    heuristic: &'a dyn Heuristic<S>,
    asked: &'a Asked<'a, S>,
    found: Vec<Vec<S::Move>>,
    /// The second cost, and how many solutions there are.
    known: (Option<Cost>, Option<u64>),
}

/// The states of optimal solutions, and what leads on from them.
struct Graph<K: Send + 'static> {
    closed: Closed<K>,
    /// The least second cost from a state to a goal, by the number of the state.
    rest: Vec<Cost>,
    /// How many solutions go on from it.
    counts: Vec<u64>,
}

impl<S: Packed> Every<'_, S> {
    fn second(&self, mv: S::Move) -> Cost {
        self.asked.second.map_or(0, |second| second(mv))
    }

    fn ways(&self, state: &S::State, mv: S::Move) -> u64 {
        self.asked.ways.map_or(1, |ways| ways(state, mv))
    }

    /// Whether an optimal solution may pass through a state that was come to at this cost.
    fn is_promising(&self, state: &S::State, cost: Cost) -> bool {
        cost <= self.asked.cost && self.heuristic.estimate(state).is_some_and(|rest| rest <= self.asked.cost - cost)
    }

    fn by_table<O: Observer>(&mut self, start: &S::State, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let mut closed = Closed::new();
        let order = self.forward(start, &mut closed, meter)?;
        let graph = self.backward(closed, &order, meter)?;
        // The start was found first.
        if let (Some(&rest), Some(&count)) = (graph.rest.first(), graph.counts.first()) {
            self.known = (Some(rest).filter(|&rest| rest != NEVER), Some(count));
        }
        self.list(start, &graph, meter)
    }

    /// Meets the states of optimal solutions, and some more; returns them in order of their cost.
    fn forward<O: Observer>(
        &self,
        start: &S::State,
        closed: &mut Closed<S::Key>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Vec<NodeId>, LimitKind> {
        let space = self.space;
        let mut open = BucketQueue::new(TieBreak::Fifo);
        let mut order = Vec::new();
        meter.generate(1);
        if !self.is_promising(start, 0) {
            return Ok(order);
        }
        closed.insert(space.pack(start), None, 0, meter)?;
        open.push(0, 0, meter)?;
        let mut children: Vec<(S::Key, Cost)> = Vec::new();
        while let Some((cost, id)) = open.pop() {
            let node = closed.node_mut(id);
            if node.is_expanded() {
                continue; // A cheaper path brought it forward.
            }
            node.set_expanded();
            let key = node.key();
            push(&mut order, id, meter)?;
            if cost == self.asked.cost {
                continue;
            }
            meter.expand(cost)?;
            let mut state = space.unpack(&key);
            let before = state.clone();
            let mut moves = 0;
            space.for_each_move(&before, |mv| {
                moves += 1;
                let after = cost.saturating_add(space.cost(mv));
                space.apply(&mut state, mv);
                let key = space.pack(&state);
                // What is known at no greater cost need not be estimated again.
                let is_known = closed.find(&key).is_some_and(|id| closed.node(id).cost() <= after);
                if !is_known && self.is_promising(&state, after) {
                    children.push((key, after));
                }
                space.undo(&mut state, mv);
            });
            meter.generate(moves);
            for (key, after) in children.drain(..) {
                let child = match closed.insert(key, Some(id), after, meter)? {
                    Found::New(child) => child,
                    Found::Known(child) if closed.node(child).cost() > after => {
                        closed.node_mut(child).improve(id, after);
                        child
                    }
                    Found::Known(_) => continue,
                };
                open.push(after, child, meter)?;
            }
        }
        Ok(order)
    }

    /// Counts from the goals back how many optimal solutions go on from each state.
    fn backward<O: Observer>(
        &self,
        closed: Closed<S::Key>,
        order: &[NodeId],
        meter: &mut Meter<'_, O>,
    ) -> Result<Graph<S::Key>, LimitKind> {
        let len = closed.len();
        let (rest, counts) = (filled(NEVER, len, meter)?, filled(0u64, len, meter)?);
        let mut graph = Graph { closed, rest, counts };
        for &id in order.iter().rev() {
            let node = graph.closed.node(id);
            let (state, cost) = (self.space.unpack(&node.key()), node.cost());
            if cost == self.asked.cost {
                if self.space.is_goal(&state) {
                    (graph.rest[id as usize], graph.counts[id as usize]) = (0, 1);
                }
                continue;
            }
            meter.expand(cost)?;
            let (mut least, mut count, mut moves) = (NEVER, 0u64, 0);
            self.for_each_on(&graph, &state, cost, |mv, next| {
                moves += 1;
                let rest = graph.rest[next as usize].saturating_add(self.second(mv));
                if rest < least {
                    (least, count) = (rest, 0);
                }
                if rest == least {
                    let ways = self.ways(&state, mv).saturating_mul(graph.counts[next as usize]);
                    count = count.saturating_add(ways);
                }
            });
            meter.generate(moves);
            (graph.rest[id as usize], graph.counts[id as usize]) = (least, count);
        }
        Ok(graph)
    }

    /// Calls `visit` for every move by which an optimal solution goes on, with the number of the state that it leads to.
    fn for_each_on(&self, graph: &Graph<S::Key>, state: &S::State, cost: Cost, mut visit: impl FnMut(S::Move, NodeId)) {
        let mut after = state.clone();
        self.space.for_each_move(state, |mv| {
            self.space.apply(&mut after, mv);
            let next = graph.closed.find(&self.space.pack(&after));
            self.space.undo(&mut after, mv);
            let cost = cost.saturating_add(self.space.cost(mv));
            if let Some(next) =
                next.filter(|&next| graph.closed.node(next).cost() == cost && graph.rest[next as usize] != NEVER)
            {
                visit(mv, next);
            }
        });
    }

    /// Writes solutions down, in the order of their moves.
    fn list<O: Observer>(
        &mut self,
        start: &S::State,
        graph: &Graph<S::Key>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let Some(&all) = graph.rest.first().filter(|&&rest| rest != NEVER) else { return Ok(()) };
        if self.asked.cost == 0 {
            self.found.extend((self.asked.most > 0).then(Vec::new));
            return Ok(());
        }
        let mut state = start.clone();
        let mut path: Vec<S::Move> = Vec::new();
        // The cost so far, what is left of the second cost, and the moves that are not followed yet, the next one last.
        let mut frames = vec![(0, all, self.best(graph, start, 0, all))];
        let mut steps = 0u64;
        while let Some((cost, rest, moves)) = frames.last_mut() {
            steps += 1;
            if steps.is_multiple_of(LISTING_POLL) {
                meter.poll()?;
            }
            if self.found.len() >= self.asked.most {
                break;
            }
            let Some(mv) = moves.pop() else {
                frames.pop();
                if let Some(mv) = path.pop() {
                    self.space.undo(&mut state, mv);
                }
                continue;
            };
            let (cost, rest) = (*cost + self.space.cost(mv), *rest - self.second(mv));
            self.space.apply(&mut state, mv);
            path.push(mv);
            if cost == self.asked.cost {
                claim_path(&path, meter)?;
                self.found.push(path.clone());
                path.pop();
                self.space.undo(&mut state, mv);
            } else {
                let moves = self.best(graph, &state, cost, rest);
                frames.push((cost, rest, moves));
            }
        }
        Ok(())
    }

    /// The moves that go on with the least second cost, the first one last.
    fn best(&self, graph: &Graph<S::Key>, state: &S::State, cost: Cost, rest: Cost) -> Vec<S::Move> {
        let mut moves = Vec::new();
        self.for_each_on(graph, state, cost, |mv, next| {
            if graph.rest[next as usize].saturating_add(self.second(mv)) == rest {
                moves.push(mv);
            }
        });
        moves.reverse();
        moves
    }

    /// Lists solutions depth-first, without a table.
    fn by_diving<O: Observer>(&mut self, start: &S::State, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let space = self.space;
        let mut state = start.clone();
        let mut path: Vec<S::Move> = Vec::new();
        let mut keys = vec![space.pack(start)];
        let mut frames: Vec<(Cost, u64, Vec<S::Move>)> = vec![(0, 1, self.moves_of(start))];
        let mut count = 0u64;
        if self.asked.cost == 0 {
            return Err(LimitKind::Memory);
        }
        while let Some((cost, ways, moves)) = frames.last_mut() {
            let Some(mv) = moves.pop() else {
                frames.pop();
                keys.pop();
                if let Some(mv) = path.pop() {
                    space.undo(&mut state, mv);
                }
                continue;
            };
            let ways = ways.saturating_mul(self.ways(&state, mv));
            let cost = cost.saturating_add(space.cost(mv));
            space.apply(&mut state, mv);
            let key = space.pack(&state);
            if keys.contains(&key) || !self.is_promising(&state, cost) {
                space.undo(&mut state, mv);
                continue;
            }
            path.push(mv);
            if cost < self.asked.cost {
                meter.expand(cost)?;
                let moves = self.moves_of(&state);
                meter.generate(moves.len() as u64);
                keys.push(key);
                frames.push((cost, ways, moves));
                continue;
            }
            if space.is_goal(&state) {
                count = count.saturating_add(ways);
                claim_path(&path, meter)?;
                self.found.push(path.clone());
                if self.found.len() >= self.asked.most {
                    return Err(LimitKind::Memory);
                }
            }
            path.pop();
            space.undo(&mut state, mv);
        }
        // The whole tree was searched: these are all.
        self.known = (Some(0), Some(count));
        Ok(())
    }

    /// The moves of a state, the first one last.
    fn moves_of(&self, state: &S::State) -> Vec<S::Move> {
        let mut moves = Vec::new();
        self.space.for_each_move(state, |mv| moves.push(mv));
        moves.reverse();
        moves
    }
}

/// Claims memory for a solution that is kept.
fn claim_path<M, O: Observer>(path: &[M], meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    meter.claim((size_of::<Vec<M>>() + size_of_val(path)) as u64)
}

/// Appends a number, having claimed the room for it.
fn push<O: Observer>(order: &mut Vec<NodeId>, id: NodeId, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    if order.len() == order.capacity() {
        let more = order.capacity().max(1 << 10);
        meter.claim((more * size_of::<NodeId>()) as u64)?;
        order.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
    }
    order.push(id);
    Ok(())
}

/// So many equal values, having claimed the room for them.
fn filled<T: Copy, O: Observer>(value: T, len: usize, meter: &mut Meter<'_, O>) -> Result<Vec<T>, LimitKind> {
    meter.claim((len * size_of::<T>()) as u64)?;
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| LimitKind::Memory)?;
    values.resize(len, value);
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Guarantees, Limits, Zero};

    /// A graph of numbered states whose edges have a cost and a second cost; the last state is the goal.
    struct Graph {
        states: u8,
        /// From, to, cost, second cost.
        edges: Vec<(u8, u8, Cost, Cost)>,
    }

    impl StateSpace for Graph {
        type State = u8;
        /// The number of the edge.
        type Move = usize;

        fn is_goal(&self, state: &u8) -> bool {
            *state == self.states - 1
        }

        fn for_each_move(&self, state: &u8, visit: impl FnMut(usize)) {
            (0..self.edges.len()).filter(|&edge| self.edges[edge].0 == *state).for_each(visit);
        }

        fn apply(&self, state: &mut u8, mv: usize) {
            *state = self.edges[mv].1;
        }

        fn undo(&self, state: &mut u8, mv: usize) {
            *state = self.edges[mv].0;
        }

        fn cost(&self, mv: usize) -> Cost {
            self.edges[mv].2
        }
    }

    impl Packed for Graph {
        type Key = u8;

        fn pack(&self, state: &u8) -> u8 {
            *state
        }

        fn unpack(&self, key: &u8) -> u8 {
            *key
        }
    }

    /// The true distance in some states, and nothing in the others: admissible and not consistent.
    struct Sometimes(Vec<Option<Cost>>);

    impl Heuristic<Graph> for Sometimes {
        fn estimate(&self, state: &u8) -> Option<Cost> {
            if state.is_multiple_of(2) { Some(0) } else { self.0[usize::from(*state)] }
        }

        fn guarantees(&self) -> Guarantees {
            Guarantees::ADMISSIBLE
        }
    }

    /// Numbers that look random and are always the same (Steele, Lea and Flood 2014).
    fn random(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33
    }

    fn graph(seed: &mut u64) -> Graph {
        let states = 3 + u8::try_from(random(seed) % 5).unwrap();
        let mut below = |most: u64| u8::try_from(random(seed) % most).unwrap();
        let edges = (0..2 * u64::from(states)).map(|_| {
            let (from, to) = (below(states.into()), below(states.into()));
            (from, to, Cost::from(1 + below(3)), Cost::from(below(3)))
        });
        let edges = edges.collect();
        Graph { states, edges }
    }

    /// Every path to the goal that costs at most this, by trying everything.
    fn every_path(graph: &Graph, most: Cost) -> Vec<Vec<usize>> {
        let (mut found, mut waiting) = (Vec::new(), vec![(0u8, Vec::new(), 0)]);
        while let Some((state, path, cost)) = waiting.pop() {
            if graph.is_goal(&state) {
                found.push(path.clone());
            }
            graph.for_each_move(&state, |mv| {
                let after = cost + graph.cost(mv);
                if after <= most {
                    waiting.push((graph.edges[mv].1, [&path[..], &[mv]].concat(), after));
                }
            });
        }
        found.sort();
        found
    }

    fn ask(graph: &Graph, heuristic: &dyn Heuristic<Graph>, asked: &Asked<'_, Graph>, memory: u64) -> Optima<usize> {
        let (limits, mut nobody) = (Limits { memory, ..Limits::default() }, ());
        let mut found = optima(graph, &0, heuristic, asked, Meter::start(&limits, &mut nobody));
        found.solutions.sort();
        found
    }

    #[test]
    fn everything_that_trying_everything_finds_and_nothing_else() {
        let (mut seed, mut several, mut decided) = (7, 0, 0);
        for _ in 0..2000 {
            let graph = graph(&mut seed);
            let cost_of = |path: &[usize]| path.iter().map(|&edge| graph.edges[edge].2).sum::<Cost>();
            let second_of = |path: &[usize]| path.iter().map(|&edge| graph.edges[edge].3).sum::<Cost>();
            let within = every_path(&graph, 9);
            let Some(cost) = within.iter().map(|path| cost_of(path)).min() else { continue };
            let all: Vec<Vec<usize>> = within.into_iter().filter(|path| cost_of(path) == cost).collect();
            let least = all.iter().map(|path| second_of(path)).min().unwrap();
            let best: Vec<Vec<usize>> = all.iter().filter(|path| second_of(path) == least).cloned().collect();
            several += usize::from(all.len() > 1);
            decided += usize::from(best.len() < all.len());
            let asked = Asked { cost, most: 1000, second: None, ways: None };
            let found = ask(&graph, &Zero, &asked, 1 << 30);
            assert_eq!((&found.solutions, found.count, found.limit), (&all, Some(all.len() as u64), None));
            // A table that does not fit is done without.
            let found = ask(&graph, &Zero, &asked, 3 << 10);
            if cost > 0 {
                assert_eq!((&found.solutions, found.count, found.limit), (&all, Some(all.len() as u64), None));
            }
            let second = |mv: usize| graph.edges[mv].3;
            let asked = Asked { cost, most: 1000, second: Some(&second), ways: None };
            let found = ask(&graph, &Zero, &asked, 1 << 30);
            assert_eq!((&found.solutions, found.second, found.count), (&best, Some(least), Some(best.len() as u64)));
            let few = ask(&graph, &Zero, &Asked { most: 1, ..asked }, 1 << 30);
            assert_eq!((few.solutions.len(), few.count), (1, Some(best.len() as u64)));
            // Distances to the goal, from trying everything again.
            let distance = |state: u8| {
                let from = Graph { states: graph.states, edges: graph.edges.clone() };
                let mut reach = vec![None; usize::from(from.states)];
                reach[usize::from(from.states - 1)] = Some(0);
                for _ in 0..from.states {
                    for &(before, after, cost, _) in &from.edges {
                        let through = reach[usize::from(after)].map(|rest: Cost| rest + cost);
                        let known = &mut reach[usize::from(before)];
                        *known = [*known, through].into_iter().flatten().min();
                    }
                }
                reach[usize::from(state)]
            };
            let sometimes = Sometimes((0..graph.states).map(distance).collect());
            let asked = Asked { cost, most: 1000, second: None, ways: None };
            assert_eq!(ask(&graph, &sometimes, &asked, 1 << 30).solutions, all);
        }
        assert!(several > 100 && decided > 50, "{several} {decided}");
    }

    #[test]
    fn ways_multiply() {
        let edges = vec![(0, 1, 1, 0), (1, 2, 1, 0), (0, 2, 2, 0)];
        let graph = Graph { states: 3, edges };
        let ways = |_: &u8, mv: usize| [3, 4, 5][mv];
        for memory in [1 << 30, 3 << 10] {
            let found = ask(&graph, &Zero, &Asked { cost: 2, most: 9, second: None, ways: Some(&ways) }, memory);
            assert_eq!((found.solutions.len(), found.count), (2, Some(17)));
        }
    }

    #[test]
    fn limits_are_kept() {
        let edges = vec![(0, 1, 1, 0), (1, 2, 1, 0), (0, 2, 2, 0)];
        let graph = Graph { states: 3, edges };
        let asked = Asked { cost: 2, most: 9, second: None, ways: None };
        let limits = Limits { expansions: Some(1), ..Limits::default() };
        let mut nobody = ();
        let found = optima(&graph, &0, &Zero, &asked, Meter::start(&limits, &mut nobody));
        assert_eq!((found.limit, found.count), (Some(LimitKind::Expansions), None));
        let limits = Limits::default();
        limits.cancel.cancel();
        let found = optima(&graph, &0, &Zero, &asked, Meter::start(&limits, &mut nobody));
        assert_eq!((found.limit, found.count), (Some(LimitKind::Cancelled), None));
    }
}
