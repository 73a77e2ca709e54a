//! How the numbers were made, in words: instances, searches, limits, what was left out, and the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use fewest_engine::{Limits, Puzzle};
use fewest_kinds::INFOS;
use fewest_text::escape;

use crate::builtin::{Shipped, builtin};
use crate::label::options_in_words;
use crate::machine::Machine;
use crate::measure::By;
use crate::number::{count, counted, plain, significant};
use crate::row::{Ending, Row};
use crate::select::Order;
use crate::suite::{Instances, Searches, Suite};

/// Headings, each with its sentences.
pub(crate) struct Facts(Vec<(&'static str, Vec<String>)>);

impl Facts {
    pub(crate) fn markdown(&self) -> String {
        let mut text = String::new();
        for (heading, lines) in &self.0 {
            // Writing to a string cannot fail, here and below.
            let _ = match &lines[..] {
                [line] => writeln!(text, "- **{heading}**: {}", verbatim(line)),
                lines => {
                    let _ = writeln!(text, "- **{heading}**:");
                    lines.iter().try_for_each(|line| writeln!(text, "  - {}", verbatim(line)))
                }
            };
        }
        text
    }

    pub(crate) fn html(&self) -> String {
        let mut text = "<dl>\n".to_owned();
        for (heading, lines) in &self.0 {
            let _ = writeln!(text, "<dt>{heading}</dt>");
            text.extend(lines.iter().map(|line| format!("<dd>{}</dd>\n", escape(line))));
        }
        text + "</dl>\n"
    }
}

/// Text that Markdown shows as it is.
pub(crate) fn verbatim(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '[' | ']' | '`' | '\\') {
            shown.push('\\');
        }
        if letter == '<' { shown.push_str("&lt;") } else { shown.push(letter) }
    }
    shown
}

/// A sentence: how many runs of how many instances, how many were solved, and how to make them again.
pub(crate) fn runs(suite: &Suite, rows: &[Row], machine: &Machine) -> String {
    let instances: BTreeSet<(&str, &str)> = rows.iter().map(|row| (&*row.group, &*row.instance)).collect();
    let solved = rows.iter().filter(|row| row.outcome == Ending::Solved).count();
    if rows.is_empty() {
        return format!("No runs yet; `{}` makes them.", command(suite, machine));
    }
    format!(
        "{} of {}, {} solved, made by `{}`.",
        counted(rows.len(), "run"),
        counted(instances.len(), "instance"),
        if solved == rows.len() { "all".to_owned() } else { count(solved) },
        command(suite, machine)
    )
}

/// The command that makes the runs: of a built-in suite by its name, of another in the folder of its results, which holds it.
pub(crate) fn command(suite: &Suite, machine: &Machine) -> String {
    let quick = if machine.quick { " --quick" } else { "" };
    let is_built_in = |shipped: &Shipped| Suite::parse(shipped.text).is_ok_and(|known| known == *suite);
    if builtin().iter().any(is_built_in) {
        return format!("fewest lab run {}{quick}", suite.name);
    }
    format!("fewest lab run suite.toml --out .{quick}")
}

/// How the runs were made and what the statistics mean.
pub(crate) fn method(suite: &Suite, rows: &[Row], is_complete: bool) -> Facts {
    let repetitions = if suite.repetitions == 1 { "once".to_owned() } else { format!("{} times", suite.repetitions) };
    let own = suite.searches.iter().any(|searches| searches.repetitions.is_some_and(|own| own != suite.repetitions));
    let own = if own { ", unless stated with the search" } else { "" };
    let abreast = match rows.iter().map(|row| row.abreast).max() {
        None => String::new(),
        Some(0 | 1) => " One search at a time.".to_owned(),
        Some(many) => {
            format!(" Up to {many} searches at once, so times are longer than those of a search that runs alone.")
        }
    };
    let versions: BTreeSet<&str> = rows.iter().map(|row| row.version.as_str()).collect();
    let mut facts = vec![
        ("Instances", suite.instances.iter().map(|instances| group(instances, rows, is_complete)).collect()),
        ("Searches", suite.searches.iter().map(search).collect()),
        ("Limits", vec![format!("Each search: {}.", limits(&suite.limits))]),
        ("Runs", vec![format!("Each search of each instance {repetitions}{own}.{abreast}")]),
    ];
    if !versions.is_empty() {
        facts.push(("Version", vec![format!("fewest {}", versions.into_iter().collect::<Vec<_>>().join(", "))]));
    }
    facts.push(("Not solved", unsolved(suite, rows)));
    facts.push((
        "Statistics",
        vec![
            "Repetitions of a search on an instance count as one run, with the mean of all; it is solved if each of \
             them is. Means and similar statistics include only solved runs; a note says where that excludes runs. \
             Medians and quartiles of nodes and times count a run that a limit stopped as more than all others, so \
             that a search does not look better because of what it did not solve. Memory and setup times include all \
             runs that were not refused. The deviation is that of a sample. ± is half the 95 % confidence interval of \
             the mean, by Student's t. Quartiles use linear interpolation. Times are wall-clock times of the search; \
             what comes before it, such as loading tables, is the setup time."
                .to_owned(),
        ],
    ));
    Facts(facts)
}

pub(crate) fn machine(machine: &Machine) -> Facts {
    let Machine { begun, cpu, cores, memory_bytes, os, version, .. } = machine;
    let memory = format!("{} GB", significant(*memory_bytes as f64 / 1e9));
    let cores = match (cpu.as_str(), *cores) {
        ("", 0) => String::new(),
        (cpu, 0) => cpu.to_owned(),
        ("", cores) => counted(cores, "core"),
        (cpu, cores) => format!("{cpu}, {}", counted(cores, "core")),
    };
    let known = [
        ("Processor", cores),
        ("Memory", if *memory_bytes == 0 { String::new() } else { memory }),
        ("System", os.clone()),
        ("Program", if version.is_empty() { String::new() } else { format!("fewest {version}") }),
        ("Begun", begun.clone()),
    ];
    Facts(known.into_iter().filter(|(_, fact)| !fact.is_empty()).map(|(name, fact)| (name, vec![fact])).collect())
}

/// A group of instances: how many, and how they were made.
fn group(instances: &Instances, rows: &[Row], is_complete: bool) -> String {
    let names: BTreeSet<&str> =
        rows.iter().filter(|row| row.group == instances.group).map(|row| row.instance.as_str()).collect();
    let mut made = if let Some(puzzle) = &instances.random {
        format!("random positions of {}", random(puzzle))
    } else if let Some(puzzle) = &instances.every {
        format!("every position of {} from which the goal can be reached", random(puzzle))
    } else if let Some(kind) = &instances.library {
        format!("built-in puzzles, {kind}")
    } else if let Some(set) = &instances.set {
        format!("the published set {set}")
    } else if let Some(file) = &instances.file {
        format!("positions of the file {}", file.display())
    } else {
        "given one by one".to_owned()
    };
    if !instances.shuffles.is_empty() {
        let _ = write!(made, ", by random moves from the goal: {}", list(&instances.shuffles));
    } else if !instances.distances.is_empty() {
        let _ = write!(made, ", at these distances from the goal: {}", list(&instances.distances));
    } else if instances.random.is_some() {
        made += ", drawn uniformly from all that can reach the goal";
    }
    if let Some(seed) = instances.seed {
        let _ = write!(made, "; seed {seed}");
    }
    let known = match (names.len(), is_complete) {
        (0, _) => String::new(),
        (number, true) => format!("{}, ", counted(number, "instance")),
        (number, false) => format!("{} so far, ", counted(number, "instance")),
    };
    format!("{}: {known}{made}.", instances.group)
}

fn list<N: ToString>(numbers: &[N]) -> String {
    numbers.iter().map(N::to_string).collect::<Vec<_>>().join(", ")
}

/// A random puzzle in words: its kind, and its fields.
fn random(puzzle: &Puzzle) -> String {
    let title = INFOS.iter().find(|info| info.name == puzzle.kind).map_or(puzzle.kind.as_str(), |info| info.title);
    let fields = puzzle.fields.iter().map(|(name, value)| {
        let text = value.to_string();
        format!("{name} {}", text.lines().next().unwrap_or_default())
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    if fields.is_empty() { title.to_owned() } else { format!("{title} ({fields})") }
}

/// Searches with all that was asked of them.
fn search(searches: &Searches) -> String {
    let mut text = searches.labels().join(", ");
    if searches.label.is_some() {
        let _ = write!(text, ": {} with {}", searches.algorithms.join(", "), searches.heuristics.join(", "));
        text.extend(options_in_words(&searches.options).iter().map(|(name, value)| format!(", {name} {value}")));
    }
    let mut extras = Vec::new();
    if !searches.groups.is_empty() {
        extras.push(format!("of {}", searches.groups.join(", ")));
    }
    if !searches.metrics.is_empty() {
        extras.push(format!("counting {}", searches.metrics.join(", ")));
    }
    if let Some(own) = &searches.limits {
        extras.push(format!("within {}", limits(own)));
    }
    if let Some(take) = searches.take {
        extras.push(format!("of the first {take} of each group"));
    }
    if let Some(repetitions) = searches.repetitions {
        extras.push(if repetitions == 1 { "once".to_owned() } else { format!("{repetitions} times") });
    }
    if !extras.is_empty() {
        let _ = write!(text, " ({})", extras.join("; "));
    }
    text + "."
}

fn limits(limits: &Limits) -> String {
    let known = [
        limits.seconds.map(|seconds| format!("{} s", plain(seconds))),
        limits.expansions.map(|nodes| format!("{} expanded nodes", plain(nodes as f64))),
        limits.memory_bytes.map(|bytes| format!("{} MB", round(bytes as f64 / 1e6))),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    if known.is_empty() { "no limit except the program's default limit on memory".to_owned() } else { known.join(", ") }
}

/// A round number as it is, another by its first digits.
fn round(value: f64) -> String {
    if value.fract() == 0.0 { plain(value) } else { significant(value) }
}

/// By search: how many runs ended without a solution, and why.
fn unsolved(suite: &Suite, rows: &[Row]) -> Vec<String> {
    let all: Vec<&Row> = rows.iter().collect();
    let order = Order::new(suite, &[By::Search], &all);
    let mut lines = Vec::new();
    for (place, runs) in order.split(By::Search, &all) {
        let mut reasons: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for row in runs.iter().filter(|row| row.outcome != Ending::Solved) {
            let reason = row.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
            let what = match row.outcome {
                Ending::Limit => "stopped by a limit",
                Ending::Refused => "refused",
                Ending::Unsolvable | Ending::Solved => "proven unsolvable",
            };
            *reasons.entry((row.outcome as usize, format!("{what}{reason}"))).or_default() += 1;
        }
        if !reasons.is_empty() {
            let reasons: Vec<String> =
                reasons.into_iter().map(|((_, reason), runs)| format!("{} {reason}", count(runs))).collect();
            lines.push(format!("{}: of {}, {}.", place.text, counted(runs.len(), "run"), reasons.join(", ")));
        }
    }
    match (lines.is_empty(), rows.is_empty()) {
        (_, true) => vec!["There are no runs.".to_owned()],
        (true, false) => vec!["Every run was solved.".to_owned()],
        (false, false) => lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{row, suite};

    #[test]
    fn what_was_left_out_is_said_with_its_reason() {
        let rows = [
            row("3x3", "1", "A* none", Ending::Solved, 3),
            row("3x3", "2", "A* none", Ending::Limit, 3),
            row("3x3", "2", "Best", Ending::Refused, 3),
        ];
        assert_eq!(
            unsolved(&suite(), &rows),
            ["A* none: of 2 runs, 1 stopped by a limit (expansions).", "Best: of 1 run, 1 refused (expansions)."]
        );
        assert_eq!(unsolved(&suite(), &rows[..1]), ["Every run was solved."]);
        let said = runs(&suite(), &rows, &Machine::default());
        assert_eq!(said, "3 runs of 2 instances, 1 solved, made by `fewest lab run suite.toml --out .`.");
    }

    #[test]
    fn instances_searches_and_limits_are_told() {
        let said = method(&suite(), &[row("3x3", "1", "A* none", Ending::Solved, 3)], true).markdown();
        for part in [
            "3x3: 1 instance, random positions of Sliding tiles (goal blank-last, size 3x3), by random moves from the goal: 10, 20, 40, 80; \
             seed 1.",
            "A\\* none, A\\* manhattan, IDA\\* none, IDA\\* manhattan.",
            "Best: auto with auto, weight 1.5 (of 3x3; within 2.5 s, 50 MB).",
            "1,000,000 expanded nodes",
            "once. One search at a time.",
            "Student's t",
        ] {
            assert!(said.contains(part), "{part}\n{said}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_told_as_if_it_were() {
        let said = method(&suite(), &[], false).markdown();
        for part in ["all solved", "Every run", "Version", "One search at a time", "0 instances", "1 instance"] {
            assert!(!said.contains(part), "{part}\n{said}");
        }
        assert!(
            said.contains("- **Not solved**: There are no runs.") && said.contains("3x3: random positions"),
            "{said}"
        );
        assert_eq!(
            runs(&suite(), &[], &Machine::default()),
            "No runs yet; `fewest lab run suite.toml --out .` makes them."
        );
        let rows = [row("3x3", "1", "A* none", Ending::Solved, 3)];
        assert!(method(&suite(), &rows, false).markdown().contains("3x3: 1 instance so far, random"));
    }

    #[test]
    fn searches_with_repetitions_of_their_own_are_said_to_have_them() {
        let mut suite = suite();
        assert!(method(&suite, &[], true).markdown().contains("Each search of each instance once.\n"));
        suite.searches[0].repetitions = Some(3);
        let said = method(&suite, &[], true).markdown();
        assert!(said.contains("once, unless stated with the search.") && said.contains("(3 times)"), "{said}");
    }

    #[test]
    fn a_machine_says_what_is_known() {
        assert_eq!(machine(&Machine::default()).markdown(), "");
        let known = Machine { cpu: "Z80".to_owned(), cores: 1, memory_bytes: 64_000_000_000, ..Machine::default() };
        assert_eq!(machine(&known).markdown(), "- **Processor**: Z80, 1 core\n- **Memory**: 64.0 GB\n");
    }
}
