//! What can be where at which step: from the start and to the goal, for the blank, for each tile, and for a tile with the
//! blank.

use std::collections::VecDeque;

use super::parts::Parts;
use crate::layout::neighbour;
use crate::{Direction, Position, Size};

/// Beyond this many cells, tables of a tile and the blank are not made: they grow with the third power.
const MOST_CELLS: usize = 36;

/// The neighbours of a cell: up, down, left, right, where they are on the board.
pub(crate) fn neighbours(size: Size, cell: usize) -> [Option<usize>; 4] {
    // A tile comes the other way.
    Direction::ALL.map(|way| neighbour(size, cell, way.opposite()))
}

/// Where one tile and the blank can be, when all other tiles are alike: the fewest moves of the blank.
#[derive(Clone, Debug)]
struct TwoBody {
    cells: usize,
    /// By the cell of the tile and that of the blank.
    moves: Vec<u16>,
}

impl TwoBody {
    /// From a tile and the blank in these cells; moves can be taken back, so also to there.
    fn new(size: Size, tile: usize, blank: usize) -> Self {
        let cells = size.cells();
        let mut moves = vec![u16::MAX; cells * cells];
        moves[tile * cells + blank] = 0;
        let mut queue = VecDeque::from([(tile, blank)]);
        while let Some((tile, blank)) = queue.pop_front() {
            let next = moves[tile * cells + blank] + 1;
            for to in neighbours(size, blank).into_iter().flatten() {
                let tile = if to == tile { blank } else { tile };
                if moves[tile * cells + to] == u16::MAX {
                    moves[tile * cells + to] = next;
                    queue.push_back((tile, to));
                }
            }
        }
        Self { cells, moves }
    }

    fn moves(&self, tile: usize, blank: usize) -> usize {
        usize::from(self.moves[tile * self.cells + blank])
    }
}

/// The possible places of every tile and the blank, at every step of a solution of a fixed length.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    size: Size,
    parts: Parts,
    horizon: usize,
    /// How many moves lead away from the goal.
    away: usize,
    start: Vec<usize>,
    goal: Vec<usize>,
    /// By tile: from the start and to the goal.
    two_body: Vec<(TwoBody, TwoBody)>,
}

impl Windows {
    /// The bytes of the tables of a tile and the blank.
    pub(super) fn bytes(size: Size, parts: Parts) -> u64 {
        let tabled = if parts.two_body && size.cells() <= MOST_CELLS { size.cells() } else { 0 };
        (2 * tabled * size.cells() * size.cells() * size_of::<u16>()) as u64
    }

    pub(super) fn new(start: &Position, goal: &Position, horizon: usize, away: usize, parts: Parts) -> Self {
        let size = start.size();
        let (start, goal) = (start.cells_of_tiles(), goal.cells_of_tiles());
        let tabled = if parts.two_body && size.cells() <= MOST_CELLS { size.cells() } else { 0 };
        // Tile 0, the blank, has no table; an empty one keeps the places.
        let two_body = (0..tabled)
            .map(|tile| (TwoBody::new(size, start[tile], start[0]), TwoBody::new(size, goal[tile], goal[0])))
            .collect();
        Self { size, parts, horizon, away, start, goal, two_body }
    }

    /// Whether the blank can be in a cell after so many moves.
    pub(super) fn blank(&self, step: usize, cell: usize) -> bool {
        let from_start = self.size.distance(self.start[0], cell);
        let to_goal = self.size.distance(cell, self.goal[0]);
        let left = self.horizon - step;
        (!self.parts.colour || from_start % 2 == step % 2)
            && (!self.parts.windows || from_start <= step && to_goal <= left)
            && (step > 0 || from_start == 0)
            && (left > 0 || to_goal == 0)
    }

    /// Whether a tile and the blank can be in these cells together.
    pub(super) fn pair(&self, step: usize, tile: usize, cell: usize, blank: usize) -> bool {
        cell != blank
            && self.two_body.get(tile).is_none_or(|(from_start, to_goal)| {
                from_start.moves(cell, blank) <= step && to_goal.moves(cell, blank) <= self.horizon - step
            })
    }

    /// Whether a tile can be in a cell.
    pub(super) fn tile(&self, step: usize, tile: usize, cell: usize) -> bool {
        let from_start = self.size.distance(self.start[tile], cell);
        let to_goal = self.size.distance(cell, self.goal[tile]);
        let left = self.horizon - step;
        (!self.parts.windows || from_start <= step && to_goal <= left)
            && (step > 0 || from_start == 0)
            && (left > 0 || to_goal == 0)
            && (!self.parts.detours || self.detour(tile, cell) <= self.away)
            && (!self.parts.two_body
                || (0..self.size.cells()).any(|blank| self.blank(step, blank) && self.pair(step, tile, cell, blank)))
    }

    /// How many moves away from its goal a tile makes at least on its way from the start to a cell.
    pub(super) fn detour(&self, tile: usize, cell: usize) -> usize {
        let way = self.size.distance(self.start[tile], cell) + self.size.distance(cell, self.goal[tile]);
        (way - self.size.distance(self.start[tile], self.goal[tile])) / 2
    }
}
