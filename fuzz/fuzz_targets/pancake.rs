//! Any text as a stack of pancakes and as flips: refused with a message of bounded length, or read, and then it prints as
//! something that reads the same, and a stack takes each flip or says why not.
#![no_main]

use fewest_pancake::{Goal, Position, Setup, format_flips, parse_flips};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (stack, moves) = text.split_once(';').unwrap_or((text, text));
    let flips = parse_flips(moves);
    if let Ok(flips) = &flips {
        assert_eq!(parse_flips(&format_flips(flips)).as_ref(), Ok(flips));
    }
    match Setup::parse(stack).and_then(|setup| setup.validate(None)) {
        Ok(mut position) => {
            assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
            let goal = Goal::Sorted.position(position.size()).expect("every stack has this goal");
            assert!(position.gaps_to(&goal).len() <= position.stack().len());
            for flip in flips.into_iter().flatten().take(100) {
                let before = position.clone();
                match position.try_flip(flip) {
                    Ok(()) => {
                        let mut back = position.clone();
                        back.try_flip(flip).expect("a flip can be taken back");
                        assert_eq!(back, before);
                    }
                    Err(illegal) => {
                        assert_eq!(position, before);
                        assert!(!illegal.to_string().is_empty());
                    }
                }
            }
        }
        Err(faults) => {
            assert!(faults.iter().count() > 0);
            assert!(faults.to_string().len() < 256 * stack.len() + 1024);
        }
    }
});
