//! The clauses of [`Occupancy`](super::Occupancy).

use fewest_sat::{Cnf, Lit, Scope};
use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer};

use super::travel::{Stand, Travel};
use crate::direction::Direction;
use crate::floor::{Floor, NONE};
use crate::level::Place;
use crate::space::Pushes;

/// A push that may be made at one time, and the literal that says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) from: u16,
    pub(super) direction: Direction,
    pub(super) lit: Lit,
}

/// A formula as it grows.
pub(super) struct Formula<'a, const W: usize> {
    space: &'a Pushes<W>,
    travel: &'a Travel,
    horizon: usize,
    /// How much may be lost.
    slack: usize,
    cnf: Cnf,
}

/// When something can be, and what is lost by then at least.
#[derive(Clone, Copy)]
struct Window {
    first: usize,
    last: usize,
    lost: usize,
}

impl Window {
    const NEVER: Self = Self { first: usize::MAX, last: 0, lost: usize::MAX };

    fn has(&self, time: usize) -> bool {
        (self.first..=self.last).contains(&time)
    }
}

/// A push that may be made.
struct Candidate {
    from: u16,
    to: u16,
    behind: u16,
    direction: Direction,
    window: Window,
    /// What it loses.
    loss: usize,
}

/// What is so at one time, before a push.
struct Moment {
    /// That there is a box, by square.
    boxes: Vec<Lit>,
    /// That the player is there, by square.
    player: Vec<Lit>,
    /// That more than so many are lost.
    lost: Vec<Lit>,
    /// That no push is made any more.
    done: Lit,
}

impl Moment {
    /// That as many or more are lost.
    fn has_lost(&self, count: usize) -> Lit {
        match count.checked_sub(1) {
            None => Lit::TRUE,
            Some(at) => self.lost.get(at).copied().unwrap_or(Lit::FALSE),
        }
    }
}

impl<'a, const W: usize> Formula<'a, W> {
    /// For a formula of at most `room` bytes.
    pub(super) fn new(space: &'a Pushes<W>, travel: &'a Travel, horizon: usize, slack: usize, room: u64) -> Self {
        Self { space, travel, horizon, slack, cnf: Cnf::within(room) }
    }

    pub(super) fn into_cnf(self) -> Cnf {
        self.cnf
    }

    fn floor(&self) -> &'a Floor {
        &self.space.floor
    }

    /// Writes everything, and returns what each push may be.
    pub(super) fn write<O: Observer>(
        &mut self,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<Vec<Vec<Turn>>, LimitKind> {
        let (candidates, windows, blocks) = (self.candidates(), self.box_windows(), self.blocks());
        let mut now = self.first_moment(scope);
        let mut before: Option<(Moment, Vec<Lit>)> = None;
        let mut all: Vec<Vec<Turn>> = Vec::new();
        for time in 0..self.horizon {
            let possible: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.window.has(time)).collect();
            let lits: Vec<Lit> = possible.iter().map(|_| self.cnf.variable()).collect();
            let turns: Vec<(&Candidate, Lit)> = possible.into_iter().zip(lits).collect();
            let next = self.next_moment(scope, time + 1, &now, &turns, &windows);
            self.require_one_push(&now, &next, &turns);
            self.require_boxes(&now, &next, &turns);
            let walk = self.require_walk(&now, &turns);
            if let (Some((earlier, previous_walk)), Some(previous)) = (&before, all.last()) {
                self.require_order((earlier, previous_walk, previous), &now, &walk, &turns);
            }
            self.require_count(&now, &next, &turns, &windows);
            for block in &blocks {
                self.cnf.clause(block.iter().map(|&square| !next.boxes[usize::from(square)]));
            }
            let turn = |&(candidate, lit): &(&Candidate, Lit)| {
                let &Candidate { from, direction, .. } = candidate;
                Turn { from, direction, lit }
            };
            all.push(turns.iter().map(turn).collect());
            before = Some((std::mem::replace(&mut now, next), walk));
            self.cnf.check(0, meter)?;
        }
        for goal in self.space.goals.iter() {
            self.cnf.assert(now.boxes[usize::from(goal)]);
        }
        Ok(all)
    }

    /// When journeys that lose no more than the slack lead through two stands, `gap` pushes apart.
    fn window(&self, stands: [Stand; 2], gap: u16, window: &mut Window) {
        self.travel.for_each_journey(self.floor(), stands, gap, |journey| {
            let last = self.horizon.checked_sub(journey.after + usize::from(gap));
            if let Some(last) = last
                && journey.lost <= self.slack
                && journey.before <= last
            {
                window.first = window.first.min(journey.before);
                window.last = window.last.max(last);
                window.lost = window.lost.min(journey.lost);
            }
        });
    }

    /// All pushes that are part of some journey.
    fn candidates(&self) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for from in self.floor().squares() {
            for direction in Direction::ALL {
                let side = direction.reversed();
                let [to, behind] = [direction, side].map(|way| self.floor().next(from, way));
                if to == NONE || behind == NONE {
                    continue;
                }
                let stands = [from, to].map(|square| Stand { square, side });
                let mut window = Window::NEVER;
                self.window(stands, 1, &mut window);
                let [Some(before), Some(after)] = stands.map(|stand| self.travel.potential(self.floor(), stand)) else {
                    continue;
                };
                if window.first <= window.last {
                    let loss = usize::try_from(1 + after - before).expect("no push brings a box nearer by two");
                    candidates.push(Candidate { from, to, behind, direction, window, loss });
                }
            }
        }
        candidates
    }

    /// When a box can be on each square.
    fn box_windows(&self) -> Vec<Window> {
        let window = |square: u16| {
            let mut window = Window::NEVER;
            for side in Direction::ALL {
                self.window([Stand { square, side }; 2], 0, &mut window);
            }
            window
        };
        self.floor().squares().map(window).collect()
    }

    /// Squares that must not all have boxes: with the walls round them they would make a block of four in which nothing
    /// moves, one of them off the goals.
    fn blocks(&self) -> Vec<Vec<u16>> {
        let level = self.space.level();
        let corners = (0..level.height()).flat_map(|row| (0..level.width()).map(move |column| (row, column)));
        let block = |(row, column): (usize, usize)| {
            let places = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| (row + down, column + right));
            let squares = places.into_iter().filter_map(|(row, column)| self.floor().square(Place { row, column }));
            squares.collect::<Vec<u16>>()
        };
        let is_lost = |block: &Vec<u16>| block.iter().any(|&square| !self.space.goals.has(square));
        corners.map(block).filter(|block| block.len() > 1 && is_lost(block)).collect()
    }

    fn first_moment(&mut self, scope: Scope) -> Moment {
        let start = self.space.start();
        let player = self.floor().square(self.space.level().player());
        Moment {
            boxes: self.floor().squares().map(|square| Lit::from(start.boxes.has(square))).collect(),
            player: self.floor().squares().map(|square| Lit::from(Some(square) == player)).collect(),
            lost: vec![Lit::FALSE; self.slack],
            done: self.may_be_done(scope),
        }
    }

    fn may_be_done(&mut self, scope: Scope) -> Lit {
        match scope {
            Scope::Exactly => Lit::FALSE,
            Scope::AtMost => self.cnf.variable(),
        }
    }

    fn next_moment(
        &mut self,
        scope: Scope,
        time: usize,
        now: &Moment,
        turns: &[(&Candidate, Lit)],
        windows: &[Window],
    ) -> Moment {
        let mut is_touched = vec![false; self.floor().len()];
        let mut leaving: Vec<Vec<Lit>> = vec![Vec::new(); self.floor().len()];
        for &(candidate, lit) in turns {
            is_touched[usize::from(candidate.from)] = true;
            is_touched[usize::from(candidate.to)] = true;
            leaving[usize::from(candidate.from)].push(lit);
        }
        let boxes = windows.iter().enumerate().map(|(square, window)| match (window.has(time), is_touched[square]) {
            (false, _) => Lit::FALSE,
            (true, false) => now.boxes[square],
            (true, true) => self.cnf.variable(),
        });
        let boxes = boxes.collect();
        let player = leaving.into_iter().map(|lits| self.cnf.or(lits)).collect();
        let lost = (0..self.slack).map(|_| self.cnf.variable()).collect();
        Moment { boxes, player, lost, done: self.may_be_done(scope) }
    }

    /// One push is made, unless all is done.
    fn require_one_push(&mut self, now: &Moment, next: &Moment, turns: &[(&Candidate, Lit)]) {
        let choices: Vec<Lit> = next.player.iter().copied().chain([now.done]).collect();
        self.cnf.exactly_one(&choices);
        self.cnf.implies([now.done], [next.done]);
        // Those of one square are neighbours in the list.
        for same in turns.chunk_by(|(a, _), (b, _)| a.from == b.from) {
            let lits: Vec<Lit> = same.iter().map(|&(_, lit)| lit).collect();
            self.cnf.at_most_one(&lits);
        }
    }

    /// Boxes move by pushes, and by nothing else.
    fn require_boxes(&mut self, now: &Moment, next: &Moment, turns: &[(&Candidate, Lit)]) {
        let mut arriving: Vec<Vec<Lit>> = vec![Vec::new(); self.floor().len()];
        for &(candidate, lit) in turns {
            let [from, to, behind] = [candidate.from, candidate.to, candidate.behind].map(usize::from);
            let effects = [now.boxes[from], !next.boxes[from], !now.boxes[to], next.boxes[to], !now.boxes[behind]];
            for effect in effects {
                self.cnf.implies([lit], [effect]);
            }
            arriving[to].push(lit);
        }
        for (square, arriving) in arriving.into_iter().enumerate() {
            let (here, after) = (now.boxes[square], next.boxes[square]);
            if here != after {
                self.cnf.implies([here], [after, next.player[square]]);
                self.cnf.implies([!here, after], arriving);
            }
        }
    }

    /// The player can walk to where the next push begins. Returns which squares are on the walk.
    fn require_walk(&mut self, now: &Moment, turns: &[(&Candidate, Lit)]) -> Vec<Lit> {
        let mut ends: Vec<Vec<Lit>> = vec![Vec::new(); self.floor().len()];
        for &(candidate, lit) in turns {
            ends[usize::from(candidate.behind)].push(lit);
        }
        let walk: Vec<Lit> = ends.iter().map(|_| self.cnf.variable()).collect();
        for (square, ends) in self.floor().squares().zip(ends) {
            let near = self.floor().around(square).into_iter().filter(|&near| near != NONE);
            let near: Vec<Lit> = near.map(|near| walk[usize::from(near)]).collect();
            let square = usize::from(square);
            let (here, begins, ends) = (walk[square], now.player[square], self.cnf.or(ends));
            self.cnf.implies([here], [!now.boxes[square]]);
            self.cnf.implies([begins], [now.done, here]);
            self.cnf.implies([ends], [here]);
            // Both ends in one square: no walk.
            for &a in &near {
                self.cnf.clause([!begins, !ends, !a]);
            }
            // One end: one neighbour.
            self.cnf.implies([begins], near.iter().copied().chain([ends, now.done]));
            self.cnf.implies([ends], near.iter().copied().chain([begins]));
            for (at, &a) in near.iter().enumerate() {
                for &b in &near[at + 1..] {
                    self.cnf.clause([!begins, !a, !b]);
                    self.cnf.clause([!ends, !a, !b]);
                }
            }
            // No end: two.
            for (at, &left_out) in near.iter().enumerate() {
                let others = near.iter().copied().filter(|&lit| lit != left_out);
                self.cnf.implies([here], others.chain([begins, ends]));
                for (and, &b) in near.iter().enumerate().skip(at + 1) {
                    for &c in &near[and + 1..] {
                        self.cnf.clause([!here, !left_out, !b, !c]);
                    }
                }
            }
        }
        walk
    }

    /// Two pushes of different boxes that could as well be made in the other order are made in that of their squares.
    ///
    /// Let A be the push before `now`, with the player behind its box on p and then on a, and B the one after, with the
    /// player behind its box on q, that leads to b. Nothing hinders B from being made first, and A after it, with the
    /// player on the same side of everything in the end, where the walk from a to q does not need b and either leads
    /// through p (which is beside a: B is then reached from there, and p from B) or the walk to p leads through q
    /// without b. Of all shortest solutions, the one whose list of squares comes first has no such pair in the wrong
    /// order, whatever walks are taken.
    fn require_order(
        &mut self,
        (earlier, previous_walk, previous): (&Moment, &[Lit], &[Turn]),
        now: &Moment,
        walk: &[Lit],
        turns: &[(&Candidate, Lit)],
    ) {
        // Whether A's box was on a later square than this.
        let mut is_later = vec![Lit::FALSE; now.player.len()];
        let mut later = Lit::FALSE;
        for (square, &left) in now.player.iter().enumerate().rev() {
            is_later[square] = later;
            later = self.cnf.or([later, left]);
        }
        let is_back = self.cnf.variable();
        for &Turn { from, direction, lit } in previous {
            let behind = self.floor().next(from, direction.reversed());
            self.cnf.implies([lit, walk[usize::from(behind)]], [is_back]);
        }
        for &(candidate, lit) in turns {
            let [from, to, behind] = [candidate.from, candidate.to, candidate.behind].map(usize::from);
            let causes = [lit, is_later[from], earlier.boxes[from], !walk[to]];
            self.cnf.implies(causes.into_iter().chain([is_back]), []);
            self.cnf.implies(causes.into_iter().chain([previous_walk[behind], !previous_walk[to]]), []);
        }
    }

    /// No more is lost than may be.
    fn require_count(&mut self, now: &Moment, next: &Moment, turns: &[(&Candidate, Lit)], windows: &[Window]) {
        for pair in next.lost.windows(2) {
            self.cnf.implies([pair[1]], [pair[0]]);
        }
        for (&before, &after) in now.lost.iter().zip(&next.lost) {
            self.cnf.implies([before], [after]);
        }
        for loss in 1..=self.slack {
            let lits: Vec<Lit> = turns.iter().filter(|(turn, _)| turn.loss == loss).map(|&(_, lit)| lit).collect();
            let loses = self.cnf.or(lits);
            for before in 0..=self.slack {
                self.cnf.implies([loses, now.has_lost(before)], [next.has_lost(before + loss)]);
            }
        }
        for &(candidate, lit) in turns {
            self.cnf.implies([lit], [next.has_lost(candidate.window.lost)]);
        }
        for (&here, window) in next.boxes.iter().zip(windows) {
            self.cnf.implies([here], [next.has_lost(window.lost)]);
        }
    }
}
