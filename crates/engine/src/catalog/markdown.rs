//! The catalog as a page of documentation.

use std::fmt::Write as _;

use super::{algorithms, heuristics};

/// `docs/algorithms.md`.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Algorithms and heuristics\n\n\
         Made from the engine's catalog by `cargo xtask docs`; `fewest algorithms` prints the same in a terminal.\n\n\
         ## Algorithms\n\n\
         | name | also | what it does | proves the optimum | heuristic | remembers | from |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for info in algorithms() {
        let row = [
            format!("`{}`", info.name),
            code(info.aliases),
            info.summary.to_owned(),
            yes(info.optimal),
            yes(info.uses_heuristic),
            info.memory.to_owned(),
            info.source.to_owned(),
        ];
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page.push_str(
        "\n## Heuristics\n\n\
         | name | also | what it counts | puzzles | metrics | admissible | consistent | from |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for info in heuristics() {
        let metrics: Vec<String> = info.metrics.iter().map(ToString::to_string).collect();
        let row = [
            format!("`{}`", info.name),
            code(info.aliases),
            info.summary.to_owned(),
            info.puzzles.join(", "),
            metrics.join(", "),
            yes(info.admissible),
            yes(info.consistent),
            info.source.to_owned(),
        ];
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page
}

fn yes(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

fn code(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_in_docs_is_up_to_date() {
        let page = include_str!("../../../../docs/algorithms.md");
        assert_eq!(page, markdown(), "run `cargo xtask docs`");
    }
}
