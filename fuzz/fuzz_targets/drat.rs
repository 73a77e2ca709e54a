//! Any text as a formula and, behind a line `%`, a proof in DRAT: a proof is accepted only where nothing makes the formula true.
#![no_main]

use fewest_fuzz::may_be_true;
use fewest_sat::{check_drat, read_dimacs};
use fewest_search::{Limits, meter::Meter};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((formula, proof)) = text.split_once("\n%\n") else { return };
    let Ok(cnf) = read_dimacs(formula) else { return };
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let mut nobody = ();
    let mut meter = Meter::start(&limits, &mut nobody);
    if check_drat(&cnf, proof.as_bytes(), &mut meter).is_ok() {
        assert_ne!(may_be_true(&cnf), Some(true), "a proof of what is not so was accepted");
    }
});
