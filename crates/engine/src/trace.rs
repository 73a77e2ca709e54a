//! The tree that a search grows, told node by node.
//!
//! A search shows an observer the states that it expands, each with the state before it, and without their types. Here
//! they get their types back, a number each, and words.

use std::any::Any;
use std::collections::HashMap;

use fewest_search::{Cost, Heuristic, StateSpace, Visit};

use crate::event::{Event, TreeNode};
use crate::request::Notation;

/// The most nodes of a tree that are told: more than anyone looks at, and little enough to remember.
pub(crate) const MOST_NODES: u32 = 20_000;

/// Writes down the states and moves of a space.
pub trait Scribe<S: StateSpace> {
    /// A position as people see it. It may tell more than a state does: where the player stands, or which of several
    /// alike pieces is which.
    type Place;

    /// The position of a state; that of the start is the start as it was given.
    fn place(&self, space: &S, state: &S::State) -> Self::Place;

    /// A position in normal form.
    fn write(&self, space: &S, place: &Self::Place) -> String;

    /// Makes a legal move from a position: the move in words, and the position after it.
    fn step(&self, space: &S, place: &Self::Place, mv: S::Move, notation: Notation) -> (String, Self::Place);

    /// The legal move from a state that leads to this position: the move in words, and the position before it.
    fn step_back(
        &self,
        space: &S,
        _place: &Self::Place,
        state: &S::State,
        mv: S::Move,
        notation: Notation,
    ) -> (String, Self::Place) {
        let before = self.place(space, state);
        (self.step(space, &before, mv, notation).0, before)
    }
}

/// Writes down the nodes of a search whose types are hidden.
pub(crate) trait Trace {
    /// Writes a node down under a number that is greater than all before.
    fn node(&mut self, id: u32, visit: &Visit<'_>) -> TreeNode;

    /// Writes down one node among many, without what led to it.
    fn sample(&self, visit: &Visit<'_>) -> Event;
}

/// What is told of the nodes of one search.
pub(crate) struct Tracer<'a, S: StateSpace, W: Scribe<S>> {
    space: &'a S,
    words: &'a W,
    notation: Notation,
    /// The estimates that guide the search, forward and backward, where it is guided.
    estimates: (Option<&'a dyn Heuristic<S>>, Option<&'a dyn Heuristic<S>>),
    /// The nodes told, by number and position: where one is expanded again, the last.
    told: HashMap<Point<S>, (u32, W::Place)>,
}

/// What makes a node: its state, the cost of the path and whether that goes backward.
type Point<S> = (<S as StateSpace>::State, Cost, bool);

impl<'a, S: StateSpace, W: Scribe<S>> Tracer<'a, S, W> {
    pub(crate) fn new(
        space: &'a S,
        words: &'a W,
        notation: Notation,
        forward: Option<&'a dyn Heuristic<S>>,
        backward: Option<&'a dyn Heuristic<S>>,
    ) -> Self {
        Self { space, words, notation, estimates: (forward, backward), told: HashMap::new() }
    }

    /// What the heuristic of this direction says of a state, where the search is guided.
    fn estimate(&self, state: &S::State, backward: bool) -> Option<Cost> {
        let heuristic = if backward { self.estimates.1 } else { self.estimates.0 };
        heuristic.and_then(|heuristic| heuristic.estimate(state))
    }

    /// The node that a path to `state`, of this cost, comes from: its number and position, and the move between the two.
    fn before(&self, parent: &S::State, state: &S::State, visit: &Visit<'_>) -> Option<(u32, &W::Place, S::Move)> {
        let (from, to) = if visit.backward { (state, parent) } else { (parent, state) };
        let mut found = None;
        self.space.for_each_move(from, |mv| {
            if found.is_some() {
                return;
            }
            let mut after = from.clone();
            self.space.apply(&mut after, mv);
            if let (true, Some(depth)) = (after == *to, visit.depth.checked_sub(self.space.cost(mv))) {
                let node = self.told.get(&(parent.clone(), depth, visit.backward));
                found = node.map(|(id, place)| (*id, place, mv));
            }
        });
        found
    }
}

/// The state that is shown.
fn typed<T: 'static>(state: &dyn Any) -> &T {
    state.downcast_ref().expect("a search shows states of the space that it searches")
}

impl<S: StateSpace, W: Scribe<S>> Trace for Tracer<'_, S, W> {
    fn node(&mut self, id: u32, visit: &Visit<'_>) -> TreeNode {
        let state: &S::State = typed(visit.state);
        let before = visit.parent.and_then(|parent| self.before(typed(parent), state, visit));
        let (parent, mv, place) = match before {
            None => (None, None, self.words.place(self.space, state)),
            Some((parent, place, mv)) => {
                let (text, place) = if visit.backward {
                    self.words.step_back(self.space, place, state, mv, self.notation)
                } else {
                    self.words.step(self.space, place, mv, self.notation)
                };
                (Some(parent), Some(text), place)
            }
        };
        let h = self.estimate(state, visit.backward);
        let position = self.words.write(self.space, &place);
        self.told.insert((state.clone(), visit.depth, visit.backward), (id, place));
        TreeNode { id, parent, backward: visit.backward, g: visit.depth, h, mv, position }
    }

    fn sample(&self, visit: &Visit<'_>) -> Event {
        let state: &S::State = typed(visit.state);
        let position = self.words.write(self.space, &self.words.place(self.space, state));
        Event::Sample { g: visit.depth, h: self.estimate(state, visit.backward), backward: visit.backward, position }
    }
}
