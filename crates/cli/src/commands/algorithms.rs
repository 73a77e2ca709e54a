//! `fewest algorithms`: what there is to choose from, as the engine describes it.

use std::io::{self, Write};

use anstyle::Style;
use fewest_engine::catalog::{AlgorithmEntry, HeuristicEntry, algorithm_entries, heuristic_entries};
use fewest_kinds::INFOS;
use serde::Serialize;

use crate::exit::Exit;
use crate::options::JsonArg;
use crate::output::Output;

#[derive(Serialize)]
struct Catalog {
    algorithms: Vec<AlgorithmEntry>,
    heuristics: Vec<HeuristicEntry>,
}

pub(crate) fn run(args: JsonArg, out: &mut Output) -> anyhow::Result<Exit> {
    let catalog = Catalog { algorithms: algorithm_entries(INFOS), heuristics: heuristic_entries(INFOS) };
    if args.json {
        out.json(&catalog)?;
        return Ok(Exit::Ok);
    }
    writeln!(out, "Algorithms (--solver)")?;
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
    writeln!(out, "\nWithout a name, or with auto, the engine chooses both and says why.")?;
    Ok(Exit::Ok)
}

fn entry(out: &mut Output, name: &str, aliases: &[&str], summary: &str) -> io::Result<()> {
    let bold = out.style(Style::new().bold());
    let aliases = if aliases.is_empty() { String::new() } else { format!(" (also {})", aliases.join(", ")) };
    writeln!(out, "\n  {bold}{name}{bold:#}{aliases}")?;
    out.indented(6, summary)
}
