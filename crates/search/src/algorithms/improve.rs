//! Making a solution cheaper by finding again, optimally, the way between states on it (Ratner and Pohl 1986, who call it
//! LPA*, local path A*).

use std::collections::HashMap;

use crate::{Cost, LimitKind, Meter, Observer, StateSpace};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// A grid without borders.
    struct Plane;

    impl StateSpace for Plane {
        type State = (i32, i32);
        type Move = (i32, i32);

        fn is_goal(&self, _: &(i32, i32)) -> bool {
            false
        }

        fn for_each_move(&self, _: &(i32, i32), visit: impl FnMut((i32, i32))) {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().for_each(visit);
        }

        fn apply(&self, state: &mut (i32, i32), mv: (i32, i32)) {
            *state = (state.0 + mv.0, state.1 + mv.1);
        }

        fn undo(&self, state: &mut (i32, i32), mv: (i32, i32)) {
            *state = (state.0 - mv.0, state.1 - mv.1);
        }
    }

    /// First along, then up. Each answer takes one expansion.
    struct Straight;

    impl Shortcut<Plane> for Straight {
        fn between<O: Observer>(
            &mut self,
            from: &(i32, i32),
            to: &(i32, i32),
            cost: Cost,
            allowance: &mut u64,
            meter: &mut Meter<'_, O>,
        ) -> Result<Option<Vec<(i32, i32)>>, LimitKind> {
            meter.expand(0)?;
            *allowance -= 1;
            let (right, up) = (to.0 - from.0, to.1 - from.1);
            let steps = |count: i32, mv: (i32, i32)| vec![mv; count.unsigned_abs() as usize];
            let moves = [steps(right, (right.signum(), 0)), steps(up, (0, up.signum()))].concat();
            Ok(Some(moves).filter(|moves| moves.len() < cost as usize))
        }
    }

    fn end_of(moves: &[(i32, i32)]) -> (i32, i32) {
        moves.iter().fold((0, 0), |at, mv| (at.0 + mv.0, at.1 + mv.1))
    }

    /// A staircase with a detour at every third step.
    fn detours() -> Vec<(i32, i32)> {
        [(1, 0), (0, 1), (0, -1), (0, 1), (1, 0), (-1, 0)].repeat(20)
    }

    #[test]
    fn windows_take_every_detour_out() {
        let limits = Limits::default();
        for (length, stride) in [(2, 1), (3, 1), (5, 2), (40, 10), (1000, 1)] {
            let mut observer = ();
            let mut meter = Meter::start(&limits, &mut observer);
            let (mut moves, mut budget) = (detours(), 10_000);
            let windows = Windows { length, stride, allowance: 1 };
            let saved = windows.pass(&Plane, &(0, 0), &mut moves, &mut Straight, &mut budget, &mut meter).unwrap();
            assert_eq!(end_of(&moves), (20, 20));
            assert_eq!((moves.len(), saved), (40, 80), "length {length}, stride {stride}");
            assert_eq!(meter.expanded(), 10_000 - budget);
        }
    }

    #[test]
    fn a_budget_or_a_limit_leaves_a_path() {
        for spent in 0..30 {
            let mut meter = Meter::for_test(Limits { expansions: Some(20), ..Limits::default() });
            let (mut moves, mut budget) = (detours(), spent);
            let windows = Windows { length: 4, stride: 1, allowance: 5 };
            let end = windows.pass(&Plane, &(0, 0), &mut moves, &mut Straight, &mut budget, &mut meter);
            assert_eq!(end.is_err(), spent > 20);
            assert_eq!((end_of(&moves), meter.expanded()), ((20, 20), spent.min(20)));
        }
    }

    #[test]
    fn loops_are_removed() {
        let (limits, mut observer) = (Limits::default(), ());
        let mut meter = Meter::start(&limits, &mut observer);
        let circle = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let mut moves = [&circle[..], &[(1, 0)], &circle, &circle, &[(0, 1), (0, -1), (0, 1)]].concat();
        remove_loops(&Plane, &(0, 0), &mut moves, &mut meter).unwrap();
        assert_eq!(moves, [(1, 0), (0, 1)]);
        let mut moves = circle.to_vec();
        remove_loops(&Plane, &(0, 0), &mut moves, &mut meter).unwrap();
        assert_eq!(moves, []);
        let limits = Limits { memory: 10, ..Limits::default() };
        let mut meter = Meter::start(&limits, &mut observer);
        let mut moves = circle.to_vec();
        assert_eq!(remove_loops(&Plane, &(0, 0), &mut moves, &mut meter), Err(LimitKind::Memory));
        assert_eq!(moves, circle);
    }
}
