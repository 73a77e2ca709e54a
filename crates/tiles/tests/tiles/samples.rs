//! Thirty positions with known lengths under both metrics.

use fewest_conformance::search::Trial;
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::{Cost, Zero};
use fewest_tiles::{Mtm, Nibbles, Position, Stm};

use crate::support::{FIFO, LIFO, Rated, blank_last, position};

const SAMPLES: &str = include_str!("../../../lab/data/mtm_samples.txt");

fn proves<M: Rated>(name: &str, start: &Position, length: Cost) {
    let space = blank_last::<Nibbles, M>(3, 3);
    let start = space.board(start).unwrap();
    let complain = |fault: String| panic!("{name} under {}: {fault}", M::NAME);
    let (manhattan, linear_conflict) = (M::manhattan(&space), M::linear_conflict(&space));
    for algorithm in &[FIFO, LIFO] {
        let trial = Trial { space: &space, heuristic: &manhattan, algorithm };
        trial.check_optimal(&start, Some(length)).unwrap_or_else(complain);
        let trial = Trial { space: &space, heuristic: &linear_conflict, algorithm };
        trial.check_optimal(&start, Some(length)).unwrap_or_else(complain);
    }
    let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &IdaStar::default() };
    trial.check_optimal(&start, Some(length)).unwrap_or_else(complain);
    let trial = Trial { space: &space, heuristic: &linear_conflict, algorithm: &IdaStar::default() };
    trial.check_optimal(&start, Some(length)).unwrap_or_else(complain);
    let trial = Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirst };
    trial.check_optimal(&start, Some(length)).unwrap_or_else(complain);
}

#[test]
fn samples_have_their_known_lengths() {
    let lines: Vec<&str> = SAMPLES.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 30);
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, stm, mtm, board] = fields[..] else { panic!("{line}: four fields") };
        proves::<Stm>(name, &position(board), stm.parse().expect(line));
        proves::<Mtm>(name, &position(board), mtm.parse().expect(line));
    }
}
