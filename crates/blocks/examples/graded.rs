//! Makes the graded set of Rush Hour boards of the library: forty files in a folder.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example graded -- data/blocks/rush
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_blocks::design::rush::{Census, RushHunt};
use fewest_blocks::design::{Anneal, Design, Hunt, Method};
use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Blocks, Metric, Puzzle, Setup};
use fewest_search::{Limits, Search, Zero};

/// The boards of which the length alone is asked for: 4 slides for the first, one more for each.
const STEADY: u32 = 36;
/// The last ones: lengths, and the search that found each: its seed and how many walks it took.
const LAST: [(u32, u64, u64); 4] = [(41, 7, 40), (43, 7, 40), (44, 7, 74), (46, 7, 74)];

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let grade = |number: u32| ["beginner", "intermediate", "advanced", "expert"][number as usize / 10];
    for number in 0..STEADY {
        let length = number + 4;
        let design = (1..).find_map(|tenth| board(length, u64::from(number) + 1, 4 * tenth));
        let (design, walks) = design.expect("there is no end to walks");
        let note = format!("{}; annealed for {length} slides, seed {}, {walks} walks.", grade(number), number + 1);
        write(&folder, number + 1, &design, &note);
    }
    for (number, (length, seed, walks)) in (STEADY..).zip(LAST) {
        let (design, walks) = board(length, seed, walks).expect("it was found before");
        let note = format!("{}; annealed for {length} slides, seed {seed}, {walks} walks.", grade(number));
        write(&folder, number + 1, &design, &note);
    }
}

/// A board of some length.
fn board(length: u32, seed: u64, walks: u64) -> Option<(Design, u64)> {
    let anneal = Anneal { seed, ..Anneal::default() };
    let mut family = RushHunt::new(Census::new(6, 6), Method::Anneal(anneal));
    (family.least, family.most) = (length, length);
    let hunt = Hunt { keep: 1, units: Some(walks), ..Hunt::default() };
    let catch = hunt.run(&family, &Limits::default(), |_| ControlFlow::Continue(()));
    Some((catch.expect("no file is used").best.into_iter().next()?, walks))
}

fn write(folder: &str, number: u32, design: &Design, note: &str) {
    let title = format!("Rush {number:02}");
    let setup = Setup { title: Some(title), ..design.puzzle.setup().clone() };
    let puzzle = Arc::new(setup.validate().expect("a title changes nothing"));
    let optimum = |metric: Metric| {
        let space = Blocks::<u64, u64>::new(puzzle.clone(), metric).expect("36 squares");
        let run = Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
        format!("{metric} {}", run.outcome.cost().expect("it was solved before"))
    };
    let optima: Vec<String> = Metric::ALL.into_iter().map(optimum).collect();
    let mut text = puzzle.to_string();
    let at = text.find('\n').map_or(0, |at| at + 1);
    let known = format!("; note: {note}\n; states: {}\n; optimum: {}\n", design.find.positions, optima.join(", "));
    text.insert_str(at, &known);
    text.parse::<Puzzle>().expect("a puzzle with comments");
    println!("{} {}", design.find.length, design.find.text);
    std::fs::write(format!("{folder}/{number:02}.txt"), text).expect("the folder can be written");
}
