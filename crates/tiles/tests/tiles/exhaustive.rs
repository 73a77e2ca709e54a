//! All 181,440 positions of the 3×3 board, under both metrics.
//!
//! Some searches take too long to start from every position in an ordinary test run: they start from every n-th. Where
//! the environment variable [`EVERY_POSITION`] is set, as `cargo xtask exhaustive` does, they start from each one.

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Search, Zero};
use fewest_tiles::{Mtm, Nibbles, Stm, Tiles};

use crate::support::{FIFO, LIFO, Rated, blank_last, on_every_core};

/// Set: leave out no position, however long it takes.
const EVERY_POSITION: &str = "FEWEST_EVERY_POSITION";

/// The stride of an ordinary run, or 1 where every position is asked for.
pub(crate) fn every(ordinary: usize) -> usize {
    if std::env::var_os(EVERY_POSITION).is_some() { 1 } else { ordinary }
}

/// The 8-puzzle with the distance of every position.
struct Exhausted<M> {
    space: Tiles<Nibbles, M>,
    table: Table,
}

impl<M: Rated> Exhausted<M> {
    fn new() -> Self {
        let space = blank_last(3, 3);
        let table = Table::new(&space).unwrap();
        Self { space, table }
    }

    /// An algorithm proves the distance of every `stride`-th position.
    fn agrees<H: Sync, A: Search<Tiles<Nibbles, M>, H> + Sync>(&self, heuristic: &H, algorithm: &A, stride: usize) {
        let space = &self.space;
        let trial = Trial { space, heuristic, algorithm };
        let cases: Vec<(u64, Cost)> = self.table.iter().step_by(stride).collect();
        on_every_core(&cases, |&(rank, distance)| trial.check_optimal(&space.unrank(rank), Some(distance))).unwrap();
    }

    fn heuristic_searches_agree(&self, stride: usize) {
        let (manhattan, linear_conflict) = (M::manhattan(&self.space), M::linear_conflict(&self.space));
        self.agrees(&manhattan, &IdaStar::default(), stride);
        self.agrees(&linear_conflict, &IdaStar::default(), stride);
        for algorithm in [FIFO, LIFO] {
            self.agrees(&manhattan, &algorithm, stride);
            self.agrees(&linear_conflict, &algorithm, stride);
        }
    }

    fn laws_hold(&self) {
        let (space, table) = (&self.space, &self.table);
        capability::check_ranks(space).unwrap();
        capability::check_distinct_keys(space, table.iter().map(|(rank, _)| space.unrank(rank))).unwrap();
        capability::check_goals(space, table.iter().map(|(rank, _)| space.unrank(rank))).unwrap();
        let ranks: Vec<u64> = table.iter().map(|(rank, _)| rank).collect();
        on_every_core(&ranks, |&rank| {
            let state = space.unrank(rank);
            space::check_moves(space, &state)?;
            capability::check_key(space, &state)?;
            capability::check_moves_into(space, &state)
        })
        .unwrap();
    }

    fn heuristics_keep_their_promises(&self) {
        let (space, table) = (&self.space, &self.table);
        heuristic::check_table(space, &Zero, table).unwrap();
        heuristic::check_table(space, &M::misplaced(space), table).unwrap();
        heuristic::check_table(space, &M::manhattan(space), table).unwrap();
        heuristic::check_table(space, &M::linear_conflict(space), table).unwrap();
    }
}

#[test]
fn every_position_keeps_the_laws_of_a_space() {
    Exhausted::<Stm>::new().laws_hold();
    Exhausted::<Mtm>::new().laws_hold();
}

#[test]
fn heuristics_keep_their_promises_on_every_position() {
    Exhausted::<Stm>::new().heuristics_keep_their_promises();
    Exhausted::<Mtm>::new().heuristics_keep_their_promises();
}

#[test]
fn a_star_and_ida_star_agree_under_stm() {
    Exhausted::<Stm>::new().heuristic_searches_agree(every(7));
}

#[test]
fn a_star_and_ida_star_agree_under_mtm() {
    Exhausted::<Mtm>::new().heuristic_searches_agree(every(53));
}

#[test]
fn breadth_first_agrees_under_stm() {
    Exhausted::<Stm>::new().agrees(&Zero, &BreadthFirst, every(401));
}

#[test]
fn breadth_first_agrees_under_mtm() {
    Exhausted::<Mtm>::new().agrees(&Zero, &BreadthFirst, every(401));
}
