//! How strong each heuristic is: its mean over every position of 3×3 and over 10,000 random positions of 4×4, for the
//! goal with the blank last, under both metrics.
//!
//! `cargo run --release -p fewest-tiles --example heuristic_means`

use std::error::Error;

use fewest_conformance::oracle::Table;
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic, Max};
use fewest_tiles::heuristics::{
    Alternating, AxisMax, InversionDistance, LinearConflict, Manhattan, Misplaced, WalkingConflict, WalkingDistance,
};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Board, Goal, Metric, Mtm, Nibbles, Size, Stm, Tiles};

/// How many random positions of 4×4, and the seed that makes them.
const SAMPLE: (usize, u64) = (10_000, 1);

fn mean(values: impl Iterator<Item = Cost>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + f64::from(value), count + 1.0));
    sum / count
}

fn print<M: Metric, H: Heuristic<Tiles<Nibbles, M>>>(name: &str, heuristic: &H, boards: &[Board<Nibbles>]) {
    println!("  {name:44} {:8.4}", mean(boards.iter().filter_map(|board| heuristic.estimate(board))));
}

/// Prints the means of the heuristics that both metrics have. Each is made for one or the other, hence a macro.
macro_rules! print_all {
    ($space:expr, $boards:expr) => {{
        let (space, boards) = ($space, $boards);
        let walking = WalkingDistance::new(space)?;
        let (conflict, inversion) = (LinearConflict::new(space), InversionDistance::new(space));
        print("misplaced", &Misplaced::new(space), boards);
        print("Manhattan", &Manhattan::new(space), boards);
        print("inversion distance", &inversion, boards);
        print("linear conflict", &conflict, boards);
        print("walking distance", &walking, boards);
        print("max of walking distance and linear conflict", &Max(walking.clone(), conflict), boards);
        print("max of walking and inversion distance", &Max(walking, inversion), boards);
        print("walking conflict", &WalkingConflict::new(space)?, boards);
        let strongest = AxisMax(WalkingConflict::new(space)?, InversionDistance::new(space));
        print("walking conflict, inversion distance by axis", &strongest, boards);
        strongest
    }};
}

type Done = Result<(), Box<dyn Error>>;

fn print_stm(space: &Tiles<Nibbles, Stm>, boards: &[Board<Nibbles>]) -> Done {
    print_all!(space, boards);
    Ok(())
}

fn print_mtm(space: &Tiles<Nibbles, Mtm>, boards: &[Board<Nibbles>]) -> Done {
    let strongest = print_all!(space, boards);
    print("the same, alternating", &Alternating(strongest), boards);
    Ok(())
}

fn print_both<M: Metric>(metric: &str, print: impl Fn(&Tiles<Nibbles, M>, &[Board<Nibbles>]) -> Done) -> Done {
    let space = Tiles::new(&Goal::BlankLast.position(Size::new(3, 3)?)?)?;
    let table = Table::new(&space)?;
    println!("{metric}, every position of 3×3");
    println!("  {:44} {:8.4}", "true distance", mean(table.iter().map(|(_, distance)| distance)));
    let boards: Vec<_> = table.iter().map(|(rank, _)| space.unrank(rank)).collect();
    print(&space, &boards)?;

    let (count, seed) = SAMPLE;
    let goal = Goal::BlankLast.position(Size::new(4, 4)?)?;
    let space = Tiles::new(&goal)?;
    let mut shuffler = Shuffler::new(seed);
    let boards: Vec<_> = (0..count).map(|_| space.board(&shuffler.uniform(&goal))).collect::<Result<_, _>>()?;
    println!("{metric}, {count} random positions of 4×4 (seed {seed})");
    print(&space, &boards)
}

fn main() -> Done {
    print_both("stm", print_stm)?;
    print_both("mtm", print_mtm)
}
