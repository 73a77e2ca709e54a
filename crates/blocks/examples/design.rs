//! Censuses and searches for hard puzzles, from the command line.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example design -- boards 5 5 [WALLS]        every Rush Hour board of a size
//! cargo run --release -p fewest-blocks --example design -- layouts                   every layout of Huarong Dao
//! cargo run --release -p fewest-blocks --example design -- rush SEED WALKS [WALLS]   hard 6×6 boards by annealing
//! cargo run --release -p fewest-blocks --example design -- blocks                    the hardest of Huarong Dao
//! ```

use std::ops::ControlFlow;
use std::time::Instant;

use fewest_blocks::Square;
use fewest_blocks::design::rush::{Census, RushHunt};
use fewest_blocks::design::{Anneal, BlocksHunt, BlocksWish, Event, Family, Hunt, LayoutCensus, Method};
use fewest_search::Limits;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, other: u32| words.get(at).map_or(other, |word| word.parse().expect("a number"));
    let side = |at| u16::try_from(number(at, 5)).expect("a side");
    let started = Instant::now();
    match words.first().map(String::as_str) {
        Some("boards") => {
            let census = Census { walls: 0..=number(3, 0), ..Census::new(side(1), side(2)) };
            let mut hardest = (0, String::new());
            let (tally, _) = census
                .run(&Limits::default(), |cluster| {
                    if let Some(length) = cluster.length().filter(|&length| length > hardest.0) {
                        hardest = (length, cluster.start().to_string());
                    }
                    ControlFlow::Continue(())
                })
                .expect("there are such boards");
            println!("{tally:?}; hardest {} {}", hardest.0, hardest.1);
        }
        Some("layouts") => {
            let all = LayoutCensus::huarong_dao().run(&Limits::default()).expect("few enough");
            println!("{} layouts in {} groups of {} sets", all.layouts(), all.groups(), all.sets.len());
        }
        Some("rush") => {
            let anneal = Anneal { seed: number(1, 1).into(), ..Anneal::default() };
            let boards = Census { walls: 0..=number(3, 0), ..Census::new(6, 6) };
            let hunt = Hunt { units: Some(number(2, 10).into()), ..Hunt::default() };
            show(&hunt, &RushHunt::new(boards, Method::Anneal(anneal)).expect("there are such boards"));
        }
        Some("blocks") => {
            let wish = BlocksWish::new(LayoutCensus::huarong_dao(), 0, Square::new(1, 3));
            show(&Hunt::default(), &BlocksHunt::new(wish, &Limits::default()).expect("few enough"));
        }
        _ => println!("boards, layouts, rush or blocks"),
    }
    println!("{:.2?}", started.elapsed());
}

fn show<F: Family>(hunt: &Hunt, family: &F) {
    let catch = hunt.run(family, &Limits::default(), |event| {
        if let Event::Found(design) = event {
            eprintln!("{} {}", design.find.length, design.find.text);
        }
        ControlFlow::Continue(())
    });
    for design in catch.expect("a search without a file").best {
        println!("{} {} {}", design.find.length, design.find.text, design.find.positions);
    }
}
