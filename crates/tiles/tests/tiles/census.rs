//! Every position of a board counted by its distance, on several threads, in memory and in files.

use std::num::NonZeroUsize;

use fewest_search::capability::Ranked;
use fewest_search::census::{ByRank, Census, Counted, End, RankGraph, reach};
use fewest_search::{LimitKind, Limits};
use fewest_tiles::{Metric, Mtm, Nibbles, Position, Shifts, Stm};

use crate::layers::Layers;
use crate::support::{position, tiles};

/// Boards of more positions are counted only when every position is to be.
const MANY: u64 = 2_000_000;

fn small() -> impl Iterator<Item = (String, Layers)> {
    Layers::all().into_iter().filter(|(_, layers)| layers.total() < MANY)
}

fn census(threads: usize) -> Census {
    Census { threads: NonZeroUsize::new(threads).expect("one at least"), samples: 20, ..Census::default() }
}

/// The positions of a board by their distance from `goal`, and the hardest.
fn count<M: Metric>(goal: &Position, census: &Census, limits: &Limits) -> (Counted, Vec<Position>) {
    let space = tiles::<Nibbles, M>(goal);
    let shifts = Shifts::new(&space).expect("a small board");
    let counted = census.run(&shifts, &[space.rank(space.goal())], &[], limits, &mut ());
    let hardest = counted.deepest.iter().map(|&rank| space.position(&space.unrank(rank))).collect();
    (counted, hardest)
}

fn count_of(layers: &Layers, census: &Census, limits: &Limits) -> (Counted, Vec<Position>) {
    match layers.metric.as_str() {
        "stm" => count::<Stm>(&layers.goal, census, limits),
        _ => count::<Mtm>(&layers.goal, census, limits),
    }
}

#[test]
fn layers_are_as_counted_elsewhere() {
    for (name, layers) in small() {
        for threads in [1, 3] {
            let (counted, hardest) = count_of(&layers, &census(threads), &Limits::default());
            assert_eq!(counted.layers, layers.counts, "{name}");
            assert!(counted.is_complete());
            assert_eq!(hardest.len() as u64, layers.counts.last().expect("a layer").min(&20).to_owned(), "{name}");
            assert_eq!(counted.stats.expanded, counted.total());
            assert_eq!(counted.stats.expanded_by_depth, layers.counts);
        }
    }
}

/// With so little memory that the table is cut into many segments, nothing changes but the time it takes.
#[test]
fn files_change_nothing() {
    let directory = tempfile::tempdir().expect("a folder");
    for (name, layers) in
        small().filter(|(name, _)| ["3x3-stm", "3x3-mtm", "2x5-mtm", "5x2-stm"].contains(&name.as_str()))
    {
        let positions = layers.total();
        let in_memory = count_of(&layers, &census(2), &Limits::default());
        for threads in [1, 2] {
            let census = Census { spill: Some(directory.path().to_owned()), ..census(threads) };
            // Buffers of a few bytes are slow: of the larger boards not quite the least.
            let factor = if positions > 1_000_000 { 4 } else { 1 };
            let memory = census.least_memory(positions) * factor;
            let plan = census.plan(positions, memory).expect("it is enough");
            assert!(plan.segments > 3, "{name}: {plan:?}");
            let limits = Limits { memory, ..Limits::default() };
            let (counted, hardest) = count_of(&layers, &census, &limits);
            assert_eq!(counted.end, End::Complete);
            assert_eq!((&counted.layers, &hardest), (&layers.counts, &in_memory.1), "{name}");
            assert!(counted.stats.peak_memory <= memory);
            assert!(counted.peak_disk >= positions.div_ceil(4));
            assert_eq!(counted.stats.generated, in_memory.0.stats.generated);
            // A byte less than the least is too little, which is said before anything is made.
            let limits = Limits { memory: census.least_memory(positions) - 1, ..Limits::default() };
            let (counted, _) = count_of(&layers, &census, &limits);
            assert_eq!((counted.end, counted.layers.len()), (End::Limit(LimitKind::Memory), 0));
        }
    }
    assert_eq!(std::fs::read_dir(directory.path()).expect("it is there").count(), 0);
}

/// The slow way, by which any puzzle can be counted, from a start that is not the goal; and the distance of the goal.
#[test]
fn a_start_and_what_is_watched() {
    let space = tiles::<Nibbles, Stm>(&position("1 2 3/4 5 6/7 8 0"));
    let start = space.board(&position("8 6 7/2 5 4/3 0 1")).expect("the same size");
    let (start, goal) = (space.rank(&start), space.rank(space.goal()));
    let shifts = Shifts::new(&space).expect("a small board");
    let slow = ByRank::new(&space).expect("a small board");
    let directory = tempfile::tempdir().expect("a folder");
    let spill = Census { spill: Some(directory.path().to_owned()), ..census(1) };
    let little = Limits { memory: spill.least_memory(shifts.count()), ..Limits::default() };
    let both = [
        census(2).run(&shifts, &[start], &[goal, start], &Limits::default(), &mut ()),
        census(2).run(&slow, &[start], &[goal, start], &Limits::default(), &mut ()),
        spill.run(&shifts, &[start], &[goal, start], &little, &mut ()),
    ];
    for counted in both {
        assert_eq!((counted.met, counted.layers.iter().sum::<u64>()), (vec![Some(31), Some(0)], 181_440));
    }
}

/// What is complete is told when a limit comes.
#[test]
fn limits_leave_complete_layers() {
    let (_, layers) = small().find(|(name, _)| name == "3x3-stm").expect("it is listed");
    let directory = tempfile::tempdir().expect("a folder");
    let spill = Some(directory.path().to_owned());
    for threads in [1, 2] {
        for expansions in [0, 1, 2, 100, 100_000] {
            let limits = Limits { expansions: Some(expansions), ..Limits::default() };
            let (counted, hardest) = count_of(&layers, &census(threads), &limits);
            assert_eq!(counted.end, End::Limit(LimitKind::Expansions));
            assert_eq!((counted.stats.expanded, hardest.len()), (expansions, 0));
            assert_eq!(counted.layers, layers.counts[..counted.layers.len()]);
            // The layer that was being expanded is known; the one before was expanded whole.
            let expanded: u64 = counted.layers[..counted.layers.len().saturating_sub(1)].iter().sum();
            assert!(expanded <= expansions && counted.total() > expansions);
            let census = Census { spill: spill.clone(), ..census(threads) };
            let limits = Limits { memory: census.least_memory(181_440), ..limits };
            let (counted, hardest) = count_of(&layers, &census, &limits);
            assert_eq!((&counted.end, hardest.len()), (&End::Limit(LimitKind::Expansions), 0));
            assert_eq!(counted.layers, layers.counts[..counted.layers.len()]);
            assert!(counted.total() <= expansions);
        }
        let limits = Limits::default();
        limits.cancel.cancel();
        let (counted, _) = count_of(&layers, &census(threads), &limits);
        assert_eq!((counted.end, counted.layers.len()), (End::Limit(LimitKind::Cancelled), 0));
    }
    let limits = Limits { memory: 1000, ..Limits::default() };
    let (counted, _) = count_of(&layers, &census(1), &limits);
    assert_eq!(counted.end, End::Limit(LimitKind::Memory));
    let nowhere = Census { spill: Some(directory.path().join("nowhere")), ..census(1) };
    let limits = Limits { memory: nowhere.least_memory(181_440), ..Limits::default() };
    let (counted, _) = count_of(&layers, &nowhere, &limits);
    let End::Disk(error) = counted.end else { panic!("{:?}", counted.end) };
    assert!(error.to_string().contains("cannot make the folder"), "{error}");
    assert_eq!(std::fs::read_dir(directory.path()).expect("it is there").count(), 0);
}

/// The 11-puzzle, whose widths are published: Karlemo and Östergård 2000; sequence A090166 of the OEIS.
#[test]
fn every_position_of_3x4() {
    if std::env::var_os("FEWEST_EVERY_POSITION").is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    for (name, layers) in Layers::all().into_iter().filter(|(_, layers)| layers.total() >= MANY) {
        let started = std::time::Instant::now();
        let (counted, hardest) = count_of(&layers, &census(2), &Limits::default());
        println!("{name}: {:.1?}, {} bytes", started.elapsed(), counted.stats.peak_memory);
        assert_eq!(counted.layers, layers.counts, "{name}");
        assert_eq!(counted.total(), 239_500_800);
        let started = std::time::Instant::now();
        let census = Census { spill: Some(directory.path().to_owned()), ..census(2) };
        let limits = Limits { memory: 8 << 20, ..Limits::default() };
        let (counted, again) = count_of(&layers, &census, &limits);
        println!("{name}: {:.1?}, {} bytes on disk", started.elapsed(), counted.peak_disk);
        assert_eq!((&counted.layers, again), (&layers.counts, hardest), "{name}");
    }
}

/// Counting with a table of all that were met tells the same, and follows moves backward to the goal.
#[test]
fn a_table_of_all_tells_the_same() {
    let (_, layers) = small().find(|(name, _)| name == "3x3-mtm").expect("it is listed");
    let space = tiles::<Nibbles, Mtm>(&layers.goal);
    let start = space.board(&position("8 6 7/2 5 4/3 0 1")).expect("the same size");
    let reached = reach(&space, &start, 100, &Limits::default(), &mut ());
    let from_start = census(2).run(
        &Shifts::new(&space).expect("a small board"),
        &[space.rank(&start)],
        &[space.rank(space.goal())],
        &Limits::default(),
        &mut (),
    );
    assert_eq!((&reached.layers, reached.goals), (&from_start.layers, 1));
    assert_eq!(reached.nearest_goal, from_start.met[0]);
    let to_goal = reached.to_goal.expect("there is room");
    assert_eq!((to_goal.layers, to_goal.lost), (layers.counts.clone(), 0));
    let (_, hardest) = count_of(&layers, &census(1), &Limits::default());
    let found: Vec<Position> = to_goal.hardest.iter().map(|board| space.position(board)).collect();
    assert!(found.len() == hardest.len() && found.iter().all(|position| hardest.contains(position)));
    // Memory for the positions and not for the moves between them; and not even for the positions.
    let enough = reached.stats.peak_memory;
    let limits = Limits { memory: enough - 1, ..Limits::default() };
    let reached = reach(&space, &start, 1, &limits, &mut ());
    assert_eq!((reached.limit, reached.to_goal.err()), (None, Some(LimitKind::Memory)));
    let limits = Limits { memory: 1_000_000, ..Limits::default() };
    let reached = reach(&space, &start, 1, &limits, &mut ());
    assert_eq!(reached.limit, Some(LimitKind::Memory));
    assert!(reached.layers.len() > 3 && reached.layers == from_start.layers[..reached.layers.len()]);
}
