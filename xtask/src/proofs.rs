//! Our proofs before a checker that others wrote: `rate`, which reads DRAT. Those of small formulas, and the certificates that
//! `fewest prove` writes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::native::Solvers;
use crate::need::{Need, Source};
use crate::shell::{announce, execute, program, root};
use crate::tool::Tool;
use crate::workspace;

/// The checker (Johannes Altmanninger and Adrián Rebola-Pardo, *Frying the Egg, Roasting the Chicken: Unit Deletions in DRAT
/// Proofs*, 2020).
const RATE: Tool = Tool { name: "rate", version: "0.3.0" };

/// The checker, as a need.
pub(crate) const NEED: Need = Need { name: RATE.name, find: || RATE.find().map(drop), source: Source::Crate(RATE) };

/// Where the proofs are written, under the root.
const FOLDER: &str = "target/proofs";

/// Puzzles that are certified: a name, the position, the solver and how it is written as a formula.
const CERTIFIED: [(&str, &str, &str, &str); 4] = [
    ("eight-batsat", "5 3 8/0 2 4/1 7 6", "batsat", "fewest"),
    ("eight-cadical", "5 3 8/0 2 4/1 7 6", "cadical", "fewest"),
    ("eight-rules", "1 2 3/4 8 0/5 7 6", "cadical", "edixhoven"),
    ("two-rooms", "two-rooms", "cadical", "tamura"),
];

/// The checker accepts what every solver that writes proofs has proven, and rejects what was tampered with.
pub(crate) fn check(solvers: Solvers) -> Result<()> {
    let rate = RATE.ensure()?;
    let folder = root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {FOLDER}"))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {FOLDER}"))?;
    let [command, small_proofs] = workspace::programs(solvers)?;
    execute(program(small_proofs).arg(&folder))?;
    let proofs = proofs(&folder)?;
    ensure!(!proofs.is_empty(), "`small_proofs` wrote no proofs into {FOLDER}");
    let small = proofs.into_iter().map(|proof| (proof.with_extension("cnf"), proof));
    let mut certified = Vec::new();
    for (name, position, solver, encoding) in CERTIFIED {
        if solvers == Solvers::InRust && solver != "batsat" {
            announce(&format!("proofs: {name} is NOT certified, because this build has no {solver}"));
            continue;
        }
        let out = folder.join(name);
        execute(
            program(&command)
                .args(["prove", position, "--sat-solver", solver, "--encoding", encoding, "--out"])
                .arg(&out),
        )?;
        certified.push((out.join("formula.cnf"), out.join("proof.drat")));
    }
    for (formula, proof) in small.chain(certified) {
        let proof = &proof;
        let text = fs::read_to_string(proof).with_context(|| format!("cannot read {}", proof.display()))?;
        ensure!(accepts(&rate, &formula, proof)?, "rate rejects {}", proof.display());
        for (name, wrong) in tampered(&text) {
            let path = proof.with_extension(format!("{name}.drat"));
            fs::write(&path, wrong).with_context(|| format!("cannot write {}", path.display()))?;
            ensure!(!accepts(&rate, &formula, &path)?, "rate accepts {}, which is not a proof", path.display());
        }
    }
    Ok(())
}

/// The proofs in a folder, in order.
fn proofs(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "drat"));
    paths.sort();
    Ok(paths)
}

/// What the checker says.
fn accepts(rate: &Path, formula: &Path, proof: &Path) -> Result<bool> {
    let output = program(rate).arg(formula).arg(proof).output().context("cannot start rate")?;
    let text = String::from_utf8_lossy(&output.stdout);
    verdict(&text).with_context(|| {
        format!("rate gives no verdict on {}: {}{}", proof.display(), text, String::from_utf8_lossy(&output.stderr))
    })
}

/// Accepted or rejected, where one of both is said.
fn verdict(text: &str) -> Option<bool> {
    text.lines().find_map(|line| match line.trim_end() {
        "s VERIFIED" => Some(true),
        "s NOT VERIFIED" => Some(false),
        _ => None,
    })
}

/// Texts that are nearly this proof, and none.
fn tampered(proof: &str) -> [(&'static str, String); 3] {
    let lines: Vec<&str> = proof.lines().collect();
    let text = |lines: &[&str]| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let flipped = proof.lines().map(|line| match line.strip_prefix('-') {
        Some(rest) => rest.to_owned() + "\n",
        None if line.starts_with('d') || line == "0" => line.to_owned() + "\n",
        None => format!("-{line}\n"),
    });
    [
        ("end", text(&lines[lines.len().saturating_sub(1)..])),
        ("half", text(&lines[..lines.len() / 2])),
        ("flipped", flipped.collect()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_tampered_with_in_three_ways() {
        let tampered = tampered("1 -2 0\nd 3 4 0\n-2 0\n0\n").map(|(_, text)| text);
        assert_eq!(tampered, ["0\n", "1 -2 0\nd 3 4 0\n", "-1 -2 0\nd 3 4 0\n2 0\n0\n"]);
    }

    #[test]
    fn only_a_verdict_is_one() {
        assert_eq!(verdict("c all well\ns VERIFIED\n"), Some(true));
        assert_eq!(verdict("s NOT VERIFIED\n"), Some(false));
        assert_eq!(verdict("c no s VERIFIED here\n"), None);
    }
}
