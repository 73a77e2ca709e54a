//! Checking LRAT: each clause by its hints, one after the other.

use std::collections::HashMap;
use std::io::Read;

use fewest_search::{Meter, Observer};
use foldhash::fast::FixedState;

use super::error::{CheckError, Checked, Fault, written};
use super::hints::Numbered;
use super::lrat::{Lrat, Step};
use crate::cnf::Cnf;

/// Steps between two looks at the clock.
const PERIOD: u64 = 256;

/// Checks that a proof in LRAT, as text, derives the empty clause from a formula whose clauses are numbered from 1. What
/// comes after the empty clause is not read.
///
/// ```
/// use fewest_sat::{check_lrat, read_dimacs};
/// use fewest_search::{Limits, meter::Meter};
///
/// let cnf = read_dimacs("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")?;
/// let (limits, mut nobody) = (Limits::default(), ());
/// let mut meter = Meter::start(&limits, &mut nobody);
/// let proof = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
/// assert_eq!(check_lrat(&cnf, proof.as_bytes(), &mut meter)?.lemmas, 2);
/// let wrong = check_lrat(&cnf, "5 1 0 1 3 0\n".as_bytes(), &mut meter).unwrap_err().to_string();
/// assert!(wrong.starts_with("the proof is wrong at step 1, line 1: hint 3, the clause `-1 2`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first step that is wrong, and why; or that the proof cannot be read, or a limit.
pub fn check_lrat<O: Observer>(cnf: &Cnf, proof: impl Read, meter: &mut Meter<'_, O>) -> Result<Checked, CheckError> {
    let mut clauses = Numbered::of(cnf, meter).map_err(CheckError::Stopped)?;
    let result = check(cnf.variable_count(), &mut clauses, Lrat::new(proof), meter);
    clauses.release(meter);
    result
}

fn check<O: Observer>(
    variables: u32,
    clauses: &mut Numbered,
    mut proof: Lrat<impl Read>,
    meter: &mut Meter<'_, O>,
) -> Result<Checked, CheckError> {
    let mut done = Checked::default();
    let mut assignment = Assignment::for_variables(variables);
    let mut steps = 0u64;
    while let Some(step) = proof.next()? {
        // A clause without hints is held against all others.
        if steps.is_multiple_of(PERIOD) || proof.hints.is_empty() {
            meter.poll().map_err(CheckError::Stopped)?;
        }
        steps += 1;
        match step {
            Step::Add(id) => {
                if clauses.get(id).is_some() {
                    return Err(proof.tokens.wrong(Fault::Taken(id)));
                }
                done.resolutions += follows(clauses, &mut assignment, &proof.literals, &proof.hints)
                    .map_err(|fault| proof.tokens.wrong(fault))?;
                done.lemmas += 1;
                if proof.literals.is_empty() {
                    return Ok(done);
                }
                clauses.insert(id, proof.literals.as_slice().into(), meter).map_err(CheckError::Stopped)?;
            }
            Step::Delete => {
                for &hint in &proof.hints {
                    let id = hint.unsigned_abs();
                    if clauses.remove(id, meter).is_none() {
                        return Err(proof.tokens.wrong(Fault::Unknown(id)));
                    }
                    done.deleted += 1;
                }
            }
        }
    }
    Err(proof.tokens.wrong(Fault::NoEmptyClause))
}

/// Whether a clause follows by its hints: 0 where by propagation alone, 1 where by resolution on its first literal.
fn follows(clauses: &Numbered, assignment: &mut Assignment, clause: &[i32], hints: &[i64]) -> Result<u64, Fault> {
    assignment.undo_to(0);
    // A clause that has a literal and its negation is always true.
    if clause.iter().any(|&literal| !assignment.make_true(-literal)) {
        return Ok(0);
    }
    let plain = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
    if propagate(clauses, assignment, &hints[..plain])? {
        return Ok(0);
    }
    let named = || written(clause.iter().copied());
    let (Some(&pivot), false) = (clause.first(), plain == hints.len()) else {
        // Where no clause has the negation of the first literal, there is no resolvent to refute.
        return match clause.first().map(|&pivot| clauses.with(-pivot).next()) {
            Some(None) => Ok(1),
            _ => Err(Fault::HintsEnd(named())),
        };
    };
    let mut covered = Vec::new();
    let mut rest = &hints[plain..];
    while let Some((&first, tail)) = rest.split_first() {
        let id = first.unsigned_abs();
        let length = tail.iter().position(|&hint| hint < 0).unwrap_or(tail.len());
        let other = clauses.get(id).ok_or(Fault::Unknown(id))?;
        if !other.contains(&-pivot) {
            return Err(Fault::NoResolvent { clause: named(), id });
        }
        let mark = assignment.mark();
        let mut sides = other.iter().filter(|&&literal| literal != -pivot);
        let refuted = sides.any(|&literal| !assignment.make_true(-literal));
        if !refuted && !propagate(clauses, assignment, &tail[..length])? {
            return Err(Fault::HintsEnd(named()));
        }
        assignment.undo_to(mark);
        covered.push(id);
        rest = &tail[length..];
    }
    covered.sort_unstable();
    match clauses.with(-pivot).find(|id| covered.binary_search(id).is_err()) {
        Some(id) => Err(Fault::Uncovered { clause: named(), id }),
        None => Ok(1),
    }
}

/// Goes through hints: each must be down to one literal, which becomes true, or be false, which is the contradiction.
/// Whether it came to one.
fn propagate(clauses: &Numbered, assignment: &mut Assignment, hints: &[i64]) -> Result<bool, Fault> {
    for &hint in hints {
        let id = hint.unsigned_abs();
        let clause = clauses.get(id).ok_or(Fault::Unknown(id))?;
        let idle = |why| Fault::Idle { id, clause: written(clause.iter().copied()), why };
        let mut unit = None;
        for &literal in clause {
            if assignment.is_false(literal) || unit == Some(literal) {
                continue;
            }
            if assignment.is_false(-literal) {
                return Err(idle("it is already true"));
            }
            if unit.is_some() {
                return Err(idle("more than one of its literals is not false"));
            }
            unit = Some(literal);
        }
        match unit {
            None => return Ok(true),
            Some(literal) => {
                assignment.make_true(literal);
            }
        }
    }
    Ok(false)
}

/// Which literals are true at present.
struct Assignment {
    /// By variable of the formula: the sign of its true literal, or 0.
    signs: Vec<i8>,
    /// The signs of variables that only the proof has, which may be numbered as it likes.
    others: HashMap<u32, i8, FixedState>,
    trail: Vec<i32>,
}

impl Assignment {
    fn for_variables(count: u32) -> Self {
        Self { signs: vec![0; count as usize + 1], others: HashMap::default(), trail: Vec::new() }
    }

    fn sign(&self, variable: u32) -> i8 {
        match self.signs.get(variable as usize) {
            Some(&sign) => sign,
            None => self.others.get(&variable).copied().unwrap_or(0),
        }
    }

    fn set_sign(&mut self, variable: u32, sign: i8) {
        match self.signs.get_mut(variable as usize) {
            Some(place) => *place = sign,
            None if sign == 0 => drop(self.others.remove(&variable)),
            None => drop(self.others.insert(variable, sign)),
        }
    }

    /// Makes a literal true, unless it is false.
    fn make_true(&mut self, literal: i32) -> bool {
        let variable = literal.unsigned_abs();
        let sign = if literal > 0 { 1 } else { -1 };
        match self.sign(variable) {
            0 => {
                self.set_sign(variable, sign);
                self.trail.push(literal);
                true
            }
            known => known == sign,
        }
    }

    fn is_false(&self, literal: i32) -> bool {
        let sign = self.sign(literal.unsigned_abs());
        if literal > 0 { sign < 0 } else { sign > 0 }
    }

    fn mark(&self) -> usize {
        self.trail.len()
    }

    fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let literal = self.trail.pop().expect("it is longer than the mark");
            self.set_sign(literal.unsigned_abs(), 0);
        }
    }
}
