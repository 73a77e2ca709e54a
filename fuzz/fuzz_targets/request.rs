//! Any bytes as a JSON request: refused, or read; one in 16 is checked, and one in 256 carried out within
//! small limits, and never a solution that is not one.
#![no_main]

use fewest_engine::{Cancel, Limits, Outcome, Request};
use fewest_fuzz::is_one_of;
use fewest_kinds::KINDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut request) = serde_json::from_slice::<Request>(bytes) else { return };
    request.limits = Limits { seconds: None, expansions: Some(2000), memory_bytes: Some(4 << 20) };
    request.options.threads = request.options.threads.map(|threads| threads.min(3));
    // Nothing may be written where an input says.
    request.options.spill = None;
    if !is_one_of(16, bytes) {
        return;
    }
    let checked = KINDS.check(&request.puzzle);
    if !is_one_of(256, bytes) {
        return;
    }
    if let Ok(answer) = KINDS.solve(&request, &Cancel::new(), &mut |_| ()) {
        assert!(checked.is_ok_and(|checked| checked.faults.is_empty()));
        if answer.outcome == Outcome::Solved {
            let moves = answer.moves.expect("a solution has moves");
            assert!(KINDS.verify(&request.puzzle, &moves, request.notation).expect("our own notation").solves);
        }
    }
});
