//! Positions solved through satisfiability, one line each: optimum, horizons, variables and clauses of the last formula,
//! conflicts of the solver and seconds of processor time.
//!
//! `cargo run --release -p fewest-tiles --features fewest-sat/native --example sat -- FILE [key=value …]`
//!
//! FILE has lines `id length tiles…`, as Korf's (1985), or is `random:COUNT`, seeded 8-puzzles. Keys: `backend`, `aim`
//! (`optimal` or `any`), `goal`, `most` and `least` (only these lengths), `id`, `seconds` (for each), `from` (the
//! first horizon), `without` and `with` (parts of
//! the encoding, separated by commas), `strings` (their length).

use std::error::Error;
use std::fs;
use std::time::Duration;

use fewest_sat::{Aim, Backend, Cnf, Model, Scope, ToCnf, climb};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind, Limits, Observer, Outcome};
use fewest_tiles::random::Shuffler;
use fewest_tiles::sat::{Parts, SatEncoding, Steps};
use fewest_tiles::{Goal, Move, Position, Size};

/// An encoding that remembers how large its last formula was.
struct Sized {
    inner: SatEncoding,
    sizes: std::cell::Cell<(u32, usize)>,
    /// The first horizon, where it is not the lower bound.
    from: Option<Cost>,
}

impl ToCnf for Sized {
    type Move = Move;
    type Map = Steps;

    fn lower_bound(&self) -> Option<Cost> {
        self.from.or(self.inner.lower_bound())
    }

    fn step(&self) -> Cost {
        self.inner.step()
    }

    fn is_complete(&self, scope: Scope) -> bool {
        self.inner.is_complete(scope)
    }

    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Steps), LimitKind> {
        let (cnf, steps) = self.inner.encode(horizon, scope, meter)?;
        self.sizes.set((cnf.variable_count(), cnf.clause_count()));
        Ok((cnf, steps))
    }

    fn decode(&self, map: &Steps, model: &Model) -> Vec<Move> {
        self.inner.decode(map, model)
    }

    fn cost(&self, moves: &[Move]) -> Cost {
        self.inner.cost(moves)
    }
}

/// What the command line asks for.
struct Options {
    backend: Backend,
    aim: Aim,
    goal: Goal,
    least: Cost,
    most: Cost,
    id: Option<String>,
    seconds: u64,
    from: Option<Cost>,
    parts: Parts,
}

/// The switch of a part.
fn switch<'a>(parts: &'a mut Parts, name: &str) -> Result<&'a mut bool, String> {
    Ok(match name {
        "colour" => &mut parts.colour,
        "windows" => &mut parts.windows,
        "two_body" => &mut parts.two_body,
        "two_body_clauses" => &mut parts.two_body_clauses,
        "detours" => &mut parts.detours,
        "backward" => &mut parts.backward,
        "tiles_once" => &mut parts.tiles_once,
        "cells_once" => &mut parts.cells_once,
        "away" => &mut parts.away,
        "conflicts" => &mut parts.conflicts,
        "astray" => &mut parts.astray,
        "stages" => &mut parts.stages,
        "start_conflicts" => &mut parts.start_conflicts,
        other => return Err(format!("there is no part `{other}`")),
    })
}

/// Switches parts on or off.
fn set(parts: &mut Parts, names: &str, on: bool) -> Result<(), String> {
    for name in names.split(',') {
        *switch(parts, name)? = on;
    }
    Ok(())
}

fn options(words: &[String]) -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        backend: Backend::BEST,
        aim: Aim::Optimal,
        goal: Goal::BlankFirst,
        least: 0,
        most: Cost::MAX,
        id: None,
        seconds: 300,
        from: None,
        parts: Parts::default(),
    };
    for word in words {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is not key=value"))?;
        match key {
            "backend" => options.backend = value.parse()?,
            "aim" => options.aim = if value == "any" { Aim::Any } else { Aim::Optimal },
            "goal" => options.goal = value.parse()?,
            "least" => options.least = value.parse()?,
            "most" => options.most = value.parse()?,
            "id" => options.id = Some(value.to_owned()),
            "seconds" => options.seconds = value.parse()?,
            "from" => options.from = Some(value.parse()?),
            "strings" => options.parts.strings = value.parse()?,
            "without" => set(&mut options.parts, value, false)?,
            "with" => set(&mut options.parts, value, true)?,
            _ => return Err(format!("there is no key `{key}`").into()),
        }
    }
    Ok(options)
}

/// A position with its name and length, 0 where unknown.
type Instance = (String, Cost, Position);

/// The positions that a word names.
fn positions(source: &str) -> Result<Vec<Instance>, Box<dyn Error>> {
    if let Some(count) = source.strip_prefix("random:") {
        let goal = Goal::BlankFirst.position(Size::new(3, 3)?)?;
        let mut shuffler = Shuffler::new(1);
        return Ok((1..=count.parse()?).map(|id: u32| (id.to_string(), 0, shuffler.uniform(&goal))).collect());
    }
    let text = fs::read_to_string(source)?;
    let line = |line: &str| -> Result<_, Box<dyn Error>> {
        let mut words = line.splitn(3, ' ');
        let mut next = || words.next().ok_or_else(|| format!("`{line}` is not `id length tiles…`"));
        Ok((next()?.to_owned(), next()?.parse()?, next()?.parse()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

/// Seconds that the processor has worked for this process.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    // User and system time are the 14th and 15th field, the 12th and 13th behind the name; in hundredths of a second.
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (source, rest) = words.split_first().ok_or("a file of positions, or random:COUNT, is missing")?;
    let options = options(rest)?;
    let limits = Limits { time: Some(Duration::from_secs(options.seconds)), ..Limits::default() };
    println!("id\tlength\thorizons\tvariables\tclauses\tconflicts\tseconds");
    let (begin, mut count) = (processor_seconds(), 0);
    for (id, length, start) in positions(source)? {
        let wanted = (options.least..=options.most).contains(&length);
        if !wanted || options.id.as_ref().is_some_and(|wanted| !wanted.split(',').any(|other| other == id)) {
            continue;
        }
        let before = processor_seconds();
        let goal = options.goal.position(start.size())?;
        let inner = SatEncoding::with_parts(&start, &goal, options.parts)?;
        let puzzle = Sized { inner, sizes: std::cell::Cell::default(), from: options.from };
        let run = climb(&puzzle, options.aim, options.backend, &limits, &mut ());
        let answer = match run.outcome {
            Outcome::Solved { cost, .. } => {
                assert!(options.aim == Aim::Any || length == 0 || cost == length, "{id}: {cost} instead of {length}");
                cost.to_string()
            }
            Outcome::Unsolvable { .. } => "unsolvable".to_owned(),
            Outcome::LimitReached { lower_bound, .. } => format!(">={lower_bound}"),
        };
        let (variables, clauses) = puzzle.sizes.get();
        let seconds = processor_seconds() - before;
        let stats = run.stats;
        println!("{id}\t{answer}\t{}\t{variables}\t{clauses}\t{}\t{seconds:.2}", stats.iterations, stats.expanded);
        count += 1;
    }
    let seconds = processor_seconds() - begin;
    println!("{count} positions, {seconds:.2} s, mean {:.4} s", seconds / f64::from(count.max(1)));
    Ok(())
}
