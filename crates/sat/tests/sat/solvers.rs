//! Every solver against the slow way, and under limits.

use std::time::{Duration, Instant};

use fewest_sat::{Backend, Cnf, Lit, Verdict, solve};
use fewest_search::{LimitKind, Limits};
use proptest::prelude::*;

use crate::naive::{models, pigeons};

proptest! {
    #[test]
    fn all_solvers_agree_with_the_slow_way(
        clauses in prop::collection::vec(prop::collection::vec((0..6usize, any::<bool>()), 1..4), 0..40)
    ) {
        let mut cnf = Cnf::new();
        let variables: Vec<Lit> = (0..6).map(|_| cnf.variable()).collect();
        for clause in clauses {
            cnf.clause(clause.into_iter().map(|(index, sign)| {
                let lit = variables[index];
                if sign { lit } else { !lit }
            }));
        }
        let satisfiable = models(&cnf).next().is_some();
        for &backend in Backend::ALL {
            match solve(&cnf, backend, &Limits::default()).0 {
                Verdict::Satisfiable(model) => {
                    prop_assert!(satisfiable, "{backend} found a model where there is none");
                    prop_assert!(cnf.is_satisfied_by(&model), "{backend}'s model is none");
                }
                Verdict::Unsatisfiable => prop_assert!(!satisfiable, "{backend} found no model where there is one"),
                Verdict::Stopped(limit) => prop_assert!(false, "{backend} stopped: {limit}"),
            }
        }
    }
}

#[test]
fn an_empty_formula_and_an_empty_clause() {
    for &backend in Backend::ALL {
        let mut cnf = Cnf::new();
        assert!(matches!(solve(&cnf, backend, &Limits::default()).0, Verdict::Satisfiable(_)), "{backend}");
        cnf.clause([]);
        assert_eq!(solve(&cnf, backend, &Limits::default()).0, Verdict::Unsatisfiable, "{backend}");
    }
}

#[test]
fn a_small_proof_is_found_by_all() {
    for &backend in Backend::ALL {
        assert_eq!(solve(&pigeons(5), backend, &Limits::default()).0, Verdict::Unsatisfiable, "{backend}");
    }
}

#[test]
fn time_ends_a_solver() {
    let cnf = pigeons(14);
    for &backend in Backend::ALL {
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        let begun = Instant::now();
        assert_eq!(solve(&cnf, backend, &limits).0, Verdict::Stopped(LimitKind::Time), "{backend}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{backend} took {:?}", begun.elapsed());
    }
}

#[test]
fn a_cancel_ends_a_solver() {
    let cnf = pigeons(14);
    for &backend in Backend::ALL {
        let limits = Limits::default();
        let cancel = limits.cancel.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                cancel.cancel();
            });
            assert_eq!(solve(&cnf, backend, &limits).0, Verdict::Stopped(LimitKind::Cancelled), "{backend}");
        });
    }
}

#[test]
fn conflicts_end_a_solver() {
    let cnf = pigeons(14);
    for &backend in Backend::ALL {
        for allowed in [0, 100] {
            let limits = Limits { expansions: Some(allowed), ..Limits::default() };
            let (verdict, effort) = solve(&cnf, backend, &limits);
            assert_eq!(verdict, Verdict::Stopped(LimitKind::Expansions), "{backend}");
            // Some look at this limit only before they restart.
            assert!(effort.conflicts < allowed + 10_000, "{backend} had {} conflicts", effort.conflicts);
            assert!(allowed > 0 || effort.conflicts == 0);
        }
    }
}

#[test]
fn names_lead_to_solvers() {
    for &backend in Backend::ALL {
        assert_eq!(backend.name().to_uppercase().parse(), Ok(backend));
        assert!(Backend::NAMES.contains(&backend.name()));
    }
    let unknown = "zchaff".parse::<Backend>().expect_err("it is not here").to_string();
    assert_eq!(unknown, "there is no SAT solver `zchaff`; choose one of batsat, cadical, glucose, kissat, minisat");
}
