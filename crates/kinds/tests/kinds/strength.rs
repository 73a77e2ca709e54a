//! The predicted cost of IDA* against what is expanded in fact.

use fewest_engine::tables::{Strength, StrengthRequest, TablesRequest};
use fewest_engine::{Cancel, EngineError, Kind, Options, Puzzle, Session};
use fewest_kinds::{KINDS, tiles};
use fewest_search::Incremental;
use fewest_search::capability::MovePruning;
use fewest_tiles::heuristics::{LinearConflict, Manhattan};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Mtm, Nibbles, Position, Size, Stm, Tiles};

/// Nodes within a bound on f, whatever lies among them: a round of IDA* that does not stop at a goal.
fn within<S: MovePruning, H: Incremental<S>>(
    space: &S,
    heuristic: &H,
    state: &S::State,
    (memo, trace): (H::Memo, S::Trace),
    left: u32,
) -> u64 {
    let mut count = 1;
    space.for_each_allowed(state, trace, |mv, trace| {
        let Some(memo) = heuristic.advance(memo, state, mv) else { return };
        if heuristic.value(memo) < left {
            let mut after = state.clone();
            space.apply(&mut after, mv);
            count += within(space, heuristic, &after, (memo, trace), left - 1);
        }
    });
    count
}

/// The mean over random starts.
#[expect(clippy::cast_precision_loss, reason = "a mean")]
fn measured<M, H>(space: &Tiles<Nibbles, M>, heuristic: &H, starts: usize, bound: u32) -> f64
where
    M: fewest_tiles::Metric,
    Tiles<Nibbles, M>: MovePruning<State = fewest_tiles::Board<Nibbles>>,
    H: Incremental<Tiles<Nibbles, M>>,
{
    let goal = space.position(space.goal());
    let mut shuffler = Shuffler::new(99);
    let mut total = 0;
    for _ in 0..starts {
        let board = space.board(&shuffler.uniform(&goal)).expect("this board");
        let memo = heuristic.memo(&board).expect("no dead ends");
        if heuristic.value(memo) <= bound {
            total += within(space, heuristic, &board, (memo, space.root_trace()), bound);
        }
    }
    total as f64 / starts as f64
}

/// What a heuristic is worth, for a puzzle without a start.
fn asked(
    session: &Session,
    request: &TablesRequest,
    heuristic: Option<&str>,
    samples: u64,
) -> Result<Strength, EngineError> {
    let asked = StrengthRequest { heuristic, samples, seed: 1 };
    tiles::KIND.tabled().expect("tiles have tables").strength(request, &asked, session, &Cancel::new(), &mut |_| ())
}

fn strength(size: &str, metric: &str, heuristic: Option<&str>, samples: u64) -> Strength {
    let request = TablesRequest::new(Puzzle::empty("tiles").with("size", size).with("metric", metric));
    asked(&Session::in_memory(KINDS), &request, heuristic, samples).expect("a good request")
}

/// Within this factor of what is measured: both are means over samples of a heavy tail.
const FACTOR: f64 = 1.25;

/// A heuristic borrows its space, hence a macro.
macro_rules! holds {
    ($width:literal x $height:literal, $metric:ident, $heuristic:ident, $name:literal, $bounds:expr) => {{
        let size = format!("{}x{}", $width, $height);
        let found = strength(&size, &stringify!($metric).to_lowercase(), Some($name), 400_000);
        let goal = Goal::BlankLast.position(Size::new($width, $height).expect("a size")).expect("a goal");
        let space = Tiles::<Nibbles, $metric>::new(&goal).expect("it fits");
        for bound in $bounds {
            let predicted = found.predicted.iter().find(|row| row.bound == bound).expect("a row").expansions;
            let measured = measured(&space, &$heuristic::new(&space), 3000, bound);
            let ratio = predicted / measured;
            let name = format!("{size} {} {}", stringify!($metric), $name);
            assert!((1.0 / FACTOR..FACTOR).contains(&ratio), "{name} {bound}: {predicted}, measured {measured}");
        }
        found
    }};
}

#[test]
fn predictions_hold_for_random_starts() {
    let found = holds!(3 x 3, Stm, Manhattan, "manhattan", [14, 18, 22, 25]);
    assert_eq!((found.maximum_distance, found.mean_distance.map(f64::round)), (Some(31), Some(22.0)));
    assert!((found.mean - 14.0).abs() < 0.05, "{}", found.mean);
    holds!(3 x 3, Stm, LinearConflict, "lc", [16, 20, 24]);
    holds!(3 x 3, Mtm, Manhattan, "manhattan", [8, 10, 12]);
    let found = holds!(4 x 4, Stm, Manhattan, "manhattan", [34, 38, 41]);
    assert!((found.mean - 37.03).abs() < 0.1 && (found.branching_factor - 2.1304).abs() < 1e-4);
    assert_eq!(found.mean_distance, None);
    holds!(4 x 3, Mtm, Manhattan, "manhattan", [10, 12]);
}

#[test]
fn tables_are_described_one_by_one() {
    let request = TablesRequest {
        options: Options { pdb: Some("1,2,3,4/5,6,7,8".to_owned()), ..Options::default() },
        ..TablesRequest::new(Puzzle::empty("tiles").with("size", "3x3"))
    };
    let session = Session::in_memory(KINDS);
    let found = asked(&session, &request, None, 50_000).expect("a good request");
    assert_eq!((found.heuristic.as_str(), found.tables.len()), ("pdb", 2));
    for table in &found.tables {
        assert_eq!(table.entries, 9 * 8 * 7 * 6);
        assert_eq!(table.histogram.iter().map(|bin| bin.count).sum::<u64>(), table.entries);
        assert_eq!(table.histogram.last().map(|bin| bin.value), Some(table.maximum));
    }
    // The mean of a sum is the sum of the means; one orientation alone, or the greater of two.
    let sum: f64 = found.tables.iter().map(|table| table.mean).sum();
    assert!(found.mean >= sum - 0.05 && found.mean < found.mean_distance.expect("3×3"), "{} {sum}", found.mean);
    let exact =
        TablesRequest { options: Options { pdb: Some("exact".to_owned()), ..Options::default() }, ..request.clone() };
    let exact = asked(&session, &exact, None, 50_000).expect("a good request");
    assert!((exact.mean - 21.97).abs() < 0.05 && exact.maximum <= 31, "{}", exact.mean);
    assert_eq!(exact.tables[0].entries, 181_440);
    let other = asked(&session, &request, Some("lc"), 10).expect_err("tables of lc");
    assert!(other.to_string().contains("the option pdb has no effect here"), "{other}");
}

/// Those of Korf, Reid and Edelkamp 2001.
#[test]
fn branching_factors_are_the_published_ones() {
    let factor = |size: &str| strength(size, "stm", Some("none"), 1).branching_factor;
    for (size, published) in [("3x3", 3f64.sqrt()), ("4x4", 2.1304), ("5x5", 2.36761), ("6x6", 2.51964)] {
        let found = factor(size);
        assert!((found - published).abs() < 6e-5, "{size}: {found}, published {published}");
    }
    assert!(factor("1x1") == 0.0 && factor("5x1") == 0.0, "the way along a line ends");
}

/// Without a heuristic every node counts, so that what is predicted is the size of the tree that searches follow.
#[test]
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn without_a_heuristic_the_prediction_is_the_tree_itself() {
    fn below<S: MovePruning>(space: &S, state: &S::State, trace: S::Trace, depth: u32) -> u64 {
        let mut count = 1;
        if depth > 0 {
            space.for_each_allowed(state, trace, |mv, trace| {
                let mut after = state.clone();
                space.apply(&mut after, mv);
                count += below(space, &after, trace, depth - 1);
            });
        }
        count
    }
    fn met<M: fewest_tiles::Metric>(goal: &Position, start: &Position, depth: u32) -> u64
    where
        Tiles<Nibbles, M>: MovePruning<State = fewest_tiles::Board<Nibbles>>,
    {
        let space = Tiles::<Nibbles, M>::new(goal).expect("it fits");
        below(&space, &space.board(start).expect("this board"), space.root_trace(), depth)
    }
    for (width, height) in [(3, 3), (2, 4), (4, 4), (1, 4)] {
        let size = Size::new(width, height).expect("a size");
        let goal = Goal::BlankLast.position(size).expect("a goal");
        for metric in ["stm", "mtm"] {
            let found = strength(&format!("{width}x{height}"), metric, Some("none"), 2000);
            for depth in 1..6 {
                let mut nodes = 0;
                for blank in 0..size.cells() {
                    let mut tiles: Vec<String> = (1..size.cells()).map(|tile| tile.to_string()).collect();
                    tiles.insert(blank, "0".to_owned());
                    let rows: Vec<String> = tiles.chunks(width).map(|row| row.join(" ")).collect();
                    let start = rows.join("/").parse().expect("a position");
                    nodes += match metric {
                        "stm" => met::<Stm>(&goal, &start, depth),
                        _ => met::<Mtm>(&goal, &start, depth),
                    };
                }
                let met = nodes as f64 / size.cells() as f64;
                let Some(row) = found.predicted.iter().find(|row| row.bound == depth) else {
                    assert!(found.maximum_distance.is_some_and(|farthest| farthest < depth), "{size} {metric} {depth}");
                    continue;
                };
                let predicted = row.expansions;
                assert!((predicted - met).abs() < 1e-9 * met, "{size} {metric} {depth}: {predicted}, met {met}");
            }
        }
    }
}
