//! A step that runs beside the others, as a process of its own.
//!
//! Its output would mix with theirs, so it goes to a file, which is printed if the step fails. The steps beside it give way to it: a
//! browser test measures seconds, and a compiler can wait.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::{env, io, process};

use anyhow::{Context, Result, bail};

use super::Plan;
use crate::native::Solvers;
use crate::shell::{program, succeeds, target_folder};
use crate::stopwatch::{Elapsed, Stopwatch};

/// How much nicer than it we are from its start on.
const NICER: &str = "10";

/// A step that runs.
pub(super) struct Aside {
    child: Child,
    watch: Stopwatch,
    log: PathBuf,
}

impl Aside {
    /// Starts a step by its name.
    pub(super) fn start(step: &str, plan: &Plan) -> Result<Self> {
        let folder = target_folder().join("xtask");
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let log = folder.join(format!("{step}.log"));
        let output = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = program(env::current_exe().context("this program has no path")?);
        command.args(["test", "--only", step]);
        if plan.solvers == Solvers::InRust {
            command.arg("--without-native");
        }
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let watch = Stopwatch::start();
        let child = command.spawn().with_context(|| format!("cannot start step {step}"))?;
        // Where there is no `renice`, everything takes turns.
        let _ = succeeds(program("renice").args(["-n", NICER, "-p", &process::id().to_string()]));
        Ok(Self { child, watch, log })
    }

    /// Waits for its end, and prints what it printed if it failed.
    pub(super) fn wait(mut self) -> (Elapsed, Result<()>) {
        // The system counts the processor time of a child when somebody has waited for it.
        let waiting = Stopwatch::start();
        let status = self.child.wait();
        let elapsed = Elapsed { processor: waiting.elapsed().processor, ..self.watch.elapsed() };
        let result = match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => self.fail(&status.to_string()),
            Err(error) => self.fail(&error.to_string()),
        };
        (elapsed, result)
    }

    fn fail(&self, why: &str) -> Result<()> {
        let _ = File::open(&self.log).and_then(|mut file| io::copy(&mut file, &mut io::stderr()));
        bail!("it ended with {why}")
    }
}

#[cfg(test)]
impl Aside {
    /// A step that is a line for the shell.
    pub(super) fn shell(script: &str) -> Self {
        let child = program("sh").args(["-c", script]).spawn().unwrap();
        Self { child, watch: Stopwatch::start(), log: PathBuf::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_fails_aside_fails() {
        assert!(Aside::shell("exit 0").wait().1.is_ok());
        let error = Aside::shell("exit 3").wait().1.unwrap_err().to_string();
        assert!(error.contains('3'), "{error}");
    }
}
