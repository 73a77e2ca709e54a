//! The chore `test`: all that a change must pass, in order, up to the first failure.

mod aside;
mod slow;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::native::{COMPILER, Solvers};
use crate::need::{self, Demand, Need};
use crate::shell::{announce, cargo, execute};
use crate::stopwatch::{Elapsed, Stopwatch, seconds};
use crate::tool::{CLIPPY, RUSTFMT};
use crate::workspace::products;
use crate::{book, deny, lab, package, perf, proofs, python, table, web};
use aside::Aside;
use slow::SLOW;

const FUZZ: &str = "fuzz/Cargo.toml";

/// What `cargo xtask test` is asked to do.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    /// Run only this step; may be repeated
    #[arg(long, value_name = "STEP", value_enum)]
    only: Vec<Step>,
    /// Skip this step; may be repeated
    #[arg(long, value_name = "STEP", value_enum, conflicts_with = "only")]
    skip: Vec<Step>,
    /// Run fmt, book, clippy and the tests without the slow suites: for every change; the complete run is for every merge
    #[arg(long, conflicts_with = "only")]
    quick: bool,
    /// Build without the SAT solvers in C and C++, which need a C++ compiler, `CMake`, make and libclang
    #[arg(long)]
    without_native: bool,
    /// Only list the steps
    #[arg(long, conflicts_with = "needs")]
    list: bool,
    /// Only list what the steps need on this machine, and whether it is installed
    #[arg(long)]
    needs: bool,
}

/// One step. They run in the order they stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The code is formatted
    Fmt,
    /// The documentation becomes a book, and every link in it leads somewhere
    Book,
    /// Clippy has no warning
    Clippy,
    /// Unit and integration tests pass
    Tests,
    /// The page builds, is formatted, and its types and units are right
    Page,
    /// The page works in a browser
    Browser,
    /// Nodes and instructions of a fixed suite are those of the ledger
    Perf,
    /// The examples in the documentation pass
    Doctests,
    /// The package for Python passes its tests, its examples and notebook run, and its types are right
    Python,
    /// The documentation builds without a warning
    Docs,
    /// A small part of every suite of the lab runs, and its page is written
    Lab,
    /// An independent checker accepts our proofs, and rejects them after tampering
    Proofs,
    /// Every crate that can be published packs, and the packages compile by themselves
    Packages,
    /// The fuzz targets are formatted and compile
    Fuzz,
    /// Licences, duplicates and sources of the dependencies comply with deny.toml
    Deny,
}

/// The steps of a quick run. They build what the whole run builds, and nothing else.
const QUICK: [Step; 4] = [Step::Fmt, Step::Book, Step::Clippy, Step::Tests];

impl Step {
    /// As it is called on the command line, and what it shows.
    fn describe(self) -> (String, String) {
        let value = self.to_possible_value();
        let about = value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string);
        (value.map(|value| value.get_name().to_owned()).unwrap_or_default(), about.unwrap_or_default())
    }

    fn name(self) -> String {
        self.describe().0
    }

    /// What the step needs of the machine.
    fn needs(self, solvers: Solvers) -> Result<Vec<Need>> {
        let native = solvers.needs();
        Ok(match self {
            Self::Fmt => vec![RUSTFMT],
            Self::Book | Self::Packages => Vec::new(),
            Self::Clippy => [native, &[CLIPPY]].concat(),
            Self::Tests | Self::Doctests | Self::Docs | Self::Lab => native.to_vec(),
            Self::Perf => perf::needs()?,
            Self::Page => [native, &web::NEEDS].concat(),
            Self::Browser => [native, &web::NEEDS, &[web::CHROMIUM]].concat(),
            Self::Python => [native, &python::NEEDS].concat(),
            Self::Proofs => [native, &[proofs::NEED]].concat(),
            // The fuzzer itself is C++.
            Self::Fuzz => vec![RUSTFMT, COMPILER],
            Self::Deny => vec![deny::NEED],
        })
    }

    /// Whether the steps behind it run beside it: a browser waits more than it computes.
    fn runs_aside(self) -> bool {
        self == Self::Browser
    }

    fn check(self, plan: &Plan) -> Result<()> {
        let solvers = plan.solvers;
        match self {
            Self::Fmt => execute(&mut cargo(["fmt", "--all", "--check"])),
            Self::Book => book::check(),
            Self::Clippy => {
                let features = solvers.features();
                let clippy = ["clippy", "--workspace", "--locked", "--features", features, "--all-targets"];
                execute(cargo(clippy).args(["--", "-D", "warnings"]))
            }
            Self::Tests => {
                let skipped = plan.slow_suites().iter().flat_map(|name| ["--skip", name]);
                // Examples hold no test. Clippy checks them, and to compile each for its own sake takes minutes.
                execute(products("test", solvers).args(["--tests", "--no-fail-fast", "--"]).args(skipped))?;
                execute(&mut cargo(["test", "--locked", "--package", "xtask"]))
            }
            Self::Doctests => execute(products("test", solvers).arg("--doc")),
            Self::Python => python::check(solvers),
            Self::Docs => {
                let doc = ["doc", "--workspace", "--locked", "--features", solvers.features(), "--no-deps"];
                execute(cargo(doc).env("RUSTDOCFLAGS", "-Dwarnings"))
            }
            Self::Page => web::check(),
            Self::Browser => web::check_in_browser(solvers),
            Self::Lab => lab::check(solvers),
            Self::Perf => perf::check(),
            Self::Proofs => proofs::check(solvers),
            Self::Packages => package::check(),
            Self::Fuzz => {
                execute(&mut cargo(["fmt", "--manifest-path", FUZZ, "--check"]))?;
                execute(&mut cargo(["check", "--manifest-path", FUZZ, "--locked", "--all-targets"]))
            }
            Self::Deny => deny::check(&["licenses", "bans", "sources"]),
        }
    }
}

/// What is run, and how.
#[derive(Debug)]
struct Plan {
    steps: Vec<Step>,
    solvers: Solvers,
    is_quick: bool,
}

impl Plan {
    fn new(args: &Args) -> Result<Self> {
        let all = Step::value_variants().iter().copied();
        let chosen = all.filter(|step| {
            (args.only.is_empty() || args.only.contains(step))
                && (!args.quick || QUICK.contains(step))
                && !args.skip.contains(step)
        });
        let steps: Vec<Step> = chosen.collect();
        ensure!(!steps.is_empty(), "every step is skipped, so nothing would be checked");
        let solvers = if args.without_native { Solvers::InRust } else { Solvers::All };
        Ok(Self { steps, solvers, is_quick: args.quick })
    }

    /// The suites of tests that are left out.
    fn slow_suites(&self) -> &'static [&'static str] {
        if self.is_quick { &SLOW } else { &[] }
    }

    /// What the steps need, each need once.
    fn demands(&self) -> Result<Vec<Demand>> {
        let mut demands: Vec<Demand> = Vec::new();
        for step in &self.steps {
            for need in step.needs(self.solvers)? {
                match demands.iter_mut().find(|demand| demand.need.name == need.name) {
                    Some(demand) => demand.by.push(step.name()),
                    None => demands.push(Demand { need, by: vec![step.name()] }),
                }
            }
        }
        Ok(demands)
    }

    /// What this run does not check, a line each.
    fn left_out(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let all = Step::value_variants().iter().filter(|step| !self.steps.contains(step));
        let steps: Vec<String> = all.map(|step| step.name()).collect();
        if !steps.is_empty() {
            lines.push(format!("steps: {}", steps.join(", ")));
        }
        if self.steps.contains(&Step::Tests) && !self.slow_suites().is_empty() {
            lines.push(format!("slow suites of tests: {}", self.slow_suites().join(", ")));
        }
        if self.solvers == Solvers::InRust {
            lines.push("everything that needs CaDiCaL, Glucose, Kissat or MiniSat".to_owned());
        }
        lines
    }
}

/// Runs the steps, and says at the end, also of a failure, what each took and what was left out.
pub(crate) fn run(args: &Args) -> Result<()> {
    if args.list {
        for step in Step::value_variants() {
            let (name, about) = step.describe();
            println!("{name:<8}  {about}");
        }
        return Ok(());
    }
    let plan = Plan::new(args)?;
    let demands = plan.demands()?;
    if args.needs {
        need::list(&demands);
        return Ok(());
    }
    let mut log = Log::start();
    // Installing comes first: who starts a long test and leaves should not come back to a tool that is missing.
    let result = log.record("install", || need::ensure_all(&demands));
    let result = result.and_then(|()| {
        let start = |step: Step| Aside::start(&step.name(), &plan);
        run_in_order(&plan.steps, |step| step.check(&plan), start, &mut log)
    });
    eprint!("{}", log.render(&plan.steps));
    for line in plan.left_out() {
        announce(&format!("NOT checked: {line}"));
    }
    result?;
    announce(&format!("test: {} passed", if plan.left_out().is_empty() { "everything" } else { "the rest" }));
    Ok(())
}

fn run_in_order(
    steps: &[Step],
    mut check: impl FnMut(Step) -> Result<()>,
    start: impl Fn(Step) -> Result<Aside>,
    log: &mut Log,
) -> Result<()> {
    let mut asides = Vec::new();
    let result = steps.iter().enumerate().try_for_each(|(number, &step)| {
        let (name, about) = step.describe();
        let is_last = number + 1 == steps.len();
        if step.runs_aside() && !is_last {
            announce(&format!("{name}: {about} (beside the steps that follow)"));
            asides.push((step, start(step)?));
            return Ok(());
        }
        announce(&format!("{name}: {about}"));
        log.record(&name, || check(step)).with_context(|| failure(step))
    });
    // What runs aside is waited for even after a failure: nothing of ours goes on when we have ended.
    let ended = asides.into_iter().map(|(step, aside)| {
        let (elapsed, result) = aside.wait();
        log.done.push((step.name(), result.is_ok(), elapsed));
        result.with_context(|| failure(step))
    });
    let ended: Vec<Result<()>> = ended.collect();
    result.and(ended.into_iter().collect())
}

fn failure(step: Step) -> String {
    let name = step.name();
    format!("step {name} failed; run it alone with `cargo xtask test --only {name}`")
}

/// What was done, how it ended, and what it took.
struct Log {
    watch: Stopwatch,
    done: Vec<(String, bool, Elapsed)>,
}

impl Log {
    fn start() -> Self {
        Self { watch: Stopwatch::start(), done: Vec::new() }
    }

    fn record(&mut self, name: &str, run: impl FnOnce() -> Result<()>) -> Result<()> {
        let watch = Stopwatch::start();
        let result = run();
        self.done.push((name.to_owned(), result.is_ok(), watch.elapsed()));
        result
    }

    /// A table of all that was to be done.
    fn render(&self, steps: &[Step]) -> String {
        let row = |name: &str, state: &str, elapsed: Elapsed| {
            let processor = elapsed.processor.map_or_else(|| "-".to_owned(), seconds);
            [name.to_owned(), state.to_owned(), seconds(elapsed.wall), processor]
        };
        let mut rows = vec![["step", "", "time", "processor"].map(str::to_owned)];
        rows.extend(self.done.iter().map(|(name, passed, elapsed)| {
            let state = if *passed { "passed" } else { "FAILED" };
            row(name, state, *elapsed)
        }));
        let names = steps.iter().map(|step| step.name());
        let rest = names.filter(|name| !self.done.iter().any(|(done, ..)| done == name));
        rows.extend(rest.map(|name| [name, "not run".to_owned(), String::new(), String::new()]));
        rows.push(row("total", "", self.watch.elapsed()));
        table::render(&rows)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn plan(args: &[&str]) -> Plan {
        Plan::new(&Cli::parse_from([&["test"], args].concat()).args).unwrap()
    }

    #[test]
    fn the_first_failure_ends_the_run_and_is_named() {
        let mut seen = Vec::new();
        let mut log = Log::start();
        let steps = [Step::Fmt, Step::Clippy, Step::Docs];
        let check = |step| {
            seen.push(step);
            ensure!(step != Step::Clippy, "a lint");
            Ok(())
        };
        let error = run_in_order(&steps, check, |_| unreachable!("none runs aside"), &mut log).unwrap_err();
        assert_eq!(seen, [Step::Fmt, Step::Clippy]);
        let text = format!("{error:#}");
        assert!(text.starts_with("step clippy failed"), "{text}");
        assert!(text.contains("cargo xtask test --only clippy"), "{text}");
        assert!(text.ends_with("a lint"), "{text}");
        let table = log.render(&steps);
        let words: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
        assert_eq!(words[1..4], [["fmt", "passed"], ["clippy", "FAILED"], ["docs", "not"]]);
    }

    #[test]
    fn what_runs_aside_is_waited_for_and_can_fail() {
        let steps = [Step::Browser, Step::Docs];
        let mut seen = Vec::new();
        let mut log = Log::start();
        let check = |step| {
            seen.push(step);
            Ok(())
        };
        let error = run_in_order(&steps, check, |_| Ok(Aside::shell("exit 4")), &mut log).unwrap_err();
        assert_eq!(seen, [Step::Docs]);
        assert!(format!("{error:#}").starts_with("step browser failed"), "{error:#}");
        let states: Vec<_> = log.done.iter().map(|(name, passed, _)| (name.as_str(), *passed)).collect();
        assert_eq!(states, [("docs", true), ("browser", false)]);
    }

    #[test]
    fn the_table_has_a_line_for_each_step_and_for_the_whole() {
        let elapsed = Elapsed { wall: Duration::from_secs(3), processor: Some(Duration::from_secs(6)) };
        let done = vec![("install".to_owned(), true, elapsed), ("fmt".to_owned(), true, elapsed)];
        let table = Log { watch: Stopwatch::start(), done }.render(&[Step::Fmt]);
        assert_eq!(table.lines().count(), 4, "{table}");
        assert!(table.lines().nth(2).is_some_and(|line| line.ends_with("3.0 s      6.0 s")), "{table}");
        assert!(table.lines().nth(3).is_some_and(|line| line.starts_with("total")), "{table}");
    }

    #[test]
    fn a_plan_says_what_it_leaves_out() {
        assert_eq!(plan(&[]).steps, Step::value_variants());
        assert_eq!(plan(&[]).left_out(), [""; 0]);
        assert_eq!(plan(&["--only", "deny", "--only", "fmt"]).steps, [Step::Fmt, Step::Deny]);
        let skipping = plan(&["--skip", "page", "--skip", "perf", "--without-native"]);
        assert!(!skipping.steps.contains(&Step::Page) && skipping.steps.len() == Step::value_variants().len() - 2);
        let lines = skipping.left_out();
        assert_eq!(lines[0], "steps: page, perf");
        assert!(lines[1].contains("CaDiCaL"), "{lines:?}");
        let quick = plan(&["--quick"]);
        assert_eq!(quick.steps, QUICK);
        let lines = quick.left_out();
        assert!(lines[0].contains("proofs") && SLOW.iter().all(|suite| lines[1].contains(suite)), "{lines:?}");
        assert!(plan(&["--quick", "--skip", "tests"]).left_out().len() == 1);
    }

    #[test]
    fn a_plan_that_checks_nothing_is_refused() {
        let args = Cli::parse_from([
            "test", "--quick", "--skip", "fmt", "--skip", "book", "--skip", "clippy", "--skip", "tests",
        ])
        .args;
        assert!(Plan::new(&args).unwrap_err().to_string().contains("nothing would be checked"));
    }

    #[test]
    fn a_need_is_listed_once_with_all_steps_that_have_it() {
        let demands = plan(&["--only", "fmt", "--only", "clippy", "--only", "fuzz"]).demands().unwrap();
        let by = |name: &str| -> Vec<String> {
            let demands = demands.iter().filter(|demand| demand.need.name == name);
            demands.map(|demand| demand.by.join(" ")).collect()
        };
        assert_eq!(by("rustfmt"), ["fmt fuzz"]);
        assert_eq!(by("a C++ compiler"), ["clippy fuzz"]);
        assert_eq!(by("libclang"), ["clippy"]);
        let without = plan(&["--only", "clippy", "--without-native"]).demands().unwrap();
        assert!(without.iter().all(|demand| demand.need.name == "clippy"));
    }

    #[test]
    fn every_step_has_a_name_and_says_what_it_shows() {
        for step in Step::value_variants() {
            let (name, about) = step.describe();
            assert!(!name.is_empty() && !about.is_empty(), "{step:?}");
        }
    }
}
