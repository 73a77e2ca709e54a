//! The formula of one horizon.

use fewest_sat::{Cnf, Lit, Model, Scope};
use fewest_search::{Cost, LimitKind, Meter, Observer};

use super::SatEncoding;
use super::away::{self, Counts, Unary};
use super::conflicts::{self, Pattern};
use super::parts::Parts;
use super::stages::Stages;
use super::windows::{Windows, neighbours};
use crate::strings;
use crate::{Move, Size};

/// Which way the blank goes at each step.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Up, down, left, right.
    ways: Vec<[Lit; 4]>,
}

impl Steps {
    /// The moves of the blank in a model.
    pub(super) fn walk(&self, model: &Model, size: Size, mut blank: usize) -> Vec<Move> {
        let cell = |cell: usize| u8::try_from(cell).expect("a board has at most 256 cells");
        let step = |ways: &[Lit; 4]| {
            let way = ways.iter().position(|&way| model.holds(way)).expect("the blank goes one way at each step");
            let target = neighbours(size, blank)[way].expect("the blank stays on the board");
            let mv = Move { blank: cell(blank), target: cell(target) };
            blank = target;
            mv
        };
        self.ways.iter().map(step).collect()
    }
}

/// The formula that is true just where there is a solution of this scope, and the variables that tell its moves.
pub(super) fn encode<O: Observer>(
    puzzle: &SatEncoding,
    horizon: Cost,
    scope: Scope,
    meter: &mut Meter<'_, O>,
) -> Result<(Cnf, Steps), LimitKind> {
    let SatEncoding { start, goal, parts, .. } = puzzle;
    let (size, parts) = (start.size(), *parts);
    let (from, to) = (start.cells_of_tiles(), goal.cells_of_tiles());
    let distance: usize = (1..size.cells()).map(|tile| size.distance(from[tile], to[tile])).sum();
    let mut horizon = usize::try_from(horizon).expect("a horizon fits memory");
    let fits = |horizon: usize| horizon >= distance && (horizon - distance).is_multiple_of(2);
    if scope == Scope::AtMost {
        if size.cells() == 1 {
            horizon = 0;
        } else if !fits(horizon) {
            horizon = horizon.saturating_sub(1);
        }
    }
    let staged = parts.stages && scope == Scope::AtMost;
    let stages = if staged { Stages::new(size, goal.blank(), horizon, distance % 2 == 1) } else { None };
    if let Some((_, moves)) = stages {
        horizon = moves;
    }
    if staged && stages.is_none() && !size.is_line() || !fits(horizon) || start.blank() != goal.blank() && horizon == 0
    {
        let mut cnf = Cnf::new();
        cnf.clause([]);
        return Ok((cnf, Steps { ways: Vec::new() }));
    }
    let away = (horizon - distance) / 2;
    let strings = puzzle.strings(meter)?;
    let held = Windows::bytes(size, parts) + Walk::bytes(size, horizon);
    let mut cnf = Cnf::within(meter.free_memory().saturating_sub(held));
    let mut check = |cnf: &Cnf| cnf.check(held, meter);
    check(&cnf)?;
    let windows = Windows::new(start, goal, horizon, away, parts);
    let stages = stages.as_ref().map(|(stages, _)| stages);
    let walk = Walk::new(&mut cnf, size, to, horizon, &windows, stages, &mut check)?;
    for step in 0..=horizon {
        walk.places(&mut cnf, parts, step);
        if parts.two_body_clauses {
            walk.pairs(&mut cnf, &windows, step);
        }
        if step < horizon {
            walk.moves(&mut cnf, parts, step);
        }
        check(&cnf)?;
    }
    if parts.away && stages.is_none() {
        let counts = walk.count(&mut cnf, away, distance, &mut check)?;
        walk.remainders(&mut cnf, &counts, parts, &windows, &from, &mut check)?;
    }
    if parts.strings > 0 {
        let idle = if scope == Scope::AtMost { walk.idle(&mut cnf) } else { vec![Lit::FALSE; horizon] };
        walk.forbid(&mut cnf, strings, &idle, &mut check)?;
    }
    Ok((cnf, Steps { ways: walk.ways }))
}

/// The variables.
struct Walk {
    size: Size,
    goal: Vec<usize>,
    horizon: usize,
    /// By step, tile and cell; tile 0 is the blank.
    at: Vec<Lit>,
    /// By step and direction of the blank.
    ways: Vec<[Lit; 4]>,
}

/// Asks whether the work may go on.
pub(super) type Check<'a> = &'a mut dyn FnMut(&Cnf) -> Result<(), LimitKind>;

impl Walk {
    /// The bytes that the variables of a walk take.
    fn bytes(size: Size, horizon: usize) -> u64 {
        let steps = horizon as u64 + 1;
        let squares = (size.cells() * size.cells()) as u64;
        steps.saturating_mul(size_of::<Lit>() as u64 * squares + size_of::<[Lit; 4]>() as u64)
    }

    fn new(
        cnf: &mut Cnf,
        size: Size,
        goal: Vec<usize>,
        horizon: usize,
        windows: &Windows,
        stages: Option<&Stages>,
        check: Check<'_>,
    ) -> Result<Self, LimitKind> {
        let cells = size.cells();
        // The system may have less to give than the limit says.
        let (mut at, mut ways) = (Vec::new(), Vec::new());
        at.try_reserve_exact((horizon + 1) * cells * cells).map_err(|_| LimitKind::Memory)?;
        ways.try_reserve_exact(horizon).map_err(|_| LimitKind::Memory)?;
        for step in 0..=horizon {
            if step < horizon {
                ways.push(std::array::from_fn(|_| cnf.variable()));
            }
            for (tile, &goal) in goal.iter().enumerate() {
                let can = |cell| if tile == 0 { windows.blank(step, cell) } else { windows.tile(step, tile, cell) };
                let may = |cell| stages.is_none_or(|stages| stages.allow(step, cell, goal));
                let possible: Vec<bool> = (0..cells).map(|cell| can(cell) && may(cell)).collect();
                let alone = possible.iter().filter(|&&possible| possible).count() == 1;
                at.extend(possible.into_iter().map(|possible| match possible {
                    false => Lit::FALSE,
                    true if alone => Lit::TRUE,
                    true => cnf.variable(),
                }));
            }
            check(cnf)?;
        }
        Ok(Self { size, goal, horizon, at, ways })
    }

    fn cells(&self) -> usize {
        self.size.cells()
    }

    /// A tile is in a cell after so many moves.
    fn at(&self, step: usize, tile: usize, cell: usize) -> Lit {
        self.at[(step * self.cells() + tile) * self.cells() + cell]
    }

    /// Everything is somewhere, once, and nothing is where something else is.
    fn places(&self, cnf: &mut Cnf, parts: Parts, step: usize) {
        for tile in 0..self.cells() {
            if parts.tiles_once || tile == 0 {
                let places: Vec<Lit> = (0..self.cells()).map(|cell| self.at(step, tile, cell)).collect();
                cnf.clause(places.iter().copied());
                pairwise(cnf, &places);
            }
        }
        for cell in 0..self.cells() {
            if parts.cells_once {
                let things: Vec<Lit> = (0..self.cells()).map(|tile| self.at(step, tile, cell)).collect();
                cnf.clause(things.iter().copied());
                pairwise(cnf, &things);
            }
        }
    }

    /// A tile and the blank are not where they cannot be at once.
    fn pairs(&self, cnf: &mut Cnf, windows: &Windows, step: usize) {
        for tile in 1..self.cells() {
            for cell in 0..self.cells() {
                let here = self.at(step, tile, cell);
                if here == Lit::FALSE {
                    continue;
                }
                for blank in (0..self.cells()).filter(|&blank| blank != cell) {
                    if !windows.pair(step, tile, cell, blank) {
                        cnf.implies([here, self.at(step, 0, blank)], []);
                    }
                }
            }
        }
    }

    /// What a move does, and what it leaves alone.
    fn moves(&self, cnf: &mut Cnf, parts: Parts, step: usize) {
        let ways = self.ways[step];
        cnf.clause(ways);
        pairwise(cnf, &ways);
        for cell in 0..self.cells() {
            let (blank, blank_next) = (self.at(step, 0, cell), self.at(step + 1, 0, cell));
            for (way, next) in neighbours(self.size, cell).into_iter().enumerate() {
                let Some(next) = next else {
                    cnf.implies([blank, ways[way]], []);
                    cnf.implies([blank_next, ways[way ^ 1]], []);
                    continue;
                };
                cnf.implies([blank, ways[way]], [self.at(step + 1, 0, next)]);
                cnf.implies([self.at(step + 1, 0, next), ways[way]], [blank]);
                cnf.implies([blank, self.at(step + 1, 0, next)], [ways[way]]);
                for tile in 1..self.cells() {
                    let (before, after) = (self.at(step, tile, next), self.at(step + 1, tile, cell));
                    cnf.implies([before, ways[way], self.at(step + 1, 0, next)], [after]);
                    if parts.backward {
                        cnf.implies([after, ways[way], blank], [before]);
                    }
                }
            }
            for tile in 1..self.cells() {
                let (before, after) = (self.at(step, tile, cell), self.at(step + 1, tile, cell));
                cnf.implies([before], [blank_next, after]);
                if parts.backward {
                    cnf.implies([after], [blank, before]);
                }
            }
        }
    }

    /// Counts the moves that lead away from the goal.
    fn count(&self, cnf: &mut Cnf, most: usize, distance: usize, check: Check<'_>) -> Result<Counts, LimitKind> {
        let away: Vec<Lit> = (0..self.horizon)
            .map(|_| match most {
                0 => Lit::FALSE,
                _ if most == self.horizon => Lit::TRUE,
                _ => cnf.variable(),
            })
            .collect();
        for (step, &away) in away.iter().enumerate() {
            for cell in 0..self.cells() {
                for next in neighbours(self.size, cell).into_iter().flatten() {
                    for tile in 1..self.cells() {
                        let [now, then] = [cell, next].map(|cell| self.size.distance(cell, self.goal[tile]));
                        let leads_away = if then > now { away } else { !away };
                        cnf.implies([self.at(step, tile, cell), self.at(step + 1, tile, next)], [leads_away]);
                    }
                }
            }
            check(cnf)?;
        }
        Counts::new(cnf, &away, most, distance, check)
    }

    /// At each step, what bounds the moves away before and after it.
    fn remainders(
        &self,
        cnf: &mut Cnf,
        counts: &Counts,
        parts: Parts,
        windows: &Windows,
        start: &[usize],
        check: Check<'_>,
    ) -> Result<(), LimitKind> {
        let to_goal = if parts.conflicts { conflicts::patterns(self.size, &self.goal) } else { Vec::new() };
        let to_start = if parts.start_conflicts { conflicts::patterns(self.size, start) } else { Vec::new() };
        for step in 1..self.horizon {
            let after: Vec<Unary> = to_goal.iter().map(|line| self.conflicts(cnf, line, step)).collect();
            let after = away::sum(cnf, &after, counts.most + 1);
            counts.bound_after(cnf, step, &after);
            let mut before: Vec<Unary> = to_start.iter().map(|line| self.conflicts(cnf, line, step)).collect();
            if parts.astray {
                for tile in 1..self.cells() {
                    for cell in 0..self.cells() {
                        let detour = windows.detour(tile, cell);
                        cnf.implies([self.at(step, tile, cell)], [counts.at_least(step, detour)]);
                    }
                }
            }
            before.sort_by_key(Vec::len);
            before.retain(|number| !number.is_empty());
            let before = away::sum(cnf, &before, counts.most + 1);
            counts.bound_before(cnf, step, &before);
            check(cnf)?;
        }
        Ok(())
    }

    /// How many tiles of a line must leave it.
    fn conflicts(&self, cnf: &mut Cnf, line: &[Pattern], step: usize) -> Unary {
        let possible =
            |pattern: &&Pattern| pattern.tiles.iter().all(|&(tile, cell)| self.at(step, tile, cell) != Lit::FALSE);
        let most = line.iter().filter(possible).map(|pattern| pattern.leave).max().unwrap_or(0);
        let digits = descending(cnf, most);
        for pattern in line.iter().filter(possible) {
            let tiles = pattern.tiles.iter().map(|&(tile, cell)| self.at(step, tile, cell));
            cnf.implies(tiles, [digits[pattern.leave - 1]]);
        }
        digits
    }

    /// From which step on the walk goes back and forth at the goal: for each step, whether it has begun. It may begin
    /// after any number of moves that a solution can have.
    fn idle(&self, cnf: &mut Cnf) -> Vec<Lit> {
        let way = neighbours(self.size, self.goal[0]).iter().position(Option::is_some);
        let Some(way) = way else { return Vec::new() };
        let mut idle = vec![Lit::FALSE; self.horizon];
        let mut before = Lit::FALSE;
        for step in (self.horizon % 2..self.horizon).step_by(2) {
            if (0..self.cells()).any(|tile| self.at(step, tile, self.goal[tile]) == Lit::FALSE) {
                continue;
            }
            let now = cnf.variable();
            cnf.implies([before], [now]);
            for tile in 0..self.cells() {
                cnf.implies([now], [self.at(step, tile, self.goal[tile])]);
            }
            cnf.implies([now], [self.ways[step][way]]);
            cnf.implies([now], [self.ways[step + 1][way ^ 1]]);
            (idle[step], idle[step + 1]) = (now, now);
            before = now;
        }
        idle
    }

    /// No string is walked, but where the last of its moves is made at the goal.
    fn forbid(
        &self,
        cnf: &mut Cnf,
        strings: &[strings::Walk],
        idle: &[Lit],
        check: Check<'_>,
    ) -> Result<(), LimitKind> {
        for string in strings {
            for first in 0..(self.horizon + 1).saturating_sub(string.len()) {
                let ways = string.iter().enumerate().map(|(index, &way)| self.ways[first + index][usize::from(way)]);
                cnf.implies(ways, [idle[first + string.len() - 1]]);
            }
            check(cnf)?;
        }
        Ok(())
    }
}

/// A number in unary, without a value yet.
fn descending(cnf: &mut Cnf, most: usize) -> Unary {
    let digits: Unary = (0..most).map(|_| cnf.variable()).collect();
    for pair in digits.windows(2) {
        cnf.implies([pair[1]], [pair[0]]);
    }
    digits
}

/// At most one of them, pair by pair: this propagates faster than any ladder, and after the windows there are not many.
pub(super) fn pairwise(cnf: &mut Cnf, literals: &[Lit]) {
    for (index, &a) in literals.iter().enumerate().filter(|&(_, &a)| a != Lit::FALSE) {
        for &b in literals[index + 1..].iter().filter(|&&b| b != Lit::FALSE) {
            cnf.implies([a, b], []);
        }
    }
}
