//! Tables of lines and the space whose slides turn.

use std::collections::HashMap;

use fewest_conformance::capability::{
    check_distinct_keys, check_goals, check_key, check_moves_into, check_near_twins, check_pruned_distances,
};
use fewest_conformance::heuristic::{check_consistency, check_estimate, check_increments, check_table, check_walk};
use fewest_conformance::oracle::{Table, distances_to_goal};
use fewest_conformance::space::{after, check_moves, moves_of};
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::Store;
use fewest_search::algorithms::{AStar, IdaStar, ParallelIdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Cost, Guarantees, Heuristic, Incremental, Limits, Outcome, Search, StateSpace};
use fewest_tiles::pdb::{Kind, LinePdb, MismatchError, NamedSet, Partition, Plan, Shape, Tables};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Axis, Bytes, Cells, Goal, Mtm, Nibbles, Position, Size, Stm, Tiles, Turns};

use super::brute;
use super::laws::goals;
use super::values::{partition, patterns};

const AXES: [Axis; 2] = [Axis::Horizontal, Axis::Vertical];

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// How many slides an abstract position needs if the next one runs along an axis and each turns; a slide may also carry
/// nothing. The cells of the pattern's tiles, the blank's last, and the axis: searched one slide after the other.
struct Brute {
    tiles: Vec<u8>,
    slides: HashMap<(Vec<usize>, bool), Cost>,
}

impl Brute {
    fn new(goal: &Position, tiles: &[u8]) -> Self {
        let cell_of = |tile: &u8| goal.tiles().iter().position(|other| other == tile).unwrap();
        let mut start: Vec<usize> = tiles.iter().map(cell_of).collect();
        start.push(goal.blank());
        let mut slides = HashMap::new();
        // What a last slide along either axis can have come from, then what the one before can have, and so on.
        let mut layer: Vec<(Vec<usize>, bool)> = [true, false].map(|across| (start.clone(), across)).into();
        for distance in 1.. {
            let mut before = Vec::new();
            for (state, across) in layer {
                for from in along(goal.size(), &state, !across) {
                    slides.entry((from.clone(), !across)).or_insert_with(|| {
                        before.push((from, !across));
                        distance
                    });
                }
            }
            if before.is_empty() {
                break;
            }
            layer = before;
        }
        Self { tiles: tiles.to_vec(), slides }
    }

    fn needed(&self, position: &Position, across: bool) -> Cost {
        let cell_of = |tile: &u8| position.tiles().iter().position(|other| other == tile).unwrap();
        let mut state: Vec<usize> = self.tiles.iter().map(cell_of).collect();
        state.push(position.blank());
        self.slides[&(state, across)]
    }
}

/// All that a slide along a row (or a column, if `across`) leads to, and the state itself.
fn along(size: Size, state: &[usize], across: bool) -> Vec<Vec<usize>> {
    let last = state.len() - 1;
    let mut found = vec![state.to_vec()];
    let lines = brute::lines(size, state[last]);
    for line in if across { &lines[..2] } else { &lines[2..] } {
        let mut after = state.to_vec();
        for &cell in line {
            let blank = after[last];
            for at in &mut after[..last] {
                if *at == cell {
                    *at = blank;
                }
            }
            after[last] = cell;
            found.push(after.clone());
        }
    }
    found
}

/// The estimate of a state in one of the spaces that a heuristic serves.
fn estimated<S: StateSpace>(_: &S, heuristic: &impl Heuristic<S>, state: &S::State) -> Option<Cost> {
    heuristic.estimate(state)
}

fn built(goal: &Position, partitions: &[Partition], encoding: Encoding) -> (Plan, Tables) {
    let plan = Plan::new(goal, partitions, Kind::Lines, encoding).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    (plan, tables)
}

/// Calls a function with the heuristic of a plan, whose number of patterns is known to the compiler.
macro_rules! with_pdb {
    ($tiles:expr, $plan:expr, $tables:expr, |$pdb:ident| $body:expr) => {
        match $plan.partitions() {
            1 => {
                let $pdb = LinePdb::<_, 1>::new($tiles, $plan, $tables).unwrap();
                $body
            }
            2 => {
                let $pdb = LinePdb::<_, 2>::new($tiles, $plan, $tables).unwrap();
                $body
            }
            4 => {
                let $pdb = LinePdb::<_, 4>::new($tiles, $plan, $tables).unwrap();
                $body
            }
            8 => {
                let $pdb = LinePdb::<_, 8>::new($tiles, $plan, $tables).unwrap();
                $body
            }
            other => panic!("{other} patterns"),
        }
    };
}

fn is_right(goal: &Position, pattern: &[u8], stride: usize) {
    let space = Turns::<Nibbles>::new(Tiles::new(goal).unwrap());
    let mirrors = partition(pattern, goal.size()).with_mirrors(goal);
    let brutes: Vec<Brute> = mirrors.iter().map(|mirror| Brute::new(goal, &mirror.patterns()[0])).collect();
    let (plan, tables) = built(goal, &mirrors, Encoding::BYTE);
    with_pdb!(space.tiles(), &plan, &tables, |pdb| {
        assert_eq!(Heuristic::<Turns<_>>::guarantees(&pdb), Guarantees::CONSISTENT);
        for rank in (0..space.tiles().rank_count().unwrap()).step_by(stride) {
            let board = space.tiles().unrank(rank);
            let position = space.tiles().position(&board);
            let needed = |across| brutes.iter().map(|brute| brute.needed(&position, across)).max().unwrap();
            let (along, across) = if position == *goal { (0, 0) } else { (needed(false), needed(true)) };
            let estimate = |last| estimated(&space, &pdb, &space.heading(&position, last).unwrap());
            let context = format!("{position} to {goal}, {pattern:?}");
            assert_eq!(estimate(Axis::Vertical), Some(along), "{context}");
            assert_eq!(estimate(Axis::Horizontal), Some(across), "{context}");
            assert_eq!(estimate(Axis::None), Some(along.min(across)), "{context}");
            assert_eq!(estimated(space.tiles(), &pdb, &board), Some(along.min(across)), "{context}");
        }
    });
}

#[test]
fn every_small_pattern_is_right() {
    for (board, counts, stride) in [
        (size(2, 2), &[(1, 1), (2, 1), (3, 1)][..], 1),
        (size(2, 3), &[(1, 1), (2, 1), (3, 1), (4, 1)], 7),
        (size(3, 2), &[(2, 1), (3, 1), (5, 1)], 7),
        (size(2, 4), &[(1, 1), (2, 2), (3, 5), (4, 9)], 97),
        (size(4, 2), &[(1, 1), (2, 2), (3, 5), (4, 9)], 97),
        (size(3, 3), &[(1, 1), (2, 3), (3, 11), (4, 40)], 397),
        (size(4, 4), &[(2, 40), (3, 250)], 4_000_000_007),
    ] {
        for goal in goals(board) {
            for &(count, step) in counts {
                for pattern in patterns(board, count, step) {
                    is_right(&goal, &pattern, stride);
                }
            }
        }
    }
}

/// A heuristic that is told how much is allowed says the same up to there, and more than that beyond.
fn is_lazy_rightly<S: StateSpace, H: Incremental<S>>(space: &S, heuristic: &H, state: &S::State) {
    let memo = heuristic.memo(state).unwrap();
    for mv in moves_of(space, state) {
        let estimate = heuristic.value(heuristic.advance(memo, state, mv).unwrap());
        for allowance in [0, 1, 4, estimate.saturating_sub(1), estimate, Cost::MAX] {
            let (lazy, value) = heuristic.advance_within(memo, state, mv, allowance).unwrap();
            if estimate <= allowance {
                assert_eq!((value, heuristic.value(lazy)), (estimate, estimate), "{state:?} {mv:?} {allowance}");
                // The memo is right too, for the moves that follow.
                let child = after(space, state, mv);
                for next in moves_of(space, &child) {
                    let value = heuristic.advance(lazy, &child, next).map(|memo| heuristic.value(memo));
                    assert_eq!(value, heuristic.estimate(&after(space, &child, next)), "{state:?} {mv:?} {next:?}");
                }
            } else {
                assert!(value > allowance && value <= estimate, "{state:?} {mv:?} {allowance}: {value} of {estimate}");
            }
        }
    }
}

/// Every law in both spaces, on every position or some, and however it was come to.
fn holds(goal: &Position, partitions: &[Partition], encoding: Encoding, stride: usize) {
    let space = Turns::<Nibbles>::new(Tiles::new(goal).unwrap());
    let (plan, tables) = built(goal, partitions, encoding);
    let table = Table::new(space.tiles()).unwrap();
    with_pdb!(space.tiles(), &plan, &tables, |pdb| {
        for (rank, distance) in table.iter().step_by(stride) {
            let board = space.tiles().unrank(rank);
            check_estimate(space.tiles(), &pdb, &board, Some(distance)).unwrap();
            check_consistency(space.tiles(), &pdb, &board).unwrap();
            check_increments(space.tiles(), &pdb, &board).unwrap();
            let position = space.tiles().position(&board);
            let start = space.start(&position).unwrap();
            check_estimate(&space, &pdb, &start, Some(distance)).unwrap();
            for state in AXES.map(|last| space.heading(&position, last).unwrap()).into_iter().chain([start]) {
                check_consistency(&space, &pdb, &state).unwrap();
                check_increments(&space, &pdb, &state).unwrap();
                is_lazy_rightly(&space, &pdb, &state);
            }
            is_lazy_rightly(space.tiles(), &pdb, &board);
        }
        check_walk(space.tiles(), &pdb, space.tiles().goal(), 500, 3).unwrap();
        check_walk(&space, &pdb, &space.start(goal).unwrap(), 500, 3).unwrap();
    });
}

/// No estimate exceeds what is left if the next slide must turn; and turning costs nothing.
fn turns_are_counted(goal: &Position, pattern: &str) {
    let space = Turns::<Nibbles>::new(Tiles::new(goal).unwrap());
    let (plan, tables) = built(goal, &[Partition::parse(pattern, goal.size()).unwrap()], Encoding::NIBBLE);
    let pdb = LinePdb::<_, 1>::new(space.tiles(), &plan, &tables).unwrap();
    let distances = distances_to_goal(&space, Cost::MAX);
    for (state, distance) in &distances {
        check_estimate(&space, &pdb, state, Some(*distance)).unwrap();
    }
    for (rank, distance) in Table::new(space.tiles()).unwrap().iter() {
        let position = space.tiles().position(&space.tiles().unrank(rank));
        assert_eq!(distances[&space.start(&position).unwrap()], distance, "{position}: turning costs nothing");
    }
}

#[test]
fn promises_are_kept_on_three_by_three() {
    let encodings = [Encoding::BYTE, Encoding::NIBBLE, Encoding::PAIR, "byte-min2".parse().unwrap()];
    let texts = ["1,2,3", "1,2,5,8", "4,5,7,8", "2,3,4,5,6"];
    for ((goal, text), encoding) in goals(size(3, 3)).iter().zip(texts).zip(encodings) {
        holds(goal, &[Partition::parse(text, goal.size()).unwrap()], encoding, 7);
    }
    let goal = Goal::BlankLast.position(size(3, 3)).unwrap();
    turns_are_counted(&goal, "1,2,4,7,8");
    let pattern = Partition::parse("1,2,3,6", goal.size()).unwrap();
    holds(&goal, &pattern.with_mirrors(&goal), Encoding::BYTE, 5);
    // Two patterns, and a symmetric one, which needs no other for its columns.
    holds(&goal, &[Partition::parse("1,2,3/4,7", size(3, 3)).unwrap()], Encoding::NIBBLE, 7);
    let (plan, tables) = built(&goal, &[Partition::parse("1,2,4,5", size(3, 3)).unwrap()], Encoding::BYTE);
    assert_eq!(plan.shapes().len(), 1);
    let tiles = Tiles::<Nibbles, Mtm>::new(&goal).unwrap();
    let pdb = LinePdb::<_, 1>::new(&tiles, &plan, &tables).unwrap();
    assert_eq!(Heuristic::<Tiles<_, _>>::guarantees(&pdb), Guarantees::CONSISTENT);
}

#[test]
fn promises_are_kept_on_boards_that_are_not_square() {
    for (width, height) in [(2, 3), (3, 2), (4, 2), (2, 4), (2, 2)] {
        for goal in goals(size(width, height)) {
            holds(&goal, &[Partition::parse("1,3", goal.size()).unwrap()], Encoding::NIBBLE, 1);
            turns_are_counted(&goal, "1,2,3");
        }
    }
    // On a board of one line there is one slide to make, or none.
    for (width, height) in [(1, 2), (2, 1), (1, 5), (6, 1)] {
        for goal in goals(size(width, height)) {
            let space = Turns::<Nibbles>::new(Tiles::new(&goal).unwrap());
            let (plan, tables) = built(&goal, &[Partition::parse("1", goal.size()).unwrap()], Encoding::NIBBLE);
            let pdb = LinePdb::<_, 1>::new(space.tiles(), &plan, &tables).unwrap();
            let table = Table::new(space.tiles()).unwrap();
            check_table(space.tiles(), &pdb, &table).unwrap();
            for (rank, distance) in table.iter() {
                let start = space.start(&space.tiles().position(&space.tiles().unrank(rank))).unwrap();
                check_estimate(&space, &pdb, &start, Some(distance)).unwrap();
                check_increments(&space, &pdb, &start).unwrap();
                let run = AStar::default().run(&space, &start, &pdb, &Limits::default(), &mut ());
                assert!(matches!(run.outcome, Outcome::Solved { cost, .. } if cost == distance));
            }
        }
    }
}

fn space_holds<C: Cells>(goal: &Position, steps: usize) {
    let space = Turns::<C>::new(Tiles::new(goal).unwrap());
    let start = space.start(goal).unwrap();
    let states = fewest_conformance::space::walk(&space, &start, steps, 7);
    for state in &states {
        check_moves(&space, state).unwrap();
        check_key(&space, state).unwrap();
        check_moves_into(&space, state).unwrap();
    }
    let mut distinct = std::collections::HashSet::new();
    let headings = states.iter().flat_map(|state| {
        let position = space.tiles().position(state.board());
        [Axis::None, Axis::Horizontal, Axis::Vertical].map(|last| space.heading(&position, last).unwrap())
    });
    let headings: Vec<_> = headings.filter(|heading| distinct.insert(*heading)).collect();
    check_distinct_keys(&space, headings.iter().copied()).unwrap();
    check_goals(&space, headings.iter().copied()).unwrap();
    check_pruned_distances(&space, &start, 4).unwrap();
    check_near_twins(&space, &start, 3).unwrap();
}

#[test]
fn turns_are_a_space() {
    for (width, height) in [(3, 3), (4, 3), (2, 2), (4, 4), (5, 3)] {
        for goal in goals(size(width, height)) {
            space_holds::<Nibbles>(&goal, 200);
        }
    }
    space_holds::<Bytes<25>>(&Goal::BlankLast.position(size(5, 5)).unwrap(), 200);
    space_holds::<Bytes<256>>(&Goal::BlankFirst.position(size(9, 7)).unwrap(), 100);
    space_holds::<Bytes<256>>(&Goal::BlankLast.position(size(16, 16)).unwrap(), 50);
}

#[test]
fn tables_have_an_entry_for_each_row_line() {
    let goal = Goal::BlankFirst.position(size(4, 4)).unwrap();
    let entries = |goal: &Position, text: &str| {
        let partition = Partition::parse(text, goal.size()).unwrap();
        let plan = Plan::new(goal, &[partition], Kind::Lines, Encoding::NIBBLE).unwrap();
        plan.shapes().iter().map(Shape::entries).collect::<Vec<_>>()
    };
    assert_eq!(entries(&goal, "1,2,3,4,5,6"), [14_414_400]);
    assert_eq!(entries(&goal, "1,2,3,4,5,6,7"), [129_729_600]);
    // Rows and columns, where no symmetry exchanges them: 3 or 5 rows of 14!/(14 − 4)!.
    let lying = Goal::BlankLast.position(size(5, 3)).unwrap();
    assert_eq!(entries(&lying, "1,2,3,4"), [3 * 24_024, 5 * 24_024]);
    // All lines are reached, as 4 tiles of 15 have every order.
    let (_, tables) = built(&goal, &[Partition::parse("1,5,6,11", goal.size()).unwrap()], Encoding::BYTE);
    let table = tables.iter().next().unwrap();
    assert_eq!(table.histogram().iter().sum::<u64>(), 4 * 15 * 14 * 13 * 12);
    assert_eq!(table.histogram()[0], 1);
    let many = Partition::parse("1,2,3,4,5,6,7,8,9,10,11,12,13", goal.size()).unwrap();
    let error = Plan::new(&goal, &[many], Kind::Lines, Encoding::NIBBLE).unwrap_err();
    assert!(error.to_string().contains("at most 12 pieces"), "{error}");
}

#[test]
fn large_boards_have_line_tables_too() {
    fn walks<C: Cells>(goal: &Position, text: &str) {
        let space = Turns::<C>::new(Tiles::new(goal).unwrap());
        let (plan, tables) = built(goal, &[Partition::parse(text, goal.size()).unwrap()], Encoding::NIBBLE);
        let pdb = LinePdb::<_, 1>::new(space.tiles(), &plan, &tables).unwrap();
        let mut shuffler = Shuffler::new(2);
        for seed in 0..20 {
            let position = shuffler.uniform(goal);
            check_walk(&space, &pdb, &space.start(&position).unwrap(), 200, seed).unwrap();
            check_walk(space.tiles(), &pdb, &space.tiles().board(&position).unwrap(), 200, seed).unwrap();
        }
        for (state, distance) in distances_to_goal(&space, 3) {
            check_estimate(&space, &pdb, &state, Some(distance)).unwrap();
        }
    }
    walks::<Bytes<25>>(&Goal::BlankLast.position(size(5, 5)).unwrap(), "1,7,13");
    walks::<Bytes<25>>(&Goal::BlankFirst.position(size(6, 4)).unwrap(), "1,2,23");
    walks::<Bytes<256>>(&Goal::BlankFirst.position(size(9, 7)).unwrap(), "1,62");
    walks::<Bytes<256>>(&Goal::BlankLast.position(size(8, 8)).unwrap(), "1,63");
}

#[test]
fn korfs_hundred_take_3206_slides() {
    let goal = Goal::BlankFirst.position(size(4, 4)).unwrap();
    let space = Turns::<Nibbles>::new(Tiles::new(&goal).unwrap());
    let set = NamedSet::find("lines-7").unwrap();
    let partitions = set.partitions(&goal).unwrap();
    assert_eq!(partitions[0].to_string(), "1,2,3,4,5,6,7/8,10,11,12,13,14,15");
    let (plan, tables) = built(&goal, &partitions, Encoding::NIBBLE);
    assert_eq!((set.kind(), plan.partitions(), plan.bytes()), (Kind::Lines, 2, 129_729_600));
    let pdb = LinePdb::<_, 2>::new(space.tiles(), &plan, &tables).unwrap();
    let text = include_str!("../../../../lab/data/korf100.txt");
    let (mut slides, mut instances) = (0, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let position: Position = line.parse().unwrap();
        let start = space.start(&position).unwrap();
        let run = IdaStar::default().run(&space, &start, &pdb, &Limits::default(), &mut ());
        let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("{position}: {:?}", run.outcome) };
        let mut board = space.tiles().board(&position).unwrap();
        for turn in &moves {
            space.tiles().apply(&mut board, turn.slide);
        }
        assert_eq!((board, moves.len()), (*space.tiles().goal(), cost as usize));
        if instances % 40 == 3 {
            let parallel = ParallelIdaStar::default().run(&space, &start, &pdb, &Limits::default(), &mut ());
            assert!(matches!(parallel.outcome, Outcome::Solved { cost: other, .. } if other == cost));
            let board = space.tiles().board(&position).unwrap();
            let plain = IdaStar::default().run(space.tiles(), &board, &pdb, &Limits::default(), &mut ());
            assert!(matches!(plain.outcome, Outcome::Solved { cost: other, .. } if other == cost));
        }
        slides += cost;
        instances += 1;
    }
    assert_eq!((instances, slides), (100, 3206));
}

#[test]
fn line_tables_are_stored_and_refused_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let goal = Goal::BlankLast.position(size(4, 4)).unwrap();
    let space = Turns::<Nibbles>::new(Tiles::new(&goal).unwrap());
    let plan = Plan::new(&goal, &[partition(&[1, 2, 3, 4, 5], goal.size())], Kind::Lines, Encoding::NIBBLE).unwrap();
    let mut levels = 0;
    let watch = &mut |_: &_, _: &_| {
        levels += 1;
        std::ops::ControlFlow::Continue(())
    };
    let (tables, notices) = Tables::obtain(&plan, &store, &Builder::default(), watch).unwrap();
    assert!(notices.is_empty() && levels > 20);
    let found = Tables::open(&plan, &store).0.unwrap();
    let (pdb, mapped) = (
        LinePdb::<_, 1>::new(space.tiles(), &plan, &tables).unwrap(),
        LinePdb::<_, 1>::new(space.tiles(), &plan, &found).unwrap(),
    );
    assert_eq!(Heuristic::<Turns<_>>::guarantees(&pdb), Guarantees::ADMISSIBLE);
    let mut shuffler = Shuffler::new(4);
    for _ in 0..100 {
        let position = shuffler.uniform(&goal);
        for last in AXES {
            let heading = space.heading(&position, last).unwrap();
            let estimate = estimated(&space, &pdb, &heading);
            assert!(estimate > Some(5) && estimate == estimated(&space, &mapped, &heading));
        }
    }
    let error = LinePdb::<_, 2>::new(space.tiles(), &plan, &tables).unwrap_err();
    assert!(matches!(error, MismatchError::Count { partitions: 1, .. }), "{error}");
    for encoding in [Encoding::Mod3, Encoding::Mod4] {
        let error = Plan::new(&goal, &[partition(&[1, 2], goal.size())], Kind::Lines, encoding).unwrap_err();
        assert!(error.to_string().contains("lines tables cannot be packed"), "{error}");
    }
    let steps = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
    assert!(fewest_tiles::pdb::FullPdb::<_, Stm, 1>::new(&steps, &plan, &tables).is_err());

    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Builder { cancel, ..Builder::default() };
    assert_eq!(Tables::build(&plan, &cancelled).unwrap_err(), BuildError::Cancelled);
    let small = Builder { memory: 1 << 20, ..Builder::default() };
    let needed = plan.shapes()[0].memory_needed(&small, Encoding::NIBBLE);
    // A byte and six bits for each of 1,441,440 lines.
    assert!((2_522_520..3_000_000).contains(&needed), "{needed}");
    let error = Tables::build(&plan, &small).unwrap_err();
    assert_eq!(error, BuildError::Memory { needed, allowed: 1 << 20 });
}
