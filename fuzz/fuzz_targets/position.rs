//! Any text: refused with a message of bounded length, or read, and then it prints as something that reads the same.
#![no_main]

use fewest_tiles::{Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Setup::parse(text).and_then(|setup| setup.validate(None)) {
        Ok(position) => assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position)),
        Err(faults) => {
            assert!(faults.iter().count() > 0);
            assert!(faults.to_string().len() < 256 * text.len() + 1024);
        }
    }
});
