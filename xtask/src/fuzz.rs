//! The chore `fuzz`: libFuzzer on one of the targets under `fuzz/`, with the toolchain that is there.
//!
//! The compiler puts libFuzzer's counters into the code on its stable channel too; what needs another channel are the sanitizers
//! of addresses and memory, which safe code seldom needs.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::shell::{announce, cargo, execute, program};

/// What `cargo fuzz` gives the compiler, without a sanitizer.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// What `cargo xtask fuzz` is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A target: a file under `fuzz/fuzz_targets`, without `.rs`
    target: String,
    /// How long to fuzz
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// The longest input
    #[arg(long, value_name = "BYTES", default_value_t = 256)]
    longest: u32,
}

/// Fuzzes until the time is up or an input fails; libFuzzer says where it keeps that input.
pub(crate) fn run(args: &Args) -> Result<()> {
    let Args { target, seconds, longest } = args;
    let source = crate::shell::root().join(format!("fuzz/fuzz_targets/{target}.rs"));
    ensure!(source.is_file(), "there is no target {target:?}; the targets are the files under fuzz/fuzz_targets");
    // With a target named, the flags hold for what is fuzzed, and not for macros and scripts of builds.
    let host = host()?;
    let mut build =
        cargo(["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target", &host, "--bin", target]);
    execute(build.env("RUSTFLAGS", FLAGS).env_remove("CARGO_TARGET_DIR"))?;
    announce(&format!("fuzz: {target} for {seconds} s"));
    let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
    std::fs::create_dir_all(crate::shell::root().join(&corpus)).with_context(|| format!("cannot make {corpus}"))?;
    let mut fuzz = program(Path::new("fuzz/target").join(&host).join("release").join(target));
    fuzz.args([format!("-max_total_time={seconds}"), format!("-max_len={longest}"), "-print_final_stats=1".into()]);
    fuzz.arg(corpus);
    if crate::shell::root().join(&seeds).is_dir() {
        fuzz.arg(seeds);
    }
    execute(&mut fuzz)
}

/// The target that this machine's compiler builds for.
fn host() -> Result<String> {
    let output = crate::shell::capture(program("rustc").arg("-vV"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("`rustc -vV` does not say for which target it builds")
}
