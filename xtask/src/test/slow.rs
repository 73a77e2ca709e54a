//! The suites that `cargo xtask test --quick` leaves out.

/// Modules of test programs whose tests go through every position, every graph or every pair of an algorithm and a heuristic.
/// To find others, let a test program tell the time of each test: `RUSTC_BOOTSTRAP=1 target/debug/deps/tiles-HASH -Z
/// unstable-options --report-time`.
pub(crate) const SLOW: [&str; 12] = [
    "census::",
    "cross_check::",
    "design::",
    "every_graph::",
    "exhaustive::",
    "exhaustive_bounds::",
    "large_boards::",
    "slides::",
    "small_boards::",
    "smallest::",
    "strength::",
    "towers::",
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::shell::root;

    /// Whether there is a module of this name at or below a folder.
    fn has_module(folder: &Path, name: &str) -> bool {
        fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
            let path = entry.path();
            path.file_stem().is_some_and(|stem| stem == name) || has_module(&path, name)
        })
    }

    #[test]
    fn every_suite_is_a_module_of_some_tests() {
        let crates: Vec<_> = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
        for suite in SLOW {
            let module = suite.strip_suffix("::").unwrap();
            assert!(crates.iter().any(|path| has_module(&path.join("tests"), module)), "there is no suite {suite}");
        }
        assert!(!crates.iter().any(|path| has_module(&path.join("tests"), "no_such_suite")));
    }
}
