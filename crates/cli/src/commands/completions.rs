//! `fewest completions`: what a shell needs to complete the command line.

use std::fmt::Write as _;
use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, CommandFactory};
use clap_complete::Shell;
use fewest_engine::Kind;
use fewest_kinds::KINDS;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::output::Output;

/// Print a completion script for a shell
#[derive(Clone, Copy, Debug, Args)]
#[command(
    after_help = "Example, for bash:\n  fewest completions bash > ~/.local/share/bash-completion/completions/fewest"
)]
pub(crate) struct CompletionsArgs {
    /// The shell that will run the script
    shell: Shell,
}

/// The arguments that may name a puzzle of the library.
const PUZZLES: [&str; 3] = ["position", "puzzle", "more"];

pub(crate) fn run(args: CompletionsArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let names: Vec<&'static str> = {
        let entries = KINDS.iter().flat_map(Kind::library);
        entries.map(|entry| &*entry.name.leak()).collect()
    };
    let takes_puzzle = |arg: &Arg| arg.is_positional() && PUZZLES.contains(&arg.get_id().as_str());
    let mut takers: Vec<String> = Vec::new();
    let command = Cli::command().mut_subcommands(|command| {
        let is_library = command.get_name() == "library";
        let takes = |arg: &Arg| takes_puzzle(arg) || (is_library && arg.is_positional());
        if command.get_arguments().any(takes) {
            takers.push(command.get_name().to_owned());
        }
        command.mut_args(|arg| {
            if takes(&arg) { arg.value_parser(PossibleValuesParser::new(names.iter().copied())) } else { arg }
        })
    });
    // Written to memory first: the generator does not expect a write to fail.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command.clone(), "fewest", &mut script);
    let mut script = String::from_utf8(script)?;
    let list = names.join(" ");
    match args.shell {
        // A puzzle may be a file as well.
        Shell::Zsh => {
            let both = format!(":{{_alternative \"puzzles:puzzle:({list})\" \"files:file:_files\"}}'");
            script = script.replace(&format!(":({list})'"), &both);
        }
        // The generator for this shell leaves out what stands without a dash.
        Shell::Fish => {
            for taker in takers {
                writeln!(script, "complete -c fewest -n \"__fish_fewest_using_subcommand {taker}\" -a \"{list}\"")?;
            }
        }
        _ => {}
    }
    out.write_all(script.as_bytes())?;
    Ok(Exit::Ok)
}
