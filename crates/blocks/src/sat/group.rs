//! A move of pieces that hang together, in one direction over one distance; or of one that leaves the board.

use fewest_sat::{Cnf, Lit, Model};
use fewest_search::LimitKind;

use super::Check;
use super::table::Table;
use crate::geometry::Direction;

/// The literals of one move.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// By stand: that the piece there moves on the board.
    moved: Vec<Lit>,
    ways: [Lit; 4],
    /// That the distance is more than so many squares, from none on.
    beyond: Vec<Lit>,
    /// The slides off the board.
    exits: Vec<Exit>,
}

/// From where to where each piece goes, and the steps that all of them make.
pub(super) type Told = (Vec<(usize, usize)>, Vec<Direction>);

/// A slide that ends beyond an exit.
#[derive(Clone, Debug)]
struct Exit {
    from: usize,
    to: usize,
    way: usize,
    steps: usize,
    lit: Lit,
}

impl Turn {
    /// From where to where each piece goes in a model, and its steps; `None` where all is done.
    pub(super) fn told(&self, table: &Table, model: &Model) -> Option<Told> {
        if let Some(exit) = self.exits.iter().find(|exit| model.holds(exit.lit)) {
            return Some((vec![(exit.from, exit.to)], vec![Direction::ALL[exit.way]; exit.steps]));
        }
        let way = self.ways.iter().position(|&way| model.holds(way))?;
        let distance = self.beyond.iter().filter(|&&beyond| model.holds(beyond)).count();
        let goes = |from: usize| {
            (from, chain(table, from, way).nth(distance - 1).expect("a piece that moves has a place to go"))
        };
        let moved = (0..self.moved.len()).filter(|&stand| model.holds(self.moved[stand]));
        Some((moved.map(goes).collect(), vec![Direction::ALL[way]; distance]))
    }
}

/// The stands that a piece comes to one after the other.
fn chain(table: &Table, from: usize, way: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(table.stands[from].next[way], move |&at| table.stands[at].next[way])
}

/// Writes what one move does.
pub(super) fn write(
    cnf: &mut Cnf,
    table: &Table,
    [before, after]: [&[Lit]; 2],
    done: Lit,
    check: Check<'_>,
) -> Result<Turn, LimitKind> {
    let count = table.stands.len();
    let can_move = |stand: usize| table.can_move(stand) && table.is_on_board(stand) && before[stand] != Lit::FALSE;
    let moved: Vec<Lit> = (0..count).map(|stand| if can_move(stand) { cnf.variable() } else { Lit::FALSE }).collect();
    let farthest = (0..count).flat_map(|stand| (0..4).map(move |way| chain(table, stand, way).count())).max();
    let exits = exits(cnf, table, before);
    let goes = cnf.variable();
    let choices: Vec<Lit> = exits.iter().map(|exit| exit.lit).chain([goes, done]).collect();
    cnf.exactly_one(&choices);
    let ways = [(); 4].map(|()| cnf.variable());
    cnf.at_most_one(&ways);
    cnf.implies([goes], ways);
    for way in ways {
        cnf.implies([way], [goes]);
    }
    let beyond: Vec<Lit> = std::iter::once(goes).chain((1..farthest.unwrap_or(0)).map(|_| cnf.variable())).collect();
    beyond.windows(2).for_each(|pair| cnf.implies([pair[1]], [pair[0]]));
    cnf.implies([goes], moved.iter().copied());
    let turn = Turn { moved, ways, beyond, exits };
    let arrives = turn.arrivals(cnf, table, check)?;
    turn.places(cnf, table, [before, after], &arrives);
    check(cnf)?;
    turn.ways_are_free(cnf, table, before, check)?;
    turn.hang_together(cnf, table, goes, check)?;
    Ok(turn)
}

/// The slides that lead a piece off the board.
fn exits(cnf: &mut Cnf, table: &Table, before: &[Lit]) -> Vec<Exit> {
    let mut exits = Vec::new();
    for from in (0..table.stands.len()).filter(|&stand| before[stand] != Lit::FALSE) {
        for way in 0..Direction::ALL.len() {
            let path = std::iter::once(from).chain(chain(table, from, way));
            let Some((last, at)) = path.enumerate().last() else { continue };
            if let Some((to, _)) = table.stands[at].leaves[way] {
                exits.push(Exit { from, to, way, steps: last + 1, lit: cnf.variable() });
            }
        }
    }
    exits
}

impl Turn {
    /// That the distance is just so many squares.
    fn is_distance(&self, distance: usize) -> [Lit; 2] {
        [self.beyond[distance - 1], !self.beyond.get(distance).copied().unwrap_or(Lit::FALSE)]
    }

    /// For each stand, that a piece comes there on the board.
    fn arrivals(&self, cnf: &mut Cnf, table: &Table, check: Check<'_>) -> Result<Vec<Lit>, LimitKind> {
        let comes = |stand: usize| table.can_move(stand) && table.is_on_board(stand);
        let arrives: Vec<Lit> =
            (0..self.moved.len()).map(|stand| if comes(stand) { cnf.variable() } else { Lit::FALSE }).collect();
        for (stand, &moved) in self.moved.iter().enumerate().filter(|&(_, &moved)| moved != Lit::FALSE) {
            cnf.implies([moved], [self.beyond[0]]);
            for (way, &goes) in self.ways.iter().enumerate() {
                let mut steps = 0;
                for target in chain(table, stand, way) {
                    steps += 1;
                    let distance = self.is_distance(steps);
                    cnf.implies([moved, goes, distance[0], distance[1]], [arrives[target]]);
                }
                // It goes no farther than the board does.
                let farther = self.beyond.get(steps).copied().unwrap_or(Lit::FALSE);
                cnf.implies([moved, goes, farther], []);
            }
            check(cnf)?;
        }
        for (stand, &arrives) in arrives.iter().enumerate().filter(|&(_, &arrives)| arrives != Lit::FALSE) {
            cnf.implies([arrives], [self.beyond[0]]);
            for (way, &goes) in self.ways.iter().enumerate() {
                let mut steps = 0;
                // It was where the opposite way leads.
                for origin in chain(table, stand, 3 - way) {
                    steps += 1;
                    let distance = self.is_distance(steps);
                    cnf.implies([arrives, goes, distance[0], distance[1]], [self.moved[origin]]);
                }
                let farther = self.beyond.get(steps).copied().unwrap_or(Lit::FALSE);
                cnf.implies([arrives, goes, farther], []);
            }
            check(cnf)?;
        }
        Ok(arrives)
    }

    /// A piece is where one arrived, or where it stayed.
    fn places(&self, cnf: &mut Cnf, table: &Table, [before, after]: [&[Lit]; 2], arrives: &[Lit]) {
        let mut leaves: Vec<Vec<Lit>> = vec![Vec::new(); before.len()];
        let mut comes: Vec<Vec<Lit>> = arrives.iter().map(|&lit| vec![lit]).collect();
        for exit in &self.exits {
            cnf.implies([exit.lit], [before[exit.from]]);
            leaves[exit.from].push(exit.lit);
            comes[exit.to].push(exit.lit);
        }
        for stand in (0..before.len()).filter(|&stand| table.can_move(stand)) {
            let (now, then, moved) = (before[stand], after[stand], self.moved[stand]);
            cnf.implies([moved], [now]);
            cnf.implies([now], leaves[stand].iter().copied().chain([then, moved]));
            for &comes in &comes[stand] {
                cnf.implies([comes], [then]);
            }
            cnf.implies([then], comes[stand].iter().copied().chain([now]));
            for &gone in leaves[stand].iter().chain([&moved]) {
                cnf.implies([then, gone], comes[stand].iter().copied());
            }
        }
    }

    /// Pieces that stay are in the way of those that move.
    fn ways_are_free(&self, cnf: &mut Cnf, table: &Table, before: &[Lit], check: Check<'_>) -> Result<(), LimitKind> {
        let stays: Vec<Lit> = table.covering.iter().map(|_| cnf.variable()).collect();
        for (&stays, covering) in stays.iter().zip(&table.covering) {
            for &stand in covering {
                let leaves = self.exits.iter().filter(|exit| exit.from == stand).map(|exit| exit.lit);
                cnf.implies([before[stand]], leaves.chain([self.moved[stand], stays]));
            }
        }
        check(cnf)?;
        for (stand, &moved) in self.moved.iter().enumerate().filter(|&(_, &moved)| moved != Lit::FALSE) {
            for (way, &goes) in self.ways.iter().enumerate() {
                for (&beyond, at) in self.beyond.iter().zip(chain(table, stand, way)) {
                    for &square in &table.stands[at].cells {
                        cnf.implies([moved, goes, beyond], [!stays[usize::from(square)]]);
                    }
                }
            }
            check(cnf)?;
        }
        for exit in &self.exits {
            let mut last = exit.from;
            for at in chain(table, exit.from, exit.way) {
                table.stands[at]
                    .cells
                    .iter()
                    .for_each(|&square| cnf.implies([exit.lit], [!stays[usize::from(square)]]));
                last = at;
            }
            for &square in table.stands[last].leaves[exit.way].iter().flat_map(|(_, squares)| squares) {
                cnf.implies([exit.lit], [!stays[usize::from(square)]]);
            }
        }
        Ok(())
    }

    /// The pieces that move hang together: one is on level 0, and each of the others on that of one that it touches, or
    /// on a later one.
    fn hang_together(&self, cnf: &mut Cnf, table: &Table, goes: Lit, check: Check<'_>) -> Result<(), LimitKind> {
        let levels = table.movable / 2;
        let root: Vec<Lit> =
            self.moved.iter().map(|&moved| if moved == Lit::FALSE { moved } else { cnf.variable() }).collect();
        cnf.exactly_one(&root.iter().copied().chain([!goes]).collect::<Vec<_>>());
        root.iter().zip(&self.moved).for_each(|(&root, &moved)| cnf.implies([root], [moved]));
        let mut reached = root;
        for level in 1..=levels {
            let is_last = level == levels;
            let next: Vec<Lit> = self
                .moved
                .iter()
                .map(|&moved| if is_last || moved == Lit::FALSE { moved } else { cnf.variable() })
                .collect();
            for (stand, touched) in table.touching.iter().enumerate().filter(|&(stand, _)| next[stand] != Lit::FALSE) {
                cnf.implies([next[stand]], touched.iter().map(|&other| reached[other]).chain([reached[stand]]));
                cnf.implies([next[stand]], [self.moved[stand]]);
                check(cnf)?;
            }
            reached = next;
        }
        if levels == 0 {
            for (&moved, &root) in self.moved.iter().zip(&reached) {
                cnf.implies([moved], [root]);
            }
        }
        Ok(())
    }
}
