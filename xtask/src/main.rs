//! The chores of the workspace, each as one command: `cargo xtask <chore>`.
//!
//! One chore a file. What a chore prints about itself goes to stderr; only a result that someone may want to keep goes
//! to stdout.

mod apt;
mod bare;
mod bench;
mod book;
mod deny;
mod dist;
mod docs;
mod exhaustive;
mod fuzz;
mod lab;
mod native;
mod need;
mod package;
mod perf;
mod proofs;
mod python;
mod quotient;
mod sat;
mod shell;
mod stopwatch;
mod table;
mod test;
mod tool;
mod valgrind;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", about = "The tasks of the workspace", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Run all checks that a change must pass, in order, up to the first failure
    Test(test::Args),
    /// Check our dependencies for known vulnerabilities (needs the network)
    Audit,
    /// Run the two commands of the README from nothing, in a bare Debian system (needs root and the network)
    Bare(bare::Args),
    /// Measure the speed of searches, and print one table
    Bench(bench::Args),
    /// Build the documentation as a book into web/dist/docs, and check every link in it
    Book,
    /// Build what people download, with the page inside, as .tar.gz and .deb, and try both in an empty root folder
    Dist(dist::Args),
    /// Write the pages under docs/ that are generated from the engine's catalog
    Docs,
    /// Run the tests that try every position (half an hour on two cores)
    Exhaustive,
    /// Run every suite of the lab and write its page into docs/lab (most of an hour on two cores)
    Lab(lab::Args),
    /// Count nodes and instructions of a fixed suite, and compare them with the ledger
    Perf(perf::Args),
    /// Make the wheel for Python into target/wheels, and test it in an environment of its own
    Python(python::Args),
    /// Compare SAT with search, and print one table (an hour on one core)
    Sat(sat::Args),
    /// Build the page into web/dist, which any static host can serve
    Web,
    /// Fuzz what reads input, for a minute or as long as is asked for (needs a C++ compiler)
    Fuzz(fuzz::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().chore {
        Chore::Test(args) => test::run(&args),
        Chore::Audit => deny::audit(),
        Chore::Bare(args) => bare::run(&args),
        Chore::Bench(args) => bench::run(&args),
        Chore::Book => book::run(),
        Chore::Dist(args) => dist::run(&args),
        Chore::Docs => docs::run(),
        Chore::Exhaustive => exhaustive::run(),
        Chore::Fuzz(args) => fuzz::run(&args),
        Chore::Lab(args) => lab::run(&args),
        Chore::Perf(args) => perf::run(&args),
        Chore::Python(args) => python::run(&args),
        Chore::Sat(args) => sat::run(&args),
        Chore::Web => web::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // On one line, causes and all, and without the backtrace that anyhow would add.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
