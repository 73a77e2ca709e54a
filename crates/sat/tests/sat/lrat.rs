//! The checker of LRAT, fault by fault.

use fewest_sat::{Fault, ProofFormat};
use proptest::prelude::*;

use crate::naive::{formula, line, models};
use crate::proofs::{check, fault};

const SQUARE: &[[i32; 2]] = &[[1, 2], [1, -2], [-1, 2], [-1, -2]];

fn lrat(clauses: &[&[i32]], proof: &str) -> (u64, Fault) {
    fault(&formula(4, &clauses.iter().map(|clause| clause.to_vec()).collect::<Vec<_>>()), ProofFormat::Lrat, proof)
}

fn square(proof: &str) -> (u64, Fault) {
    lrat(&SQUARE.iter().map(AsRef::as_ref).collect::<Vec<_>>(), proof)
}

#[test]
fn every_fault_of_a_step_is_named() {
    let cnf = formula(2, &SQUARE.iter().map(|clause| clause.to_vec()).collect::<Vec<_>>());
    let done = check(&cnf, ProofFormat::Lrat, b"5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n").expect("it is right");
    assert_eq!((done.lemmas, done.deleted), (2, 2));

    assert_eq!(square("4 1 0 1 2 0\n"), (1, Fault::Taken(4)));
    assert_eq!(square("5 1 0 1 7 0\n"), (1, Fault::Unknown(7)));
    assert_eq!(square("5 1 0 1 2 0\n5 d 1 9 0\n"), (2, Fault::Unknown(9)));
    assert_eq!(square("5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n"), (3, Fault::Unknown(3)));
    assert_eq!(square("5 1 0 1 2 0\n5 d 4 0\n5 d 4 0\n"), (3, Fault::Unknown(4)));
    assert_eq!(square("5 1 0 1 0\n"), (1, Fault::HintsEnd("1".to_owned())));
    let idle = |id, clause: &str, why| Fault::Idle { id, clause: clause.to_owned(), why };
    assert_eq!(square("5 0 1 2 0\n"), (1, idle(1, "1 2", "more than one of its literals is not false")));
    assert_eq!(square("5 1 0 3 2 0\n"), (1, idle(3, "-1 2", "it is already true")));
    assert_eq!(square("5 1 0 1 2 0\n6 0 5 3 0\n"), (2, Fault::HintsEnd(String::new())));
    assert_eq!(square("5 1 0 1 2 0\n"), (2, Fault::NoEmptyClause));
    assert_eq!(square("5 1 0 1 2\n"), (1, Fault::CutOff));
    assert_eq!(square("5"), (1, Fault::CutOff));
    let malformed = |found: &str, expected| Fault::Malformed { found: found.to_owned(), expected };
    assert_eq!(square("-5 1 0 1 2 0\n"), (1, malformed("-5", "the number of a clause")));
    assert_eq!(square("5 1 0 d 2 0\n"), (1, malformed("d", "the number of a clause")));
    assert_eq!(square("5 1.5 0 1 2 0\n"), (1, malformed("1.5", "a literal")));
    assert_eq!(square("5 d -1 0\n"), (1, malformed("-1", "the number of a clause")));
}

#[test]
fn resolvents_need_their_hints() {
    let given: &[&[i32]] = &[&[1, 2], &[-3, 2], &[-3, -1]];
    let uncovered = |id| Fault::Uncovered { clause: "3 -2".to_owned(), id };
    // With clause 2 the resolvent is always true; with clause 3 it is not, and does not follow.
    assert_eq!(lrat(given, "4 3 -2 0 -2 0\n"), (1, uncovered(3)));
    assert_eq!(lrat(given, "4 3 -2 0 -2 -3 0\n"), (1, Fault::HintsEnd("3 -2".to_owned())));
    assert_eq!(lrat(given, "4 3 -2 0 -1 0\n"), (1, Fault::NoResolvent { clause: "3 -2".to_owned(), id: 1 }));
    assert_eq!(lrat(given, "4 3 -2 0 -9 0\n"), (1, Fault::Unknown(9)));
    // With both covered it is accepted, and only the empty clause is missing.
    let given: &[&[i32]] = &[&[1, 2], &[-3, 2], &[-3, 1, -2]];
    assert_eq!(lrat(given, "4 3 -2 0 -2 -3 0\n").1, Fault::HintsEnd("3 -2".to_owned()));
    let given: &[&[i32]] = &[&[1, -2], &[-3, 2], &[-3, 1]];
    assert_eq!(lrat(given, "4 3 -2 0 -2 -3 1 0\n"), (2, Fault::NoEmptyClause));
    // A variable that is new: there is nothing to resolve with.
    assert_eq!(lrat(given, "4 4 -2 0 0\n"), (2, Fault::NoEmptyClause));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn nothing_refutes_what_has_a_model(
        given in prop::collection::vec(prop::collection::vec((1..=2i32, any::<bool>()), 1..3), 3..5),
        steps in prop::collection::vec(
            (prop::collection::vec((1..=2i32, any::<bool>()), 0..2), prop::collection::vec(-6..8i64, 1..4)), 1..4)
    ) {
        let signed = |clause: &Vec<(i32, bool)>| -> Vec<i32> {
            clause.iter().map(|&(index, sign)| if sign { index } else { -index }).collect()
        };
        let given: Vec<Vec<i32>> = given.iter().map(signed).collect();
        let cnf = formula(2, &given);
        let mut lines = Vec::new();
        for (id, (clause, hints)) in (given.len() + 1..).zip(&steps) {
            let hints: String = hints.iter().filter(|&&hint| hint != 0).map(|hint| hint.to_string() + " ").collect();
            lines.push(format!("{id} {} {hints}0\n", line(&signed(clause))));
        }
        let text = lines.concat();
        let accepted = check(&cnf, ProofFormat::Lrat, text.as_bytes()).is_ok();
        prop_assert!(!accepted || models(&cnf).next().is_none());
    }
}
