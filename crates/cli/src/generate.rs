//! `fewest generate`: searches for hard puzzles, of the families that the registered kinds offer.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use fewest_engine::Limits;
use fewest_engine::generate::{FamilyInfo, Generate, GenerateEvent, GenerateRequest, Generated, Method};
use fewest_kinds::KINDS;

use crate::exit::{Exit, complain, notice, remark};
use crate::interrupt::Interrupt;
use crate::options::{Choices, choice, count, seconds};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::refused;
use crate::text::{counted, duration, thousands};

const EXIT_CODES: &str = "\
Exit codes:
0 puzzles were found, or all were examined; 20 stopped before any was found; 1 failure; 2 usage.";

// What one family is asked for.
#[derive(Clone, Debug)]
pub(crate) struct FamilyArgs {
    name: String,
    fields: BTreeMap<String, String>,
    flags: Vec<String>,
    search: SearchArgs,
}

// What all searches for puzzles have in common. Not a comment of documentation: it would become the help of every family.
#[derive(Clone, Debug, Args)]
struct SearchArgs {
    /// How many puzzles to print, the hardest first [default: 10]
    #[arg(long, value_name = "N")]
    count: Option<NonZeroUsize>,

    /// Print only puzzles that take at least this many moves [default: 1]
    #[arg(long, value_name = "MOVES")]
    min: Option<u32>,

    /// Print only puzzles that take at most this many moves
    #[arg(long, value_name = "MOVES")]
    max: Option<u32>,

    /// The method of search [default: enumerate if the board is small enough, otherwise anneal]
    #[arg(long, value_parser = choice(METHODS))]
    method: Option<Method>,

    /// anneal: the seed; the same seed gives the same puzzles on every machine and with any number of threads [default:
    /// 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// anneal: how many walks to make, each from an empty board or a random layout [default: 20]
    #[arg(long, value_name = "N", value_parser = count)]
    walks: Option<u64>,

    /// anneal: how many changes each walk tries [default: 1500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,

    /// File for the state of the search: it is written every few seconds, and if it exists, the search continues from
    /// it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Stop after this time and print the puzzles found so far
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<f64>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

const METHODS: Choices<Method> = &[
    ("enumerate", "Examine every puzzle there is", Method::Enumerate),
    ("anneal", "Change puzzles at random and keep the harder ones", Method::Anneal),
];

/// Every family, with the kind that searches it.
fn families() -> impl Iterator<Item = (&'static dyn Generate, &'static FamilyInfo)> {
    let of_kind = |generate: &'static dyn Generate| generate.families().iter().map(move |family| (generate, family));
    KINDS.iter().filter_map(|kind| kind.generate()).flat_map(of_kind)
}

fn command(family: &'static FamilyInfo) -> Command {
    let examples: Vec<String> = family.examples.iter().map(|example| format!("  fewest generate {example}")).collect();
    let help = format!("{}\n\nExamples:\n{}\n\n{EXIT_CODES}", family.help, examples.join("\n"));
    let mut letters = family.about.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let mut command = Command::new(family.name).about(format!("{first}{}", letters.as_str())).after_help(help);
    for field in family.fields {
        let default = field.default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
        let arg = Arg::new(field.name).long(field.name).value_name(field.value).required(field.is_required);
        command = command.arg(arg.help(format!("{}{default}", field.about)));
    }
    for (flag, about) in family.flags {
        command = command.arg(Arg::new(*flag).long(*flag).help(*about).action(ArgAction::SetTrue));
    }
    SearchArgs::augment_args(command)
}

impl Subcommand for FamilyArgs {
    fn augment_subcommands(command_above: Command) -> Command {
        let all = families().map(|(_, family)| command(family));
        command_above.subcommands(all).subcommand_required(true).arg_required_else_help(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        families().any(|(_, family)| family.name == name)
    }
}

impl FromArgMatches for FamilyArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let (_, family) = families().find(|(_, family)| family.name == name).ok_or_else(missing)?;
        let value = |name: &'static str| Some((name.to_owned(), matches.get_one::<String>(name)?.clone()));
        Ok(Self {
            name: name.to_owned(),
            fields: family.fields.iter().filter_map(|field| value(field.name)).collect(),
            flags: family
                .flags
                .iter()
                .map(|&(flag, _)| flag.to_owned())
                .filter(|flag| matches.get_flag(flag))
                .collect(),
            search: SearchArgs::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

pub(crate) fn run(args: &FamilyArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let FamilyArgs { name, search, .. } = args;
    let (generate, _) = families().find(|(_, family)| family.name == name).context("the family was just found")?;
    let interrupt = Interrupt::install()?;
    let mut progress = Progress::for_one(!search.json);
    let mut is_warned = false;
    let found = generate.run(&args.request(), &interrupt.cancel, &mut |event| match event {
        GenerateEvent::Warning(text) => remark(text),
        // Once is enough: the end says whether it was written after all.
        GenerateEvent::Unsaved(text) if !is_warned => {
            is_warned = true;
            notice(&format!("{text}; the search continues and will try again"));
        }
        GenerateEvent::Unsaved(_) => {}
        GenerateEvent::Progress { done, parts, best, seconds } => {
            let of = parts.map(|parts| format!(" of {}", thousands(parts))).unwrap_or_default();
            progress.note(&format!("{}: {}{of} parts done, best {best}", duration(seconds), thousands(done)));
        }
    });
    drop(progress);
    let found = found.map_err(refused)?;
    write(search, &found, out)?;
    if let Some(error) = found.unsaved {
        complain(&format!("{error}; the puzzles found so far are printed above"));
        return Ok(Exit::Failure);
    }
    let is_empty = found.found.is_empty() && found.tally.is_none();
    Ok(match found.limit {
        Some(_) if is_empty || found.tally.is_some() => Exit::Limit,
        _ => Exit::Ok,
    })
}

fn write(search: &SearchArgs, found: &Generated, out: &mut Output) -> anyhow::Result<()> {
    match &found.tally {
        Some(tally) if search.json => out.json(&tally.json)?,
        Some(tally) => {
            tally.rows.iter().try_for_each(|(what, number)| writeln!(out, "{what:<48}{:>14}", thousands(*number)))?;
        }
        None => {
            for design in &found.found {
                if search.json {
                    out.json(design)?;
                } else {
                    writeln!(out, "{}", design.text)?;
                }
            }
        }
    }
    out.flush()?;
    if let Some(text) = &found.remark {
        remark(text);
    } else if !search.json && found.tally.is_none() {
        remark(&summary(search, found));
    }
    Ok(())
}

fn summary(search: &SearchArgs, found: &Generated) -> String {
    let stopped = found.limit.map(|limit| format!("{limit}; ")).unwrap_or_default();
    let again = match (&search.state, found.limit) {
        (Some(state), Some(_)) if found.unsaved.is_none() => {
            format!("; the same command continues from {}", state.display())
        }
        _ => String::new(),
    };
    format!("{stopped}{} after {}{again}", counted(found.found.len() as u64, "puzzle"), counted(found.done, "part"))
}

impl FamilyArgs {
    fn request(&self) -> GenerateRequest {
        let Self { name, fields, flags, search } = self;
        GenerateRequest {
            family: name.clone(),
            fields: fields.iter().map(|(name, value)| (name.clone(), value.into())).collect(),
            flags: flags.clone(),
            count: search.count,
            min: search.min,
            max: search.max,
            method: search.method,
            seed: search.seed,
            walks: search.walks,
            steps: search.steps,
            state: search.state.clone(),
            threads: search.threads,
            limits: Limits { seconds: search.time_limit, ..Limits::default() },
        }
    }
}
