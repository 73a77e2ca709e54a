//! Counting true literals in unary.
//!
//! [`unary_sum`] is the totalizer (Bailleux and Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*,
//! 2003), cut off at what the caller asks about: unit propagation alone then finds every literal that a bound decides.

use crate::cnf::Cnf;
use crate::literal::Lit;

/// The sum of the literals as digits: digit i (from 0) is true just where more than i of them are. Sums above `most` are
/// not told apart: there are at most `most` digits.
pub fn unary_sum(cnf: &mut Cnf, literals: &[Lit], most: usize) -> Vec<Lit> {
    match literals {
        [] => Vec::new(),
        _ if most == 0 => Vec::new(),
        &[only] => vec![only],
        _ => {
            let (left, right) = literals.split_at(literals.len() / 2);
            let left = unary_sum(cnf, left, most);
            let right = unary_sum(cnf, right, most);
            let digits: Vec<Lit> = (0..most.min(left.len() + right.len())).map(|_| cnf.variable()).collect();
            // Of a number, "at least k" for k = 0 is true, and beyond its digits false.
            let at_least = |digits: &[Lit], k: usize| match k {
                0 => Lit::TRUE,
                _ => digits.get(k - 1).copied().unwrap_or(Lit::FALSE),
            };
            for i in 0..=left.len() {
                for j in 0..=right.len() {
                    let sum = (i + j).min(digits.len());
                    cnf.implies([at_least(&left, i), at_least(&right, j)], [at_least(&digits, sum)]);
                    // A part that was cut off says nothing about what is above its digits.
                    if i + j < digits.len() {
                        let full = |digits: &[Lit], k: usize| k == digits.len() && k == most;
                        if !full(&left, i) && !full(&right, j) {
                            cnf.implies([!at_least(&left, i + 1), !at_least(&right, j + 1)], [!digits[i + j]]);
                        }
                    }
                }
            }
            digits
        }
    }
}

/// Demands that at most `most` of the literals are true.
pub fn at_most(cnf: &mut Cnf, literals: &[Lit], most: usize) {
    if most >= literals.len() {
        return;
    }
    let digits = unary_sum(cnf, literals, most + 1);
    cnf.assert(!digits[most]);
}

/// Demands that just `count` of the literals are true.
pub fn exactly(cnf: &mut Cnf, literals: &[Lit], count: usize) {
    if count > literals.len() {
        return cnf.clause([]);
    }
    let digits = unary_sum(cnf, literals, count + 1);
    for (i, &digit) in digits.iter().enumerate() {
        cnf.assert(if i < count { digit } else { !digit });
    }
}
