//! The command `fewest`: arguments in, text or JSON out. All thinking is done by `fewest_engine`.
//!
//! Data goes to stdout; progress, summaries and errors go to stderr. [`exit::Exit`] lists the exit codes.

#![expect(clippy::cast_precision_loss, reason = "numbers are shown with three digits or so")]

mod cli;
mod commands;
mod exit;
mod files;
mod generate;
mod input;
mod interrupt;
mod options;
mod output;
mod panic;
mod progress;
mod render;
mod search;
mod solve;
mod stage;
mod tables;
mod text;
mod truncated;

use std::env;
use std::io::Write;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};

use crate::cli::{Cli, Command};
use crate::exit::Exit;
use crate::output::Output;

fn main() -> ExitCode {
    panic::report_politely();
    truncated::report_politely();
    let cli = Cli::try_parse().unwrap_or_else(|error| with_usage(error).exit());
    let mut out = Output::new(cli.color);
    let result = run(&cli, &mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?));
    match result {
        Ok(exit) => exit.into(),
        Err(error) if exit::is_broken_pipe(&error) => Exit::Ok.into(),
        Err(error) if error.is::<clap::Error>() => {
            let usage = error.downcast_ref::<clap::Error>().expect("just asked");
            // Where stderr cannot be written there is nobody to tell.
            let _ = usage.print();
            Exit::Usage.into()
        }
        Err(error) => {
            exit::complain(&format!("{error:#}"));
            Exit::Failure.into()
        }
    }
}

/// Adds the usage of the command that was called to an error that has none, such as that of a value that is invalid.
fn with_usage(mut error: clap::Error) -> clap::Error {
    if error.use_stderr() && error.get(ContextKind::Usage).is_none() {
        let mut command = Cli::command();
        command.build();
        let mut current = &mut command;
        for word in env::args().skip(1) {
            if current.find_subcommand(&word).is_some() {
                current = current.find_subcommand_mut(&word).expect("it was found");
            }
        }
        error.insert(ContextKind::Usage, ContextValue::StyledStr(current.render_usage()));
    }
    error
}

fn run(cli: &Cli, out: &mut Output) -> anyhow::Result<Exit> {
    match &cli.command {
        Command::Solve(args) => solve::run(args, &cli.session(), out),
        Command::Check(args) => commands::check::run(args, out),
        Command::Play(args) => commands::play::run(args, cli.session(), out),
        Command::Random(args) => commands::random::run(args, &cli.session(), out),
        Command::Compare(args) => commands::compare::run(args, &cli.session(), out),
        Command::Verify(args) => commands::verify::run(args, &cli.session(), out),
        Command::Prove(args) => commands::prove::run(args, &cli.session(), out),
        Command::Tables(args) => tables::run(args, &cli.session(), out),
        Command::Lab(args) => commands::lab::run(args, &cli.session(), out),
        Command::Serve(args) => commands::serve::run(args, cli.session(), out),
        Command::Explore(args) => commands::explore::run(args, out),
        Command::Generate(args) => generate::run(args, out),
        Command::Render(args) => render::run(args, &cli.session(), out),
        Command::Convert(args) => commands::convert::run(args, out),
        Command::Library(args) => commands::library::run(args, out),
        Command::Algorithms(args) => commands::algorithms::run(args, out),
        Command::Completions(args) => commands::completions::run(*args, out),
        Command::Man(args) => commands::man::run(args, out),
    }
}
