//! A certificate is there whole or not at all, and every change of it is found.

use std::fs;
use std::path::Path;

use fewest_sat::{
    Backend, CertificateError, CertificateTarget, Certified, CheckError, Claim, Cnf, Fault, FormulaSize, ProofFormat,
    Subject, Verified, VerifyError, verify_certificate, write_certificate,
};
use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Limits};
use tempfile::TempDir;

use crate::naive::pigeons;

fn claim() -> Claim {
    let text = |text: &str| text.to_owned();
    let subject = Subject {
        puzzle: text("pigeons"),
        start: text("6"),
        goal: text("5"),
        metric: text("wing"),
        encoding: text("pairs"),
        assumes: None,
    };
    Claim { subject, solution: text("fly away"), optimum: 7, step: 2 }
}

fn write(
    claim: &Claim,
    cnf: &Cnf,
    backend: Backend,
    folder: &Path,
    overwrite: bool,
) -> Result<Certified, CertificateError> {
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    let target = CertificateTarget { folder, overwrite, most_bytes: 1 << 24 };
    Ok(write_certificate(claim, cnf, backend, target, &mut meter)?.0)
}

fn verify(folder: &Path) -> Result<Verified, VerifyError> {
    let (limits, mut nobody) = (Limits::default(), ());
    verify_certificate(folder, &mut Meter::start(&limits, &mut nobody))
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn writers() -> impl Iterator<Item = (Backend, ProofFormat)> {
    Backend::ALL.iter().filter_map(|&backend| Some((backend, ProofFormat::of(backend)?)))
}

#[test]
fn what_is_written_is_accepted() {
    for (backend, format) in writers() {
        let parent = TempDir::new().expect("there is room");
        let folder = parent.path().join("certificate");
        let Certified::Written { manifest, .. } =
            write(&claim(), &pigeons(5), backend, &folder, false).expect("it works")
        else {
            panic!("{backend} refutes it");
        };
        assert_eq!(entries(parent.path()), ["certificate"], "nothing else is left");
        let mut expected = vec!["formula.cnf", "manifest.json", "proof.drat", "solution.txt"];
        if format == ProofFormat::Lrat {
            expected.insert(3, "proof.lrat");
        }
        assert_eq!(entries(&folder), expected, "{backend}");
        let verified = verify(&folder).unwrap_or_else(|error| panic!("{backend}: {error}"));
        assert_eq!(verified.manifest, *manifest);
        assert_eq!((manifest.at_most, manifest.optimum), (5, 7));
        assert_eq!(manifest.formula, FormulaSize { variables: 30, clauses: 81, literals: 180 });
        assert!(manifest.solver.to_lowercase().starts_with(backend.name()), "{}", manifest.solver);
        assert_eq!(verified.solution, "fly away");
        assert!(manifest.claim.contains("no solution costs 5 or less"), "{}", manifest.claim);
        assert!(manifest.check_with.contains(&"rate formula.cnf proof.drat".to_owned()));
        assert_eq!(verified.cnf.clauses().collect::<Vec<_>>(), pigeons(5).clauses().collect::<Vec<_>>());
    }
}

#[test]
fn every_changed_file_is_found() {
    for (backend, _) in writers() {
        let parent = TempDir::new().expect("there is room");
        let folder = parent.path().join("certificate");
        write(&claim(), &pigeons(4), backend, &folder, false).expect("it works");
        for name in entries(&folder).iter().filter(|name| *name != "manifest.json") {
            let path = folder.join(name);
            let whole = fs::read(&path).expect("it is there");
            let mut changed = whole.clone();
            let middle = changed.len() / 2;
            changed[middle] ^= 1;
            for other in [changed, whole[1..].to_vec(), Vec::new()] {
                fs::write(&path, other).expect("there is room");
                let error = verify(&folder).expect_err("it was changed");
                let (VerifyError::Changed { expected, .. } | VerifyError::Resized { expected, .. }) = &error else {
                    panic!("{error}")
                };
                assert_eq!(expected.name, *name);
            }
            fs::remove_file(&path).expect("it is there");
            assert!(matches!(verify(&folder), Err(VerifyError::Read { file, .. }) if file == *name));
            fs::write(&path, whole).expect("there is room");
        }
        verify(&folder).expect("all is as it was");
    }
}

/// Changes a file, and the manifest so that size and checksum are right.
fn forge(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("there is room");
    let path = folder.join("manifest.json");
    let rewrite = |from: &str, to: &str| {
        let manifest = fs::read_to_string(&path).expect("it is there").replace(from, to);
        fs::write(&path, manifest).expect("there is room");
    };
    if let Err(VerifyError::Resized { expected, bytes }) = verify(folder) {
        rewrite(&format!("\"bytes\": {},", expected.bytes), &format!("\"bytes\": {bytes},"));
    }
    let error = verify(folder).expect_err("it was changed");
    let VerifyError::Changed { expected, found } = error else { panic!("{error}") };
    rewrite(&expected.xxh3, &found.xxh3);
}

#[test]
fn a_forged_proof_is_still_no_proof() {
    for (backend, format) in writers() {
        let parent = TempDir::new().expect("there is room");
        let made = |name: &str| {
            let folder = parent.path().join(name);
            write(&claim(), &pigeons(4), backend, &folder, false).expect("it works");
            folder
        };
        let proof = if format == ProofFormat::Lrat { "proof.lrat" } else { "proof.drat" };
        let folder = made("empty");
        forge(&folder, proof, "");
        let error = verify(&folder).expect_err("it proves nothing");
        let VerifyError::Proof { file, error: CheckError::Wrong { fault: Fault::NoEmptyClause, .. } } = &error else {
            panic!("{error}")
        };
        assert_eq!(file, proof);

        let folder = made("formula");
        let formula = fs::read_to_string(folder.join("formula.cnf")).expect("it is there");
        forge(&folder, "formula.cnf", &formula.replacen("\n1 2 3 4 0\n", "\n1 -1 3 4 0\n", 1));
        let error = verify(&folder).expect_err("the proof is of another formula");
        assert!(matches!(error, VerifyError::Proof { .. }), "{error}");

        let folder = made("size");
        forge(&folder, "formula.cnf", &formula.replacen("\n1 2 3 4 0\n", "\n1 2 3 0\n", 1));
        assert!(matches!(verify(&folder), Err(VerifyError::Size { .. })));

        if format == ProofFormat::Lrat {
            let folder = made("drat");
            forge(&folder, "proof.drat", "0\n");
            assert!(matches!(verify(&folder), Err(VerifyError::OtherProof)));
        }
    }
}

#[test]
fn a_manifest_that_makes_no_sense_is_refused() {
    let parent = TempDir::new().expect("there is room");
    let folder = parent.path().join("certificate");
    write(&claim(), &pigeons(4), Backend::Batsat, &folder, false).expect("it works");
    let path = folder.join("manifest.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let message = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        fs::write(&path, text.replacen(from, to, 1)).expect("there is room");
        verify(&folder).expect_err("it makes no sense").to_string()
    };
    assert!(message("\"schema\": 1", "\"schema\": 2").contains("has schema 2; this program reads schema 1"));
    assert!(message("\"at_most\": 5", "\"at_most\": 3").contains("the two must differ by 2"));
    assert!(message("\"step\": 2", "\"step\": 0").contains("the two must differ by 0"));
    assert!(
        message("\"name\": \"solution.txt\"", "\"name\": \"../secret\"").contains("`../secret`, which is not a file")
    );
    assert!(message("\"solver\"", "\"sovler\"").contains("unknown field `sovler`"));
    assert!(message("{", "").contains("not a manifest"));
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let parent = TempDir::new().expect("there is room");
    let folder = parent.path().join("certificate");
    fs::create_dir(&folder).expect("there is room");
    write(&claim(), &pigeons(3), Backend::Batsat, &folder, false).expect("an empty folder is free");
    let error = write(&claim(), &pigeons(4), Backend::Batsat, &folder, false).expect_err("it is in use");
    assert!(matches!(error, CertificateError::Exists(_)), "{error}");
    assert_eq!(verify(&folder).expect("it is as it was").manifest.formula.variables, 12);
    write(&claim(), &pigeons(4), Backend::Batsat, &folder, true).expect("it may be replaced");
    assert_eq!(verify(&folder).expect("it is new").manifest.formula.variables, 20);
    fs::write(folder.join("diary.txt"), "dear diary").expect("there is room");
    let error = write(&claim(), &pigeons(4), Backend::Batsat, &folder, true).expect_err("it has something of another");
    assert!(error.to_string().contains("has `diary.txt`, which is not part of a certificate"), "{error}");
    assert!(folder.join("diary.txt").exists());
    assert_eq!(entries(parent.path()), ["certificate"]);
}

#[test]
fn what_is_not_so_is_not_certified() {
    let parent = TempDir::new().expect("there is room");
    let folder = parent.path().join("certificate");
    let mut cnf = Cnf::new();
    let a = cnf.variable();
    cnf.assert(a);
    let Certified::Refuted(model) = write(&claim(), &cnf, Backend::Batsat, &folder, false).expect("it works") else {
        panic!("it has a model");
    };
    assert!(model.holds(a));
    let solved = Claim { optimum: 0, ..claim() };
    let error = write(&solved, &pigeons(3), Backend::Batsat, &folder, false).expect_err("there is nothing");
    assert!(error.to_string().starts_with("there is nothing to certify: no solution can cost less than 0"), "{error}");
    for (limits, expected) in [
        (Limits { expansions: Some(5), ..Limits::default() }, Certified::Stopped(LimitKind::Expansions)),
        (Limits { memory: 1000, ..Limits::default() }, Certified::Stopped(LimitKind::Memory)),
    ] {
        let mut nobody = ();
        let target = CertificateTarget { folder: &folder, overwrite: false, most_bytes: 1 << 24 };
        let mut meter = Meter::start(&limits, &mut nobody);
        let cnf = if limits.memory < 10_000 { pigeons(3) } else { pigeons(9) };
        let got = write_certificate(&claim(), &cnf, Backend::Batsat, target, &mut meter).expect("limits are no errors");
        assert_eq!(got.0, expected);
    }
    assert!(entries(parent.path()).is_empty(), "nothing is left");
}
