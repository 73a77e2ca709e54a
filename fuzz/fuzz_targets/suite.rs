//! Any text as a suite of the lab, and each of its lines as a row of results: refused with what is wrong, or read.
#![no_main]

use fewest_lab::Suite;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Suite::parse(text) {
        Ok(suite) => assert!(!suite.name.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
