//! Clauses by number, as LRAT names them.

use std::collections::HashMap;

use fewest_search::{LimitKind, Meter, Observer};
use foldhash::fast::FixedState;

use crate::cnf::Cnf;

/// The clauses that there are at a step of a proof: no more is in memory.
pub(super) struct Numbered {
    clauses: HashMap<u64, Box<[i32]>, FixedState>,
    held: u64,
}

impl Numbered {
    /// The clauses of a formula, numbered from 1.
    pub(super) fn of<O: Observer>(cnf: &Cnf, meter: &mut Meter<'_, O>) -> Result<Self, LimitKind> {
        let mut numbered = Self { clauses: HashMap::default(), held: 0 };
        for (id, clause) in (1..).zip(cnf.clauses()) {
            let literals = clause.iter().map(|lit| lit.dimacs()).collect();
            numbered.insert(id, literals, meter)?;
        }
        Ok(numbered)
    }

    /// Adds a clause. The number must be free.
    pub(super) fn insert<O: Observer>(
        &mut self,
        id: u64,
        literals: Box<[i32]>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let bytes = bytes(&literals);
        meter.claim(bytes)?;
        self.held += bytes;
        self.clauses.insert(id, literals);
        Ok(())
    }

    pub(super) fn remove<O: Observer>(&mut self, id: u64, meter: &mut Meter<'_, O>) -> Option<Box<[i32]>> {
        let literals = self.clauses.remove(&id)?;
        let bytes = bytes(&literals);
        meter.release(bytes);
        self.held -= bytes;
        Some(literals)
    }

    pub(super) fn get(&self, id: u64) -> Option<&[i32]> {
        self.clauses.get(&id).map(AsRef::as_ref)
    }

    /// All clauses with this literal.
    pub(super) fn with(&self, literal: i32) -> impl Iterator<Item = u64> {
        self.clauses.iter().filter(move |(_, clause)| clause.contains(&literal)).map(|(&id, _)| id)
    }

    pub(super) fn release<O: Observer>(self, meter: &mut Meter<'_, O>) {
        meter.release(self.held);
    }
}

/// What a clause takes: its literals, the allocator's share, and an entry of a table that may be half empty.
fn bytes(literals: &[i32]) -> u64 {
    const OVERHEAD: usize = 16 + 2 * (size_of::<(u64, Box<[i32]>)>() + 1);
    (size_of_val(literals) + OVERHEAD) as u64
}
