//! Certificates: how large they are, how long they take to find and to check.

use anyhow::{Result, bail, ensure};
use fewest_benches::instances::korf;
use fewest_sat::{
    Backend, CertificateTarget, Certified, Claim, ProofFormat, Scope, Subject, ToCnf, verify_certificate,
    write_certificate,
};
use fewest_search::meter::Meter;
use fewest_search::{Cost, Limits};
use fewest_tiles::sat::SatEncoding;
use fewest_tiles::{Goal, Position};

use crate::watch::timed;

/// An 8-puzzle of middling length and one of the longest, with the blank last.
const EIGHTS: [(&str, Cost); 2] = [("5 3 8/0 2 4/1 7 6", 21), ("8 6 7/2 5 4/3 0 1", 31)];
/// As many of Korf's instances, the easiest.
const FIFTEENS: usize = 3;

/// Prints a row for each position and each solver that writes proofs.
pub(crate) fn print() -> Result<()> {
    println!("\n## Certificates, processor seconds\n");
    println!(
        "| puzzle | moves | no solution of | solver | variables | clauses | proof steps | LRAT | DRAT | found in | checked \
         in |\n|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|"
    );
    let mut instances = Vec::new();
    for (start, length) in EIGHTS {
        let start: Position = start.parse()?;
        let goal = Goal::BlankLast.position(start.size())?;
        instances.push(("8-puzzle".to_owned(), start, goal, length));
    }
    let mut fifteens: Vec<(usize, (Position, Cost))> = (1..).zip(korf()?).collect();
    fifteens.sort_by_key(|(_, (_, length))| *length);
    for (number, (start, length)) in fifteens.into_iter().take(FIFTEENS) {
        let goal = Goal::BlankFirst.position(start.size())?;
        instances.push((format!("Korf {number}"), start, goal, length));
    }
    let scratch = tempfile::tempdir()?;
    for (name, start, goal, length) in &instances {
        for &backend in Backend::ALL.iter().filter(|&&backend| ProofFormat::of(backend).is_some()) {
            let folder = scratch.path().join("certificate");
            let limits = Limits::default();
            let mut nobody = ();
            let meter = &mut Meter::start(&limits, &mut nobody);
            let claim = Claim {
                subject: Subject {
                    puzzle: "tiles".to_owned(),
                    start: start.to_string(),
                    goal: goal.to_string(),
                    metric: "stm".to_owned(),
                    encoding: "fewest".to_owned(),
                    assumes: None,
                },
                solution: String::new(),
                optimum: *length,
                step: 2,
            };
            let Some(at_most) = claim.at_most() else { bail!("{name} needs no proof") };
            let (cnf, _) = SatEncoding::new(start, goal)?.encode(at_most, Scope::AtMost, meter)?;
            let target = CertificateTarget { folder: &folder, overwrite: true, most_bytes: u64::MAX };
            let (written, both) = timed(|| write_certificate(&claim, &cnf, backend, target, meter));
            let (Certified::Written { manifest, .. }, _) = written? else { bail!("{name} has no certificate") };
            let (verified, checking) = timed(|| verify_certificate(&folder, meter));
            ensure!(verified?.manifest == *manifest, "a manifest changes when it is read");
            let bytes = |ending: &str| {
                let file = manifest.files.iter().find(|file| file.name.ends_with(ending));
                file.map(|file| file.bytes.to_string()).unwrap_or_default()
            };
            println!(
                "| {name} | {length} | {at_most} | {backend} | {} | {} | {} | {} | {} | {:.2} | {:.2} |",
                manifest.formula.variables,
                manifest.formula.clauses,
                manifest.proof_steps,
                bytes(".lrat"),
                bytes(".drat"),
                // It was checked once on the way.
                both.saturating_sub(checking).as_secs_f64(),
                checking.as_secs_f64(),
            );
        }
    }
    Ok(())
}
