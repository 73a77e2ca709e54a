//! Checking DRAT forwards: each clause when it comes, by unit propagation over all that there is.

use std::io::Read;

use fewest_search::{LimitKind, Meter, Observer};

use super::clauses::{Clauses, Code, code, dimacs};
use super::drat::{Drat, Step};
use super::error::{CheckError, Checked, Fault, written};
use crate::cnf::Cnf;

/// Watches looked at between two looks at the clock.
const PERIOD: u64 = 1 << 18;
/// Steps between two looks at the clock.
const STEPS: u64 = 256;

/// Checks that a proof in DRAT, as text or binary, derives the empty clause from a formula. What comes after the empty
/// clause is not read.
///
/// Deletions are heeded as DRAT-trim does: that of a clause which is not there, and that of one which gives a fixed literal
/// its value, have no effect. To keep a clause never makes a wrong proof right.
///
/// ```
/// use fewest_sat::{check_drat, read_dimacs};
/// use fewest_search::{Limits, meter::Meter};
///
/// let cnf = read_dimacs("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")?;
/// let (limits, mut nobody) = (Limits::default(), ());
/// let mut meter = Meter::start(&limits, &mut nobody);
/// assert_eq!(check_drat(&cnf, "1 0\n0\n".as_bytes(), &mut meter)?.lemmas, 2);
/// let wrong = check_drat(&cnf, "0\n".as_bytes(), &mut meter).unwrap_err().to_string();
/// assert!(wrong.starts_with("the proof is wrong at step 1, line 1: the clause `` does not follow"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first step that is wrong, and why; or that the proof cannot be read, or a limit.
pub fn check_drat<O: Observer>(cnf: &Cnf, proof: impl Read, meter: &mut Meter<'_, O>) -> Result<Checked, CheckError> {
    let mut clauses = Clauses::default();
    let result = load(cnf, &mut clauses, meter)
        .map_err(CheckError::Stopped)
        .and_then(|()| check(&mut clauses, Drat::new(proof)?, meter));
    clauses.release(meter);
    result
}

fn load<O: Observer>(cnf: &Cnf, clauses: &mut Clauses, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let mut buffer = Vec::new();
    for (at, clause) in (0u64..).zip(cnf.clauses()) {
        if at.is_multiple_of(STEPS) {
            meter.poll()?;
        }
        let tautology = codes(clause.iter().map(|lit| lit.dimacs()), &mut buffer);
        clauses.reserve_variables(&buffer, meter)?;
        if !tautology && !clauses.contradictory {
            clauses.add(&mut buffer, meter)?;
        }
    }
    Ok(())
}

/// The literals, each once. Whether one is there with its negation.
fn codes(literals: impl Iterator<Item = i32>, buffer: &mut Vec<Code>) -> bool {
    buffer.clear();
    buffer.extend(literals.map(code));
    buffer.sort_unstable();
    buffer.dedup();
    buffer.windows(2).any(|pair| pair[0] ^ 1 == pair[1])
}

fn check<O: Observer>(
    clauses: &mut Clauses,
    mut proof: Drat<impl Read>,
    meter: &mut Meter<'_, O>,
) -> Result<Checked, CheckError> {
    let mut done = Checked::default();
    let (mut clause, mut literals, mut workplace) = (Vec::new(), Vec::new(), Vec::new());
    let (mut steps, mut looked) = (0u64, 0);
    while let Some(step) = proof.next(&mut clause)? {
        if steps.is_multiple_of(STEPS) || clauses.visits - looked > PERIOD {
            meter.poll().map_err(CheckError::Stopped)?;
            looked = clauses.visits;
        }
        steps += 1;
        let tautology = codes(clause.iter().copied(), &mut literals);
        match step {
            Step::Add => {
                clauses.reserve_variables(&literals, meter).map_err(CheckError::Stopped)?;
                // Whatever follows from a contradiction and what is always true need no look.
                if !clauses.contradictory && !tautology {
                    let pivot = clause.first().map(|&literal| code(literal));
                    let followed = follows(clauses, &literals, pivot, meter).map_err(CheckError::Stopped)?;
                    done.resolutions += followed.map_err(|fault| proof.tokens.wrong(fault))?;
                    clauses.add(&mut literals, meter).map_err(CheckError::Stopped)?;
                }
                done.lemmas += 1;
                if clause.is_empty() {
                    return Ok(done);
                }
            }
            Step::Delete if clauses.delete(&literals, &mut workplace, meter) => {
                done.deleted += 1;
                clauses.collect_garbage();
            }
            Step::Delete => done.ignored_deletions += 1,
        }
    }
    Err(proof.tokens.wrong(Fault::NoEmptyClause))
}

/// Whether a clause follows: 0 where by propagation alone, 1 where by resolution on its first literal.
fn follows<O: Observer>(
    clauses: &mut Clauses,
    literals: &[Code],
    pivot: Option<Code>,
    meter: &mut Meter<'_, O>,
) -> Result<Result<u64, Fault>, LimitKind> {
    let fixed = clauses.mark();
    let refuted = clauses.refutes(literals.iter().copied());
    let result = match pivot {
        _ if refuted => Ok(0),
        None => Err(None),
        Some(pivot) => resolvents_follow(clauses, pivot, meter)?.map(|()| 1).map_err(Some),
    };
    clauses.undo_to(fixed);
    let text = |codes: &[Code]| written(codes.iter().map(|&code| dimacs(code)));
    Ok(result.map_err(|against| {
        // As the proof has it: the first literal first.
        let mut clause: Vec<Code> = pivot.into_iter().collect();
        clause.extend(literals.iter().copied().filter(|&lit| Some(lit) != pivot));
        Fault::NotImplied { clause: text(&clause), against: against.map(|other| text(&other)) }
    }))
}

/// Whether every resolvent on the pivot follows, while the negation of the clause is assumed; else a clause for which it
/// does not.
fn resolvents_follow<O: Observer>(
    clauses: &mut Clauses,
    pivot: Code,
    meter: &mut Meter<'_, O>,
) -> Result<Result<(), Vec<Code>>, LimitKind> {
    let assumed = clauses.mark();
    // To find them takes a look at every clause.
    meter.poll()?;
    let mut looked = clauses.visits;
    for other in clauses.with(pivot ^ 1) {
        if clauses.visits - looked > PERIOD {
            meter.poll()?;
            looked = clauses.visits;
        }
        let sides = clauses.sides(other, pivot ^ 1);
        let refuted = clauses.refutes(sides.iter().copied());
        clauses.undo_to(assumed);
        if !refuted {
            return Ok(Err(std::iter::once(pivot ^ 1).chain(sides).collect()));
        }
    }
    Ok(Ok(()))
}
