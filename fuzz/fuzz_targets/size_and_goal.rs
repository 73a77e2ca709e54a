//! Any text as a size and as a goal.
#![no_main]

use fewest_tiles::{Goal, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(size) = text.parse::<Size>() {
        assert!(size.cells() >= 1 && size.cells() <= 256);
        assert_eq!(size.to_string().parse::<Size>(), Ok(size));
    }
    if let Ok(goal) = text.parse::<Goal>() {
        for (width, height) in [(1, 1), (3, 3), (4, 2), (16, 16)] {
            let size = Size::new(width, height).expect("a size");
            if let Ok(position) = goal.position(size) {
                assert_eq!(position.size(), size);
            }
        }
    }
});
