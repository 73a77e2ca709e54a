//! Counting instructions with valgrind.
//!
//! Of its tools cachegrind, without the caches it simulates, is the fastest that counts: half the time of callgrind, a
//! fifth of lackey.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::need::{self, Need, Source, runs};
use crate::shell::{announce, program};

/// Makes `cargo run` start the program under valgrind.
pub(crate) const AS_RUNNER: [&str; 2] = [
    "--config",
    "target.'cfg(all())'.runner=['valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null']",
];

/// A program that runs under valgrind.
pub(crate) fn under(path: &Path) -> Command {
    let mut command = program("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]).arg(path);
    command
}

/// The program itself.
pub(crate) const VALGRIND: Need =
    Need { name: "valgrind", find: || runs("valgrind"), source: Source::Debian("valgrind") };

/// Whether valgrind is there, once we have tried to install it. Without it the rest of a chore is still of use.
pub(crate) fn ensure() -> bool {
    let result = need::ensure(&[VALGRIND]);
    if let Err(error) = &result {
        announce(&format!("instructions are NOT counted: {error:#}"));
    }
    result.is_ok()
}

/// The instructions executed, from what cachegrind says at the end.
pub(crate) fn instructions(stderr: &str) -> Result<u64> {
    let total = stderr.lines().find_map(|line| {
        let (label, number) = line.trim_start_matches(|c| c == '=' || char::is_ascii_digit(&c)).split_once(':')?;
        label.split_whitespace().eq(["I", "refs"]).then_some(number)
    });
    let total =
        total.with_context(|| format!("valgrind did not print how many instructions it saw, but:\n{stderr}"))?;
    total.trim().replace(',', "").parse().with_context(|| format!("valgrind counted {total:?} instructions"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_found_with_caches_simulated_or_not() {
        let bare = "==17== Cachegrind, a profiler\n==17== Command: a: b\n==17== \n==17== I   refs:      502,508,593\n";
        assert_eq!(instructions(bare).unwrap(), 502_508_593);
        let caches = "==17== D   refs:      7\n==17== I refs:        1,234\n==17== I1  misses:     9\n";
        assert_eq!(instructions(caches).unwrap(), 1234);
    }

    #[test]
    fn a_missing_total_is_an_error_that_shows_what_came_instead() {
        let error = instructions("valgrind: no such tool").unwrap_err().to_string();
        assert!(error.contains("no such tool"), "{error}");
    }
}
