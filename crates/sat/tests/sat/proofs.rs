//! What solvers write, the checkers accept; what was tampered with, they reject, and say why.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fewest_sat::{
    Backend, CheckError, Checked, Cnf, Fault, ProofFormat, ProofTarget, ProofVerdict, check_drat, check_lrat,
    lrat_to_drat, prove,
};
use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Limits};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::naive::{formula, models, pigeons};

/// Whether this build's solver writes proofs.
fn writers() -> impl Iterator<Item = (Backend, ProofFormat)> {
    Backend::ALL.iter().filter_map(|&backend| Some((backend, ProofFormat::of(backend)?)))
}

fn attempt(cnf: &Cnf, backend: Backend, path: &Path, most_bytes: u64, limits: &Limits) -> ProofVerdict {
    let mut nobody = ();
    let mut meter = Meter::start(limits, &mut nobody);
    prove(cnf, backend, ProofTarget { path, most_bytes }, &mut meter).expect("it writes proofs into this folder").0
}

/// A proof as text.
fn proof(cnf: &Cnf, backend: Backend) -> String {
    let folder = TempDir::new().expect("there is room");
    let path = folder.path().join("proof");
    let verdict = attempt(cnf, backend, &path, u64::MAX, &Limits::default());
    let ProofVerdict::Unsatisfiable(size) = verdict else { panic!("{backend}: {verdict:?}") };
    let text = fs::read_to_string(&path).expect("it was written");
    assert_eq!((text.len() as u64, text.lines().count() as u64), (size.bytes, size.steps), "{backend}");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1, "nothing else is left");
    text
}

pub(crate) fn check(cnf: &Cnf, format: ProofFormat, proof: &[u8]) -> Result<Checked, CheckError> {
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    match format {
        ProofFormat::Drat => check_drat(cnf, proof, &mut meter),
        ProofFormat::Lrat => check_lrat(cnf, proof, &mut meter),
    }
}

/// The step that is wrong, and why.
pub(crate) fn fault(cnf: &Cnf, format: ProofFormat, proof: &str) -> (u64, Fault) {
    match check(cnf, format, proof.as_bytes()) {
        Err(CheckError::Wrong { place, fault }) => (place.step, fault),
        other => panic!("{other:?} for {}", proof.chars().take(400).collect::<String>()),
    }
}

fn to_drat(cnf: &Cnf, lrat: &str) -> String {
    let (limits, mut nobody) = (Limits::default(), ());
    let mut out = Vec::new();
    let bytes = lrat_to_drat(cnf, lrat.as_bytes(), &mut out, &mut Meter::start(&limits, &mut nobody));
    assert_eq!(bytes.expect("it is a proof"), out.len() as u64);
    String::from_utf8(out).expect("it is text")
}

/// Clauses of three literals over few variables, enough to leave no model.
fn random(seed: u64) -> Cnf {
    let mut state = seed;
    let mut draw = |below: i32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i32 % below
    };
    let mut literal = || (1 + draw(60)) * (1 - 2 * draw(2));
    formula(60, &(0..400).map(|_| vec![literal(), literal(), literal()]).collect::<Vec<_>>())
}

#[test]
fn proofs_are_accepted() {
    for (backend, format) in writers() {
        for cnf in (1..=7).map(pigeons).chain((0..20).map(random)) {
            let text = proof(&cnf, backend);
            let done = check(&cnf, format, text.as_bytes()).unwrap_or_else(|error| panic!("{backend}: {error}"));
            assert_eq!(done.resolutions, 0, "{backend} needs propagation alone");
            assert!(done.lemmas > 0);
            if format == ProofFormat::Lrat {
                let drat = to_drat(&cnf, &text);
                let again = check(&cnf, ProofFormat::Drat, drat.as_bytes()).expect("it is the same proof");
                assert_eq!(again.lemmas, done.lemmas, "{backend}");
                assert!(again.deleted + again.ignored_deletions <= done.deleted, "{backend}");
            }
        }
    }
}

proptest! {
    #[test]
    fn formulas_as_they_stand_are_proven(
        clauses in prop::collection::vec(prop::collection::vec((1..=5i32, any::<bool>()), 0..4), 1..30)
    ) {
        let clauses: Vec<Vec<i32>> = clauses
            .into_iter()
            .map(|clause| clause.into_iter().map(|(index, sign)| if sign { index } else { -index }).collect())
            .collect();
        let cnf = formula(5, &clauses);
        let satisfiable = models(&cnf).next().is_some();
        let folder = TempDir::new().expect("there is room");
        let path = folder.path().join("proof");
        for (backend, format) in writers() {
            match attempt(&cnf, backend, &path, u64::MAX, &Limits::default()) {
                ProofVerdict::Unsatisfiable(_) => {
                    prop_assert!(!satisfiable);
                    let text = fs::read_to_string(&path).expect("it was written");
                    let done = check(&cnf, format, text.as_bytes());
                    prop_assert!(done.is_ok(), "{backend}: {}\n{text}", done.unwrap_err());
                    fs::remove_file(&path).expect("it is there");
                }
                ProofVerdict::Satisfiable(model) => {
                    prop_assert!(cnf.is_satisfied_by(&model));
                    prop_assert!(!path.exists());
                }
                other => prop_assert!(false, "{backend}: {other:?}"),
            }
        }
    }
}

/// The lines with one of them changed or, where `change` says so, left out.
fn change_line(text: &str, at: usize, change: impl Fn(&str) -> Option<String>) -> String {
    let lines = text.lines().enumerate();
    let kept = lines.filter_map(|(i, line)| if i == at { change(line) } else { Some(line.to_owned()) });
    kept.map(|line| line + "\n").collect()
}

#[test]
fn what_was_tampered_with_is_rejected() {
    let cnf = pigeons(5);
    for (backend, format) in writers() {
        let text = proof(&cnf, backend);
        let lines: Vec<&str> = text.lines().collect();
        let steps = lines.len() as u64;
        let last = lines.len() - 1;

        // The empty clause is missing.
        assert_eq!(
            fault(&cnf, format, &change_line(&text, last, |_| None)),
            (steps, Fault::NoEmptyClause),
            "{backend}"
        );
        assert_eq!(fault(&cnf, format, ""), (1, Fault::NoEmptyClause), "{backend}");
        // Cut off, within a number or between two.
        let before = lines[..last].join("\n");
        for cut in 1..=3 {
            assert_eq!(fault(&cnf, format, &before[..before.len() - cut]), (steps - 1, Fault::CutOff), "{backend}");
        }
        // Only its end.
        let (step, why) = fault(&cnf, format, &format!("{}\n", lines[last]));
        assert_eq!(step, 1);
        match format {
            ProofFormat::Drat => assert!(matches!(why, Fault::NotImplied { against: None, .. }), "{why}"),
            ProofFormat::Lrat => assert!(matches!(why, Fault::Unknown(_)), "{why}"),
        }
        // A word that is none.
        let (step, why) = fault(&cnf, format, &change_line(&text, 2, |line| Some(format!("x{line}"))));
        assert!(step == 3 && matches!(&why, Fault::Malformed { found, .. } if found.starts_with('x')), "{why}");
        // For another formula: one pigeon is gone, and its clause now says nothing.
        let other =
            formula(30, &cnf.clauses().skip(1).map(|c| c.iter().map(|l| l.dimacs()).collect()).collect::<Vec<_>>());
        let wrong = check(&other, format, text.as_bytes());
        assert!(matches!(wrong, Err(CheckError::Wrong { .. })), "{backend}: {wrong:?}");
    }
}

#[test]
fn every_flipped_literal_of_a_unit_is_found() {
    // What a clause of one literal says, its negation denies: both cannot follow before the formula is refuted.
    let cnf = pigeons(6);
    for (backend, format) in writers() {
        let text = proof(&cnf, backend);
        let place = match format {
            ProofFormat::Drat => 0,
            ProofFormat::Lrat => 1,
        };
        let is_unit = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            words.len() > place + 1 && !words.contains(&"d") && words[place] != "0" && words[place + 1] == "0"
        };
        let at = text.lines().position(is_unit).expect("some literal is fixed on the way");
        let flipped = change_line(&text, at, |line| {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            words[place] = (-words[place].parse::<i32>().expect("it is a literal")).to_string();
            Some(words.join(" "))
        });
        let (step, why) = fault(&cnf, format, &flipped);
        assert_eq!(step, at as u64 + 1, "{backend}");
        match format {
            ProofFormat::Drat => assert!(matches!(why, Fault::NotImplied { .. }), "{why}"),
            ProofFormat::Lrat => {
                assert!(matches!(why, Fault::Idle { .. } | Fault::HintsEnd(_)), "{why}");
            }
        }
    }
}

#[test]
fn limits_leave_no_file() {
    let cnf = pigeons(14);
    for (backend, _) in writers() {
        let folder = TempDir::new().expect("there is room");
        let path = folder.path().join("proof");
        let time = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        assert_eq!(attempt(&cnf, backend, &path, u64::MAX, &time), ProofVerdict::Stopped(LimitKind::Time), "{backend}");
        let few = Limits { expansions: Some(100), ..Limits::default() };
        let stopped = ProofVerdict::Stopped(LimitKind::Expansions);
        assert_eq!(attempt(&cnf, backend, &path, u64::MAX, &few), stopped, "{backend}");
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        let stopped = ProofVerdict::Stopped(LimitKind::Cancelled);
        assert_eq!(attempt(&cnf, backend, &path, u64::MAX, &cancelled), stopped, "{backend}");
        assert_eq!(attempt(&cnf, backend, &path, 10_000, &Limits::default()), ProofVerdict::TooLarge, "{backend}");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0, "{backend} leaves nothing");
    }
}

#[test]
fn a_checker_heeds_limits() {
    let cnf = pigeons(7);
    for (backend, format) in writers() {
        let text = proof(&cnf, backend);
        let check = |limits: &Limits| {
            let mut nobody = ();
            let mut meter = Meter::start(limits, &mut nobody);
            match format {
                ProofFormat::Drat => check_drat(&cnf, text.as_bytes(), &mut meter),
                ProofFormat::Lrat => check_lrat(&cnf, text.as_bytes(), &mut meter),
            }
        };
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        let little = Limits { memory: 10_000, ..Limits::default() };
        assert!(matches!(check(&cancelled), Err(CheckError::Stopped(LimitKind::Cancelled))), "{backend}");
        assert!(matches!(check(&little), Err(CheckError::Stopped(LimitKind::Memory))), "{backend}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_with_its_name() {
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    let path = PathBuf::from("no/such/folder/proof.drat");
    let target = ProofTarget { path: &path, most_bytes: 100 };
    let error = prove(&pigeons(3), Backend::Batsat, target, &mut meter).expect_err("there is no folder").to_string();
    assert!(error.starts_with("cannot write the proof no/such/folder/proof.drat: "), "{error}");
}

#[test]
#[cfg(feature = "glucose")]
fn solvers_without_proofs_are_refused() {
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    let target = ProofTarget { path: Path::new("proof.drat"), most_bytes: 100 };
    let error = prove(&pigeons(3), Backend::Glucose, target, &mut meter).expect_err("it writes none").to_string();
    assert!(error.starts_with("glucose cannot write proofs here; in this build, batsat"), "{error}");
    assert!(!Path::new("proof.drat").exists());
}

#[test]
fn an_existing_file_is_replaced_only_by_a_complete_one() {
    let folder = TempDir::new().expect("there is room");
    let path = folder.path().join("proof");
    fs::write(&path, "before").expect("there is room");
    assert_eq!(attempt(&pigeons(5), Backend::Batsat, &path, 10, &Limits::default()), ProofVerdict::TooLarge);
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), "before");
    attempt(&pigeons(5), Backend::Batsat, &path, u64::MAX, &Limits::default());
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    check_drat(&pigeons(5), File::open(&path).expect("it is there"), &mut meter).expect("it is the proof");
}
