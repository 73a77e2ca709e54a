//! Rules in Python as a space of the core, whose states are numbers.

use std::cell::RefCell;

use fewest_engine::Cancel;
use fewest_search::capability::{Backward, MovePruning, Packed};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::known::{DEAD, Edge, Edges, Known, MOST, UNKNOWN};
use super::written::Written;

/// The rules as the package hands them over: functions, and what is claimed of them.
#[derive(Debug, FromPyObject)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(crate) struct Given {
    /// All moves as data, in place of a function.
    written: Option<Written>,
    /// The successors of a state.
    neighbors: Py<PyAny>,
    /// Whether successors come as `(name, state)` or `(name, state, cost)`.
    named: bool,
    /// Whether a state is a goal; absent where the goals are listed.
    goal: Option<Py<PyAny>>,
    /// The goals, where they can be listed.
    goals: Option<Vec<Py<PyAny>>>,
    /// The states that lead to a state, where that is known, or that it is what it leads to.
    predecessors: Option<Py<PyAny>>,
    undirected: bool,
    h: Option<Py<PyAny>>,
    back_h: Option<Py<PyAny>>,
    /// What every move costs, where all cost the same.
    uniform_cost: Option<u32>,
    admissible: bool,
    consistent: bool,
}

impl Given {
    /// Why no search can go back from the goals, where none can.
    pub(super) fn no_goals(&self) -> Option<&'static str> {
        if self.goals.is_none() {
            Some("this space does not list its goals: define `goals()`, or give `goal` as a state or a list of states")
        } else if !self.undirected && self.predecessors.is_none() {
            Some(
                "this space does not say which states lead to a state: define `predecessors(state)`, or set `undirected`",
            )
        } else {
            None
        }
    }

    /// Whether there is a heuristic.
    pub(super) fn is_informed(&self) -> bool {
        self.h.is_some() || self.has_table()
    }

    fn has_table(&self) -> bool {
        self.written.as_ref().is_some_and(Written::has_table)
    }
}

/// A move: both ends of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u32,
    pub(super) to: u32,
    cost: Cost,
}

/// The rules, what is known by them, and the first exception that they raised.
pub(super) struct Rules<'py> {
    py: Python<'py>,
    given: Given,
    known: RefCell<Known>,
    goals: Vec<u32>,
    fault: RefCell<Option<PyErr>>,
    /// Set with the first exception: nothing that is found afterwards is true.
    pub(super) cancel: Cancel,
}

impl<'py> Rules<'py> {
    pub(super) fn new(py: Python<'py>, given: Given, known: Known) -> PyResult<Self> {
        let rules = Self {
            py,
            given,
            known: RefCell::new(known),
            goals: Vec::new(),
            fault: RefCell::new(None),
            cancel: Cancel::new(),
        };
        if let Some(written) = &rules.given.written {
            written.check()?;
        }
        let mut goals = Vec::new();
        for goal in rules.given.goals.iter().flatten() {
            goals.push(rules.number(goal.bind(py))?);
        }
        for &goal in &goals {
            rules.known.borrow_mut().goals.set(goal, 1);
        }
        Ok(Self { goals, ..rules })
    }

    /// Notes an exception and asks for the end.
    pub(super) fn fail(&self, error: PyErr) {
        self.fault.borrow_mut().get_or_insert(error);
        self.cancel.cancel();
    }

    /// The first exception.
    pub(super) fn has_failed(&self) -> bool {
        self.fault.borrow().is_some()
    }

    /// What is known, and the first exception.
    pub(super) fn into_parts(self) -> (Known, Option<PyErr>) {
        (self.known.into_inner(), self.fault.into_inner())
    }

    /// How many states were met.
    pub(super) fn met(&self) -> usize {
        self.known.borrow().len()
    }

    /// The state of a number.
    pub(super) fn state(&self, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let known = self.known.borrow();
        match &self.given.written {
            Some(written) => written.state(self.py, &known.rows, number),
            None => Ok(known.states[number as usize].bind(self.py).clone()),
        }
    }

    /// The number of a state.
    pub(super) fn number(&self, state: &Bound<'py, PyAny>) -> PyResult<u32> {
        let mut known = self.known.borrow_mut();
        let too_many = || PyMemoryError::new_err("more states than can be numbered");
        if let Some(written) = &self.given.written {
            return written.number(&mut known.rows, state)?.ok_or_else(too_many);
        }
        if let Some(number) = known.index.bind(self.py).get_item(state)? {
            return number.extract();
        }
        let number = u32::try_from(known.states.len()).ok().filter(|&number| number < DEAD);
        let number = number.ok_or_else(too_many)?;
        known.index.bind(self.py).set_item(state, number)?;
        known.states.push(state.clone().unbind());
        Ok(number)
    }

    /// The name of the cheapest move from one state to another, where moves have names.
    pub(super) fn name(&self, step: Step) -> Option<Py<PyAny>> {
        if let Some(written) = &self.given.written {
            let known = self.known.borrow();
            return written.name(&known.rows, step.from, step.to).map(|name| name.clone_ref(self.py));
        }
        if !self.given.named || self.ensure(step.from, Self::forward).is_none() {
            return None;
        }
        let known = self.known.borrow();
        let edges = &known.forward;
        let places = edges.span(step.from).places()?;
        let place =
            places.filter(|&place| edges.all[place].to == step.to).min_by_key(|&place| edges.all[place].cost)?;
        edges.names.get(place).map(|name| name.clone_ref(self.py))
    }

    fn forward(known: &mut Known) -> &mut Edges {
        &mut known.forward
    }

    fn backward(known: &mut Known) -> &mut Edges {
        &mut known.backward
    }

    /// The places of the edges of a state, which Python is asked for the first time; `None` after an exception.
    #[inline]
    fn ensure(&self, state: u32, side: fn(&mut Known) -> &mut Edges) -> Option<std::ops::Range<usize>> {
        if let Some(places) = side(&mut self.known.borrow_mut()).span(state).places() {
            return Some(places);
        }
        self.ask(state, side)
    }

    #[cold]
    fn ask(&self, state: u32, side: fn(&mut Known) -> &mut Edges) -> Option<std::ops::Range<usize>> {
        let is_forward = std::ptr::fn_addr_eq(side, Self::forward as fn(&mut Known) -> &mut Edges);
        let added = match &self.given.written {
            // What leads to a state is Python's to say there too.
            Some(written) if is_forward => {
                let known = &mut *self.known.borrow_mut();
                let added = written.add_edges(&mut known.rows, &mut known.forward, state);
                added.ok_or_else(|| PyMemoryError::new_err("more states than can be numbered"))
            }
            _ => self.ask_python(state, side, is_forward),
        };
        match added {
            Ok(()) => side(&mut self.known.borrow_mut()).span(state).places(),
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    fn ask_python(&self, state: u32, side: fn(&mut Known) -> &mut Edges, is_forward: bool) -> PyResult<()> {
        let function = match &self.given.predecessors {
            Some(predecessors) if !is_forward => predecessors,
            _ => &self.given.neighbors,
        };
        let listed = self.list(function, state)?;
        let added = side(&mut self.known.borrow_mut()).add(state, listed);
        added.ok_or_else(|| PyMemoryError::new_err("more moves than can be numbered"))
    }

    /// Asks a function for the edges of a state.
    fn list(&self, function: &Py<PyAny>, state: u32) -> PyResult<Vec<(Edge, Option<Py<PyAny>>)>> {
        let mut found = Vec::new();
        for item in function.bind(self.py).call1((self.state(state)?,))?.try_iter()? {
            let item = item?;
            if !self.given.named {
                let cost = self.given.uniform_cost.unwrap_or(1);
                found.push((Edge { to: self.number(&item)?, cost }, None));
                continue;
            }
            let (name, next, cost) = match item.len() {
                Ok(2) => (item.get_item(0)?, item.get_item(1)?, None),
                Ok(3) => (item.get_item(0)?, item.get_item(1)?, Some(item.get_item(2)?)),
                _ => {
                    let message = "moves(state) must yield (name, state) or (name, state, cost), but it yielded ";
                    return Err(PyTypeError::new_err(format!("{message}{}", shown(&item))));
                }
            };
            let cost = self.cost(cost.as_ref())?;
            found.push((Edge { to: self.number(&next)?, cost }, Some(name.unbind())));
        }
        Ok(found)
    }

    /// What a move costs.
    fn cost(&self, given: Option<&Bound<'py, PyAny>>) -> PyResult<Cost> {
        let uniform = self.given.uniform_cost;
        let Some(given) = given else {
            return uniform.ok_or_else(|| PyValueError::new_err("a move without a cost: yield (name, state, cost)"));
        };
        let cost = given.extract::<u32>().ok().filter(|cost| (1..MOST).contains(cost));
        let cost = cost.ok_or_else(|| {
            PyValueError::new_err(format!("a move cannot cost {}: write a whole number from 1 to 2**30", shown(given)))
        })?;
        match uniform {
            Some(uniform) if uniform != cost => Err(PyValueError::new_err(format!(
                "a move costs {cost}, but uniform_cost says that every move costs {uniform}: set uniform_cost = None"
            ))),
            _ => Ok(cost),
        }
    }

    /// The estimate of a state by a function, which Python is asked for once.
    fn estimate(&self, function: Option<&Py<PyAny>>, state: u32) -> PyResult<u32> {
        let Some(function) = function else { return Ok(0) };
        let value = function.bind(self.py).call1((self.state(state)?,))?;
        if value.is_none() {
            return Ok(DEAD);
        }
        value.extract::<u32>().ok().filter(|&estimate| estimate < MOST).ok_or_else(|| {
            PyValueError::new_err(format!(
                "h(state) returned {}: return a whole number from 0 to 2**30, or None where no goal can be reached",
                shown(&value)
            ))
        })
    }
}

/// A value in a message.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map(|text| text.to_string()).unwrap_or_default();
    text.chars().take(80).collect()
}

impl StateSpace for Rules<'_> {
    type State = u32;
    type Move = Step;

    fn is_goal(&self, state: &u32) -> bool {
        let known = self.known.borrow().goals.get(*state);
        if known != UNKNOWN {
            return known == 1;
        }
        let answer = match &self.given.goal {
            // All goals are listed, and this is none of them.
            None => Ok(false),
            Some(goal) => {
                let asked = self.state(*state).and_then(|state| goal.bind(self.py).call1((state,)));
                asked.and_then(|answer| answer.is_truthy())
            }
        };
        match answer {
            Ok(answer) => {
                self.known.borrow_mut().goals.set(*state, answer.into());
                answer
            }
            Err(error) => {
                self.fail(error);
                false
            }
        }
    }

    fn for_each_move(&self, state: &u32, mut visit: impl FnMut(Step)) {
        for place in self.ensure(*state, Self::forward).unwrap_or_default() {
            let Edge { to, cost } = self.known.borrow().forward.all[place];
            visit(Step { from: *state, to, cost });
        }
    }

    fn apply(&self, state: &mut u32, step: Step) {
        *state = step.to;
    }

    fn undo(&self, state: &mut u32, step: Step) {
        *state = step.from;
    }

    fn cost(&self, step: Step) -> Cost {
        step.cost
    }

    fn uniform_cost(&self) -> Option<Cost> {
        self.given.uniform_cost
    }

    fn is_undirected(&self) -> bool {
        self.given.undirected
    }
}

impl Packed for Rules<'_> {
    type Key = u32;

    fn pack(&self, state: &u32) -> u32 {
        *state
    }

    fn unpack(&self, key: &u32) -> u32 {
        *key
    }
}

impl Backward for Rules<'_> {
    fn goals(&self) -> impl Iterator<Item = u32> {
        self.goals.iter().copied()
    }

    fn for_each_move_into(&self, state: &u32, mut visit: impl FnMut(Step)) {
        // Where every move can be taken back, what a state leads to is what leads to it.
        let side = if self.given.predecessors.is_some() { Self::backward } else { Self::forward };
        for place in self.ensure(*state, side).unwrap_or_default() {
            let Edge { to, cost } = side(&mut self.known.borrow_mut()).all[place];
            visit(Step { from: to, to: *state, cost });
        }
    }
}

/// The least automaton there is: no move leads back to where the last one came from.
impl MovePruning for Rules<'_> {
    type Trace = u32;

    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) -> u32 {
        UNKNOWN
    }

    fn follow(&self, trace: u32, step: Step) -> Option<u32> {
        (step.to != trace).then_some(step.from)
    }
}

/// The estimates of the rules: of the way to a goal, or of the way from the start.
pub(super) struct Estimates<'a, 'py> {
    rules: &'a Rules<'py>,
    is_back: bool,
}

impl<'a, 'py> Estimates<'a, 'py> {
    pub(super) fn forward(rules: &'a Rules<'py>) -> Self {
        Self { rules, is_back: false }
    }

    pub(super) fn back(rules: &'a Rules<'py>) -> Self {
        Self { rules, is_back: true }
    }
}

impl Heuristic<Rules<'_>> for Estimates<'_, '_> {
    #[inline]
    fn estimate(&self, state: &u32) -> Option<Cost> {
        let rules = self.rules;
        let known = {
            let known = rules.known.borrow();
            if self.is_back { known.back_estimates.get(*state) } else { known.estimates.get(*state) }
        };
        let estimate = if known == UNKNOWN {
            let given = &rules.given;
            let function = if self.is_back { &given.back_h } else { &given.h };
            let by_table = given.written.as_ref().filter(|_| !self.is_back);
            let by_table = by_table.and_then(|written| written.estimate(&rules.known.borrow().rows, *state));
            let estimate = by_table.unwrap_or_else(|| rules.estimate(function.as_ref(), *state));
            let estimate = estimate.unwrap_or_else(|error| {
                rules.fail(error);
                0
            });
            let mut known = rules.known.borrow_mut();
            let column = if self.is_back { &mut known.back_estimates } else { &mut known.estimates };
            column.set(*state, estimate);
            estimate
        } else {
            known
        };
        (estimate != DEAD).then_some(estimate)
    }

    fn guarantees(&self) -> Guarantees {
        let Given { admissible, consistent, h, back_h, .. } = &self.rules.given;
        let is_blind = if self.is_back { back_h.is_none() } else { h.is_none() && !self.rules.given.has_table() };
        if is_blind {
            return Guarantees::CONSISTENT;
        }
        Guarantees { admissible: *admissible || *consistent, consistent: *consistent }
    }
}

impl Incremental<Rules<'_>> for Estimates<'_, '_> {
    type Memo = Cost;

    fn memo(&self, state: &u32) -> Option<Cost> {
        self.estimate(state)
    }

    #[inline]
    fn advance(&self, _: Cost, _: &u32, step: Step) -> Option<Cost> {
        self.estimate(&step.to)
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
