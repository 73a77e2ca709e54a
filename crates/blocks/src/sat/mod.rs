//! Sliding blocks as formulas, in all four metrics.
//!
//! A formula says of each moment at which places there are pieces, and of each move which piece goes where. It is written
//! from the rules: each piece is somewhere, no square is covered twice, one move is made at a time, a piece goes through
//! squares that no other piece covers, and at the end a goal is reached. It takes nothing else for granted: no lower bound, and
//! no order of moves that could be exchanged, which makes formulas larger and proofs no shorter.
//!
//! **Pieces that nothing tells apart** are not told apart: of a place it is said that one of them is there.
//!
//! **A path** of the metrics `slide` and `move` is a set of places: its two ends have one neighbour in it, every other place
//! two. What is left over from these degrees can only be circles, which do no harm: the place where the path begins is an end,
//! and a path has two. A shortest path is such a set. Under `slide` all its steps are on one line.
//!
//! **A group** is a set of pieces with one direction and one distance. That its pieces hang together is said by levels: one of
//! them is on level 0, and each of the others touches one that is on a lower level. From a middle piece of the set no other
//! is farther than half its number.

mod goal;
mod group;
mod one;
mod table;

use std::sync::Arc;

use fewest_sat::{Cnf, Lit, Model, Scope, ToCnf};
use fewest_search::{Cost, LimitKind, Meter, Observer};

use self::one::Turn;
use self::table::{Class, Table};
use crate::metric::Metric;
use crate::notation::Shift;
use crate::position::Position;
use crate::puzzle::Puzzle;

/// A puzzle under a metric as a formula for each horizon.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Metric, Puzzle, sat::SatEncoding};
/// use fewest_sat::{Aim, Backend, climb};
/// use fewest_search::{Limits, Outcome};
///
/// let puzzle: Arc<Puzzle> = Arc::new("ab..\n....\n\n....\n...a".parse()?);
/// let encoding = SatEncoding::new(&puzzle, Metric::Step);
/// let run = climb(&encoding, Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
/// let Outcome::Solved { cost: 4, .. } = run.outcome else { panic!("four steps: {:?}", run.outcome) };
/// # Ok::<(), fewest_blocks::Faults>(())
/// ```
#[derive(Clone, Debug)]
pub struct SatEncoding {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    table: Table,
}

/// The literals of a formula that tell its moves.
#[derive(Clone, Debug)]
pub struct Track {
    turns: Vec<Told>,
}

/// One move, by its literals.
#[derive(Clone, Debug)]
enum Told {
    One(Turn),
    Group(group::Turn),
}

/// Asks whether the work may go on.
type Check<'a> = &'a mut dyn FnMut(&Cnf) -> Result<(), LimitKind>;

impl SatEncoding {
    /// The puzzle from its start.
    pub fn new(puzzle: &Arc<Puzzle>, metric: Metric) -> Self {
        Self { puzzle: puzzle.clone(), metric, table: Table::new(puzzle, metric) }
    }

    /// Each piece that is told apart is somewhere, once; no square is covered twice.
    fn require_places(&self, cnf: &mut Cnf, at: &[Lit], check: Check<'_>) -> Result<(), LimitKind> {
        for class in self.table.classes.iter().filter(|class| class.pieces.len() == 1) {
            cnf.exactly_one(&at[class.stands.clone()]);
            check(cnf)?;
        }
        for stands in &self.table.covering {
            let here: Vec<Lit> = stands.iter().map(|&stand| at[stand]).collect();
            cnf.at_most_one(&here);
            check(cnf)?;
        }
        Ok(())
    }

    /// Where pieces are after a move. What cannot move is where it was.
    fn places_after(&self, cnf: &mut Cnf, at: &[Lit]) -> Vec<Lit> {
        let place = |(stand, &before): (usize, &Lit)| if self.table.can_move(stand) { cnf.variable() } else { before };
        at.iter().enumerate().map(place).collect()
    }
}

impl ToCnf for SatEncoding {
    type Move = Shift;
    type Map = Track;

    /// A move, where the start is no goal.
    fn lower_bound(&self) -> Option<Cost> {
        Some(Cost::from(!Position::start(self.puzzle.clone()).is_goal()))
    }

    fn step(&self) -> Cost {
        1
    }

    /// A shortest solution comes to each position once, and there are no more than ways to place each class on its stands.
    fn upper_bound(&self) -> Option<Cost> {
        let ways = |class: &Class| class.stands.len().checked_pow(u32::try_from(class.pieces.len()).ok()?);
        let positions = self.table.classes.iter().try_fold(1usize, |all, class| all.checked_mul(ways(class)?))?;
        Cost::try_from(positions - 1).ok()
    }

    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Track), LimitKind> {
        let table = &self.table;
        // For each stand and move: the literals of its place, and those that tell the move.
        let a_move = 8 * (size_of::<Lit>() * table.stands.len()) as u64;
        let held = table.bytes() + 2 * a_move;
        let mut cnf = Cnf::within(meter.free_memory().saturating_sub(held));
        let mut at: Vec<Lit> = table.start.iter().map(|&is_there| Lit::from(is_there)).collect();
        let mut turns: Vec<Told> = Vec::new();
        let mut was_done = Lit::FALSE;
        for time in 0..horizon {
            let held = held.saturating_add(a_move.saturating_mul(u64::from(time)));
            let check: Check<'_> = &mut |cnf: &Cnf| cnf.check(held, meter);
            let next = self.places_after(&mut cnf, &at);
            self.require_places(&mut cnf, &next, check)?;
            let done = match scope {
                Scope::Exactly => Lit::FALSE,
                Scope::AtMost => cnf.variable(),
            };
            cnf.implies([was_done], [done]);
            was_done = done;
            turns.push(match self.metric {
                Metric::Group => Told::Group(group::write(&mut cnf, table, [&at, &next], done, check)?),
                _ => Told::One(one::write(&mut cnf, table, self.metric, [&at, &next], done, check)?),
            });
            at = next;
        }
        goal::write(&mut cnf, &self.puzzle, table, &at);
        cnf.check(held.saturating_add(a_move.saturating_mul(u64::from(horizon))), meter)?;
        Ok((cnf, Track { turns }))
    }

    fn decode(&self, track: &Track, model: &Model) -> Vec<Shift> {
        let table = &self.table;
        // Which piece is at each stand. Beyond an exit it does not matter.
        let mut pieces: Vec<Option<usize>> = vec![None; table.stands.len()];
        for class in &table.classes {
            for &piece in &class.pieces {
                let start = crate::position::Place::On(self.puzzle.pieces()[piece].start);
                let stand = class.stands.clone().find(|&stand| table.stands[stand].place == start);
                pieces[stand.expect("a piece starts at a stand of its class")] = Some(piece);
            }
        }
        let label = |piece: Option<usize>| self.puzzle.pieces()[piece.expect("a piece moves")].label;
        let mut shifts = Vec::new();
        for turn in &track.turns {
            let told = match turn {
                Told::One(turn) => turn.told(table, model).map(|(from, to, path)| (vec![(from, to)], path)),
                Told::Group(turn) => turn.told(table, model),
            };
            let Some((moves, path)) = told else { continue };
            let movers: Vec<Option<usize>> = moves.iter().map(|&(from, _)| pieces[from].take()).collect();
            shifts.push(Shift { pieces: movers.iter().map(|&piece| label(piece)).collect(), path });
            for ((_, to), piece) in moves.into_iter().zip(movers) {
                pieces[to] = piece;
            }
        }
        shifts
    }
}
