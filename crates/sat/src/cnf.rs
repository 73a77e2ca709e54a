//! Formulas in conjunctive normal form, built with constants that are folded on the way.

use fewest_search::{LimitKind, Meter, Observer};

use crate::{Lit, Model};

/// A conjunction of clauses.
///
/// What is added is made as small as it can be at once: constants are folded, literals that occur twice are written once,
/// and clauses that are always true are left out.
#[derive(Clone, Debug)]
pub struct Cnf {
    variables: u32,
    /// The literals of all clauses, one after the other.
    literals: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<u32>,
    /// The bytes that it may hold. A clause for which there is no room is dropped, and the formula is no longer whole.
    room: u64,
    is_whole: bool,
}

impl Default for Cnf {
    fn default() -> Self {
        Self::within(u64::MAX)
    }
}

impl Cnf {
    /// The formula without clauses, which is true.
    pub fn new() -> Self {
        Self::default()
    }

    /// The formula without clauses, for one that may not grow beyond so many bytes. Whoever writes it must ask
    /// [`check`](Self::check) whether it is whole.
    pub fn within(room: u64) -> Self {
        Self { variables: 0, literals: Vec::new(), ends: Vec::new(), room, is_whole: true }
    }

    /// Asks the meter whether the work may go on, for a formula that is being written by something that holds `held` bytes
    /// itself.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check<O: Observer>(&self, held: u64, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.poll_with(held.saturating_add(self.bytes()))?;
        if self.is_whole { Ok(()) } else { Err(LimitKind::Memory) }
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::variable(self.variables)
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> u32 {
        self.variables
    }

    /// How many clauses there are.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// How many literals the clauses have together.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// The bytes that the formula holds.
    pub fn bytes(&self) -> u64 {
        (size_of::<Lit>() * self.literals.capacity() + size_of::<u32>() * self.ends.capacity()) as u64
    }

    /// The clauses, in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[from..end as usize];
            from = end as usize;
            clause
        })
    }

    /// Demands that one of the literals is true. Without any, or with none but false ones, the formula has no model.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let from = self.ends.last().map_or(0, |&end| end as usize);
        for lit in literals {
            let known = &self.literals[from..];
            if lit == Lit::TRUE || known.contains(&!lit) {
                self.literals.truncate(from);
                return;
            }
            if lit != Lit::FALSE && !known.contains(&lit) {
                debug_assert!(lit.index() <= self.variables, "{lit:?} is not a variable of this formula");
                if self.literals.len() == self.literals.capacity() && !self.has_room() {
                    self.literals.truncate(from);
                    return;
                }
                self.literals.push(lit);
            }
        }
        if self.ends.len() == self.ends.capacity() && !self.has_room() {
            self.literals.truncate(from);
            return;
        }
        self.ends.push(u32::try_from(self.literals.len()).expect("a formula has fewer than 2^32 literals"));
    }

    /// Whether one of the lists, which is full, may grow to twice its length.
    #[cold]
    fn has_room(&mut self) -> bool {
        /// A formula begins with as much, whatever its limit.
        const LEAST: u64 = 1 << 12;
        self.is_whole &= 2 * self.bytes() <= self.room.max(LEAST);
        self.is_whole
    }

    /// Demands that a literal is true.
    pub fn assert(&mut self, lit: Lit) {
        self.clause([lit]);
    }

    /// Demands that where all of `causes` hold, one of `effects` does.
    pub fn implies(&mut self, causes: impl IntoIterator<Item = Lit>, effects: impl IntoIterator<Item = Lit>) {
        self.clause(causes.into_iter().map(|lit| !lit).chain(effects));
    }

    /// A literal that is true just where all of these are: one of them, a constant, or a new variable.
    pub fn and(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let mut parts: Vec<Lit> = Vec::new();
        for lit in literals {
            if lit == Lit::FALSE || parts.contains(&!lit) {
                return Lit::FALSE;
            }
            if lit != Lit::TRUE && !parts.contains(&lit) {
                parts.push(lit);
            }
        }
        match parts[..] {
            [] => Lit::TRUE,
            [only] => only,
            _ => {
                let all = self.variable();
                for &part in &parts {
                    self.clause([!all, part]);
                }
                self.implies(parts, [all]);
                all
            }
        }
    }

    /// A literal that is true just where one of these is.
    pub fn or(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and(literals.into_iter().map(|lit| !lit))
    }

    /// Demands that at most one of the literals is true: pair by pair for few, by a ladder (Sinz 2005) for many.
    pub fn at_most_one(&mut self, literals: &[Lit]) {
        /// Up to this many, the pairs are fewer clauses than the ladder.
        const PAIRS: usize = 6;
        let literals: Vec<Lit> = literals.iter().copied().filter(|&lit| lit != Lit::FALSE).collect();
        if literals.len() <= PAIRS {
            for (i, &a) in literals.iter().enumerate() {
                for &b in &literals[i + 1..] {
                    self.clause([!a, !b]);
                }
            }
            return;
        }
        let (&last, rest) = literals.split_last().expect("there are many");
        let mut before = Lit::FALSE;
        for &lit in rest {
            self.clause([!before, !lit]);
            let so_far = self.variable();
            self.clause([!lit, so_far]);
            self.clause([!before, so_far]);
            before = so_far;
        }
        self.clause([!before, !last]);
    }

    /// Demands that just one of the literals is true.
    pub fn exactly_one(&mut self, literals: &[Lit]) {
        self.clause(literals.iter().copied());
        self.at_most_one(literals);
    }

    /// Whether a model makes every clause true.
    pub fn is_satisfied_by(&self, model: &Model) -> bool {
        self.clauses().all(|clause| clause.iter().any(|&lit| model.holds(lit)))
    }

    /// Takes a clause as it stands, which a proof needs: its steps name clauses as the file has them.
    pub(crate) fn push_verbatim(&mut self, literals: &[Lit]) {
        let most = literals.iter().map(|lit| lit.index()).max().unwrap_or(0);
        self.variables = self.variables.max(most);
        self.literals.extend_from_slice(literals);
        self.ends.push(u32::try_from(self.literals.len()).expect("a formula has fewer than 2^32 literals"));
    }

    /// Says that there are at least this many variables.
    pub(crate) fn declare(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }
}
