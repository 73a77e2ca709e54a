//! Memory that a solver takes is measured for the whole process, so this test has one to itself.

use std::time::Duration;

use fewest_sat::{Backend, Cnf, Lit, Verdict, solve};
use fewest_search::{LimitKind, Limits};

/// A formula that is hard, because it has just about as many short clauses as can be satisfied, and large, because it has
/// many long ones.
fn hard_and_large() -> Cnf {
    let mut cnf = Cnf::new();
    let variables: Vec<Lit> = (0..700).map(|_| cnf.variable()).collect();
    let mut seed: u64 = 1;
    let mut random = || {
        // Knuth's linear congruential generator: nothing here needs a better one.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let lit = variables[usize::try_from(seed >> 33).unwrap_or_default() % variables.len()];
        if seed >> 62 & 1 == 0 { lit } else { !lit }
    };
    for (clauses, length) in [(3100, 3), (200_000, 12)] {
        for _ in 0..clauses {
            let clause: Vec<Lit> = (0..length).map(|_| random()).collect();
            cnf.clause(clause);
        }
    }
    cnf
}

#[test]
fn memory_ends_a_solver() {
    let cnf = hard_and_large();
    for &backend in Backend::ALL {
        let limits = Limits { memory: 1 << 20, time: Some(Duration::from_secs(60)), ..Limits::default() };
        assert_eq!(solve(&cnf, backend, &limits).0, Verdict::Stopped(LimitKind::Memory), "{backend}");
    }
}
