//! The catalog as pages of documentation.

use std::fmt::Write as _;

use super::{AlgorithmEntry, HeuristicEntry, algorithm_entries, heuristic_entries};
use crate::kind::KindInfo;

/// Pages about algorithms that are written by hand, beside those that the catalog makes.
pub const BY_HAND: [&str; 2] = ["sat-models.md", "sat.md"];

/// `docs/algorithms.md`: all of it in two tables.
pub fn markdown(kinds: &[&'static KindInfo]) -> String {
    let mut page = String::from(
        "# Algorithms and heuristics\n\n\
         Generated from the engine's catalog by `cargo xtask docs`; `fewest algorithms` prints the same in a terminal.\n\n\
         ## Algorithms\n\n\
         | name | what it does | proves the optimum | heuristic | remembers | puzzles | from |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for AlgorithmEntry { info, puzzles, .. } in algorithm_entries(kinds) {
        let row = [
            format!("[`{}`](algorithms/{}.md)", info.name, info.slug()),
            info.summary.to_owned(),
            yes(info.optimal),
            yes(info.uses_heuristic),
            info.memory.to_owned(),
            puzzles.join(", "),
            info.source.to_owned(),
        ];
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page.push_str(
        "\n## Heuristics\n\n\
         [heuristics.md](heuristics.md) explains why each of them is a lower bound.\n\n\
         | name | also | what it counts | puzzles | metrics | admissible | consistent | from |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for HeuristicEntry { info, puzzles, metrics } in heuristic_entries(kinds) {
        let row = [
            match info.page {
                Some((slug, _)) => format!("[`{}`](algorithms/{slug}.md)", info.name),
                None => format!("`{}`", info.name),
            },
            code(info.aliases),
            info.summary.to_owned(),
            puzzles.join(", "),
            metrics.join(", "),
            yes(info.admissible),
            yes(info.consistent),
            info.source.to_owned(),
        ];
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page
}

/// The pages of `docs/algorithms`, by name: one for each algorithm, and for each heuristic that needs one.
pub fn pages(kinds: &[&'static KindInfo]) -> Vec<(String, String)> {
    let algorithms = algorithm_entries(kinds);
    let algorithms = algorithms.iter().map(|entry| (format!("{}.md", entry.info.slug()), page(entry)));
    let heuristics = heuristic_entries(kinds);
    algorithms.chain(heuristics.iter().filter_map(heuristic_page)).collect()
}

fn heuristic_page(HeuristicEntry { info, puzzles, metrics }: &HeuristicEntry) -> Option<(String, String)> {
    let (slug, text) = info.page?;
    let mut page = format!("# {}\n\n{}.\n\n| | |\n|---|---|\n", info.name, capitalised(info.summary));
    for (label, cell) in [
        ("names", format!("`{}`, {}", info.name, code(info.aliases))),
        ("admissible", yes(info.admissible)),
        ("consistent", yes(info.consistent)),
        ("puzzles", puzzles.join(", ")),
        ("metrics", metrics.join(", ")),
        ("from", info.source.to_owned()),
    ] {
        let _ = writeln!(page, "| {label} | {cell} |");
    }
    let _ = write!(page, "\n{text}\nGenerated from the engine's catalog by `cargo xtask docs`.\n");
    Some((format!("{slug}.md"), page))
}

fn page(AlgorithmEntry { info, puzzles, .. }: &AlgorithmEntry) -> String {
    let mut page = format!("# {}\n\n{}.\n\n| | |\n|---|---|\n", info.name, capitalised(info.summary));
    let mut row = |label: &str, text: String| {
        let _ = writeln!(page, "| {label} | {text} |");
    };
    row("names", format!("`{}`, {}", info.name, code(info.aliases)));
    row("proves the optimum", yes(info.optimal));
    row("heuristic", yes(info.uses_heuristic));
    row("searches from the goal as well", yes(info.needs_goals()));
    row("runs on", if info.parallel { "all cores" } else { "one thread" }.to_owned());
    row("remembers", info.memory.to_owned());
    row("puzzles", puzzles.join(", "));
    for parameter in info.parameters {
        row(&format!("`--{parameter}`"), parameter.summary().to_owned());
    }
    row("from", info.source.to_owned());
    let _ = write!(page, "\n{}\nGenerated from the engine's catalog by `cargo xtask docs`.\n", info.page);
    page
}

fn yes(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

fn code(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
