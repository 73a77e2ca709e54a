//! Where a box can be when, as if it were alone.
//!
//! Other boxes only take ways away, so what is said here of a lone box bounds what it can do among others.

use std::collections::VecDeque;

use super::prices::prices;
use crate::direction::Direction;
use crate::floor::{FAR, Floor, NONE};
use crate::space::Pushes;

/// A box on a square, with the player on the side of one of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    pub(super) square: u16,
    /// The direction of the neighbour.
    pub(super) side: Direction,
}

impl Stand {
    fn index(self) -> usize {
        4 * usize::from(self.square) + self.side as usize
    }

    /// The neighbour.
    fn player(self, floor: &Floor) -> u16 {
        floor.next(self.square, self.side)
    }
}

/// The journeys of all boxes.
#[derive(Clone, Debug)]
pub(super) struct Travel {
    /// For each box and stand, the pushes from the start, or [`FAR`].
    from_start: Vec<Vec<u16>>,
    prices: Vec<i32>,
    /// For each box, its potential at the start.
    start_potentials: Vec<i32>,
}

impl Travel {
    /// For a level whose cheapest matching is finite.
    pub(super) fn new<const W: usize>(space: &Pushes<W>) -> Self {
        let floor = &space.floor;
        let start = space.start();
        let boxes: Vec<u16> = start.boxes.iter().collect();
        let to_goals = |row: usize| floor.distances(boxes[row], start.player);
        let cost =
            |row: usize, column: usize| Some(to_goals(row)[column]).filter(|&pushes| pushes != FAR).map(i32::from);
        let prices = prices(boxes.len(), cost);
        let potential = |row| potential(to_goals(row), &prices).expect("every box has a way to a goal");
        let start_potentials = (0..boxes.len()).map(potential).collect();
        let from_start = boxes.iter().map(|&square| from_start(floor, square, start.player)).collect();
        Self { from_start, prices, start_potentials }
    }

    /// Calls `visit` for every box that can come to the first stand and every goal that can be had from the second,
    /// which is `gap` pushes further.
    pub(super) fn for_each_journey(
        &self,
        floor: &Floor,
        [at, then]: [Stand; 2],
        gap: u16,
        mut visit: impl FnMut(Journey),
    ) {
        let player = then.player(floor);
        if player == NONE {
            return;
        }
        for (from_start, start_potential) in self.from_start.iter().zip(&self.start_potentials) {
            let before = from_start[at.index()];
            if before == FAR {
                continue;
            }
            for (&after, price) in floor.distances(then.square, player).iter().zip(&self.prices) {
                if after != FAR {
                    let lost = i32::from(before + gap) + i32::from(after) - start_potential - price;
                    let lost = usize::try_from(lost).expect("prices are such that no way gains");
                    visit(Journey { before: usize::from(before), after: usize::from(after), lost });
                }
            }
        }
    }

    /// The potential of a box at a stand; `None` where it has no way to a goal.
    pub(super) fn potential(&self, floor: &Floor, stand: Stand) -> Option<i32> {
        potential(floor.distances(stand.square, stand.player(floor)), &self.prices)
    }
}

/// A way of a box from its start to a goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Journey {
    /// Pushes to the first stand.
    pub(super) before: usize,
    /// Pushes from the second stand.
    pub(super) after: usize,
    /// What is lost on the way at least.
    pub(super) lost: usize,
}

fn potential(to_goals: &[u16], prices: &[i32]) -> Option<i32> {
    let reached = to_goals.iter().zip(prices).filter(|&(&pushes, _)| pushes != FAR);
    reached.map(|(&pushes, price)| i32::from(pushes) - price).min()
}

/// The pushes that bring a lone box to each stand.
fn from_start(floor: &Floor, square: u16, player: u16) -> Vec<u16> {
    let mut pushes = vec![FAR; 4 * floor.len()];
    let mut waiting: VecDeque<Stand> = VecDeque::new();
    let (mut square, mut player, mut count) = (square, player, 0);
    loop {
        for side in Direction::ALL {
            let (stand, near) = (Stand { square, side }, floor.next(square, side));
            if near != NONE && !floor.is_between(square, player, near) && pushes[stand.index()] == FAR {
                pushes[stand.index()] = count;
                waiting.push_back(stand);
            }
        }
        // The next push: the player goes from that side to where the box was.
        loop {
            let Some(stand) = waiting.pop_front() else { return pushes };
            let to = floor.next(stand.square, stand.side.reversed());
            if to != NONE && !floor.is_dead(to, stand.square) {
                (square, player, count) = (to, stand.square, pushes[stand.index()] + 1);
                break;
            }
        }
    }
}
