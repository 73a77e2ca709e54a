//! Counters against counting.

use fewest_sat::{Cnf, Lit};

use crate::naive::{lists, projections, trues};

fn variables(cnf: &mut Cnf, count: usize) -> Vec<Lit> {
    (0..count).map(|_| cnf.variable()).collect()
}

#[test]
fn one_of_many() {
    for count in 0..=10 {
        let mut cnf = Cnf::new();
        let literals = variables(&mut cnf, count);
        cnf.at_most_one(&literals);
        assert_eq!(projections(&cnf, &literals), lists(count, |list| trues(list) <= 1), "{count}");

        let mut cnf = Cnf::new();
        let literals = variables(&mut cnf, count);
        cnf.exactly_one(&literals);
        assert_eq!(projections(&cnf, &literals), lists(count, |list| trues(list) == 1), "{count}");
    }
}
