//! Any text as a formula in DIMACS: refused with what is wrong, or read, and then it prints as something that reads the same.
#![no_main]

use fewest_sat::{read_dimacs, write_dimacs};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match read_dimacs(text) {
        Ok(cnf) => {
            let mut written = Vec::new();
            write_dimacs(&cnf, "", &mut written).expect("memory takes everything");
            let again = read_dimacs(std::str::from_utf8(&written).expect("text")).expect("what is written is read");
            assert_eq!(again.variable_count(), cnf.variable_count());
            assert!(again.clauses().eq(cnf.clauses()));
        }
        Err(error) => assert!(error.to_string().len() < text.len() + 256),
    }
});
