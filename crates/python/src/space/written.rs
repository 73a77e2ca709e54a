//! Rules that are written as data: states are rows of small numbers, and a move says which cells must hold what, and what they hold
//! afterwards. Python is not asked about any state.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::known::{Edge, Edges, MOST};

/// All moves of a space, and its estimate.
#[derive(Debug, FromPyObject)]
pub(super) struct Written {
    /// How many cells a state has.
    width: usize,
    rules: Vec<Rule>,
    /// What each value counts in each cell; the estimate is the sum.
    table: Option<Vec<Vec<u32>>>,
}

/// A move.
#[derive(Debug, FromPyObject)]
struct Rule {
    name: Py<PyAny>,
    /// Cells and what they must hold.
    when: Vec<(usize, u8)>,
    /// Cells and those whose values they take, all at once.
    take: Vec<(usize, usize)>,
    /// Cells and what they hold afterwards.
    put: Vec<(usize, u8)>,
    cost: u32,
}

/// States by number.
#[derive(Debug, Default)]
pub(super) struct Rows {
    cells: Vec<u8>,
    len: usize,
    /// Those that fit into a register.
    short: HashMap<u128, u32, FixedState>,
    long: HashMap<Box<[u8]>, u32, FixedState>,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn row(&self, number: u32, width: usize) -> &[u8] {
        &self.cells[number as usize * width..][..width]
    }

    /// The number of a state; `None` where there are more than can be numbered.
    #[inline]
    fn number(&mut self, row: &[u8]) -> Option<u32> {
        let next = u32::try_from(self.len).ok().filter(|&number| number < MOST)?;
        let number = if row.len() <= size_of::<u128>() {
            let mut bytes = [0; size_of::<u128>()];
            bytes[..row.len()].copy_from_slice(row);
            *self.short.entry(u128::from_le_bytes(bytes)).or_insert(next)
        } else if let Some(&number) = self.long.get(row) {
            number
        } else {
            self.long.insert(row.into(), next);
            next
        };
        if number == next {
            self.len += 1;
            self.cells.extend_from_slice(row);
        }
        Some(number)
    }
}

impl Rule {
    fn is_legal(&self, row: &[u8]) -> bool {
        self.when.iter().all(|&(cell, value)| row[cell] == value)
    }

    fn make(&self, row: &[u8], after: &mut [u8]) {
        after.copy_from_slice(row);
        for &(cell, from) in &self.take {
            after[cell] = row[from];
        }
        for &(cell, value) in &self.put {
            after[cell] = value;
        }
    }
}

impl Written {
    /// Refuses cells that are not there, so that nothing below can fail.
    pub(super) fn check(&self) -> PyResult<()> {
        let width = self.width;
        let cell_of = |rule: &Rule| {
            let when = rule.when.iter().map(|&(cell, _)| cell);
            let take = rule.take.iter().flat_map(|&(cell, from)| [cell, from]);
            when.chain(take).chain(rule.put.iter().map(|&(cell, _)| cell)).find(|&cell| cell >= width)
        };
        if width == 0 {
            return Err(PyValueError::new_err("width cannot be 0: a state needs at least one cell"));
        }
        if let Some(cell) = self.rules.iter().find_map(cell_of) {
            return Err(PyValueError::new_err(format!(
                "there is no cell {cell}: cells are numbered from 0 to {}",
                width - 1
            )));
        }
        if let Some(rule) = self.rules.iter().find(|rule| !(1..MOST).contains(&rule.cost)) {
            let message = format!("a move cannot cost {}: write a whole number from 1 to 2**30", rule.cost);
            return Err(PyValueError::new_err(message));
        }
        match &self.table {
            Some(table) if table.len() != width => Err(PyValueError::new_err(format!(
                "the table of estimates has {} rows, but a state has {width} cells: write one for each cell",
                table.len()
            ))),
            _ => Ok(()),
        }
    }

    /// Whether there is a table of estimates.
    pub(super) fn has_table(&self) -> bool {
        self.table.is_some()
    }

    /// The number of a state that Python hands over.
    pub(super) fn number(&self, rows: &mut Rows, state: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let row = state.extract::<Vec<u16>>().ok().filter(|row| row.len() == self.width);
        let row =
            row.and_then(|row| row.into_iter().map(|value| u8::try_from(value).ok()).collect::<Option<Vec<u8>>>());
        let row = row.ok_or_else(|| {
            let width = self.width;
            let shown = state.repr().map(|text| text.to_string()).unwrap_or_default();
            PyValueError::new_err(format!("a state is a tuple of {width} numbers from 0 to 255, not {shown}"))
        })?;
        Ok(rows.number(&row))
    }

    /// A state as Python sees it.
    pub(super) fn state<'py>(&self, py: Python<'py>, rows: &Rows, number: u32) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, rows.row(number, self.width))?.into_any())
    }

    /// Adds the moves from a state; `None` where there are more states or moves than can be numbered.
    pub(super) fn add_edges(&self, rows: &mut Rows, edges: &mut Edges, number: u32) -> Option<()> {
        let row = rows.row(number, self.width).to_vec();
        let mut after = row.clone();
        let begun = edges.begin();
        for rule in self.rules.iter().filter(|rule| rule.is_legal(&row)) {
            rule.make(&row, &mut after);
            edges.all.push(Edge { to: rows.number(&after)?, cost: rule.cost });
        }
        edges.end(number, begun)
    }

    /// The name of the cheapest move from one state to another.
    pub(super) fn name(&self, rows: &Rows, from: u32, to: u32) -> Option<&Py<PyAny>> {
        let (row, goal) = (rows.row(from, self.width), rows.row(to, self.width));
        let mut after = row.to_vec();
        let leads = |rule: &&Rule| {
            rule.make(row, &mut after);
            rule.is_legal(row) && after == goal
        };
        self.rules.iter().filter(leads).min_by_key(|rule| rule.cost).map(|rule| &rule.name)
    }

    /// The estimate by the table, where there is one; an error where it lacks a value.
    pub(super) fn estimate(&self, rows: &Rows, number: u32) -> Option<PyResult<u32>> {
        let table = self.table.as_ref()?;
        let values = rows.row(number, self.width).iter().zip(table);
        let sum = values.map(|(&value, counts)| counts.get(usize::from(value)).copied()).sum::<Option<u32>>();
        Some(sum.filter(|&sum| sum < MOST).ok_or_else(|| {
            PyValueError::new_err("the table of estimates has no entry for a value of a cell, or one that is too large")
        }))
    }
}
