//! Making a solution cheaper by finding again, optimally, the way between states on it (Ratner and Pohl 1986, who call it
//! LPA*, local path A*).

use std::collections::HashMap;

use crate::limits::LimitKind;
use crate::meter::Meter;
use crate::observer::Observer;
use crate::space::{Cost, StateSpace};

/// Finds cheaper ways between two states. What it knows about the space is its own affair.
pub trait Shortcut<S: StateSpace> {
    /// A way from one state to another that costs less than `cost`, the cheapest there is; or `None` where there is
    /// none, or none was found with `allowance` expansions. What it uses is taken off the allowance.
    ///
    /// # Errors
    /// The limit that was reached.
    fn between<O: Observer>(
        &mut self,
        from: &S::State,
        to: &S::State,
        cost: Cost,
        allowance: &mut u64,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<Vec<S::Move>>, LimitKind>;
}

/// How a pass over a solution looks for shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// Moves that a shortcut may replace.
    pub length: usize,
    /// How many moves further the next window begins.
    pub stride: usize,
    /// The most expansions for one window.
    pub allowance: u64,
}

impl Windows {
    /// Passes once along the solution `moves` from `start` and replaces every window that has a shortcut, for at most
    /// `budget` expansions, which are taken off it. After a shortcut the pass goes back by a window, because what comes
    /// before may now have one too. Returns the cost that was saved.
    ///
    /// # Errors
    /// The limit that was reached; the moves are a solution then too, with every shortcut found so far.
    pub fn pass<S: StateSpace, F: Shortcut<S>, O: Observer>(
        &self,
        space: &S,
        start: &S::State,
        moves: &mut Vec<S::Move>,
        shortcuts: &mut F,
        budget: &mut u64,
        meter: &mut Meter<'_, O>,
    ) -> Result<Cost, LimitKind> {
        let mut saved = 0;
        let (mut first, mut from) = (0, start.clone());
        let (mut end, mut to) = (0, start.clone());
        while *budget > 0 {
            while end < moves.len().min(first + self.length) {
                space.apply(&mut to, moves[end]);
                end += 1;
            }
            let cost = moves[first..end].iter().map(|&mv| space.cost(mv)).sum();
            let mut allowance = self.allowance.min(*budget);
            let before = allowance;
            let shortcut = shortcuts.between(&from, &to, cost, &mut allowance, meter)?;
            *budget -= before - allowance;
            if let Some(shortcut) = shortcut {
                saved += cost - shortcut.iter().map(|&mv| space.cost(mv)).sum::<Cost>();
                let length = shortcut.len();
                moves.splice(first..end, shortcut);
                end = first + length;
                for _ in 0..self.length.min(first) {
                    first -= 1;
                    space.undo(&mut from, moves[first]);
                }
                // The window reaches further than its new moves: it is filled up when it is looked at.
                while end > first + self.length {
                    end -= 1;
                    space.undo(&mut to, moves[end]);
                }
                continue;
            }
            if end == moves.len() {
                break;
            }
            for _ in 0..self.stride.max(1).min(end - first) {
                space.apply(&mut from, moves[first]);
                first += 1;
            }
        }
        Ok(saved)
    }
}

/// Takes out of a path everything between two visits of one state.
///
/// # Errors
/// [`LimitKind::Memory`] where the states of the path do not fit; it is unchanged then.
pub fn remove_loops<S: StateSpace, O: Observer>(
    space: &S,
    start: &S::State,
    moves: &mut Vec<S::Move>,
    meter: &mut Meter<'_, O>,
) -> Result<(), LimitKind> {
    // A table of states and numbers, at most half full.
    let bytes = (2 * (moves.len() + 1) * size_of::<(S::State, usize)>()) as u64;
    meter.claim(bytes)?;
    let mut last_visit = HashMap::with_capacity(moves.len() + 1);
    let mut state = start.clone();
    last_visit.insert(state.clone(), 0);
    for (index, &mv) in moves.iter().enumerate() {
        space.apply(&mut state, mv);
        last_visit.insert(state.clone(), index + 1);
    }
    let mut state = start.clone();
    let mut kept = Vec::new();
    let mut at = last_visit[&state];
    while at < moves.len() {
        space.apply(&mut state, moves[at]);
        kept.push(moves[at]);
        at = last_visit[&state];
    }
    *moves = kept;
    meter.release(bytes);
    Ok(())
}
