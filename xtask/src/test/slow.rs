//! The tests that `cargo xtask test --quick` leaves out.

/// Their names, which are unique in the workspace.
pub(crate) const SLOW: [&str; 1] = ["the_exhaustive_search_keeps_its_word"];
