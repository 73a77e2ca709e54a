//! Random positions of sliding blocks.

use fewest_blocks::formats::from_position;
use fewest_blocks::random::{ReachableError, Shuffler};
use fewest_blocks::{Blocks, Metric, Needs, Packing as _, Position};
use fewest_engine::{EngineError, RandomPositions, RandomRequest, Result};
use fewest_search::Limits;

use crate::{read, titled, wrong};

/// Random positions from which the goal can be reached, each as a puzzle that starts there.
pub(crate) fn random(request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
    let puzzle = read(request.puzzle.position(), request.puzzle.text("format"))?;
    let seed = request.seed;
    let mut shuffler = Shuffler::new(seed);
    let mut number = 0u64;
    let mut print = move |position: &Position, how: &str| {
        number += 1;
        retitled(position, &format!("{how}, seed {seed}, number {number}"))
    };
    let cancel = limits.cancel.clone();
    if let Some(moves) = request.shuffle {
        return Ok(RandomPositions::new(move || {
            let position = shuffler.walk_until(&puzzle, moves, &cancel)?;
            Some(print(&position, &format!("shuffled by {moves} steps")))
        }));
    }
    let refused = |error: ReachableError| wrong([error]);
    let needs = Needs::of(&puzzle);
    // The order of the list, and so what is chosen, is that of the packed positions: always the same packing.
    if needs.squares <= 64 && needs.bits <= 64 {
        let space = Blocks::<u64, u64>::new(puzzle, Metric::Step).map_err(EngineError::internal)?;
        let positions = u64::reachable(&space, limits).map_err(refused)?;
        return Ok(RandomPositions::new(move || {
            (!cancel.is_cancelled()).then(|| print(&shuffler.among(&space, &positions), "random"))
        }));
    }
    let Ok(space) = Blocks::<u128, u128>::new(puzzle, Metric::Step) else {
        return Err(wrong([
            "there are too many pieces to draw uniformly from all positions; shuffle by a number of moves instead",
        ]));
    };
    let positions = u128::reachable(&space, limits).map_err(refused)?;
    Ok(RandomPositions::new(move || {
        (!cancel.is_cancelled()).then(|| print(&shuffler.among(&space, &positions), "random"))
    }))
}

/// The puzzle that begins here, with a word on where it comes from.
fn retitled(position: &Position, how: &str) -> String {
    let puzzle = from_position(position).expect("no piece has left the board");
    let title = format!("{}, {how}", puzzle.title().unwrap_or("Sliding blocks"));
    titled(&puzzle, title).to_string().trim_end().to_owned()
}
