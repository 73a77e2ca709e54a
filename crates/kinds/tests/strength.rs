//! The predicted cost of IDA* against what is expanded in fact.

use fewest_engine::tables::{Strength, TablesRequest};
use fewest_engine::{Cancel, Metric, Options, Session};
use fewest_search::Incremental;
use fewest_search::capability::MovePruning;
use fewest_tiles::heuristics::{LinearConflict, Manhattan};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Mtm, Nibbles, Size, Stm, Tiles};

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

fn strength(size: &str, metric: Metric, heuristic: Option<&str>, samples: u64) -> Strength {
    let request = TablesRequest { size: size.to_owned(), metric, ..TablesRequest::default() };
    Session::in_memory().strength(&request, heuristic, samples, 1, &Cancel::new(), &mut |_| ()).expect("a good request")
}

/// Within this factor of what is measured: both are means over samples of a heavy tail.
const FACTOR: f64 = 1.25;

/// A heuristic borrows its space, hence a macro.
macro_rules! holds {
    ($width:literal x $height:literal, $metric:ident, $heuristic:ident, $name:literal, $bounds:expr) => {{
        let size = format!("{}x{}", $width, $height);
        let found = strength(&size, Metric::$metric, Some($name), 400_000);
        let goal = Goal::BlankLast.position(Size::new($width, $height).expect("a size")).expect("a goal");
        let space = Tiles::<Nibbles, $metric>::new(&goal).expect("it fits");
        for bound in $bounds {
            let predicted = found.predicted.iter().find(|row| row.bound == bound).expect("a row").expansions;
            let measured = measured(&space, &$heuristic::new(&space), 3000, bound);
            let ratio = predicted / measured;
            let name = format!("{size} {} {}", Metric::$metric, $name);
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
        size: "3x3".to_owned(),
        options: Options { pdb: Some("1,2,3,4/5,6,7,8".to_owned()), ..Options::default() },
        ..TablesRequest::default()
    };
    let session = Session::in_memory();
    let tell = &mut |_| ();
    let found = session.strength(&request, None, 50_000, 1, &Cancel::new(), tell).expect("a good request");
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
    let exact = session.strength(&exact, None, 50_000, 1, &Cancel::new(), tell).expect("a good request");
    assert!((exact.mean - 21.97).abs() < 0.05 && exact.maximum <= 31, "{}", exact.mean);
    assert_eq!(exact.tables[0].entries, 181_440);
    let other = session.strength(&request, Some("lc"), 10, 1, &Cancel::new(), tell).expect_err("tables of lc");
    assert!(other.to_string().contains("the option --pdb has no effect here"), "{other}");
}
