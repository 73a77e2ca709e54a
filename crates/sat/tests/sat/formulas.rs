//! Constants never reach a clause, and gates are what they are called.

use fewest_sat::{Cnf, Lit};

use crate::naive::models;

#[test]
fn constants_are_folded() {
    let mut cnf = Cnf::new();
    let [a, b] = [cnf.variable(), cnf.variable()];
    cnf.clause([a, Lit::TRUE]);
    cnf.clause([a, !a, b]);
    assert_eq!(cnf.clause_count(), 0, "what is always true is left out");
    cnf.clause([a, Lit::FALSE, b, a]);
    assert_eq!(cnf.clauses().collect::<Vec<_>>(), [[a, b]]);
    assert_eq!(cnf.and([a, Lit::TRUE]), a);
    assert_eq!(cnf.and([a, b, !a]), Lit::FALSE);
    assert_eq!(cnf.or([a, Lit::TRUE]), Lit::TRUE);
    assert_eq!(cnf.or([Lit::FALSE, b]), b);
    assert_eq!(cnf.and([]), Lit::TRUE);
    assert_eq!((cnf.variable_count(), cnf.clause_count()), (2, 1), "none of these needs a variable");
    cnf.clause([Lit::FALSE]);
    assert_eq!(models(&cnf).count(), 0, "false is a contradiction");
}

#[test]
fn gates_are_what_they_are_called() {
    let mut cnf = Cnf::new();
    let [a, b, c] = [cnf.variable(), cnf.variable(), cnf.variable()];
    let (all, any) = (cnf.and([a, b, !c]), cnf.or([a, b, !c]));
    let mut count = 0;
    for model in models(&cnf) {
        let [first, second, third] = [a, b, c].map(|lit| model.holds(lit));
        assert_eq!((model.holds(all), model.holds(any)), (first && second && !third, first || second || !third));
        count += 1;
    }
    assert_eq!(count, 8);
}
