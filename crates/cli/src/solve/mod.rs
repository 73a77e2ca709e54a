//! `fewest solve`: the main job.

mod abreast;
mod animate;
mod args;
mod bad;
mod batch;
mod endless;
mod report;
mod selection;
mod single;
mod table;

use fewest_engine::{Answer, Outcome, Proof, Session};
use serde::Serialize;

pub(crate) use args::{SolveArgs, check_notation, encodings_of_kinds};
pub(crate) use bad::{Bad, refused};
pub(crate) use report::{metric_of, noun_of, second, second_length};

use crate::exit::Exit;
use crate::input::{Found, Locator};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::stage::stage;

pub(crate) fn run(args: &SolveArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let input = args.input(&interrupt)?;
    let run = if input.locator.is_many { batch::run } else { single::run };
    run(args, session, input, &interrupt, out)
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

/// An answer as JSON, with what the command line knows of it beside.
#[derive(Serialize)]
struct AnswerLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<String>>,
}

impl<'a> AnswerLine<'a> {
    fn new(place: &'a Place, answer: &'a Answer, has_boards: bool) -> anyhow::Result<Self> {
        let boards = has_boards.then(|| boards(answer)).transpose()?;
        Ok(Self {
            file: place.file.as_deref(),
            line: place.is_many.then_some(place.line),
            title: place.title.as_deref(),
            answer,
            boards,
        })
    }
}

/// The positions from the start to the end of the solution, in normal form.
fn boards(answer: &Answer) -> anyhow::Result<Vec<String>> {
    let mut stage = stage(answer)?;
    let mut boards = vec![stage.position()];
    for index in 0..stage.moves() {
        stage.make(index)?;
        boards.push(stage.position());
    }
    Ok(boards)
}

/// Where a position stands, and what it is called.
#[derive(Clone, Debug)]
struct Place {
    line: u64,
    is_many: bool,
    file: Option<String>,
    title: Option<String>,
    locator: Locator,
}

impl Place {
    fn of(found: &Found) -> Self {
        let (file, title) = (found.file().map(str::to_owned), found.title.clone());
        Self { line: found.line, is_many: found.locator.is_many, file, title, locator: found.locator.clone() }
    }

    /// Its title, or else the file that it is in where there are several.
    fn name(&self) -> Option<&str> {
        self.title.as_deref().or(self.file.as_deref())
    }

    fn locate(&self, message: &str) -> String {
        self.locator.locate(self.line, message)
    }
}

/// A position that could not be asked about, as JSON.
#[derive(Serialize)]
struct ErrorLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    outcome: &'static str,
    error: String,
}

impl<'a> ErrorLine<'a> {
    fn new(place: &'a Place, bad: &Bad) -> Self {
        let (file, title) = (place.file.as_deref(), place.title.as_deref());
        Self { file, line: place.line, title, outcome: "error", error: bad.to_string() }
    }
}
