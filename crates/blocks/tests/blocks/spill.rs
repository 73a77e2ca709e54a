//! The exhaustive search with little memory and a directory: the same answers, and nothing stays behind.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use fewest_blocks::exhaustive::{Exhaustive, Spill, Word};
use fewest_blocks::{Bits, Blocks, Metric, Position, Puzzle};
use fewest_search::{Cancel, LimitKind, Limits, Observer, Outcome, Progress, Search, StateSpace, Zero};

const KLOTSKI: &str = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.";
/// Century, whose start is not its own image.
const CENTURY: &str = "gaah\nbaac\nbd.c\nid.j\neeff\n\n....\n....\n....\n.aa.\n.aa.";

fn space<B: Bits, K: Word>(text: &str, metric: Metric) -> Blocks<B, K> {
    Blocks::new(Arc::new(text.parse::<Puzzle>().expect("a puzzle")), metric).expect("it fits")
}

fn search(threads: usize, directory: Option<&Path>) -> Exhaustive {
    let threads = NonZeroUsize::new(threads).expect("some");
    Exhaustive { threads, crowd: 512, spill: directory.map(Spill::new), ..Exhaustive::default() }
}

fn is_empty(directory: &Path) -> bool {
    fs::read_dir(directory).expect("it is there").next().is_none()
}

fn check<B: Bits, K: Word>(text: &str, metric: Metric, threads: usize, memory: u64) {
    let directory = tempfile::tempdir().expect("a directory");
    let space = space::<B, K>(text, metric);
    let (plain, spilling) = (search(threads, None), search(threads, Some(directory.path())));
    let (all, little) = (Limits::default(), Limits { memory, ..Limits::default() });
    let run = plain.run(&space, &space.start(), &Zero, &little, &mut ());
    assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Memory, .. }), "{memory} is much");
    let truth = plain.run(&space, &space.start(), &Zero, &all, &mut ());
    let run = spilling.run(&space, &space.start(), &Zero, &little, &mut ());
    assert_eq!(run.outcome.cost(), truth.outcome.cost(), "{metric} {memory} {:?}", run.outcome);
    assert!(run.stats.peak_memory <= memory);
    let Outcome::Solved { moves, .. } = &run.outcome else { panic!("{:?}", run.outcome) };
    let start = Position::start(space.puzzle().clone());
    let mut position = start.clone();
    for shift in space.shifts(&start, moves).expect("the start is of this puzzle") {
        position.try_shift(&shift, metric).expect("a legal move");
    }
    assert!(position.is_goal());
    assert!(is_empty(directory.path()));
    // Layers, with all that they show.
    let shown = |search: &Exhaustive, limits: &Limits| {
        let mut shown = Vec::new();
        let all = search.explore_layers(&space, &[space.start()], limits, &mut (), |layer| {
            let mut states: Vec<K> = layer.states().map(|state| state.key()).collect();
            states.sort_unstable();
            assert_eq!(states.len(), layer.len);
            let mut goals: Vec<K> = layer.goals().map(|state| state.key()).collect();
            goals.sort_unstable();
            shown.push((layer.depth, states, goals));
            ControlFlow::Continue(())
        });
        let all = all.expect("it fits");
        assert_eq!(all.limit, None);
        assert!(all.stats.peak_memory <= limits.memory);
        (shown, all.layers, all.spilled)
    };
    let (truth, layers, spilled) = shown(&plain, &all);
    assert!(!spilled);
    assert_eq!(shown(&spilling, &little), (truth, layers, true));
    assert!(is_empty(directory.path()));
    assert_eq!(spilling.spill.and_then(|spill| spill.failure()), None);
}

#[test]
fn with_little_memory_the_answers_are_the_same() {
    for metric in Metric::ALL {
        check::<u64, u64>(KLOTSKI, metric, 1, 300 << 10);
    }
    for memory in [250 << 10, 500 << 10] {
        check::<u64, u64>(CENTURY, Metric::Step, 1, memory);
        check::<u128, u128>(CENTURY, Metric::Move, 1, memory);
    }
}

/// Twelve squares, ten pieces that are all told apart: more states than anybody looks at.
const WIDE: &str = "abcd\nefg.\nhij.\n\nbacd\nefg.\nhij.";

/// Several threads stop in any half of a round, or before the first.
#[test]
fn several_threads_go_on_with_files() {
    for (text, depth, memory) in
        [(KLOTSKI, 200, 300 << 10), (WIDE, 15, 8 << 20), (WIDE, 15, 9 << 20), (WIDE, 15, 10 << 20)]
    {
        let directory = tempfile::tempdir().expect("a directory");
        let space = space::<u64, u64>(text, Metric::Step);
        let layers = [search(1, None), search(3, Some(directory.path()))].map(|search| {
            let memory = if search.spill.is_some() { memory } else { 1 << 30 };
            let limits = Limits { memory, ..Limits::default() };
            let all = search.explore_layers(&space, &[space.start()], &limits, &mut (), |layer| {
                assert!(layer.depth % 8 != 0 || layer.states().count() == layer.len);
                if layer.depth < depth { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let all = all.expect("it fits");
            assert_eq!((all.limit, all.spilled), (None, search.spill.is_some()), "{memory}");
            all.layers
        });
        assert_eq!(layers[0], layers[1]);
        assert!(is_empty(directory.path()));
    }
}

/// Asks for the end when so many states were expanded.
struct Impatient(Cancel, u64);

impl Observer for Impatient {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.expanded >= self.1 {
            self.0.cancel();
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn nothing_stays_behind_when_it_is_cancelled() {
    let directory = tempfile::tempdir().expect("a directory");
    let space = space::<u64, u64>(KLOTSKI, Metric::Step);
    let limits = Limits { memory: 300 << 10, ..Limits::default() };
    let mut observer = Impatient(limits.cancel.clone(), 9_000);
    let run = search(1, Some(directory.path())).run(&space, &space.start(), &Zero, &limits, &mut observer);
    let Outcome::LimitReached { limit: LimitKind::Cancelled, lower_bound, .. } = run.outcome else {
        panic!("{:?}", run.outcome)
    };
    assert!((50..=116).contains(&lower_bound), "{lower_bound}");
    assert!(is_empty(directory.path()));
    let limits = Limits { memory: 300 << 10, expansions: Some(9_000), ..Limits::default() };
    let run = search(1, Some(directory.path())).run(&space, &space.start(), &Zero, &limits, &mut ());
    assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Expansions, .. }));
    assert_eq!(run.stats.expanded, 9_000);
    assert!(is_empty(directory.path()));
}

#[test]
fn a_directory_that_cannot_be_written_is_said() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    fs::write(&file, "no directory").expect("there is room");
    let space = space::<u64, u64>(KLOTSKI, Metric::Step);
    let limits = Limits { memory: 300 << 10, ..Limits::default() };
    for path in [file, directory.path().join("missing")] {
        let search = search(1, Some(&path));
        let run = search.run(&space, &space.start(), &Zero, &limits, &mut ());
        assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Memory, lower_bound: 1.., .. }));
        let failure = search.spill.as_ref().and_then(Spill::failure).expect("it is said");
        assert!(failure.to_string().contains(&path.display().to_string()), "{failure}");
        let all = search.explore(&space, &[space.start()], &limits, &mut ()).expect("it fits");
        assert_eq!((all.limit, all.spilled), (Some(LimitKind::Memory), true));
    }
}

/// Where pieces leave, the directory is not used.
#[test]
fn where_pieces_leave_memory_is_the_limit() {
    let text = "exit out right:\n.....\n.....\n....+\n\nstart:\na.bcd\nef...\ngh...\n\ngoal:\n.....\n.....\n.....\nleaves a: out\nleaves b: out\n";
    let directory = tempfile::tempdir().expect("a directory");
    let space = space::<u64, u64>(text, Metric::Step);
    assert!(!space.is_undirected());
    let limits = Limits { memory: 100 << 10, ..Limits::default() };
    let search = search(1, Some(directory.path()));
    let all = search.explore(&space, &[space.start()], &limits, &mut ()).expect("it fits");
    assert_eq!((all.limit, all.spilled), (Some(LimitKind::Memory), false));
    assert!(is_empty(directory.path()));
}
