//! From LRAT to DRAT: what names clauses by number becomes what writes them out.

use std::io::{self, Read, Write};

use fewest_search::{Meter, Observer};

use super::error::{CheckError, Fault};
use super::hints::Numbered;
use super::lrat::{Lrat, Step};
use crate::cnf::Cnf;

/// Writes a proof in LRAT as one in DRAT, up to the empty clause, and returns its size in bytes. It is not checked on the
/// way. Deletions of clauses of one literal are left out: checkers of DRAT differ in whether they heed them.
///
/// # Errors
/// A step that is malformed or deletes a clause that is not there; a reader or writer that fails; a limit.
pub fn lrat_to_drat<O: Observer>(
    cnf: &Cnf,
    proof: impl Read,
    out: &mut impl Write,
    meter: &mut Meter<'_, O>,
) -> Result<u64, CheckError> {
    let mut clauses = Numbered::of(cnf, meter).map_err(CheckError::Stopped)?;
    let result = convert(&mut clauses, Lrat::new(proof), out, meter);
    clauses.release(meter);
    result
}

fn convert<O: Observer>(
    clauses: &mut Numbered,
    mut proof: Lrat<impl Read>,
    out: &mut impl Write,
    meter: &mut Meter<'_, O>,
) -> Result<u64, CheckError> {
    let (mut line, mut bytes, mut steps) = (Vec::new(), 0, 0u64);
    while let Some(step) = proof.next()? {
        if steps.is_multiple_of(256) {
            meter.poll().map_err(CheckError::Stopped)?;
        }
        steps += 1;
        line.clear();
        match step {
            Step::Add(id) => {
                if clauses.get(id).is_some() {
                    return Err(proof.tokens.wrong(Fault::Taken(id)));
                }
                clause(&mut line, &proof.literals)?;
                if !proof.literals.is_empty() {
                    clauses.insert(id, proof.literals.as_slice().into(), meter).map_err(CheckError::Stopped)?;
                }
            }
            Step::Delete => {
                for &hint in &proof.hints {
                    let id = hint.unsigned_abs();
                    let literals = clauses.remove(id, meter).ok_or_else(|| proof.tokens.wrong(Fault::Unknown(id)))?;
                    if literals.len() > 1 {
                        line.extend_from_slice(b"d ");
                        clause(&mut line, &literals)?;
                    }
                }
            }
        }
        out.write_all(&line)?;
        bytes += line.len() as u64;
        if matches!(step, Step::Add(_)) && proof.literals.is_empty() {
            out.flush()?;
            return Ok(bytes);
        }
    }
    Err(proof.tokens.wrong(Fault::NoEmptyClause))
}

/// One clause, and the end of its line.
pub(super) fn clause(line: &mut Vec<u8>, literals: &[i32]) -> io::Result<()> {
    for literal in literals {
        write!(line, "{literal} ")?;
    }
    line.write_all(b"0\n")
}
