//! Where and by what a suite was run: without that, times say nothing.

use serde::{Deserialize, Serialize};

/// The machine and the program that began a suite: `machine.json`. What is not there is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// When the first search began.
    pub begun: String,
    /// Whether it is a quick run.
    pub quick: bool,
    /// The model of the processor.
    pub cpu: String,
    /// Its cores, as programs count them.
    pub cores: usize,
    /// Bytes of memory.
    pub memory_bytes: u64,
    /// The operating system.
    pub os: String,
    /// The version of the program.
    pub version: String,
}
