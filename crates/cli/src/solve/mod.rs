//! `fewest solve`: the main job.

mod abreast;
mod animate;
mod args;
mod bad;
mod batch;
mod report;
mod selection;
mod single;
mod table;

use fewest_engine::{Answer, Outcome, Proof, Session};
use serde::Serialize;

pub(crate) use args::{SolveArgs, check_notation, encodings_of_kinds};
pub(crate) use bad::{Bad, refused};
pub(crate) use report::{metric_of, noun_of};

use crate::exit::Exit;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::Output;

pub(crate) fn run(args: &SolveArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let spec = args.spec(&interrupt)?;
    let input = Input::open(args.position.as_deref(), &spec, &interrupt)?;
    let run = if input.locator.is_many { batch::run } else { single::run };
    run(args, &spec, session, input, &interrupt, out)
}

/// Whether a solution may be longer than it need be.
fn is_unproven(answer: &Answer) -> bool {
    answer.outcome == Outcome::Solved && answer.proof != Proof::Optimal
}

/// The exit code that an answer asks for, where a proof is asked for or not.
fn exit(answer: &Answer, requires_proof: bool) -> Exit {
    match answer.outcome {
        Outcome::Solved if requires_proof && is_unproven(answer) => Exit::Limit,
        Outcome::Solved => Exit::Ok,
        Outcome::Unsolvable => Exit::Unsolvable,
        Outcome::Limit => Exit::Limit,
    }
}

/// A position that could not be asked about, as JSON.
#[derive(Serialize)]
struct ErrorLine {
    line: u64,
    outcome: &'static str,
    error: String,
}

impl ErrorLine {
    fn new(line: u64, bad: &Bad) -> Self {
        Self { line, outcome: "error", error: bad.to_string() }
    }
}
