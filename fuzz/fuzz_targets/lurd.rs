//! Any text as steps: refused with the character that is none, or read, and then it prints as something that reads the same, and
//! a level takes each step or says why not and stays as it is.
#![no_main]

use std::sync::{Arc, LazyLock};

use fewest_fuzz::is_one_of;
use fewest_sokoban::{Level, Position, format_steps, parse_steps, scene};
use libfuzzer_sys::fuzz_target;

static LEVEL: LazyLock<Arc<Level>> = LazyLock::new(|| {
    let text = "########\n#  .   #\n# $@ $ #\n#  $   #\n#. # . #\n########";
    Arc::new(text.parse().expect("a level"))
});

fuzz_target!(|text: &str| {
    let steps = match parse_steps(text) {
        Ok(steps) => steps,
        Err(error) => {
            let found = text.chars().nth(error.place - 1);
            return assert_eq!(found, Some(error.found));
        }
    };
    assert_eq!(parse_steps(&format_steps(&steps)).as_ref(), Ok(&steps));
    let mut position = Position::start(LEVEL.clone());
    let start = position.clone();
    let mut legal = Vec::new();
    for step in steps.into_iter().take(200) {
        let before = position.clone();
        match position.try_move(step) {
            Ok(()) => legal.push(step),
            Err(_) => assert_eq!(position, before),
        }
    }
    assert_eq!(position.moves(), legal.len());
    if is_one_of(64, text.as_bytes()) {
        assert_eq!(scene::film(&start, &legal).expect("all are legal").scenes.len(), legal.len() + 1);
    }
});
