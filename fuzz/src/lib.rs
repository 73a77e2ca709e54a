//! What several targets ask.

use fewest_sat::Cnf;

/// The most variables of a formula whose assignments are all tried.
const MOST_VARIABLES: u32 = 12;

/// Whether something makes a formula true, found out by trying everything; `None` where it has too many variables.
pub fn may_be_true(cnf: &Cnf) -> Option<bool> {
    let variables = cnf.variable_count();
    (variables <= MOST_VARIABLES).then(|| {
        (0u32..1 << variables).any(|values| {
            cnf.clauses().all(|clause| {
                clause.iter().any(|lit| {
                    let number = lit.dimacs();
                    (values >> (number.unsigned_abs() - 1) & 1 == 1) == (number > 0)
                })
            })
        })
    })
}
