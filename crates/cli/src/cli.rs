//! The command line as a whole; each command's own arguments live with the command.

use std::ffi::OsString;

use clap::builder::OsStringValueParser;
use clap::{Parser, Subcommand};
use fewest_engine::Session;
use fewest_engine::catalog::{algorithm_entries, sat_solvers};
use fewest_kinds::{INFOS, KINDS};

use crate::commands::{
    algorithms, check, compare, completions, convert, explore, lab, library, man, play, prove, random, serve, verify,
};
use crate::generate::FamilyArgs;
use crate::options::Color;
use crate::render::RenderArgs;
use crate::solve::SolveArgs;
use crate::tables::TablesCommand;

const EXAMPLES: &str = "\
Examples:
  fewest solve \"5 3 8/0 2 4/1 7 6\"
  fewest random --count 10 --size 3x3 | fewest solve -
  fewest check boards.txt

Exit codes:
   0  success
   1  failure: bad input, moves that do not solve the position, a full disk
   2  wrong usage of the command line
  10  proven unsolvable
  20  stopped by a limit or by Ctrl-C; the lower bound proven by then is printed";

/// Finds the fewest moves that solve a puzzle, and proves that no shorter solution exists.
#[derive(Debug, Parser)]
#[command(name = "fewest", version = short_version(), long_version = long_version(), after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// When to use colour; `auto` respects `NO_COLOR` and `CLICOLOR`
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN", help_heading = "Global options")]
    pub(crate) color: Color,

    /// Folder of the pattern-database tables [default: fewest/tables in the platform's cache folder]
    #[arg(long, global = true, value_name = "DIR", env = "FEWEST_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new(), help_heading = "Global options")]
    tables: Option<OsString>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, with the commit that it was built from where that is known.
fn short_version() -> String {
    fewest_lab::version()
}

/// The same with what this build has.
fn long_version() -> String {
    let sat = sat_solvers().collect::<Vec<_>>().join(", ");
    let features = if cfg!(feature = "native-sat") { "native-sat" } else { "none" };
    let kinds = KINDS.infos().map(|info| info.name).collect::<Vec<_>>().join(", ");
    let algorithms = algorithm_entries(INFOS).into_iter().map(|entry| entry.info.name).collect::<Vec<_>>().join(", ");
    format!("{}\nfeatures: {features}\nSAT solvers: {sat}\npuzzles: {kinds}\nalgorithms: {algorithms}", short_version())
}

impl Cli {
    /// The engine with the folder of tables that was named. An empty name is none: so is a variable unset for one command.
    pub(crate) fn session(&self) -> Session {
        match self.tables.as_ref().filter(|folder| !folder.is_empty()) {
            Some(folder) => Session::in_folder(KINDS, folder),
            None => Session::on_platform(KINDS),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Box<SolveArgs>),
    Play(play::PlayArgs),
    Compare(Box<compare::CompareArgs>),
    Check(check::CheckArgs),
    Random(random::RandomArgs),
    Verify(verify::VerifyArgs),
    Prove(prove::ProveArgs),
    Explore(explore::ExploreArgs),
    /// Search for hard puzzles
    #[command(subcommand)]
    Generate(Box<FamilyArgs>),
    Render(Box<RenderArgs>),
    Convert(convert::ConvertArgs),
    Library(library::LibraryArgs),
    /// List, build, verify, measure and remove the tables of pattern databases
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Run suites of experiments, and make tables, plots and reports of their results
    #[command(subcommand)]
    Lab(lab::LabCommand),
    Serve(serve::ServeArgs),
    Algorithms(algorithms::AlgorithmsArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
