//! Any text as moves of sliding blocks: refused, or read, and then it prints as something that reads the same, and a position
//! takes each move or says why not.
#![no_main]

use std::sync::{Arc, LazyLock};

use fewest_blocks::{Metric, Position, Puzzle, format_shifts, library, parse_shifts};
use libfuzzer_sys::fuzz_target;

static KLOTSKI: LazyLock<Arc<Puzzle>> =
    LazyLock::new(|| Arc::new(library::find("klotski").expect("it is in the library").puzzle()));

fuzz_target!(|text: &str| {
    let Ok(shifts) = parse_shifts(text) else { return };
    // Joined runs may exceed what one count can say: such text is refused, not misread.
    if let Ok(again) = parse_shifts(&format_shifts(&shifts)) {
        assert_eq!(again, shifts);
    }
    for metric in Metric::ALL {
        let mut position = Position::start(KLOTSKI.clone());
        for shift in &shifts {
            let before = position.clone();
            if let Err(illegal) = position.try_shift(shift, metric) {
                assert_eq!(position, before);
                assert!(!illegal.to_string().is_empty());
                break;
            }
        }
    }
});
