//! Solves random cubes in two phases, and prints how long the solutions are and how long they took.
//!
//! `cargo run --release -p fewest-cube --example quick -- 1000 100000` takes 1,000 cubes and 100,000 expansions each.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use fewest_cube::quick::{SHAPES, TwoPhase};
use fewest_cube::random::Shuffler;
use fewest_cube::{Cube, Goal, Metric, Position, Size};
use fewest_pdb::build::Builder;
use fewest_pdb::table::Table;
use fewest_search::Limits;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [count, expansions] = numbers[..] else {
        eprintln!("name a number of cubes, and of expansions for each, such as 1000 100000");
        return ExitCode::from(2);
    };
    let begun = Instant::now();
    let built: Result<Vec<Table>, _> =
        SHAPES.iter().map(|shape| shape.build(Metric::Htm, &Builder::default(), &mut ())).collect();
    let tables = match built {
        Ok(tables) => tables,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let [a, b, c, d] = &tables[..] else { return ExitCode::FAILURE };
    println!("tables: {:.2?}", begun.elapsed());
    let phases = TwoPhase::new([a, b, c, d]);
    let cube = Cube::new(Size::Three, Metric::Htm, &Goal::Cube(Position::solved(Size::Three)));
    let mut shuffler = Shuffler::new(1);
    let (mut first, mut last) = (Sums::default(), Sums::default());
    for _ in 0..count {
        let start = cube.state(&shuffler.uniform(Size::Three));
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        let begun = Instant::now();
        let mut lengths: Vec<(u32, Duration)> = Vec::new();
        phases.improve(&cube, &start, None, &limits, &mut |found| lengths.push((found.cost, begun.elapsed())));
        let (Some(&(soon, at)), Some(&(best, _))) = (lengths.first(), lengths.last()) else {
            eprintln!("no solution within {expansions} expansions");
            return ExitCode::FAILURE;
        };
        first.add(soon, at);
        last.add(best, begun.elapsed());
    }
    first.print("first solution", count);
    last.print("best solution", count);
    ExitCode::SUCCESS
}

/// Sums over cubes.
#[derive(Default)]
struct Sums {
    lengths: u64,
    longest: u32,
    time: Duration,
    slowest: Duration,
}

impl Sums {
    fn add(&mut self, length: u32, time: Duration) {
        self.lengths += u64::from(length);
        self.longest = self.longest.max(length);
        self.time += time;
        self.slowest = self.slowest.max(time);
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
    fn print(&self, what: &str, count: u64) {
        let count = count.max(1);
        println!(
            "{what}: mean {:.3} turns, longest {}; mean {:.2?}, slowest {:.2?}",
            self.lengths as f64 / count as f64,
            self.longest,
            self.time.div_f64(count as f64),
            self.slowest
        );
    }
}
