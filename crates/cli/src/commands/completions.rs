//! `fewest completions`: what a shell needs to complete the command line.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::output::Output;

/// Print a completion script for a shell
#[derive(Clone, Copy, Debug, Args)]
#[command(
    after_help = "Example, for bash:\n  fewest completions bash > ~/.local/share/bash-completion/completions/fewest"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: CompletionsArgs, out: &mut Output) -> anyhow::Result<Exit> {
    // Written to memory first: the generator does not expect a write to fail.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "fewest", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Ok)
}
