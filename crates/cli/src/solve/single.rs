//! One position: the full report.

use std::io::Write;

use anyhow::bail;
use fewest_engine::{Outcome, Session};

use crate::exit::{Exit, remark};
use crate::input::{Input, meant};
use crate::interrupt::Interrupt;
use crate::options::usage;
use crate::output::Output;
use crate::progress::Progress;
use crate::search::search;
use crate::solve::selection::Selection;
use crate::solve::{AnswerLine, Bad, ErrorLine, Place, SolveArgs, animate, endless, exit, is_unproven, report};

pub(crate) fn run(
    args: &SolveArgs,
    session: &Session,
    mut input: Input,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<Exit> {
    let Some(found) = input.next()? else { bail!("there is no position") };
    let place = Place::of(&found);
    let hint = found.text.as_ref().ok().and_then(|text| meant(found.spec.info().name, text));
    let answer = match found.text {
        Err(fault) => Err(Bad::Line(fault)),
        Ok(text) => {
            let mut progress = Progress::for_one(args.shows_progress());
            let request = args.request(&found.spec, text, args.memory_limit);
            search(session, &request, interrupt, args.json, &mut progress, out)?.map_err(Bad::Request)
        }
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(bad) => {
            if args.json {
                out.json(&ErrorLine::new(&place, &bad))?;
            }
            if bad.is_usage() {
                return Err(usage(&bad.to_string()));
            }
            let hint = hint.filter(|_| bad.is_position()).map(|hint| format!("\n{hint}")).unwrap_or_default();
            bail!("{}{hint}", place.locate(&bad.at_length()));
        }
    };
    if args.json {
        out.json(&AnswerLine::new(&place, &answer, args.boards)?)?;
    } else if let Some(selection) = Selection::of(args) {
        selection.write(out, Some(&answer), &|| !interrupt.is_raised())?;
        if (answer.outcome != Outcome::Solved || is_unproven(&answer)) && !args.quiet {
            out.flush()?;
            remark(&report::verdict(&answer));
        }
    } else if args.quiet {
        if answer.outcome == Outcome::Solved && answer.first_moves.is_some() {
            endless::write(out, &answer, "", &|| !interrupt.is_raised())?;
        }
        let listed = answer.all.iter().flat_map(|all| &all.moves).skip(1);
        let solutions = answer.moves.iter().chain(listed).filter(|_| answer.outcome == Outcome::Solved);
        for moves in solutions {
            writeln!(out, "{moves}")?;
        }
    } else {
        if args.animate {
            animate::play(out, &answer, args)?;
        }
        if args.boards {
            animate::show(out, &answer)?;
        }
        report::write(out, &answer, args)?;
    }
    // Moves that are made while they are written may have been cut off.
    let is_cut = answer.first_moves.is_some() && interrupt.is_raised();
    let exit = if is_cut { Exit::Limit } else { exit(&answer, args.require_proof) };
    if args.require_proof && is_unproven(&answer) && !args.json && !args.quiet {
        out.flush()?;
        remark("--require-proof: the length is not proven to be the shortest");
    }
    Ok(exit)
}
