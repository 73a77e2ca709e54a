//! A move of one piece: a step, a slide, or any path.

use std::collections::VecDeque;

use fewest_sat::{Cnf, Lit, Model};
use fewest_search::LimitKind;

use super::Check;
use super::table::{Stand, Table};
use crate::geometry::Direction;
use crate::metric::Metric;

/// The literals of one move.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// By stand: that the piece that moves was there.
    from: Vec<Lit>,
    /// By stand: that it is there now.
    to: Vec<Lit>,
    /// By stand: that its path leads through. Only the ends of a single step have one of their own.
    way: Vec<Lit>,
    /// The steps off the board.
    exits: Vec<Exit>,
    /// Of a slide, that it is in a row.
    is_level: Lit,
}

/// A step off the board.
#[derive(Clone, Debug)]
struct Exit {
    /// The stand that it leads from.
    at: usize,
    way: usize,
    /// The stand beyond.
    to: usize,
    lit: Lit,
}

impl Turn {
    /// From where to where a piece goes in a model, and its steps; `None` where all is done.
    pub(super) fn told(&self, table: &Table, model: &Model) -> Option<(usize, usize, Vec<Direction>)> {
        let holds = |lits: &[Lit]| lits.iter().position(|&lit| model.holds(lit));
        let (from, to) = (holds(&self.from)?, holds(&self.to).expect("what moves arrives"));
        let is_open = |stand: usize| stand == to || model.holds(self.way[stand]);
        let out = |stand: usize| {
            self.exits.iter().find(|exit| exit.at == stand && model.holds(exit.lit)).map(|exit| exit.way)
        };
        // A breadth-first search over the path.
        let mut came: Vec<Option<(usize, usize)>> = vec![None; table.stands.len()];
        let mut waiting = VecDeque::from([from]);
        while let Some(stand) = waiting.pop_front() {
            let way_out = out(stand);
            if stand == to || way_out.is_some() {
                let mut path: Vec<Direction> = way_out.map(|way| Direction::ALL[way]).into_iter().collect();
                let mut at = stand;
                while let Some((before, way)) = came[at] {
                    path.push(Direction::ALL[way]);
                    at = before;
                }
                path.reverse();
                return Some((from, to, path));
            }
            for (way, next) in table.stands[stand].next.iter().enumerate() {
                let Some(next) = *next else { continue };
                if next != from && came[next].is_none() && is_open(next) {
                    came[next] = Some((stand, way));
                    waiting.push_back(next);
                }
            }
        }
        unreachable!("the ends of a path are connected")
    }
}

/// Writes what one move of one piece does.
pub(super) fn write(
    cnf: &mut Cnf,
    table: &Table,
    metric: Metric,
    [before, after]: [&[Lit]; 2],
    done: Lit,
    check: Check<'_>,
) -> Result<Turn, LimitKind> {
    let stands = &table.stands;
    let some = |cnf: &mut Cnf, is_possible: bool| if is_possible { cnf.variable() } else { Lit::FALSE };
    let can_move = |stand: usize| table.can_move(stand);
    let from: Vec<Lit> = (0..stands.len())
        .map(|stand| some(cnf, can_move(stand) && table.is_on_board(stand) && before[stand] != Lit::FALSE))
        .collect();
    let to: Vec<Lit> =
        (0..stands.len()).map(|stand| some(cnf, can_move(stand) && after[stand] != Lit::FALSE)).collect();
    let mut exits = Vec::new();
    for (index, stand) in stands.iter().enumerate() {
        for (way, leaves) in stand.leaves.iter().enumerate() {
            if let Some((beyond, _)) = leaves {
                exits.push(Exit { at: index, way, to: *beyond, lit: cnf.variable() });
            }
        }
    }
    // Just one piece leaves a stand and comes to another, unless all is done.
    for ends in [&from, &to] {
        cnf.exactly_one(&ends.iter().copied().chain([done]).collect::<Vec<_>>());
    }
    for stand in (0..stands.len()).filter(|&stand| can_move(stand)) {
        let (now, then) = (before[stand], after[stand]);
        cnf.implies([from[stand]], [now]);
        cnf.implies([from[stand]], [!then]);
        cnf.implies([to[stand]], [!now]);
        cnf.implies([to[stand]], [then]);
        cnf.implies([now], [then, from[stand]]);
        cnf.implies([then], [now, to[stand]]);
    }
    check(cnf)?;
    // The piece that arrives is the one that left.
    for class in &table.classes {
        let mover = cnf.or(from[class.stands.clone()].iter().copied());
        let arrival = cnf.or(to[class.stands.clone()].iter().copied());
        cnf.implies([mover], [arrival]);
        cnf.implies([arrival], [mover]);
    }
    let mut turn = Turn { from, to, way: vec![Lit::FALSE; stands.len()], exits, is_level: Lit::TRUE };
    turn.leave(cnf, table);
    if metric == Metric::Step {
        turn.step(cnf, table);
    } else {
        turn.walk(cnf, table, metric, before, check)?;
    }
    turn.pass(cnf, table, before);
    check(cnf)?;
    Ok(turn)
}

impl Turn {
    /// A piece is beyond an exit after a step there, and not otherwise.
    fn leave(&self, cnf: &mut Cnf, table: &Table) {
        for stand in (0..table.stands.len()).filter(|&stand| !table.is_on_board(stand)) {
            let steps = || self.exits.iter().filter(|exit| exit.to == stand).map(|exit| exit.lit);
            cnf.implies([self.to[stand]], steps());
            steps().for_each(|step| cnf.implies([step], [self.to[stand]]));
        }
    }

    /// The steps that lead off the board from a stand.
    fn exits_at(&self, stand: usize) -> impl Iterator<Item = Lit> + '_ {
        self.exits.iter().filter(move |exit| exit.at == stand).map(|exit| exit.lit)
    }

    /// One step: to a neighbour, or off the board.
    fn step(&mut self, cnf: &mut Cnf, table: &Table) {
        for (index, stand) in table.stands.iter().enumerate() {
            let targets = stand.neighbours().map(|next| self.to[next]).chain(self.exits_at(index));
            cnf.implies([self.from[index]], targets);
            if table.is_on_board(index) {
                cnf.implies([self.to[index]], stand.neighbours().map(|next| self.from[next]));
            }
            for lit in self.exits_at(index) {
                cnf.implies([lit], [self.from[index]]);
            }
        }
        self.way = self.from.clone();
    }

    /// A path: of its stands, the ends have one neighbour on it, and the others two.
    fn walk(
        &mut self,
        cnf: &mut Cnf,
        table: &Table,
        metric: Metric,
        before: &[Lit],
        check: Check<'_>,
    ) -> Result<(), LimitKind> {
        let stands = &table.stands;
        for class in table.classes.iter().filter(|class| class.stands.len() > 1) {
            let moves: Vec<Lit> = self.from[class.stands.clone()].to_vec();
            if moves.iter().all(|&lit| lit == Lit::FALSE) {
                continue;
            }
            let mover = cnf.or(moves);
            for stand in class.stands.clone().filter(|&stand| table.is_on_board(stand)) {
                let way = cnf.variable();
                self.way[stand] = way;
                cnf.implies([way], [mover]);
                cnf.implies([self.from[stand]], [way]);
                cnf.implies([self.to[stand]], [way]);
            }
        }
        if metric == Metric::Slide {
            self.is_level = cnf.variable();
        }
        for (index, stand) in stands.iter().enumerate().filter(|&(index, _)| table.is_on_board(index)) {
            let (way, from) = (self.way[index], self.from[index]);
            let end = {
                let ends: Vec<Lit> = self.exits_at(index).chain([self.to[index]]).collect();
                cnf.or(ends)
            };
            for lit in self.exits_at(index) {
                cnf.implies([lit], [way]);
            }
            let near: Vec<Lit> = stand.neighbours().map(|next| self.way[next]).collect();
            degrees(cnf, way, from, end, &near);
            if metric == Metric::Slide {
                self.straighten(cnf, index, stand);
            }
            check(cnf)?;
        }
        // Pieces that stay are in the way.
        for covering in &table.covering {
            if covering.iter().any(|&stand| self.way[stand] != Lit::FALSE) {
                let stays = cnf.variable();
                for &stand in covering {
                    cnf.implies([before[stand]], [self.from[stand], stays]);
                    cnf.implies([self.way[stand]], [!stays]);
                }
                check(cnf)?;
            }
        }
        Ok(())
    }

    /// All steps are on one line.
    fn straighten(&self, cnf: &mut Cnf, index: usize, stand: &Stand) {
        for direction in Direction::ALL {
            let is_row = matches!(direction, Direction::Left | Direction::Right);
            let line = if is_row { self.is_level } else { !self.is_level };
            if let Some(next) = stand.next[direction as usize] {
                cnf.implies([self.way[index], self.way[next]], [line]);
            }
            for exit in self.exits.iter().filter(|exit| exit.at == index && exit.way == direction as usize) {
                cnf.implies([exit.lit], [line]);
            }
        }
    }

    /// A step off the board leads through squares that no other piece covers.
    fn pass(&self, cnf: &mut Cnf, table: &Table, before: &[Lit]) {
        for exit in &self.exits {
            for &square in table.stands[exit.at].leaves[exit.way].iter().flat_map(|(_, squares)| squares) {
                for &other in &table.covering[usize::from(square)] {
                    cnf.implies([exit.lit, before[other]], [self.from[other]]);
                }
            }
        }
    }
}

/// Of a stand on a path: how many of its neighbours are on it.
fn degrees(cnf: &mut Cnf, way: Lit, from: Lit, end: Lit, near: &[Lit]) {
    let others = |skipped: usize| near.iter().enumerate().filter(move |&(at, _)| at != skipped).map(|(_, &lit)| lit);
    // In the middle two.
    for skipped in 0..near.len() {
        cnf.implies([way], others(skipped).chain([from, end]));
    }
    if near.is_empty() {
        cnf.implies([way], [from, end]);
    }
    for (a, &first) in near.iter().enumerate() {
        for (b, &second) in near.iter().enumerate().skip(a + 1) {
            for &third in &near[b + 1..] {
                cnf.implies([way, first, second, third], []);
            }
            cnf.implies([from, first, second], []);
            cnf.implies([end, first, second], []);
        }
        // Where it begins and ends at one stand, there is nothing between.
        cnf.implies([from, end, first], []);
    }
    // At an end one.
    cnf.implies([from], near.iter().copied().chain([end]));
    cnf.implies([end], near.iter().copied().chain([from]));
}
