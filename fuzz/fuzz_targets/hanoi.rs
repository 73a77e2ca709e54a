//! Any text as an arrangement of discs, a goal and moves: refused with a message of bounded length, or read, and then it
//! prints as something that reads the same.
#![no_main]

use fewest_hanoi::{Goal, Position, Setup, draw, format_transfers, parse_transfers};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Setup::parse(text).and_then(|setup| setup.validate(None)) {
        Ok(position) => {
            assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
            assert!(!draw(&position, 80).is_empty());
            if let Ok(goal) = text.parse::<Goal>() {
                assert_eq!(goal.position(position.size()).as_ref(), Ok(&position));
            }
        }
        Err(faults) => {
            assert!(faults.iter().count() > 0);
            assert!(faults.to_string().len() < 256 * text.len() + 1024);
        }
    }
    if let Ok(moves) = parse_transfers(text) {
        assert_eq!(parse_transfers(&format_transfers(&moves)).as_ref(), Ok(&moves));
    }
});
