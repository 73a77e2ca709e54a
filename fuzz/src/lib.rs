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

/// Whether an input is one of every so many, by its hash: a share of the inputs, always the same ones, for what takes a hundred
/// times as long as reading them.
pub fn is_one_of(every: u64, input: &[u8]) -> bool {
    let hash = input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (hash >> 32).is_multiple_of(every)
}
