//! The checker of DRAT against one that is too slow to be wrong.

use std::collections::BTreeSet;

use fewest_sat::{Fault, ProofFormat};
use proptest::prelude::*;

use crate::naive::{formula, line, models};
use crate::proofs::{check, fault};

type Clause = BTreeSet<i32>;

/// Whether propagation over the clauses refutes that these literals are all true.
fn refuted(clauses: &[Clause], truths: impl IntoIterator<Item = i32>) -> bool {
    let mut truths: BTreeSet<i32> = truths.into_iter().collect();
    loop {
        if truths.iter().any(|literal| truths.contains(&-literal)) {
            return true;
        }
        let before = truths.len();
        for clause in clauses {
            let open: Vec<i32> = clause.iter().copied().filter(|literal| !truths.contains(&-literal)).collect();
            match open[..] {
                [] => return true,
                [unit] => {
                    truths.insert(unit);
                }
                _ => {}
            }
        }
        if truths.len() == before {
            return false;
        }
    }
}

/// Whether a clause follows by propagation, or by resolution on its first literal.
fn follows(clauses: &[Clause], clause: &[i32]) -> bool {
    let negated = || clause.iter().map(|literal| -literal);
    refuted(clauses, negated())
        || clause.first().is_some_and(|&pivot| {
            // What is always true needs no look.
            let others = clauses.iter().filter(|other| !other.iter().any(|literal| other.contains(&-literal)));
            others.filter(|other| other.contains(&-pivot)).all(|other| {
                let sides = other.iter().filter(|&&literal| literal != -pivot).map(|literal| -literal);
                refuted(clauses, negated().chain(sides))
            })
        })
}

/// Steps at which a checker rejects; the proof's length where it accepts. Nothing is deleted.
fn slow(formula: &[Vec<i32>], steps: &[Vec<i32>]) -> Option<usize> {
    let mut clauses: Vec<Clause> = formula.iter().map(|clause| clause.iter().copied().collect()).collect();
    for (at, step) in steps.iter().enumerate() {
        if !follows(&clauses, step) {
            return Some(at + 1);
        }
        clauses.push(step.iter().copied().collect());
    }
    None
}

fn literal() -> impl Strategy<Value = i32> {
    (1..=4i32, any::<bool>()).prop_map(|(index, sign)| if sign { index } else { -index })
}

fn clauses(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<i32>>> {
    prop::collection::vec(prop::collection::vec(literal(), 1..4), count)
}

/// The same steps, seven bits a byte.
fn binary(steps: &[(bool, Vec<i32>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (delete, clause) in steps {
        bytes.push(if *delete { b'd' } else { b'a' });
        for &literal in clause {
            let number = 2 * literal.unsigned_abs() + u32::from(literal < 0);
            // One byte is enough for these; a longer form of the same number is allowed.
            let low = u8::try_from(number).expect("there are few variables");
            bytes.extend([low | 0x80, 0]);
        }
        bytes.push(0);
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_fast_way_and_the_slow_way_agree(given in clauses(2..14), mut steps in clauses(0..6)) {
        steps.push(Vec::new());
        let cnf = formula(4, &given);
        let text: String = steps.iter().map(|step| line(step) + "\n").collect();
        match slow(&given, &steps) {
            None => prop_assert!(check(&cnf, ProofFormat::Drat, text.as_bytes()).is_ok()),
            Some(at) => {
                let (step, why) = fault(&cnf, ProofFormat::Drat, &text);
                prop_assert_eq!(step, at as u64);
                let is_right = matches!(why, Fault::NotImplied { .. });
                prop_assert!(is_right);
            }
        }
    }

    #[test]
    fn nothing_refutes_what_has_a_model(
        given in clauses(2..10),
        steps in prop::collection::vec((prop::bool::weighted(0.3), prop::collection::vec(literal(), 0..3)), 0..12)
    ) {
        let cnf = formula(4, &given);
        let mut steps = steps;
        steps.push((false, Vec::new()));
        let text: String =
            steps.iter().map(|(delete, step)| if *delete { "d " } else { "" }.to_owned() + &line(step) + "\n").collect();
        let accepted = check(&cnf, ProofFormat::Drat, text.as_bytes()).ok();
        prop_assert!(accepted.is_none() || models(&cnf).next().is_none());
        prop_assert_eq!(check(&cnf, ProofFormat::Drat, &binary(&steps)).ok(), accepted, "binary or text");
    }
}

/// Clauses that resolution on the first literal justifies and propagation does not.
#[test]
fn resolution_on_the_first_literal_is_seen() {
    // All clauses of four literals over four variables; a fifth is defined as the first and the second.
    let signs = |bits: i32| (1..=4).map(|index| if bits >> index & 1 == 0 { index } else { -index }).collect();
    let cnf = formula(4, &(0..32).step_by(2).map(signs).collect::<Vec<_>>());
    let proof = "5 -1 -2 0\n-5 1 0\n-5 2 0\n1 2 3 0\n1 2 0\n1 -2 3 0\n1 0\n2 3 0\n2 0\n3 0\n0\n";
    let done = check(&cnf, ProofFormat::Drat, proof.as_bytes()).expect("it is right");
    assert_eq!((done.lemmas, done.resolutions), (11, 3));
    // It is the first literal that counts.
    let given = formula(3, &[vec![1, 2], vec![-3, 2]]);
    assert_eq!(fault(&given, ProofFormat::Drat, "4 3 0\n0\n").0, 2);
    assert_eq!(fault(&given, ProofFormat::Drat, "3 4 0\n0\n").0, 1);
    let (step, why) = fault(&given, ProofFormat::Drat, "3 0\n0\n");
    assert_eq!(step, 1);
    assert_eq!(why, Fault::NotImplied { clause: "3".to_owned(), against: Some("-3 2".to_owned()) });
    assert_eq!(
        why.to_string(),
        "the clause `3` does not follow: unit propagation does not refute its negation, nor is its resolvent with `-3 2` \
         on the first literal refuted"
    );
}

#[test]
fn what_is_deleted_is_gone() {
    let given = [vec![1, 2, 3], vec![1, 2, -3], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    let cnf = formula(3, &given);
    assert!(check(&cnf, ProofFormat::Drat, b"1 2 0\n1 0\n0\n").is_ok());
    // In any order of literals; what comes after cannot use it.
    let (step, _) = fault(&cnf, ProofFormat::Drat, "d 3 2 1 0\n1 2 0\n1 0\n0\n");
    assert_eq!(step, 2);
    let done =
        check(&cnf, ProofFormat::Drat, b"c a comment\n1 2 0\nd 3 2 1 0\nd 3 1 0\n1 0\n0\n").expect("it is right");
    assert_eq!((done.deleted, done.ignored_deletions), (1, 1));
    // What gives a literal its value stays.
    let done = check(&cnf, ProofFormat::Drat, b"1 2 0\n1 0\nd 1 0\n0\n").expect("checkers keep it");
    assert_eq!((done.deleted, done.ignored_deletions), (0, 1));
}

#[test]
fn faults_of_binary_files_are_named_by_their_byte() {
    let cnf = formula(2, &[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]]);
    let message = |proof: &[u8]| check(&cnf, ProofFormat::Drat, proof).expect_err("it is wrong").to_string();
    assert!(check(&cnf, ProofFormat::Drat, b"a\x02\x00a\x00").is_ok());
    assert!(
        message(b"a\x02\x00a\x04\x00b")
            .ends_with("step 3, byte 6: `b` stands where an `a` or a `d` that begins a step must be")
    );
    assert!(message(b"a\x02\x00a\x82").contains("step 2, byte 3: the file ends before the 0"));
    assert!(message(b"a\x01\x00").contains("`1` stands where a literal must be"));
    assert!(message(b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00").contains("a number of more than 9 bytes"));
    assert!(message(b"4000000000 0\n").contains("`4000000000` stands where a literal of at most 1073741823 must be"));
}

#[test]
fn what_gives_a_literal_its_value_is_known_when_clauses_have_moved() {
    let given = [vec![1, 2], vec![3, 4], vec![3, -4], vec![5, 6], vec![5, -6], vec![-5, 6], vec![-5, -6]];
    let junk = |prefix: &str| (7..2000).map(|index| format!("{prefix}1 2 {index} 0\n")).collect::<Vec<_>>().concat();
    // 3 is fixed behind clauses enough that the holes which they leave are closed.
    let proof = format!("{}3 0\n{}d 3 0\n5 0\n0\n", junk(""), junk("d "));
    let done = check(&formula(6, &given), ProofFormat::Drat, proof.as_bytes()).expect("it is right");
    assert_eq!((done.deleted, done.ignored_deletions), (1993, 1));
}
