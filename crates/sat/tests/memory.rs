//! Memory that a solver takes is measured for the whole process, so this test has one to itself.

use std::time::Duration;

use fewest_sat::{Backend, Cnf, Lit, Verdict, solve};
use fewest_search::{LimitKind, Limits};

#[test]
fn memory_ends_a_solver() {
    const HOLES: usize = 100;
    let mut cnf = Cnf::new();
    let sits: Vec<Vec<Lit>> = (0..=HOLES).map(|_| (0..HOLES).map(|_| cnf.variable()).collect()).collect();
    for pigeon in &sits {
        cnf.clause(pigeon.iter().copied());
    }
    for hole in 0..HOLES {
        for (i, first) in sits.iter().enumerate() {
            for second in &sits[i + 1..] {
                cnf.clause([!first[hole], !second[hole]]);
            }
        }
    }
    for &backend in Backend::ALL {
        let limits = Limits { memory: 1 << 20, time: Some(Duration::from_secs(60)), ..Limits::default() };
        assert_eq!(solve(&cnf, backend, &limits).0, Verdict::Stopped(LimitKind::Memory), "{backend}");
    }
}
