//! Any text as a suite of the lab, or as a row of its results where it begins as one: refused with what is wrong, or read.
#![no_main]

use fewest_lab::{Row, Suite};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if text.starts_with('{') {
        if let Ok(row) = serde_json::from_str::<Row>(text) {
            let line = serde_json::to_string(&row).expect("a row is JSON");
            assert!(serde_json::from_str::<Row>(&line).is_ok(), "{line}");
        }
        return;
    }
    match Suite::parse(text) {
        Ok(suite) => assert!(!suite.name.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
