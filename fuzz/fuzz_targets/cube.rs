//! Any text as a cube, a goal and moves: refused with a message of bounded length, or read, and then it prints as something
//! that reads the same.
#![no_main]

use fewest_cube::{Goal, Position, Setup, Size, draw, format_moves, parse_moves};
use fewest_fuzz::is_one_of;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Setup::parse(text).and_then(|setup| setup.validate(None)) {
        Ok(position) => {
            // A picture, and a cube that is read again, take ten times as long as the rest.
            if is_one_of(16, text.as_bytes()) {
                assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
                assert_eq!(draw(&position).join("\n").parse::<Position>().as_ref(), Ok(&position));
            }
            if let Ok(goal) = Goal::read(text, position.size()) {
                assert!(matches!(goal, Goal::Part(_)) || goal.is_met_by(&position));
                assert!(!goal.is_met_by(&position) || goal.explain_obstacle(&position).is_empty());
            }
        }
        Err(faults) => {
            assert!(faults.iter().count() > 0);
            assert!(faults.to_string().len() < 512 * text.len() + 4096);
        }
    }
    for size in [Size::Two, Size::Three] {
        if let Ok(moves) = parse_moves(text, size) {
            assert_eq!(parse_moves(&format_moves(&moves), size).as_ref(), Ok(&moves));
        }
    }
});
