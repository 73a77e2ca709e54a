//! What is known of a space: its states by number, and where they lead.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::written::Rows;

/// What stands for a number that is not known yet.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// The estimate of a state from which no goal can be reached.
pub(super) const DEAD: u32 = u32::MAX - 1;
/// Greater costs and estimates are refused: sums of them must fit.
pub(super) const MOST: u32 = 1 << 30;

/// A way from one state to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The state at its other end.
    pub(super) to: u32,
    /// What it costs.
    pub(super) cost: u32,
}

/// Where the edges of a state lie in the list of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    first: u32,
    len: u32,
}

impl Span {
    const UNKNOWN: Self = Self { first: UNKNOWN, len: 0 };

    /// The places of its edges, where they are known.
    pub(super) fn places(self) -> Option<std::ops::Range<usize>> {
        (self.first != UNKNOWN).then(|| self.first as usize..self.first as usize + self.len as usize)
    }
}

/// Edges of many states, those of each beside one another.
#[derive(Debug, Default)]
pub(super) struct Edges {
    spans: Vec<Span>,
    pub(super) all: Vec<Edge>,
    /// The names of the moves, where they have names.
    pub(super) names: Vec<Py<PyAny>>,
}

impl Edges {
    #[inline]
    pub(super) fn span(&self, state: u32) -> Span {
        self.spans.get(state as usize).copied().unwrap_or(Span::UNKNOWN)
    }

    /// Where the edges of the next state begin.
    pub(super) fn begin(&self) -> usize {
        self.all.len()
    }

    /// Notes that all edges from there on are those of a state; `None` where there are more than can be numbered.
    pub(super) fn end(&mut self, state: u32, begun: usize) -> Option<()> {
        let first = u32::try_from(begun).ok().filter(|&first| first != UNKNOWN)?;
        let len = u32::try_from(self.all.len() - begun).ok()?;
        first.checked_add(len)?;
        let place = state as usize;
        if self.spans.len() <= place {
            self.spans.resize(place + 1, Span::UNKNOWN);
        }
        self.spans[place] = Span { first, len };
        Some(())
    }

    /// Adds the edges of a state; `None` where there are more than can be numbered.
    pub(super) fn add(&mut self, state: u32, found: Vec<(Edge, Option<Py<PyAny>>)>) -> Option<()> {
        let begun = self.begin();
        for (edge, name) in found {
            self.all.push(edge);
            self.names.extend(name);
        }
        self.end(state, begun)
    }
}

/// One number for each state, with a default for those that have none yet.
#[derive(Debug, Default)]
pub(super) struct Column(Vec<u32>);

impl Column {
    #[inline]
    pub(super) fn get(&self, state: u32) -> u32 {
        self.0.get(state as usize).copied().unwrap_or(UNKNOWN)
    }

    pub(super) fn set(&mut self, state: u32, value: u32) {
        let place = state as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, UNKNOWN);
        }
        self.0[place] = value;
    }
}

/// All that Python has said about a space.
#[derive(Debug)]
pub(super) struct Known {
    /// The states in the order in which they were met.
    pub(super) states: Vec<Py<PyAny>>,
    /// The number of each.
    pub(super) index: Py<PyDict>,
    pub(super) forward: Edges,
    pub(super) backward: Edges,
    pub(super) estimates: Column,
    pub(super) back_estimates: Column,
    /// 1 for a goal, 0 for another state.
    pub(super) goals: Column,
    /// The states of rules that are written as data.
    pub(super) rows: Rows,
}

impl Known {
    /// How many states were met.
    pub(super) fn len(&self) -> usize {
        self.states.len() + self.rows.len()
    }

    pub(super) fn new(py: Python<'_>) -> Self {
        Self {
            states: Vec::new(),
            index: PyDict::new(py).unbind(),
            forward: Edges::default(),
            backward: Edges::default(),
            estimates: Column::default(),
            back_estimates: Column::default(),
            goals: Column::default(),
            rows: Rows::default(),
        }
    }
}
