//! Makes the graded set of Rush Hour boards of the library: forty files in a folder.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example graded -- crates/blocks/data/rush
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_blocks::design::rush::{Census, RushHunt};
use fewest_blocks::design::{Anneal, Design, Event, Hunt, Method};
use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Blocks, Metric, Puzzle, Setup};
use fewest_search::{Limits, Search, Zero};

/// The boards of which the length alone is asked for: 4 slides for the first, one more for each.
const STEADY: u32 = 36;
/// Four more: the first ones of these lengths that a search for the hardest meets.
const RARE: [u32; 4] = [42, 44, 45, 46];

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let grade = |number: u32| ["beginner", "intermediate", "advanced", "expert"][number as usize / 10];
    let note = |number: u32, how: &str| format!("{}; the first of its length by annealing, {how}.", grade(number));
    for number in 0..STEADY {
        let (length, seed) = (number + 4, u64::from(number) + 1);
        let anneal = Anneal { seed, steps: 400, ..Anneal::default() };
        let family = RushHunt::new(Census::new(6, 6), Method::Anneal(anneal)).expect("the board of the game");
        let family = RushHunt { least: length, most: length, positions: 20_000, ..family };
        let found = first(&family, &[length]);
        let how = format!("walks of 400 for boards of this length and 20000 positions, seed {seed}");
        write(&folder, number + 1, &found[0], &note(number, &how));
    }
    let anneal = Anneal { seed: 11, ..Anneal::default() };
    let family = RushHunt::new(Census::new(6, 6), Method::Anneal(anneal)).expect("the board of the game");
    let found = first(&family, &RARE);
    for (number, design) in (STEADY..).zip(found) {
        write(&folder, number + 1, &design, &note(number, "walks of 1500, seed 11"));
    }
}

/// The first boards of some lengths that a search meets: the same on any number of threads.
fn first(family: &RushHunt, lengths: &[u32]) -> Vec<Design> {
    let mut found: Vec<Option<Design>> = vec![None; lengths.len()];
    let hunt = Hunt { keep: usize::MAX, ..Hunt::default() };
    let end = hunt.run(family, &Limits::default(), |event| {
        let Event::Found(design) = event else { return ControlFlow::Continue(()) };
        let place = lengths.iter().position(|&length| length == design.find.length);
        if let Some(place) = place.filter(|&place| found[place].is_none()) {
            found[place] = Some(design.clone());
        }
        if found.iter().all(Option::is_some) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    end.expect("no file is used");
    found.into_iter().flatten().collect()
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
