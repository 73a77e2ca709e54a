//! Breadth-first search step by step, by the rules of [`Position`] alone: slow, and right by looking at it.

use std::collections::{BTreeSet, HashSet, VecDeque};

use fewest_sokoban::{Direction, Place, Position, Step};

/// The fewest pushes that solve a position; `None` where nothing does.
pub(crate) fn fewest_pushes(start: &Position) -> Option<u32> {
    fewest(start, |step| u32::from(step.pushes))
}

/// The fewest steps that solve a position; `None` where nothing does.
pub(crate) fn fewest_moves(start: &Position) -> Option<u32> {
    fewest(start, |_| 1)
}

/// The least cost of a solution whose steps cost 0 or 1 each.
fn fewest(start: &Position, cost: impl Fn(Step) -> u32) -> Option<u32> {
    let mut closed: HashSet<(BTreeSet<Place>, Place)> = HashSet::new();
    let mut waiting = VecDeque::from([(0, start.clone())]);
    while let Some((spent, position)) = waiting.pop_front() {
        if !closed.insert((position.boxes().clone(), position.player())) {
            continue;
        }
        if position.is_solved() {
            return Some(spent);
        }
        for direction in Direction::ALL {
            for pushes in [false, true] {
                let step = Step { direction, pushes };
                let mut next = position.clone();
                if next.try_move(step).is_ok() {
                    // What costs nothing comes first, so that costs never fall along the queue.
                    match cost(step) {
                        0 => waiting.push_front((spent, next)),
                        cost => waiting.push_back((spent + cost, next)),
                    }
                }
            }
        }
    }
    None
}
