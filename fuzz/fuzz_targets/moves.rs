//! Any text as moves, in both notations: refused, or read, and then it prints as something of the same effect.
#![no_main]

use fewest_tiles::{Goal, Notation, Position, Size, Slide, format_slides, parse_slides};
use libfuzzer_sys::fuzz_target;

/// Where the slides lead, up to the first one that is illegal.
fn play(slides: &[Slide]) -> Position {
    let mut position = Goal::BlankLast.position(Size::new(4, 4).expect("a size")).expect("a goal");
    for &slide in slides {
        if position.try_slide(slide).is_err() {
            break;
        }
    }
    position
}

fuzz_target!(|text: &str| {
    for notation in [Notation::Tile, Notation::Blank] {
        if let Ok(slides) = parse_slides(text, notation) {
            // Joined runs may exceed what one count can say: such text is refused, not misread.
            if let Ok(again) = parse_slides(&format_slides(&slides, notation), notation) {
                let legal = |slides: &[Slide]| slides.iter().map(|slide| usize::from(slide.length)).sum::<usize>();
                assert_eq!(legal(&slides), legal(&again));
            }
            play(&slides);
        }
    }
});
