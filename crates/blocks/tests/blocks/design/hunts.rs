//! Searches for hard puzzles.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fewest_blocks::design::rush::{Car, Census, RushBoard, RushHunt, RushMetric};
use fewest_blocks::design::{
    Anneal, BlocksHunt, BlocksHuntError, BlocksWish, Catch, Event, Family, Hunt, HuntError, LayoutCensus, Method, Stock,
};
use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Blocks, Metric, Puzzle, Setup, Square};
use fewest_search::{LimitKind, Limits, Search, Zero};

use super::canonical::canonical;

fn annealing(seed: u64) -> RushHunt {
    let anneal = Anneal { seed, steps: 60, ..Anneal::default() };
    let family = RushHunt::new(Census { walls: 0..=1, ..Census::new(5, 5) }, Method::Anneal(anneal));
    RushHunt { positions: 5_000, ..family.expect("there are such boards") }
}

fn hunt(threads: usize, units: u64) -> Hunt {
    Hunt { keep: 8, units: Some(units), threads: NonZeroUsize::new(threads).expect("some"), ..Hunt::default() }
}

fn run<F: Family>(hunt: &Hunt, family: &F) -> Catch {
    hunt.run(family, &Limits::default(), |_| ControlFlow::Continue(())).expect("a search")
}

fn optimum(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    let space = Blocks::<u64, u64>::new(Arc::new(puzzle.clone()), metric).expect("small");
    Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ()).outcome.cost()
}

#[test]
fn finds_outlive_a_state_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("hunt.json");
    // Where its unfinished file should be there is a folder, as soon as the search has begun.
    let (beside, blocked) = (folder.path().join("hunt.json.new"), std::cell::Cell::new(false));
    let hunt = Hunt { state: Some(state.clone()), save_every: Duration::ZERO, ..hunt(2, 4) };
    let mut warnings = 0;
    let caught = hunt.run(&annealing(7), &Limits::default(), |event| {
        if !blocked.replace(true) {
            let _ = fs::remove_file(&beside);
            fs::create_dir(&beside).expect("nothing of that name is there");
        }
        warnings += u32::from(matches!(event, Event::Unsaved(HuntError::File { writing: true, .. })));
        ControlFlow::Continue(())
    });
    let caught = caught.expect("a search");
    assert!(caught.unsaved.as_ref().is_some_and(|text| text.contains("hunt.json cannot be written")), "{caught:?}");
    assert!(warnings > 0 && caught.done == 4 && !caught.best.is_empty());
    // Once there is room, the same search goes on from what was written, and finds the same.
    fs::remove_dir(&beside).expect("it is empty");
    let again = run(&hunt, &annealing(7));
    assert_eq!((&again.best, again.unsaved), (&caught.best, None));
    // A file that can never be written is refused before anything is searched for.
    let nowhere = Hunt { state: Some(folder.path().join("absent/hunt.json")), ..hunt };
    let refused = nowhere.run(&annealing(7), &Limits::default(), |_| panic!("it does not begin"));
    assert!(matches!(refused, Err(HuntError::File { writing: true, .. })), "{refused:?}");
}

/// Every piece but that with the goal, and every wall, is needed.
fn is_minimal(puzzle: &Puzzle, metric: Metric, length: u32) -> bool {
    let setup = puzzle.setup();
    let mut fewer: Vec<Setup> = Vec::new();
    let goal = |label: char| format!("{:?}", setup.goals).contains(&format!("label: {label:?}"));
    for piece in setup.pieces.iter().filter(|piece| !goal(piece.label)) {
        let mut setup = setup.clone();
        setup.pieces.retain(|other| other != piece);
        fewer.push(setup);
    }
    for (at, ground) in setup.ground.iter().enumerate() {
        if *ground == fewest_blocks::Ground::Wall {
            let mut setup = setup.clone();
            setup.ground[at] = fewest_blocks::Ground::Floor;
            fewer.push(setup);
        }
    }
    fewer.iter().all(|setup| optimum(&setup.validate().expect("a puzzle"), metric).is_some_and(|less| less < length))
}

/// A file that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fewest-hunt-{}-{name}.json", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_seed_gives_one_list_on_any_number_of_threads() {
    let one = run(&hunt(1, 7), &annealing(5));
    assert_eq!(one.best.len(), 8);
    for threads in [2, 3, 8] {
        assert_eq!(run(&hunt(threads, 7), &annealing(5)), one, "{threads} threads");
    }
    assert_ne!(run(&hunt(2, 7), &annealing(6)).best, one.best);
    // They are even found in the same order.
    let order = |threads| {
        let mut texts = Vec::new();
        let catch = hunt(threads, 30).run(&annealing(5), &Limits::default(), |event| {
            if let Event::Found(design) = event {
                texts.push(design.find.text.clone());
            }
            ControlFlow::Continue(())
        });
        assert!(catch.is_ok());
        texts
    };
    assert_eq!(order(4), order(1));
}

#[test]
fn clusters_that_are_too_large_are_left_out_whole() {
    let all = RushHunt::new(Census::new(5, 5), Method::Enumerate).expect("there are such boards");
    let all = RushHunt { least: 4, minimal: false, ..all };
    let keep = |family: &RushHunt| run(&Hunt { keep: 100_000, ..hunt(2, 60) }, family).best;
    let mut small = keep(&all);
    small.retain(|design| design.find.positions <= 150);
    assert!(small.len() > 100, "{}", small.len());
    assert_eq!(keep(&RushHunt { positions: 150, ..all }), small);
}

#[test]
fn what_was_interrupted_ends_as_if_it_had_not_been() {
    let scratch = Scratch::new("resume");
    let whole = run(&hunt(2, 9), &annealing(3));
    let saving = |units| Hunt { state: Some(scratch.0.clone()), save_every: Duration::ZERO, ..hunt(2, units) };
    // Three units, then as far as the first puzzle of the rest, then until cancelled, then all.
    assert_eq!(run(&saving(3), &annealing(3)).done, 3);
    let mut seen = 0;
    let broken = saving(9).run(&annealing(3), &Limits::default(), |event| {
        seen += u32::from(matches!(event, Event::Found(_)));
        if seen > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let broken = broken.expect("a search");
    assert_eq!(broken.limit, Some(LimitKind::Cancelled));
    let limits = Limits::default();
    limits.cancel.cancel();
    let idle = saving(9).run(&annealing(3), &limits, |_| ControlFlow::Continue(())).expect("a search");
    assert!(idle.done >= 3 && idle.limit == Some(LimitKind::Cancelled));
    assert_eq!(run(&saving(9), &annealing(3)), whole);
    // And once more, where nothing is left to do.
    assert_eq!(run(&saving(9), &annealing(3)), whole);
}

#[test]
fn a_file_of_another_search_is_refused() {
    let scratch = Scratch::new("other");
    let saving = Hunt { state: Some(scratch.0.clone()), ..hunt(1, 1) };
    run(&saving, &annealing(3));
    let error = saving.run(&annealing(4), &Limits::default(), |_| ControlFlow::Continue(()));
    assert!(matches!(error, Err(HuntError::OtherSearch(..))), "{error:?}");
    let text = fs::read_to_string(&scratch.0).expect("the file");
    for (from, to) in [("\"done\"", "\"gone\""), ("\"puzzle\": \"", "\"puzzle\": \"?"), ("{", "")] {
        fs::write(&scratch.0, text.replace(from, to)).expect("the file");
        let error = saving.run(&annealing(3), &Limits::default(), |_| ControlFlow::Continue(()));
        assert!(matches!(error, Err(HuntError::Broken(..))), "{from}: {error:?}");
    }
    // A length that is not so is found out.
    let wrong = text.replacen("\"length\": ", "\"length\": 1", 1);
    fs::write(&scratch.0, wrong).expect("the file");
    let error = saving.run(&annealing(3), &Limits::default(), |_| ControlFlow::Continue(()));
    assert!(matches!(error, Err(HuntError::Contradiction(..))), "{error:?}");
    let folder = Hunt { state: Some(std::env::temp_dir()), ..hunt(1, 1) };
    let error = folder.run(&annealing(3), &Limits::default(), |_| ControlFlow::Continue(()));
    assert!(matches!(error, Err(HuntError::File { .. })), "{error:?}");
}

#[test]
fn finds_are_minimal_distinct_and_in_order() {
    for (family, metric) in
        [(annealing(1), Metric::Slide), (RushHunt { unit: RushMetric::Step, ..annealing(2) }, Metric::Step)]
    {
        let catch = run(&hunt(2, 12), &family);
        let mut seen = HashSet::new();
        for design in &catch.best {
            let length = design.find.length;
            assert_eq!(optimum(&design.puzzle, metric), Some(length));
            assert!(is_minimal(&design.puzzle, metric, length), "{}", design.find.text);
            assert!(seen.insert(canonical(&design.puzzle).to_string()), "{}", design.find.text);
        }
        assert!(catch.best.windows(2).all(|pair| pair[0].find.length >= pair[1].find.length));
        assert!(catch.best.len() == 8 && catch.best[0].find.length >= 10);
    }
}

#[test]
fn lengths_can_be_asked_for() {
    let family = RushHunt { least: 6, most: 8, ..annealing(1) };
    let catch = run(&hunt(2, 10), &family);
    assert!(!catch.best.is_empty());
    assert!(catch.best.iter().all(|design| (6..=8).contains(&design.find.length)));
}

#[test]
fn all_5x5_boards_hold_the_record_once() {
    let family = RushHunt::new(Census::new(5, 5), Method::Enumerate).expect("there are such boards");
    let family = RushHunt { least: 15, ..family };
    let units = family.units().expect("a number");
    let catch = run(&Hunt { keep: 20, ..hunt(2, units) }, &family);
    let record: RushBoard = "BBH..G.HCCGAAI.DD.IJEEFFJ".parse().expect("a board");
    assert_eq!((catch.best[0].find.length, catch.done), (20, units));
    assert!(catch.best.iter().any(|design| design.find.text == record.canonical().to_string()));
    // The middle row stays in the middle when a board is turned upside down: each is there once.
    let distinct: HashSet<String> = catch.best.iter().map(|design| canonical(&design.puzzle).to_string()).collect();
    assert_eq!(distinct.len(), catch.best.len());
}

/// A name for a cluster and the same upside down: the first of all positions.
fn cluster(board: &RushBoard) -> RushBoard {
    let mut seen = HashSet::from([board.clone()]);
    let mut queue = vec![board.clone()];
    while let Some(board) = queue.pop() {
        let cars: Vec<Car> = std::iter::once(board.red).chain(board.others.iter().copied()).collect();
        let is_free = |square: Square| {
            let inside = square.x < board.width && square.y < board.height;
            inside
                && !board.walls.contains(&square)
                && cars.iter().all(|car| car.squares().all(|other| other != square))
        };
        for (number, car) in cars.iter().enumerate() {
            let Square { x, y } = car.first;
            for (enters, first) in [
                if car.upright {
                    (Some(Square::new(x, y + car.length)), Square::new(x, y + 1))
                } else {
                    (Some(Square::new(x + car.length, y)), Square::new(x + 1, y))
                },
                if car.upright {
                    (y.checked_sub(1).map(|y| Square::new(x, y)), Square::new(x, y.saturating_sub(1)))
                } else {
                    (x.checked_sub(1).map(|x| Square::new(x, y)), Square::new(x.saturating_sub(1), y))
                },
            ] {
                if !enters.is_some_and(is_free) {
                    continue;
                }
                let mut next = board.clone();
                let moved = Car { first, ..*car };
                match number.checked_sub(1) {
                    None => next.red = moved,
                    Some(other) => next.others[other] = moved,
                }
                next.others.sort_unstable_by_key(|car| car.first);
                if seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
    }
    seen.iter().map(RushBoard::canonical).min().expect("the board itself")
}

#[test]
fn of_a_cluster_one_board_is_given_out() {
    let all = RushHunt::new(Census::new(5, 5), Method::Enumerate).expect("there are such boards");
    let all = RushHunt { least: 8, ..all };
    let mut boards = 0;
    for catch in
        [run(&Hunt { keep: 1000, ..hunt(2, u64::MAX) }, &all), run(&Hunt { keep: 100, ..hunt(2, 20) }, &annealing(9))]
    {
        let clusters: HashSet<RushBoard> =
            catch.best.iter().map(|design| cluster(&design.find.text.parse().expect("a board"))).collect();
        assert_eq!(clusters.len(), catch.best.len());
        boards += clusters.len();
    }
    assert!(boards > 150, "{boards}");
}

/// The pieces of Klotski: 93 moves is the most that the group of the classic start takes.
#[test]
fn the_hardest_starts_of_klotski() {
    let stock = [(2, 2, 1), (2, 1, 1), (1, 2, 4), (1, 1, 4)];
    let stock = stock.map(|(width, height, count)| Stock::rectangles(width, height, count..=count)).to_vec();
    let layouts = LayoutCensus { stock, gaps: 2..=2, ..LayoutCensus::huarong_dao() };
    let wish = BlocksWish { least: 3, ..BlocksWish::new(layouts, 0, Square::new(1, 3)) };
    let family = BlocksHunt::new(wish, &Limits::default()).expect("few enough");
    let catch = run(&Hunt { keep: 50, ..hunt(2, u64::MAX) }, &family);
    let distinct: HashSet<String> = catch.best.iter().map(|design| canonical(&design.puzzle).to_string()).collect();
    assert_eq!(distinct.len(), catch.best.len());
    let klotski = catch.best.iter().find(|design| design.find.positions == 25_955).expect("the group of the start");
    assert_eq!(klotski.find.length, 93);
    assert_eq!(run(&Hunt { keep: 50, ..hunt(1, u64::MAX) }, &family), catch);
}

#[test]
fn annealing_finds_what_enumerating_does() {
    let stock = vec![
        Stock::rectangles(2, 2, 1..=1),
        Stock::rectangles(1, 2, 1..=2),
        Stock::rectangles(2, 1, 0..=1),
        Stock::rectangles(1, 1, 0..=3),
    ];
    let layouts = LayoutCensus { width: 4, height: 3, walls: Vec::new(), stock, gaps: 2..=3 };
    let wish = BlocksWish { minimal: true, ..BlocksWish::new(layouts, 0, Square::new(2, 1)) };
    let all = run(&hunt(2, u64::MAX), &BlocksHunt::new(wish.clone(), &Limits::default()).expect("few"));
    let anneal = Anneal { steps: 150, ..Anneal::default() };
    let wish = BlocksWish { method: Method::Anneal(anneal), ..wish };
    let family = BlocksHunt::new(wish, &Limits::default()).expect("a goal");
    let some = run(&hunt(2, 6), &family);
    assert_eq!(some.best[0], all.best[0]);
    assert_eq!(run(&hunt(1, 6), &family), some);
    for design in &all.best {
        assert!(is_minimal(&design.puzzle, Metric::Move, design.find.length), "{}", design.find.text);
    }
}

#[test]
fn a_goal_that_cannot_be_is_refused() {
    let wish = BlocksWish::new(LayoutCensus::huarong_dao(), 0, Square::new(3, 3));
    assert!(matches!(BlocksHunt::new(wish, &Limits::default()), Err(BlocksHuntError::Target(_))));
    let wish = BlocksWish::new(LayoutCensus::huarong_dao(), 1, Square::new(0, 0));
    assert!(matches!(BlocksHunt::new(wish, &Limits::default()), Err(BlocksHuntError::Goal(2))));
}

/// On a large board a single layout takes as many positions as are allowed: the search ends within one, not after it.
#[test]
fn a_limit_ends_the_look_at_a_layout() {
    let stock = vec![
        Stock::rectangles(2, 2, 1..=1),
        Stock::rectangles(1, 2, 4..=4),
        Stock::rectangles(2, 1, 1..=1),
        Stock::rectangles(1, 1, 4..=4),
    ];
    let layouts = LayoutCensus { width: 8, height: 8, walls: Vec::new(), stock, gaps: 0..=64 };
    let method = Method::Anneal(Anneal { steps: 3, ..Anneal::default() });
    let wish = BlocksWish { method, positions: u64::MAX, ..BlocksWish::new(layouts, 0, Square::new(3, 6)) };
    let family = BlocksHunt::new(wish, &Limits::default()).expect("there are such puzzles");
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let catch = hunt(1, 1).run(&family, &limits, |_| ControlFlow::Continue(())).expect("no file is involved");
    assert_eq!((catch.limit, catch.done), (Some(LimitKind::Time), 0));
}
