//! From constraints to clauses.
//!
//! A constraint that is demanded becomes clauses as it stands; one inside of another becomes a literal where it must.
//! Every literal is true just where what it stands for is, so no solution has two models.

use std::collections::HashMap;

use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use super::constraint::{Constraint, Statement};
use super::sum::Sum;
use super::{Domain, Values, Variable};
use crate::{Cnf, Lit};

/// A sum of terms that is at most a bound.
type Comparison = (Vec<(Variable, i64)>, i64);

pub(super) struct Encoder {
    cnf: Cnf,
    values: Values,
    /// The literals "x = k", where they were needed.
    direct: HashMap<(Variable, i64), Lit>,
    /// The literals of comparisons.
    comparisons: HashMap<Comparison, Lit>,
    /// The bytes of the model and of what belongs to its variables.
    held: u64,
}

impl Encoder {
    /// For variables with these domains, beside a model of `held` bytes.
    pub(super) fn new<O: Observer>(domains: &[Domain], held: u64, meter: &mut Meter<'_, O>) -> Result<Self, LimitKind> {
        let literals: u64 = domains.iter().map(|domain| domain.most.abs_diff(domain.least)).sum();
        let values = size_of::<Lit>() as u64 * literals
            + size_of_val(domains) as u64
            + (size_of::<Vec<Lit>>() * domains.len()) as u64;
        let held = held + values;
        let mut cnf = Cnf::within(meter.free_memory().saturating_sub(held));
        cnf.check(held, meter)?;
        let mut order = Vec::with_capacity(domains.len());
        for domain in domains {
            let literals: Vec<Lit> = (domain.least..domain.most).map(|_| cnf.variable()).collect();
            for pair in literals.windows(2) {
                cnf.implies([pair[0]], [pair[1]]);
            }
            order.push(literals);
            cnf.check(held, meter)?;
        }
        let values = Values { domains: domains.to_vec(), order };
        Ok(Self { cnf, values, direct: HashMap::new(), comparisons: HashMap::new(), held })
    }

    pub(super) fn finish(self) -> (Cnf, Values) {
        (self.cnf, self.values)
    }

    /// Asks the meter whether the work may go on.
    pub(super) fn check<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let direct = size_of::<((Variable, i64), Lit)>() * self.direct.capacity();
        let comparisons = (size_of::<(Comparison, Lit)>() + 2 * size_of::<(Variable, i64)>()) * self.comparisons.len();
        self.cnf.check(self.held + (direct + comparisons) as u64, meter)
    }

    pub(super) fn require(&mut self, constraint: &Constraint) {
        self.require_unless(&mut Vec::new(), constraint, true);
    }

    /// Demands, unless one of the literals `unless` is true, that a constraint holds or, for `holds` false, that it
    /// does not.
    fn require_unless(&mut self, unless: &mut Vec<Lit>, constraint: &Constraint, holds: bool) {
        match (&constraint.0, holds) {
            (Statement::Not(part), _) => self.require_unless(unless, part, !holds),
            (Statement::All(parts), true) | (Statement::Any(parts), false) => {
                for part in parts {
                    self.require_unless(unless, part, holds);
                }
            }
            (Statement::Any(parts), true) | (Statement::All(parts), false) => {
                // All but the last become literals.
                let Some((last, first)) = parts.split_last() else { return self.cnf.clause(unless.iter().copied()) };
                let length = unless.len();
                for part in first {
                    self.push_alternatives(unless, part, holds);
                }
                self.require_unless(unless, last, holds);
                unless.truncate(length);
            }
            (Statement::Iff(pair), _) => {
                let (a, b) = &**pair;
                let a = self.literal(a);
                for (case, holds) in [(!a, holds), (a, !holds)] {
                    unless.push(case);
                    self.require_unless(unless, b, holds);
                    unless.pop();
                }
            }
            (Statement::NotPositive(sum), true) => self.require_at_most(unless, &sum.terms, -sum.constant),
            (Statement::NotPositive(sum), false) => {
                let opposite = -sum.clone();
                self.require_at_most(unless, &opposite.terms, -opposite.constant - 1);
            }
            (Statement::Zero(sum), true) => self.require_zero(unless, sum),
            (Statement::Zero(sum), false) => self.require_not_zero(unless, sum),
            (Statement::AllDifferent(variables), true) => self.require_all_different(unless, variables),
            (Statement::AllDifferent(_), false) => {
                let different = self.literal(constraint);
                self.cnf.clause(unless.iter().copied().chain([!different]));
            }
        }
    }

    /// Adds literals of which one is true just where a constraint holds (or does not).
    fn push_alternatives(&mut self, literals: &mut Vec<Lit>, constraint: &Constraint, holds: bool) {
        match (&constraint.0, holds) {
            (Statement::Not(part), _) => self.push_alternatives(literals, part, !holds),
            (Statement::Any(parts), true) | (Statement::All(parts), false) => {
                for part in parts {
                    self.push_alternatives(literals, part, holds);
                }
            }
            _ => {
                let lit = self.literal(constraint);
                literals.push(if holds { lit } else { !lit });
            }
        }
    }

    /// A literal that is true just where a constraint holds.
    fn literal(&mut self, constraint: &Constraint) -> Lit {
        match &constraint.0 {
            Statement::Not(part) => !self.literal(part),
            Statement::All(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.literal(part)).collect();
                self.cnf.and(parts)
            }
            Statement::Any(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.literal(part)).collect();
                self.cnf.or(parts)
            }
            Statement::Iff(pair) => {
                let (a, b) = (self.literal(&pair.0), self.literal(&pair.1));
                let (both, neither) = (self.cnf.and([a, b]), self.cnf.and([!a, !b]));
                self.cnf.or([both, neither])
            }
            Statement::NotPositive(sum) => self.at_most(&sum.terms, -sum.constant),
            Statement::Zero(sum) => self.zero(sum),
            Statement::AllDifferent(variables) => {
                let mut pairs = Vec::new();
                for (at, &a) in variables.iter().enumerate() {
                    for &b in &variables[at + 1..] {
                        pairs.push(!self.zero(&(Sum::from(a) - b)));
                    }
                }
                self.cnf.and(pairs)
            }
        }
    }

    /// The literal "x = k".
    fn equals(&mut self, variable: Variable, value: i64) -> Lit {
        let (below, upto) = (self.values.at_most(variable, value - 1), self.values.at_most(variable, value));
        if let Some(&lit) = self.direct.get(&(variable, value)) {
            return lit;
        }
        let lit = self.cnf.and([!below, upto]);
        self.direct.insert((variable, value), lit);
        lit
    }

    /// The literal "a·x ≤ c".
    fn term_at_most(&self, (variable, factor): (Variable, i64), bound: i64) -> Lit {
        let quotient = bound.div_euclid(factor.abs());
        if factor > 0 { self.values.at_most(variable, quotient) } else { !self.values.at_most(variable, -quotient - 1) }
    }

    /// A literal that is true just where terms are at most a bound together.
    fn at_most(&mut self, terms: &[(Variable, i64)], bound: i64) -> Lit {
        let (least, most) = Sum::bounds(terms, &self.values.domains);
        if most <= bound {
            return Lit::TRUE;
        }
        if least > bound {
            return Lit::FALSE;
        }
        if let &[term] = terms {
            return self.term_at_most(term, bound);
        }
        let comparison = (terms.to_vec(), bound);
        if let Some(&lit) = self.comparisons.get(&comparison) {
            return lit;
        }
        let lit = self.cnf.variable();
        self.require_at_most(&mut vec![!lit], terms, bound);
        let opposite: Vec<(Variable, i64)> = terms.iter().map(|&(variable, factor)| (variable, -factor)).collect();
        self.require_at_most(&mut vec![lit], &opposite, -bound - 1);
        self.comparisons.insert(comparison, lit);
        lit
    }

    /// A literal that is true just where a sum is 0.
    fn zero(&mut self, sum: &Sum) -> Lit {
        if let [(variable, factor)] = sum.terms[..] {
            return match sum.constant % factor {
                0 => self.equals(variable, -sum.constant / factor),
                _ => Lit::FALSE,
            };
        }
        let opposite = -sum.clone();
        let upper = self.at_most(&sum.terms, -sum.constant);
        let lower = self.at_most(&opposite.terms, -opposite.constant);
        self.cnf.and([upper, lower])
    }

    /// Demands that terms are at most a bound together: if the first is at least t, the others leave room for it.
    fn require_at_most(&mut self, unless: &mut Vec<Lit>, terms: &[(Variable, i64)], bound: i64) {
        let (least, most) = Sum::bounds(terms, &self.values.domains);
        if most <= bound {
            return;
        }
        let (Some((&first, rest)), true) = (terms.split_first(), least <= bound) else {
            return self.cnf.clause(unless.iter().copied());
        };
        if rest.is_empty() {
            let lit = self.term_at_most(first, bound);
            return self.cnf.clause(unless.iter().copied().chain([lit]));
        }
        let (variable, factor) = first;
        let Domain { least, most } = self.values.domains[variable.index()];
        let rest_least = Sum::bounds(rest, &self.values.domains).0;
        for step in 0..=most - least {
            let value = factor * if factor > 0 { least + step } else { most - step };
            unless.push(self.term_at_most(first, value - 1));
            self.require_at_most(unless, rest, bound - value);
            unless.pop();
            if rest_least > bound - value {
                // What follows is weaker.
                return;
            }
        }
    }

    fn require_zero(&mut self, unless: &mut Vec<Lit>, sum: &Sum) {
        if sum.terms.len() < 2 {
            let lit = self.zero(sum);
            return self.cnf.clause(unless.iter().copied().chain([lit]));
        }
        let opposite = -sum.clone();
        self.require_at_most(unless, &sum.terms, -sum.constant);
        self.require_at_most(unless, &opposite.terms, -opposite.constant);
        // Bounds follow from bounds; that a value is missing in the midst follows only from its own literal.
        if let Some((a, b, difference)) = difference(sum)
            && let Domain { least, most } = self.values.domains[a.index()]
            && least + 1 < most
        {
            for value in least..=most {
                let (here, there) = (self.equals(a, value), self.equals(b, value - difference));
                self.cnf.clause(unless.iter().copied().chain([!here, there]));
                self.cnf.clause(unless.iter().copied().chain([here, !there]));
            }
        }
    }

    fn require_not_zero(&mut self, unless: &[Lit], sum: &Sum) {
        if let Some((a, b, difference)) = difference(sum) {
            let Domain { least, most } = self.values.domains[a.index()];
            for value in least..=most {
                let (here, there) = (self.equals(a, value), self.equals(b, value - difference));
                self.cnf.clause(unless.iter().copied().chain([!here, !there]));
            }
        } else {
            let lit = self.zero(sum);
            self.cnf.clause(unless.iter().copied().chain([!lit]));
        }
    }

    /// Demands that no two variables have the same value; where there are as many values as variables, each is taken.
    fn require_all_different(&mut self, unless: &[Lit], variables: &[Variable]) {
        let domains = variables.iter().map(|variable| self.values.domains[variable.index()]);
        let Some(all) = domains.reduce(|a, b| Domain { least: a.least.min(b.least), most: a.most.max(b.most) }) else {
            return;
        };
        let is_full = usize::try_from(all.most - all.least + 1).is_ok_and(|count| count <= variables.len());
        for value in all.least..=all.most {
            let takers: Vec<Lit> = variables.iter().map(|&variable| self.equals(variable, value)).collect();
            for (at, &a) in takers.iter().enumerate() {
                for &b in &takers[at + 1..] {
                    self.cnf.clause(unless.iter().copied().chain([!a, !b]));
                }
            }
            if is_full {
                self.cnf.clause(unless.iter().copied().chain(takers));
            }
        }
    }
}

/// Of a sum x − y − c that is to be 0, in either sign: x, y and c.
fn difference(sum: &Sum) -> Option<(Variable, Variable, i64)> {
    match sum.terms[..] {
        [(a, 1), (b, -1)] | [(b, -1), (a, 1)] => Some((a, b, -sum.constant)),
        _ => None,
    }
}
