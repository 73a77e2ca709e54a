//! `fewest algorithms`: what there is to choose from, as the engine describes it.

use std::io::{self, Write};

use anstyle::Style;
use anyhow::bail;
use clap::Args;
use clap::builder::{StringValueParser, TypedValueParser};
use fewest_engine::catalog::{Algorithm, AlgorithmEntry, HeuristicEntry, algorithm_entries, heuristic_entries};
use fewest_kinds::INFOS;
use serde::Serialize;

use crate::exit::Exit;
use crate::options::Hinted;
use crate::output::Output;
use crate::text::{did_you_mean, wrap};

const EXAMPLES: &str = "\
Examples:
  fewest algorithms
  fewest algorithms \"IDA*\"
  fewest algorithms linear-conflict";

/// List the algorithms and heuristics, or explain one
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AlgorithmsArgs {
    /// The name of an algorithm or a heuristic
    #[arg(value_name = "NAME", value_parser = names(), hide_possible_values = true)]
    name: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Catalog {
    algorithms: Vec<AlgorithmEntry>,
    heuristics: Vec<HeuristicEntry>,
}

/// Reads any name; shells complete those of algorithms and heuristics.
fn names() -> impl TypedValueParser<Value = String> {
    let algorithms = algorithm_entries(INFOS).into_iter().map(|entry| entry.info.name);
    let hints = algorithms.chain(heuristic_entries(INFOS).into_iter().map(|entry| entry.info.name)).collect();
    Hinted { inner: StringValueParser::new(), hints }
}

/// What an entry answers to, in any case.
fn answers(name: &str, aliases: &[&str], wanted: &str) -> bool {
    std::iter::once(&name).chain(aliases).any(|known| known.eq_ignore_ascii_case(wanted))
}

pub(crate) fn run(args: &AlgorithmsArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let mut catalog = Catalog { algorithms: algorithm_entries(INFOS), heuristics: heuristic_entries(INFOS) };
    if let Some(name) = &args.name {
        // Spellings such as `AStar` are the engine's to understand.
        let meant = Algorithm::named(name).ok();
        let names = |catalog: &Catalog| -> Vec<&'static str> {
            let algorithms = catalog.algorithms.iter().map(|entry| entry.info.name);
            algorithms.chain(catalog.heuristics.iter().map(|entry| entry.info.name)).collect()
        };
        let known = names(&catalog);
        catalog.algorithms.retain(|entry| Some(entry.info.algorithm) == meant);
        catalog.heuristics.retain(|entry| answers(entry.info.name, entry.info.aliases, name));
        if catalog.algorithms.is_empty() && catalog.heuristics.is_empty() {
            let meant = did_you_mean(name, known.iter().copied());
            bail!("there is no algorithm or heuristic {name:?}; `fewest algorithms` lists them all.{meant}");
        }
        if !args.json {
            return explain(&catalog, out);
        }
    }
    if args.json {
        out.json(&catalog)?;
        return Ok(Exit::Ok);
    }
    writeln!(out, "Algorithms (--algorithm)")?;
    for AlgorithmEntry { info, puzzles, .. } in &catalog.algorithms {
        entry(out, info.name, info.aliases, info.summary)?;
        let proof = if info.optimal { "proven optimal" } else { "no proof" };
        let heuristic = if info.uses_heuristic { "uses a heuristic" } else { "uses no heuristic" };
        let options: Vec<String> = info.parameters.iter().map(|parameter| format!("--{parameter}")).collect();
        let options = if options.is_empty() { String::new() } else { format!("options: {}; ", options.join(", ")) };
        let puzzles = puzzles.join(", ");
        let (memory, source) = (info.memory, info.source);
        out.indented(6, &format!("{proof}; {heuristic}; memory: {memory}; {options}{puzzles}; {source}"))?;
    }
    writeln!(out, "\nHeuristics (--heuristic)")?;
    for HeuristicEntry { info, puzzles, metrics } in &catalog.heuristics {
        entry(out, info.name, info.aliases, info.summary)?;
        let admissible = if info.admissible { "admissible" } else { "not admissible" };
        let consistent = if info.consistent { "consistent" } else { "not consistent" };
        let (puzzles, metrics) = (puzzles.join(", "), metrics.join(", "));
        out.indented(6, &format!("{admissible}, {consistent}; {puzzles}: {metrics}; {}", info.source))?;
    }
    writeln!(out, "\nBy default, or with the name auto, the engine chooses both and gives the reason.")?;
    Ok(Exit::Ok)
}

/// One algorithm, or the heuristics of one name, with all that is known of them.
fn explain(catalog: &Catalog, out: &mut Output) -> anyhow::Result<Exit> {
    let yes = |flag: bool| if flag { "yes" } else { "no" };
    let mut is_first = true;
    let mut begin = |out: &mut Output, name: &str, aliases: &[&str], summary: &str| -> io::Result<()> {
        if !std::mem::take(&mut is_first) {
            writeln!(out)?;
        }
        let bold = out.style(Style::new().bold());
        writeln!(out, "{bold}{name}{bold:#}")?;
        out.paragraph(Style::new(), summary)?;
        writeln!(out)?;
        fact(out, "also", &aliases.join(", "))
    };
    for AlgorithmEntry { info, puzzles, metrics, needs_goals } in &catalog.algorithms {
        begin(out, info.name, info.aliases, info.summary)?;
        fact(out, "proves the optimum", yes(info.optimal))?;
        fact(out, "uses a heuristic", yes(info.uses_heuristic))?;
        fact(out, "searches from both ends", yes(*needs_goals))?;
        fact(out, "threads", if info.parallel { "several" } else { "one" })?;
        fact(out, "memory", info.memory)?;
        fact(out, "puzzles", &puzzles.join(", "))?;
        fact(out, "metrics", &metrics.join(", "))?;
        for parameter in info.parameters {
            fact(out, &format!("--{parameter}"), parameter.summary())?;
        }
        fact(out, "source", info.source)?;
        page(out, info.page)?;
    }
    for HeuristicEntry { info, puzzles, metrics } in &catalog.heuristics {
        begin(out, info.name, info.aliases, info.summary)?;
        fact(out, "admissible", yes(info.admissible))?;
        fact(out, "consistent", yes(info.consistent))?;
        fact(out, "puzzles", &puzzles.join(", "))?;
        fact(out, "metrics", &metrics.join(", "))?;
        fact(out, "source", info.source)?;
        page(out, info.page.map(|(_, text)| text).unwrap_or_default())?;
    }
    Ok(Exit::Ok)
}

/// The width of the names before facts.
const LABEL: usize = 25;

fn fact(out: &mut Output, label: &str, text: &str) -> io::Result<()> {
    let lines = wrap(text, out.width.saturating_sub(LABEL).max(20));
    for (index, line) in lines.iter().enumerate() {
        writeln!(out, "{:LABEL$}{line}", if index == 0 { label } else { "" })?;
    }
    Ok(())
}

/// A page of documentation: its paragraphs are wrapped anew; headings, lists, tables and code stay as they are.
fn page(out: &mut Output, text: &str) -> io::Result<()> {
    let mut is_code = false;
    for paragraph in text.trim().split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        writeln!(out)?;
        let fences = paragraph.lines().filter(|line| line.trim_start().starts_with("```")).count();
        let is_verbatim = is_code
            || fences > 0
            || paragraph.starts_with("* ")
            || paragraph.starts_with(['#', '-', '|', ' ', '1', '$']);
        is_code ^= fences % 2 == 1;
        if is_verbatim {
            writeln!(out, "{paragraph}")?;
        } else {
            out.paragraph(Style::new(), paragraph)?;
        }
    }
    Ok(())
}

fn entry(out: &mut Output, name: &str, aliases: &[&str], summary: &str) -> io::Result<()> {
    let bold = out.style(Style::new().bold());
    let aliases = if aliases.is_empty() { String::new() } else { format!(" (also {})", aliases.join(", ")) };
    writeln!(out, "\n  {bold}{name}{bold:#}{aliases}")?;
    out.indented(6, summary)
}
