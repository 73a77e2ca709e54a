//! The chore `fuzz`: libFuzzer on the targets under `fuzz/`, with the toolchain that is there.
//!
//! The compiler puts libFuzzer's counters into the code on its stable channel too; what needs another channel are the sanitizers
//! of addresses and memory, which safe code seldom needs. The programs go into a folder together with their seeds and the
//! script that runs them, `fuzz/run.sh`; that folder also works on a machine that has neither cargo nor a network.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::shell::{announce, cargo, execute, program, root};

/// What `cargo xtask fuzz` is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The targets, such as `cube`: files under `fuzz/fuzz_targets`, without `.rs` [default: all]
    targets: Vec<String>,
    /// How often each target is executed
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    runs: u64,
    /// Stop after so many seconds; 0: only when every target was executed that often
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// How many jobs run side by side [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    cores: Option<u32>,
    /// Do not fuzz: put everything that fuzzing needs into this folder, with the script `run.sh` that does it elsewhere
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["runs", "seconds", "cores"])]
    pack: Option<PathBuf>,
}

/// Builds, and fuzzes until each target has its executions or the time is up; what was found is under `fuzz/out/findings`.
pub(crate) fn run(args: &Args) -> Result<()> {
    let all = targets()?;
    let names: Vec<&str> = all.iter().map(|target| &*target.name).collect();
    for target in &args.targets {
        ensure!(names.contains(&&**target), "there is no target {target:?}; the targets are {}", names.join(", "));
    }
    let is_asked = |target: &&Target| args.targets.is_empty() || args.targets.contains(&target.name);
    let asked: Vec<&Target> = all.iter().filter(is_asked).collect();
    let folder = root().join(args.pack.as_deref().unwrap_or(Path::new("fuzz/kit")));
    pack(&asked, &folder)?;
    if let Some(pack) = &args.pack {
        announce(&format!("fuzz: `{}` fuzzes; its first lines say how", pack.join("run.sh").display()));
        return Ok(());
    }
    let out = root().join("fuzz/out");
    // What was counted belongs to programs that were built before.
    let _ = fs::remove_file(out.join("runs.tsv"));
    let mut fuzz = program(folder.join("run.sh"));
    fuzz.args(asked.iter().map(|target| &target.name)).env("OUT", out).env_remove("STATE").env_remove("SHARES");
    fuzz.env("RUNS", args.runs.to_string()).env("LIMIT", args.seconds.to_string()).env_remove("CORES");
    if let Some(cores) = args.cores {
        fuzz.env("CORES", cores.to_string());
    }
    announce(&format!("fuzz: {}", asked.iter().map(|target| &*target.name).collect::<Vec<_>>().join(", ")));
    let status = fuzz.status().context("cannot start fuzz/run.sh, which needs bash")?;
    // The script says with 20 that the time was up, which is what was asked for.
    ensure!(status.success() || status.code() == Some(20), "there are findings, in fuzz/out/findings");
    Ok(())
}

/// Builds these targets and puts them into a folder, with their seeds and the script that runs them.
fn pack(targets: &[&Target], folder: &Path) -> Result<()> {
    let fuzz = root().join("fuzz");
    for part in ["bin", "seeds"] {
        let part = folder.join(part);
        fs::create_dir_all(&part).with_context(|| format!("cannot make {}", part.display()))?;
    }
    // Crates get other counters for targets that go through the engine, so these are compiled apart.
    for is_whole in [false, true] {
        let built: Vec<&str> =
            targets.iter().filter(|target| target.is_whole == is_whole).map(|it| &*it.name).collect();
        if !built.is_empty() {
            build(&built, is_whole, &folder.join("bin"))?;
        }
    }
    let copy = |name: &str| execute(program("cp").arg("-r").arg(fuzz.join(name)).arg(folder));
    ["seeds", "run.sh", "targets"].into_iter().try_for_each(copy)
}

/// Builds targets, without what debuggers need, into a folder.
fn build(targets: &[&str], is_whole: bool, folder: &Path) -> Result<()> {
    let fuzz = root().join("fuzz");
    // With a target named, the compiler can tell what is fuzzed from macros and scripts of builds.
    let host = host()?;
    let output = fuzz.join("target").join(if is_whole { "whole" } else { "parts" });
    let mut build = cargo(["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", &host]);
    build.args(targets.iter().flat_map(|target| ["--bin", target]));
    if is_whole {
        build.env("WHOLE", "yes");
    } else {
        build.arg("--no-default-features").env_remove("WHOLE");
    }
    build
        .env("RUSTFLAGS", "--cfg fuzzing")
        .env("RUSTC_WRAPPER", fuzz.join("rustc.sh"))
        .env("CARGO_TARGET_DIR", &output);
    execute(&mut build)?;
    targets.iter().try_for_each(|target| {
        let built = output.join(&host).join("release").join(target);
        execute(program("strip").arg("-o").arg(folder.join(target)).arg(built))
    })
}

/// A line of `fuzz/targets`.
struct Target {
    name: String,
    /// Whether it goes through the engine.
    is_whole: bool,
}

/// The targets, as `fuzz/targets` lists them.
fn targets() -> Result<Vec<Target>> {
    let list = fs::read_to_string(root().join("fuzz/targets")).context("cannot read fuzz/targets")?;
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let target = |line: &str| {
        let mut words = line.split_whitespace();
        words.next().map(|name| Target { name: name.to_owned(), is_whole: words.last() == Some("whole") })
    };
    Ok(lines.filter_map(target).collect())
}

/// The target that this machine's compiler builds for.
fn host() -> Result<String> {
    let output = crate::shell::capture(program("rustc").arg("-vV"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("`rustc -vV` does not say for which target it builds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_listed_and_has_seeds() {
        let names = |folder: &str| {
            let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
            let mut names: Vec<String> =
                entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        };
        let mut listed: Vec<String> = targets().unwrap().into_iter().map(|target| target.name).collect();
        listed.sort();
        assert_eq!(listed, names("fuzz/fuzz_targets"));
        assert_eq!(listed, names("fuzz/seeds"));
    }
}
