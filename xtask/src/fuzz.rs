//! The chore `fuzz`: libFuzzer on one of the targets under `fuzz/`, through cargo-fuzz.

use anyhow::{Result, ensure};

use crate::shell::{announce, execute, program, succeeds};
use crate::tool::Tool;

const CARGO_FUZZ: Tool = Tool { name: "cargo-fuzz", version: "0.13.2" };

/// What `cargo xtask fuzz` is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A target: a file under `fuzz/fuzz_targets`, without `.rs`
    target: String,
    /// How long to fuzz
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
}

/// Fuzzes until the time is up or an input fails; cargo-fuzz says where it keeps that input.
pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(
        succeeds(program("rustup").args(["run", "nightly", "rustc", "--version"])),
        "no nightly toolchain, which the sanitizers of cargo-fuzz need; install one with \
         `rustup toolchain install nightly`"
    );
    let cargo_fuzz = CARGO_FUZZ.ensure()?;
    announce(&format!("fuzz: {} for {} s", args.target, args.seconds));
    let mut command = program(cargo_fuzz);
    command.args(["fuzz", "run", &args.target, "--", &format!("-max_total_time={}", args.seconds)]);
    // What `cargo +nightly fuzz` would do. Our own cargo is the stable one and has left its name in `CARGO`.
    command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO");
    execute(&mut command)
}
