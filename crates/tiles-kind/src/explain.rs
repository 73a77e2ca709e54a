//! Estimates of sliding tiles, taken apart by looking at the board.

use fewest_engine::explain::{Axis, ExplainRequest, Explained, Part};
use fewest_engine::kit::Stock;
use fewest_engine::view::{Cell, count};
use fewest_engine::{Result, default_memory_limit};
use fewest_search::{Heuristic as _, Limits};
use fewest_tiles::heuristics::{
    AxisBounds, ByAxis, InversionDistance, LinearConflict, WalkingConflict, WalkingDistance,
};
use fewest_tiles::pdb::Kind as TableKind;
use fewest_tiles::{Board, Bytes, Metric as Counting, Position, Solvability, Tiles, solvability};

use crate::game::Game;
use crate::heuristics::{Any, Named, made, table_bytes};
use crate::pdb::{AnyPdb, Planned, Wanted};
use crate::solve::has_small_tables;
use crate::tables::planned;
use crate::{Asked, Metric};

/// Every board fits this packing.
type Cells = Bytes<256>;

/// The most memory in which tables are built for an explanation: those of six tiles on 4×4 fit.
const MEMORY_FOR_TABLES: u64 = 64 << 20;

/// Explains an estimate.
pub(crate) fn explain(puzzle: Asked, asked: &ExplainRequest<'_>) -> Result<Explained> {
    let Asked { start, goal, metric } = puzzle;
    let small_tables = has_small_tables(start.size(), default_memory_limit());
    let best = || match (metric, small_tables) {
        (Metric::Stm, true) => Named::WalkingConflict,
        (Metric::Stm, false) => Named::LinearConflict,
        (Metric::Mtm, true) => Named::WalkingDistance,
        (Metric::Mtm, false) => Named::Manhattan,
    };
    let heuristic = asked.heuristic.map_or_else(best, Named::of);
    let explained = |value, parts| Explained { heuristic: heuristic.info(), value, parts };
    // These look at tiles alone; tables know only of what can be reached.
    let looks = [Named::Zero, Named::Misplaced, Named::Manhattan, Named::LinearConflict];
    if !looks.contains(&heuristic) && solvability(&start, &goal) != Solvability::Solvable {
        return Ok(explained(None, Vec::new()));
    }
    let case = Case { start, goal, metric, heuristic, asked };
    let (value, parts) = case.estimate()?;
    Ok(explained(value, parts))
}

/// A position and what is asked about it.
struct Case<'a> {
    start: Position,
    goal: Position,
    metric: Metric,
    heuristic: Named,
    asked: &'a ExplainRequest<'a>,
}

impl Case<'_> {
    fn estimate(&self) -> Result<(Option<u32>, Vec<Part>)> {
        let game = Game::new(&self.goal, self.metric)?;
        let board = game.board(&self.start)?;
        if self.heuristic == Named::Pdb {
            return self.patterns(&game, &board);
        }
        table_bytes(self.heuristic, &game, None, default_memory_limit())?;
        let value = Any::new(self.heuristic, &game, None)?.estimate(&board);
        let parts = match (self.heuristic, self.metric) {
            (Named::Misplaced, _) => self.misplaced(value),
            (Named::Manhattan, Metric::Stm) => self.vectors(),
            (Named::Manhattan, Metric::Mtm) => shares(self.most_crossed()),
            (Named::LinearConflict, Metric::Stm) => {
                let mut parts = self.vectors();
                parts.extend(self.conflicts(Axis::Row));
                parts.extend(self.conflicts(Axis::Column));
                parts
            }
            (_, Metric::Stm) => self.by_axis(&game.steps, &board)?.map(shares).unwrap_or_default(),
            (_, Metric::Mtm) => self.by_axis(&game.slides, &board)?.map(shares).unwrap_or_default(),
        };
        // What the two axes need may be less than what they take in turn.
        let turns = value.unwrap_or(0).saturating_sub(parts.iter().map(Part::value).sum());
        let more = (self.heuristic == Named::Alternating).then(|| Part::share("turns", turns));
        Ok((value, parts.into_iter().chain(more).collect()))
    }

    /// What each axis needs, where a heuristic tells them apart.
    fn by_axis<M: Counting>(&self, space: &Tiles<Cells, M>, board: &Board<Cells>) -> Result<Option<AxisBounds>>
    where
        for<'s> LinearConflict<'s, Cells, M>: ByAxis<Cells, M>,
    {
        let named = self.heuristic;
        Ok(Some(match named {
            Named::LinearConflict => bounds(&LinearConflict::new(space), board),
            Named::WalkingDistance => bounds(&made(named, WalkingDistance::new(space))?, board),
            Named::WalkingConflict | Named::Alternating => bounds(&made(named, WalkingConflict::new(space))?, board),
            Named::InversionDistance => bounds(&InversionDistance::new(space), board),
            _ => return Ok(None),
        }))
    }

    fn cell(&self, cell: usize) -> Cell {
        let size = self.start.size();
        [count(size.column(cell)), count(size.row(cell))]
    }

    /// Every tile with its cell and that of its goal.
    fn tiles(&self) -> impl Iterator<Item = (u8, usize, usize)> {
        let goal = |tile: u8| self.goal.tiles().iter().position(|&other| other == tile).unwrap_or(0);
        let tiles = self.start.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(move |(cell, &tile)| (tile, cell, goal(tile)))
    }

    /// The ways of the tiles that are not at home.
    fn vectors(&self) -> Vec<Part> {
        let away = self.tiles().filter(|(_, cell, goal)| cell != goal);
        let vector = |(tile, cell, goal): (u8, usize, usize)| Part::Vector {
            tile: tile.into(),
            from: self.cell(cell),
            to: self.cell(goal),
            distance: count(self.start.size().distance(cell, goal)),
        };
        away.map(vector).collect()
    }

    /// Tiles away from home: each for itself, or all together where one move can take several home.
    fn misplaced(&self, value: Option<u32>) -> Vec<Part> {
        let away: Vec<u32> =
            self.tiles().filter(|(_, cell, goal)| cell != goal).map(|(tile, ..)| tile.into()).collect();
        match self.metric {
            Metric::Stm => away.into_iter().map(|tile| Part::of_tile(tile, 1)).collect(),
            Metric::Mtm if away.is_empty() => Vec::new(),
            Metric::Mtm => vec![Part::Pattern { tiles: away, value: value.unwrap_or(0), name: None }],
        }
    }

    /// The most tiles that must cross one of the lines between rows, and between columns.
    fn most_crossed(&self) -> AxisBounds {
        let size = self.start.size();
        let most = |lines: usize, line_of: &dyn Fn(usize) -> usize| {
            let crossed = |line: usize| {
                self.tiles().filter(|&(_, cell, goal)| (line_of(cell) <= line) != (line_of(goal) <= line)).count()
            };
            count((1..lines).map(|line| crossed(line - 1)).max().unwrap_or(0))
        };
        AxisBounds {
            vertical: most(size.height(), &|cell| size.row(cell)),
            horizontal: most(size.width(), &|cell| size.column(cell)),
        }
    }

    /// The tiles of each line that must leave it.
    fn conflicts(&self, axis: Axis) -> Vec<Part> {
        let size = self.start.size();
        // The line of a cell, and its place there.
        let locate = |cell: usize| match axis {
            Axis::Row => (size.row(cell), size.column(cell)),
            Axis::Column => (size.column(cell), size.row(cell)),
        };
        let lines = match axis {
            Axis::Row => size.height(),
            Axis::Column => size.width(),
        };
        let conflict = |line: usize| {
            let at_home = self.tiles().filter(|&(_, cell, goal)| locate(cell).0 == line && locate(goal).0 == line);
            let wants: Vec<(u8, usize)> = at_home.map(|(tile, _, goal)| (tile, locate(goal).1)).collect();
            let tiles = out_of_order(&wants);
            let adds = 2 * count(tiles.len());
            (adds > 0).then(|| Part::Conflict { tiles, axis, line: count(line), adds })
        };
        (0..lines).filter_map(conflict).collect()
    }

    /// What the patterns of the best partition add up to.
    fn patterns(&self, game: &Game<Cells>, board: &Board<Cells>) -> Result<(Option<u32>, Vec<Part>)> {
        let wanted = Wanted::of(self.asked.options, self.metric)?;
        let planned = planned(self.asked.session, &wanted, &self.goal, self.metric)?;
        let limits = self.asked.limits;
        let limits = Limits { memory: limits.memory.min(MEMORY_FOR_TABLES), ..limits.clone() };
        let stock = self.asked.session.obtain(&planned, &limits, &mut |_| ())?.stock;
        let Stock { set, tables } = &*stock;
        let plan = &set.plan;
        let look_up = |set: &Planned| AnyPdb::new(game, set, tables).map(|pdb| pdb.estimate(board));
        let Some(value) = look_up(set)? else { return Ok((None, Vec::new())) };
        let steps = |tiles: &[u8]| -> u32 {
            let mine = self.tiles().filter(|(tile, ..)| tiles.contains(tile));
            mine.map(|(_, cell, goal)| count(self.start.size().distance(cell, goal))).sum()
        };
        let all: Vec<u8> = self.tiles().map(|(tile, ..)| tile).collect();
        let adds_up = matches!(plan.kind(), TableKind::Additive | TableKind::AdditiveBlank | TableKind::AdditiveRegion);
        for (partition, patterns) in plan.patterns().into_iter().enumerate() {
            let mut parts = Vec::new();
            let mut rest = all.clone();
            for (pattern, tiles) in patterns.iter().enumerate() {
                let Some(found) = look_up(&set.only(partition, pattern))? else { continue };
                rest.retain(|tile| !tiles.contains(tile));
                // Beside the pattern a lone lookup counts the steps of all other tiles.
                let value = if adds_up { found + steps(tiles) - steps(&all) } else { found };
                parts.push(pattern_of(tiles, value, None));
            }
            if adds_up && steps(&rest) > 0 {
                parts.push(pattern_of(&rest, steps(&rest), Some("in no pattern")));
            }
            if !adds_up {
                parts.truncate(1);
            }
            if parts.iter().map(Part::value).sum::<u32>() == value {
                return Ok((Some(value), parts));
            }
        }
        // Tables of lines: one pattern has the most for rows, another for columns.
        let mut tiles = plan.patterns().concat().concat();
        tiles.sort_unstable();
        tiles.dedup();
        Ok((Some(value), vec![pattern_of(&tiles, value, Some("several patterns"))]))
    }
}

fn pattern_of(tiles: &[u8], value: u32, name: Option<&str>) -> Part {
    let mut tiles: Vec<u32> = tiles.iter().map(|&tile| tile.into()).collect();
    tiles.sort_unstable();
    Part::Pattern { tiles, value, name: name.map(str::to_owned) }
}

/// The bounds for each axis.
fn bounds<M: Counting, H: ByAxis<Cells, M>>(heuristic: &H, board: &Board<Cells>) -> AxisBounds {
    heuristic.memo(board).map_or(AxisBounds { vertical: 0, horizontal: 0 }, |memo| heuristic.bounds(memo))
}

/// Vertical moves bring tiles into their rows, horizontal ones into their columns.
fn shares(bounds: AxisBounds) -> Vec<Part> {
    vec![Part::share("rows", bounds.vertical), Part::share("columns", bounds.horizontal)]
}

/// The tiles outside a longest sequence of those that are in order; each comes with the place that it wants.
fn out_of_order(wants: &[(u8, usize)]) -> Vec<u32> {
    // The longest sequence that ends with each, and the one before it there.
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(wants.len());
    for (index, &(_, want)) in wants.iter().enumerate() {
        let before = (0..index).filter(|&other| wants[other].1 < want).max_by_key(|&other| best[other].0);
        best.push((before.map_or(1, |other| best[other].0 + 1), before));
    }
    let mut stays = vec![false; wants.len()];
    let mut at = (0..wants.len()).max_by_key(|&index| best[index].0);
    while let Some(index) = at {
        stays[index] = true;
        at = best[index].1;
    }
    let leave = wants.iter().zip(stays).filter(|(_, stays)| !stays);
    leave.map(|((tile, _), _)| u32::from(*tile)).collect()
}
