//! Writes small formulas that nothing makes true, and their proofs, for checkers of others: `small_proofs FOLDER`.
//!
//! For each formula and each solver that writes proofs there are `NAME.cnf` and `NAME.drat`; a proof in LRAT is written as
//! it is, too.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use fewest_sat::{Backend, Cnf, Lit, ProofFormat, ProofTarget, ProofVerdict, lrat_to_drat, prove, write_dimacs};
use fewest_search::{Limits, meter::Meter};

/// More pigeons than holes.
fn pigeons(holes: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let sits: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| cnf.variable()).collect()).collect();
    for pigeon in &sits {
        cnf.clause(pigeon.iter().copied());
    }
    for hole in 0..holes {
        let guests: Vec<Lit> = sits.iter().map(|pigeon| pigeon[hole]).collect();
        cnf.at_most_one(&guests);
    }
    cnf
}

/// Clauses of three literals, far more than a solution can bear.
fn random(variables: u64, clauses: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let literals: Vec<Lit> = (0..variables).map(|_| cnf.variable()).collect();
    // Knuth's constants (MMIX).
    let mut seed = 1u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    while cnf.clause_count() < clauses {
        let mut literal = || {
            let lit = literals[usize::try_from(draw(variables)).unwrap_or_default()];
            if draw(2) == 0 { lit } else { !lit }
        };
        cnf.clause([literal(), literal(), literal()]);
    }
    cnf
}

fn write(name: &str, cnf: &Cnf, backend: Backend, folder: &Path) -> Result<(), Box<dyn Error>> {
    let Some(format) = ProofFormat::of(backend) else { return Ok(()) };
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    let file = |extension: &str| folder.join(format!("{name}-{backend}.{extension}"));
    let mut out = BufWriter::new(File::create(file("cnf"))?);
    write_dimacs(cnf, &format!("{name}: nothing makes this true"), &mut out)?;
    out.flush()?;
    let path = file(format.name());
    let (verdict, _) = prove(cnf, backend, ProofTarget { path: &path, most_bytes: 1 << 30 }, &mut meter)?;
    let ProofVerdict::Unsatisfiable(_) = verdict else { return Err(format!("{name}, {backend}: {verdict:?}").into()) };
    if format == ProofFormat::Lrat {
        let mut out = BufWriter::new(File::create(file(ProofFormat::Drat.name()))?);
        lrat_to_drat(cnf, File::open(&path)?, &mut out, &mut meter)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("usage: small_proofs FOLDER")?;
    for &backend in Backend::ALL {
        write("pigeons", &pigeons(7), backend, Path::new(&folder))?;
        write("random", &random(120, 700), backend, Path::new(&folder))?;
    }
    Ok(())
}
