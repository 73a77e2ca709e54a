//! The text that every solver and every proof checker reads: DIMACS.

use std::io::{self, Write};

use crate::{Cnf, Lit};

/// Writes a formula, each line of `comment` first as a comment.
///
/// # Errors
/// Those of the writer.
pub fn write_dimacs(cnf: &Cnf, comment: &str, out: &mut impl Write) -> io::Result<()> {
    for line in comment.lines() {
        writeln!(out, "c {line}")?;
    }
    writeln!(out, "p cnf {} {}", cnf.variable_count(), cnf.clause_count())?;
    for clause in cnf.clauses() {
        for lit in clause {
            write!(out, "{} ", lit.dimacs())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

/// What is wrong with a text in DIMACS.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DimacsError {
    /// There is no `p cnf` line before the first clause.
    #[error("line {0}: a line `p cnf VARIABLES CLAUSES` must come before the clauses")]
    NoHeader(usize),
    /// The `p` line is malformed, or there is a second one.
    #[error("line {line}: `{text}` is not the one line `p cnf VARIABLES CLAUSES`")]
    Header {
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A word is not a literal of the formula.
    #[error("line {line}: `{word}` is not a literal: a number from -{variables} to {variables}")]
    Literal {
        /// Counted from 1.
        line: usize,
        /// The word.
        word: String,
        /// The number of variables that the header declares.
        variables: u32,
    },
    /// The last clause does not end.
    #[error("the last clause does not end with 0")]
    Unfinished,
    /// The header promises another number of clauses.
    #[error("the header announces {promised} clauses, but there are {found}")]
    Clauses {
        /// By the header.
        promised: usize,
        /// In the text.
        found: usize,
    },
}

/// Reads a formula as it stands: every clause, in order, unsimplified.
///
/// # Errors
/// The first thing that is wrong, and where.
pub fn read_dimacs(text: &str) -> Result<Cnf, DimacsError> {
    let mut cnf = Cnf::new();
    let mut header: Option<(u32, usize)> = None;
    let mut clause: Vec<Lit> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        match line.split_ascii_whitespace().next() {
            None | Some("c") => {}
            Some("p") => {
                let fault = || DimacsError::Header { line: number, text: line.to_owned() };
                let words: Vec<&str> = line.split_ascii_whitespace().collect();
                let (["p", "cnf", variables, clauses], None) = (&words[..], header) else { return Err(fault()) };
                let variables = variables.parse().ok().filter(|&variables: &u32| variables < i32::MAX as u32);
                let clauses = clauses.parse().ok();
                header = Some((variables.ok_or_else(fault)?, clauses.ok_or_else(fault)?));
            }
            Some(_) => {
                let Some((variables, _)) = header else { return Err(DimacsError::NoHeader(number)) };
                for word in line.split_ascii_whitespace() {
                    let fault = || DimacsError::Literal { line: number, word: word.to_owned(), variables };
                    match word.parse::<i32>().map_err(|_| fault())? {
                        0 => {
                            cnf.push_verbatim(&clause);
                            clause.clear();
                        }
                        lit if lit.unsigned_abs() <= variables => clause.extend(Lit::from_dimacs(lit)),
                        _ => return Err(fault()),
                    }
                }
            }
        }
    }
    let Some((variables, promised)) = header else {
        return Err(DimacsError::NoHeader(text.lines().count() + 1));
    };
    if !clause.is_empty() {
        return Err(DimacsError::Unfinished);
    }
    if promised != cnf.clause_count() {
        return Err(DimacsError::Clauses { promised, found: cnf.clause_count() });
    }
    cnf.declare(variables);
    Ok(cnf)
}
