//! `fewest convert`: puzzles from one format to another, or into their normal form.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use fewest_engine::{Conversion, Kind, Puzzle};
use fewest_kinds::KINDS;

use crate::exit::{Exit, complain};
use crate::input::{Input, Pick, kind_shown};
use crate::interrupt::Interrupt;
use crate::options::{Spec, position, usage};
use crate::output::Output;

const HELP: &str = "\
docs/blocks-formats.md describes the formats of sliding blocks. A puzzle that a format cannot express is refused, with \
the reasons. Sokoban levels are read and written as xsb: run lengths are expanded, floor becomes spaces, and a title \
becomes a comment before its level.

Examples:
  fewest convert klotski --to short-code
  fewest convert IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM --to native
  fewest convert '5#|#@$.#|5#'

Exit codes:
0 all puzzles were written, 1 some could not be read or expressed.";

/// Convert puzzles to another format, or to their normal form
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{}\n{HELP}", formats()))]
pub(crate) struct ConvertArgs {
    /// The name of a puzzle, its text, a file of puzzles, or - for stdin
    #[arg(value_name = "PUZZLE|FILE|-", allow_hyphen_values = true, value_parser = position())]
    puzzle: Option<OsString>,

    /// Convert only one puzzle of a collection: write its number, counted from 1, or its title, or a part of the title
    /// that no other has
    #[arg(long, value_name = "N|TITLE", value_parser = Pick::read)]
    pick: Option<Pick>,

    /// The format to write [default: the normal form of the kind]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,

    /// The format to read [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
}

/// The formats of each kind that has some.
fn formats() -> String {
    let kinds = KINDS.infos().filter(|info| !info.formats.is_empty()).map(|info| {
        let names: Vec<&str> = info.formats.iter().map(|format| format.name).collect();
        format!("{}: {}", info.name, names.join(", "))
    });
    format!("Formats:\n{}", kinds.collect::<Vec<_>>().join("\n"))
}

/// The kind that has a format of this name.
fn kind_of_format(name: &str) -> anyhow::Result<&'static dyn Kind> {
    let has = |kind: &&dyn Kind| kind.info().formats.iter().any(|format| format.name.eq_ignore_ascii_case(name));
    KINDS.iter().find(has).ok_or_else(|| {
        let known = KINDS.infos().flat_map(|info| info.formats).map(|format| format.name).collect::<Vec<_>>();
        usage(&format!("there is no format {name:?}; choose one of {}", known.join(", ")))
    })
}

pub(crate) fn run(args: &ConvertArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::default();
    let to = args.to.as_deref().map(kind_of_format).transpose()?;
    let kind = if let Some(name) = &args.from {
        kind_of_format(name)?
    } else {
        let shown = kind_shown(args.puzzle.as_deref(), &interrupt)?;
        // Kinds without formats have nothing to convert to: the format to write says what is meant.
        if shown.info().formats.is_empty() { to.unwrap_or(shown) } else { shown }
    };
    let info = kind.info();
    if let (Some(other), Some(format)) = (to.filter(|to| to.info().name != info.name), &args.to) {
        let (of_format, known) = (other.info().name, info.formats.iter().map(|format| format.name));
        let known = known.collect::<Vec<_>>().join(", ");
        return Err(usage(&format!(
            "{format} is a format of {of_format}, but the input is of the kind {}: choose {known}",
            info.name
        )));
    }
    let format = args.from.as_deref().filter(|_| info.fields.iter().any(|field| field.name == "format"));
    let spec = Spec { kind, shared: Puzzle::empty(info.name).with_some("format", format), pick: args.pick.clone() };
    let mut input = Input::open(args.puzzle.as_deref(), &spec, &interrupt)?;
    let mut exit = Exit::Ok;
    let mut before = 0;
    while let Some(entry) = input.next()? {
        let converted = entry.text.map_err(|fault| fault.to_string()).and_then(|text| {
            let (from, to) = (args.from.as_deref(), args.to.as_deref());
            let conversion = Conversion { text: &text, from, to, before, is_one_of_many: input.locator.is_many };
            kind.convert(&conversion).map_err(|error| error.to_string())
        });
        match converted {
            Ok(text) => {
                before += 1;
                write!(out, "{text}")?;
            }
            Err(error) => {
                out.flush()?;
                complain(&entry.locator.locate(entry.line, &error));
                exit = Exit::Failure;
            }
        }
    }
    Ok(exit)
}
