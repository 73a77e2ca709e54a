//! Counters against counting.

use fewest_sat::{Cnf, Lit, at_most, exactly, unary_sum};

use crate::naive::{lists, models, projections, trues};

fn variables(cnf: &mut Cnf, count: usize) -> Vec<Lit> {
    (0..count).map(|_| cnf.variable()).collect()
}

#[test]
fn sums_are_the_number_of_true_literals() {
    for count in 1..=5 {
        for most in 1..=count {
            let mut cnf = Cnf::new();
            let literals = variables(&mut cnf, count);
            let digits = unary_sum(&mut cnf, &literals, most);
            assert_eq!(digits.len(), most);
            let mut seen = 0;
            for model in models(&cnf) {
                let sum = literals.iter().filter(|&&lit| model.holds(lit)).count();
                let shown: Vec<bool> = digits.iter().map(|&digit| model.holds(digit)).collect();
                let expected: Vec<bool> = (0..most).map(|i| sum > i).collect();
                assert_eq!(shown, expected, "{count} literals, {most} digits, sum {sum}");
                seen += 1;
            }
            assert!(seen >= 1 << count, "every choice of literals has its sum");
        }
    }
}

#[test]
fn bounds_leave_just_what_they_allow() {
    for count in 0..=5 {
        for bound in 0..=count + 1 {
            let mut cnf = Cnf::new();
            let literals = variables(&mut cnf, count);
            at_most(&mut cnf, &literals, bound);
            assert_eq!(projections(&cnf, &literals), lists(count, |list| trues(list) <= bound));

            let mut cnf = Cnf::new();
            let literals = variables(&mut cnf, count);
            exactly(&mut cnf, &literals, bound);
            assert_eq!(projections(&cnf, &literals), lists(count, |list| trues(list) == bound));
        }
    }
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
