//! What a chore needs of the machine: programs, libraries, parts of the toolchain.
//!
//! Everything is looked for before anything is compiled, and installed where that takes no password. What cannot be
//! installed is reported at once, all of it in one message, with the command that installs it.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use crate::apt;
use crate::shell::{announce, execute, program, succeeds};
use crate::tool::Tool;

/// Something that must be there before a chore can run.
#[derive(Clone, Copy)]
pub(crate) struct Need {
    /// Its name in messages.
    pub(crate) name: &'static str,
    /// Looks for it; the error says what was tried.
    pub(crate) find: fn() -> Result<(), String>,
    /// Where it comes from.
    pub(crate) source: Source,
}

/// Where something comes from.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// A package of Debian and its derivatives.
    Debian(&'static str),
    /// An addition to the toolchain: the arguments of `rustup`.
    Rustup([&'static str; 3]),
    /// A program from crates.io, which is compiled here.
    Crate(Tool),
    /// Nothing that is installed for the user; what to do instead.
    Elsewhere(&'static str),
}

/// A need, and who has it.
pub(crate) struct Demand {
    /// What is needed.
    pub(crate) need: Need,
    /// The steps that need it.
    pub(crate) by: Vec<String>,
}

/// Makes sure that a chore has what it needs.
pub(crate) fn ensure(needs: &[Need]) -> Result<()> {
    let demands: Vec<Demand> = needs.iter().map(|&need| Demand { need, by: Vec::new() }).collect();
    ensure_all(&demands)
}

/// Makes sure that everything is there: what is installed in seconds first, what has to be compiled last.
pub(crate) fn ensure_all(demands: &[Demand]) -> Result<()> {
    let missing = missing(demands);
    if missing.is_empty() {
        return Ok(());
    }
    let may_install_packages = apt::rights().is_some();
    if missing.iter().any(|(demand, _)| !can_install(demand.need.source, may_install_packages)) {
        bail!(report(&missing));
    }
    let sources = || missing.iter().map(|(demand, _)| demand.need.source);
    let packages: Vec<&str> = sources().filter_map(Source::package).collect();
    if !packages.is_empty() {
        apt::install(&packages);
    }
    for source in sources() {
        if let Source::Rustup(args) = source {
            announce(&format!("install: rustup {}", args.join(" ")));
            // Whether it helped is seen by looking again.
            let _ = execute(program("rustup").args(args));
        }
    }
    let still = self::missing(demands);
    if still.iter().any(|(demand, _)| !matches!(demand.need.source, Source::Crate(_))) {
        bail!(report(&still));
    }
    for (demand, _) in still {
        if let Source::Crate(tool) = demand.need.source {
            tool.ensure()?;
        }
    }
    Ok(())
}

/// Prints what is needed, by whom, and whether it is there. Installs nothing.
pub(crate) fn list(demands: &[Demand]) {
    let width = demands.iter().map(|demand| demand.need.name.len()).max().unwrap_or_default();
    for Demand { need, by } in demands {
        let state = if (need.find)().is_ok() { "found" } else { "missing" };
        println!("{:<width$}  {state:<7}  {}", need.name, by.join(", "));
    }
}

/// What is not there, and why we think so.
fn missing(demands: &[Demand]) -> Vec<(&Demand, String)> {
    demands.iter().filter_map(|demand| Some((demand, (demand.need.find)().err()?))).collect()
}

fn can_install(source: Source, may_install_packages: bool) -> bool {
    match source {
        Source::Debian(_) => may_install_packages,
        Source::Rustup(_) | Source::Crate(_) => true,
        Source::Elsewhere(_) => false,
    }
}

impl Source {
    fn package(self) -> Option<&'static str> {
        if let Self::Debian(package) = self { Some(package) } else { None }
    }
}

/// Everything that is missing, and how to install it.
fn report(missing: &[(&Demand, String)]) -> String {
    // What we would have compiled ourselves is no one's task.
    let missing = || missing.iter().filter(|(demand, _)| !matches!(demand.need.source, Source::Crate(_)));
    let mut text = "something is missing, and nothing has been compiled yet:\n".to_owned();
    for (Demand { need, by }, why) in missing() {
        let steps = if by.is_empty() { String::new() } else { format!(" (for {})", by.join(", ")) };
        let _ = writeln!(text, "  {}{steps}: {why}", need.name);
    }
    text.push_str("To install it:");
    let packages: Vec<&str> = missing().filter_map(|(demand, _)| demand.need.source.package()).collect();
    if !packages.is_empty() {
        let _ = write!(text, "\n  sudo apt-get install {}", packages.join(" "));
        text.push_str("    (Debian, Ubuntu; other systems have packages with similar names)");
    }
    for (demand, _) in missing() {
        match demand.need.source {
            Source::Rustup(args) => _ = write!(text, "\n  rustup {}", args.join(" ")),
            Source::Elsewhere(how) => _ = write!(text, "\n  {how}"),
            Source::Debian(_) | Source::Crate(_) => {}
        }
    }
    text
}

/// Looks for a program by asking for its version.
pub(crate) fn runs(name: &str) -> Result<(), String> {
    let found = succeeds(program(name).arg("--version"));
    if found { Ok(()) } else { Err(format!("`{name} --version` does not run")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THERE: Need = Need { name: "air", find: || Ok(()), source: Source::Elsewhere("breathe") };
    const PACKAGE: Need = Need {
        name: "CMake",
        find: || Err("`cmake --version` does not run".to_owned()),
        source: Source::Debian("cmake"),
    };
    const PART: Need = Need {
        name: "rustfmt",
        find: || Err("no rustfmt".to_owned()),
        source: Source::Rustup(["component", "add", "rustfmt"]),
    };
    const HAND: Need = Need {
        name: "Node.js",
        find: || Err("no node".to_owned()),
        source: Source::Elsewhere("Node.js from nodejs.org"),
    };

    fn demand(need: Need, by: &[&str]) -> Demand {
        Demand { need, by: by.iter().map(ToString::to_string).collect() }
    }

    #[test]
    fn everything_that_is_missing_is_reported_at_once() {
        let demands =
            [demand(THERE, &["fmt"]), demand(PACKAGE, &["clippy", "tests"]), demand(PART, &["fmt"]), demand(HAND, &[])];
        let text = report(&missing(&demands));
        assert!(!text.contains("air"), "{text}");
        for part in [
            "CMake (for clippy, tests): `cmake --version` does not run",
            "sudo apt-get install cmake ",
            "rustup component add rustfmt",
            "  Node.js: no node",
            "Node.js from nodejs.org",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_nobody_can_install_ends_the_chore_before_anything_is_installed() {
        let error = ensure_all(&[demand(HAND, &["page"]), demand(PART, &["fmt"])]).unwrap_err().to_string();
        assert!(error.contains("Node.js (for page): no node"), "{error}");
        assert!(error.contains("rustfmt (for fmt): no rustfmt"), "{error}");
        assert!(can_install(PACKAGE.source, true) && !can_install(PACKAGE.source, false));
        assert!(can_install(PART.source, false) && !can_install(HAND.source, true));
    }

    #[test]
    fn what_is_there_is_not_installed() {
        ensure(&[THERE]).unwrap();
    }

    #[test]
    fn a_program_that_does_not_exist_does_not_run() {
        assert_eq!(runs("no-such-program"), Err("`no-such-program --version` does not run".to_owned()));
        runs("cargo").unwrap();
    }
}
