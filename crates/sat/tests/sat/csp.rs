//! Constraint models against all assignments.

use std::collections::BTreeSet;

use fewest_sat::csp::{Constraint, Csp, Sum, Variable};
use fewest_sat::{Backend, Verdict, solve};
use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Limits};
use proptest::prelude::*;

/// A constraint as the tests understand it.
#[derive(Clone, Debug)]
enum Expression {
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Not(Box<Expression>),
    Implies(Box<(Expression, Expression)>),
    Iff(Box<(Expression, Expression)>),
    /// A sum of variables with factors, compared with a constant.
    Compare(Vec<(usize, i64)>, Comparison, i64),
    AllDifferent(Vec<usize>),
}

#[derive(Clone, Copy, Debug)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
}

impl Expression {
    fn holds(&self, values: &[i64]) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(values)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(values)),
            Self::Not(part) => !part.holds(values),
            Self::Implies(pair) => !pair.0.holds(values) || pair.1.holds(values),
            Self::Iff(pair) => pair.0.holds(values) == pair.1.holds(values),
            Self::Compare(terms, comparison, constant) => {
                let sum: i64 = terms.iter().map(|&(at, factor)| factor * values[at]).sum();
                match comparison {
                    Comparison::Equal => sum == *constant,
                    Comparison::Unequal => sum != *constant,
                    Comparison::Less => sum < *constant,
                    Comparison::AtMost => sum <= *constant,
                }
            }
            Self::AllDifferent(variables) => {
                let distinct: BTreeSet<i64> = variables.iter().map(|&at| values[at]).collect();
                distinct.len() == variables.len()
            }
        }
    }

    fn constraint(&self, variables: &[Variable]) -> Constraint {
        let all = |parts: &[Self]| parts.iter().map(|part| part.constraint(variables)).collect::<Vec<_>>();
        match self {
            Self::All(parts) => Constraint::all(all(parts)),
            Self::Any(parts) => Constraint::any(all(parts)),
            Self::Not(part) => Constraint::not(part.constraint(variables)),
            Self::Implies(pair) => Constraint::implies(pair.0.constraint(variables), pair.1.constraint(variables)),
            Self::Iff(pair) => Constraint::iff(pair.0.constraint(variables), pair.1.constraint(variables)),
            Self::Compare(terms, comparison, constant) => {
                // Half of the terms on the other side; factors by repetition.
                let (mut left, mut right) = (Sum::from(0), Sum::from(*constant));
                for &(at, factor) in terms {
                    for _ in 0..factor.abs() {
                        if factor > 0 {
                            left = left + variables[at];
                        } else {
                            right = right + variables[at];
                        }
                    }
                }
                match comparison {
                    Comparison::Equal => Constraint::equal(left, right),
                    Comparison::Unequal => Constraint::unequal(left, right),
                    Comparison::Less => Constraint::less(left, right),
                    Comparison::AtMost => Constraint::at_most(left, right),
                }
            }
            Self::AllDifferent(chosen) => Constraint::all_different(chosen.iter().map(|&at| variables[at])),
        }
    }
}

/// Three or four variables with bounds, and a few constraints over them.
fn models() -> impl Strategy<Value = (Vec<(i64, i64)>, Vec<Expression>)> {
    prop::collection::vec((-2..3i64, 0..4i64), 3..5).prop_flat_map(|domains| {
        let domains: Vec<(i64, i64)> = domains.into_iter().map(|(least, more)| (least, least + more)).collect();
        let expressions = prop::collection::vec(expressions(domains.len()), 1..5);
        (Just(domains), expressions)
    })
}

fn expressions(variables: usize) -> impl Strategy<Value = Expression> {
    use Comparison::{AtMost, Equal, Less, Unequal};
    let comparisons = prop::sample::select(vec![Equal, Unequal, Less, AtMost]);
    // Factors of one mostly: such sums have ways of their own.
    let factors = prop::sample::select(vec![1, 1, 1, -1, -1, -1, 2, -3]);
    let terms = prop::collection::vec((0..variables, factors), 0..4);
    let leaf = prop_oneof![
        6 => (terms, comparisons, -4..5i64).prop_map(|(terms, by, constant)| Expression::Compare(terms, by, constant)),
        1 => prop::sample::subsequence((0..variables).collect::<Vec<_>>(), 2..=variables)
            .prop_map(Expression::AllDifferent),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let pair = || (inner.clone(), inner.clone());
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Expression::All),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Expression::Any),
            inner.clone().prop_map(|part| Expression::Not(Box::new(part))),
            pair().prop_map(|pair| Expression::Implies(Box::new(pair))),
            pair().prop_map(|pair| Expression::Iff(Box::new(pair))),
        ]
    })
}

/// All assignments within bounds, in order.
fn assignments(domains: &[(i64, i64)]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![Vec::new()], |lists, &(least, most)| {
        let extended = |list: &Vec<i64>| (least..=most).map(|value| [&list[..], &[value]].concat()).collect::<Vec<_>>();
        lists.iter().flat_map(extended).collect()
    })
}

proptest! {
    #[test]
    fn models_of_the_formula_are_the_solutions((domains, expressions) in models()) {
        let mut csp = Csp::new();
        let variables: Vec<Variable> = domains.iter().map(|&(least, most)| csp.integer(least, most)).collect();
        for expression in &expressions {
            csp.require(expression.constraint(&variables));
        }
        prop_assert_eq!((csp.variable_count(), csp.constraint_count()), (domains.len(), expressions.len()));
        let mut expected = assignments(&domains);
        expected.retain(|values| {
            let holds = expressions.iter().all(|expression| expression.holds(values));
            assert_eq!(csp.is_satisfied_by(values), holds);
            holds
        });

        let limits = Limits::default();
        let (mut cnf, map) = csp.compile(&mut Meter::start(&limits, &mut ())).expect("there is room");
        let count = cnf.variable_count();
        let mut found = Vec::new();
        while let Verdict::Satisfiable(model) = solve(&cnf, Backend::Batsat, &limits).0 {
            prop_assert!(cnf.is_satisfied_by(&model));
            found.push(variables.iter().map(|&variable| map.value(&model, variable)).collect::<Vec<i64>>());
            // Another model, even one that differs in nothing but what the encoding added.
            let literals = (1..=count.cast_signed()).map(|index| fewest_sat::Lit::from_dimacs(index).expect("a variable"));
            cnf.clause(literals.map(|lit| if model.holds(lit) { !lit } else { lit }).collect::<Vec<_>>());
            prop_assert!(found.len() <= expected.len(), "more models than solutions");
        }
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn bounds_are_part_of_the_model() {
    let mut csp = Csp::new();
    let x = csp.integer(2, 4);
    csp.boolean();
    assert!(csp.is_satisfied_by(&[3, 1]));
    assert!(!csp.is_satisfied_by(&[5, 1]) && !csp.is_satisfied_by(&[3, 2]) && !csp.is_satisfied_by(&[3]));
    let (_, map) = csp.compile(&mut Meter::start(&Limits::default(), &mut ())).expect("there is room");
    assert_eq!([1, 4].map(|value| map.at_most(x, value)), [fewest_sat::Lit::FALSE, fewest_sat::Lit::TRUE]);
}

#[test]
fn memory_ends_the_work() {
    let mut csp = Csp::new();
    let variables: Vec<Variable> = (0..50).map(|_| csp.integer(0, 99)).collect();
    for _ in 0..100 {
        csp.require(Constraint::all_different(variables.iter().copied()));
    }
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let stopped = csp.compile(&mut Meter::start(&limits, &mut ())).map(|_| ());
    assert_eq!(stopped, Err(LimitKind::Memory));
}
