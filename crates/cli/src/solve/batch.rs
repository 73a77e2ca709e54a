//! Many positions: a row for each as soon as it is known, in memory that does not grow with their number.

use std::cell::RefCell;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::bail;
use fewest_engine::{Answer, Outcome, Session, default_memory_limit};

use crate::exit::{Exit, complain, remark};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::options::{Spec, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::search::search;
use crate::solve::abreast::{self, Done};
use crate::solve::selection::Selection;
use crate::solve::{AnswerLine, Bad, ErrorLine, Place, SolveArgs, endless, is_unproven, noun_of, table};
use crate::text::{counted, duration, thousands};

pub(crate) fn run(
    args: &SolveArgs,
    session: &Session,
    mut input: Input,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<Exit> {
    if args.animate {
        bail!("--animate plays the solution of one position, but the input has several; choose one with --pick");
    }
    if args.boards && !args.json {
        bail!(
            "--boards prints the solution of one position, but the input has several; choose one with --pick, or use --json"
        );
    }
    if args.all.is_some() && !args.json {
        bail!("--all lists the solutions of one position, and here are several; choose one with --pick, or use --json");
    }
    let begin = Instant::now();
    let mut tally = Tally::default();
    let mut progress = Progress::for_many(args.shows_progress(), input.length);
    let mut memory = Memory::new(args.memory_limit);
    let form = RowFormat::of(args, input.has_names);
    if let RowFormat::Table(has_names) = form {
        table::header(out, has_names)?;
    }
    let abreast = args.abreast();
    let go_on = || !interrupt.is_raised();
    let mut first = true;
    // The first position shows how tables are built, if they are; the others find them.
    while !interrupt.is_raised() && (first || abreast.is_none()) {
        first = false;
        // What is found is seen at once, also where the next position is long in coming or hard.
        progress.suspend_for(out, Write::flush)?;
        let Some(entry) = input.next()? else { break };
        let place = Place::of(&entry);
        let result = match entry.text {
            Err(fault) => Err(Bad::Line(fault)),
            Ok(text) => {
                let request = match abreast {
                    None => args.request(&entry.spec, text, Some(memory.limit())),
                    Some(_) => args.request_abreast(&entry.spec, text, memory.limit()),
                };
                search(session, &request, interrupt, args.json, &mut progress, out)?.map_err(Bad::Request)
            }
        };
        let done = Done { place, result, bytes: input.bytes() };
        tally.pass(&done, form, &mut progress, out, &go_on)?;
    }
    if let Some(threads) = abreast {
        let memory = memory.limit() / threads.get() as u64;
        let request = |spec: &Spec, text| args.request_abreast(spec, text, memory);
        let shared = RefCell::new((&mut progress, &mut *out));
        abreast::solve(
            &mut input,
            threads,
            session,
            interrupt,
            &request,
            |done| {
                let (progress, out) = &mut *shared.borrow_mut();
                if let Ok(Answer { notices, .. }) = &done.result {
                    progress.notices(notices);
                }
                tally.pass(&done, form, progress, out, &go_on)
            },
            || {
                let (progress, out) = &mut *shared.borrow_mut();
                Ok(progress.suspend_for(out, Write::flush)?)
            },
        )?;
    }
    drop(progress);
    out.flush()?;
    if args.shows_progress() {
        if let (RowFormat::Table(_), Some(legend)) = (form, tally.legend()) {
            remark(&legend);
        }
        let cancelled = if interrupt.is_raised() { "cancelled; " } else { "" };
        remark(&format!("{cancelled}{}; {}", tally.summary(), duration(begin.elapsed().as_secs_f64())));
    }
    Ok(tally.exit(interrupt.is_raised(), args.require_proof))
}

/// The limit of memory. What is free is asked for now and then: for every easy position it would take longer than
/// to solve it.
struct Memory {
    given: Option<u64>,
    asked: Option<(Instant, u64)>,
}

impl Memory {
    const VALID: Duration = Duration::from_secs(1);

    fn new(given: Option<u64>) -> Self {
        Self { given, asked: None }
    }

    fn limit(&mut self) -> u64 {
        match (self.given, self.asked) {
            (Some(limit), _) => limit,
            (None, Some((when, limit))) if when.elapsed() < Self::VALID => limit,
            (None, _) => self.asked.insert((Instant::now(), default_memory_limit())).1,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum RowFormat {
    /// With a column for names or without.
    Table(bool),
    /// With every position of a solution or without.
    Json(bool),
    Quiet,
    Selected(Selection),
}

impl RowFormat {
    fn of(args: &SolveArgs, has_names: bool) -> Self {
        match Selection::of(args) {
            _ if args.json => Self::Json(args.boards),
            Some(selection) => Self::Selected(selection),
            None if args.quiet => Self::Quiet,
            None => Self::Table(has_names),
        }
    }

    fn hides_errors(self) -> bool {
        matches!(self, Self::Quiet | Self::Selected(_))
    }

    fn write(
        self,
        out: &mut Output,
        place: &Place,
        result: &Result<Answer, Bad>,
        go_on: &dyn Fn() -> bool,
    ) -> anyhow::Result<()> {
        match (self, result) {
            (Self::Table(has_names), Ok(answer)) => table::answer(out, place, has_names, answer)?,
            (Self::Table(has_names), Err(bad)) => table::error(out, place, has_names, &bad.in_brief())?,
            (Self::Json(has_boards), Ok(answer)) => out.json(&AnswerLine::new(place, answer, has_boards)?)?,
            (Self::Json(_), Err(bad)) => out.json(&ErrorLine::new(place, bad))?,
            (Self::Quiet, result) => {
                let solved = result.as_ref().ok().filter(|answer| answer.outcome == Outcome::Solved);
                match solved {
                    Some(answer) => endless::write(out, answer, "", go_on)?,
                    None => writeln!(out)?,
                }
            }
            (Self::Selected(selection), result) => {
                selection.write(out, result.as_ref().ok(), go_on)?;
                if selection.is_long() {
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }
}

/// What became of the positions so far.
#[derive(Debug, Default)]
struct Tally {
    positions: u64,
    solved: u64,
    /// Those of them whose length is not proven to be the shortest.
    unproven: u64,
    unsolvable: u64,
    limit: u64,
    bad: u64,
    moves: u64,
    /// What `moves` counts: the kind of puzzle and the metric, or nothing where they differ.
    counted: Option<(String, String)>,
    is_mixed: bool,
}

impl Tally {
    fn pass(
        &mut self,
        done: &Done,
        form: RowFormat,
        progress: &mut Progress,
        out: &mut Output,
        go_on: &dyn Fn() -> bool,
    ) -> anyhow::Result<()> {
        let Done { place, result, bytes } = done;
        if let Err(bad) = result
            && bad.is_usage()
        {
            progress.clear();
            return Err(usage(&bad.to_string()));
        }
        self.add(result.as_ref().ok());
        progress.suspend_for(out, |out| form.write(out, place, result, go_on))?;
        if let (Err(bad), true) = (result, form.hides_errors()) {
            complain(&place.locate(&bad.in_brief()));
        }
        progress.advance(*bytes, self.positions);
        Ok(())
    }

    fn add(&mut self, answer: Option<&Answer>) {
        self.positions += 1;
        match answer.map(|answer| answer.outcome) {
            None => self.bad += 1,
            Some(Outcome::Solved) => self.solved += 1,
            Some(Outcome::Unsolvable) => self.unsolvable += 1,
            Some(Outcome::Limit) => self.limit += 1,
        }
        self.unproven += u64::from(answer.is_some_and(is_unproven));
        let solved = answer.filter(|answer| answer.outcome == Outcome::Solved);
        self.moves = self.moves.saturating_add(solved.and_then(Answer::full_length).unwrap_or_default());
        if let Some(answer) = solved {
            let counted = (answer.puzzle.clone(), answer.metric.clone());
            self.is_mixed |= *self.counted.get_or_insert_with(|| counted.clone()) != counted;
        }
    }

    fn summary(&self) -> String {
        // Moves of different metrics do not add up.
        let noun = self.counted.as_ref().map_or("move", |(puzzle, metric)| noun_of(puzzle, metric));
        let moves = if self.is_mixed { String::new() } else { format!(" with {} in total", counted(self.moves, noun)) };
        let unproven = match self.unproven {
            0 => String::new(),
            unproven => format!(", {} of these solutions not proven to be the shortest", thousands(unproven)),
        };
        let solved = format!("{} solved{moves}{unproven}", thousands(self.solved));
        let others = [(self.unsolvable, "unsolvable"), (self.limit, "stopped by a limit"), (self.bad, "bad")];
        let others = others.iter().filter(|(count, _)| *count > 0);
        let others = others.map(|(count, what)| format!(", {} {what}", thousands(*count)));
        format!("{}: {solved}{}", counted(self.positions, "position"), others.collect::<String>())
    }

    /// What the marks before lengths mean, where there are some.
    fn legend(&self) -> Option<String> {
        let marks = [
            (self.unproven, "≤: the length of a solution that is not proven to be the shortest"),
            (self.limit, "≥: a lower bound; no solution was found"),
        ];
        let marks: Vec<&str> = marks.iter().filter(|(count, _)| *count > 0).map(|(_, text)| *text).collect();
        (!marks.is_empty()).then(|| marks.join("\n"))
    }

    /// A bad line outweighs a limit, a limit outweighs an unsolvable position.
    fn exit(&self, cancelled: bool, requires_proof: bool) -> Exit {
        match self {
            _ if self.bad > 0 => Exit::Failure,
            _ if self.limit > 0 || cancelled || (requires_proof && self.unproven > 0) => Exit::Limit,
            _ if self.unsolvable > 0 => Exit::Unsolvable,
            _ => Exit::Ok,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_what_there_is() {
        let tally = Tally { positions: 3, solved: 2, bad: 1, moves: 40, ..Tally::default() };
        assert_eq!(tally.summary(), "3 positions: 2 solved with 40 moves in total, 1 bad");
        assert_eq!(tally.exit(true, false), Exit::Failure);
        let mut tally = Tally::default();
        let answer = |puzzle: &str, metric: &str| Answer {
            puzzle: puzzle.to_owned(),
            metric: metric.to_owned(),
            outcome: Outcome::Solved,
            proof: fewest_engine::Proof::Optimal,
            length: Some(2),
            ..Answer::default()
        };
        tally.add(Some(&answer("sokoban", "push")));
        assert_eq!(tally.summary(), "1 position: 1 solved with 2 pushes in total");
        tally.add(Some(&answer("blocks", "move")));
        assert_eq!(tally.summary(), "2 positions: 2 solved");
        let tally = Tally { positions: 2, unsolvable: 1, limit: 1, ..Tally::default() };
        assert_eq!(tally.exit(false, false), Exit::Limit);
        assert_eq!(Tally { unsolvable: 1, ..Tally::default() }.exit(false, false), Exit::Unsolvable);
        assert_eq!(Tally::default().exit(true, false), Exit::Limit);
        let tally = Tally { positions: 2, solved: 2, unproven: 1, moves: 9, ..Tally::default() };
        assert_eq!(
            tally.summary(),
            "2 positions: 2 solved with 9 moves in total, 1 of these solutions not proven to be the shortest"
        );
        assert_eq!([tally.exit(false, false), tally.exit(false, true)], [Exit::Ok, Exit::Limit]);
    }
}
