//! Solutions at once, then shorter ones: the two phases of Kociemba (1992), and a lower bound that rises beside them.
//!
//! The first phase brings the cube into the subgroup that U, D and half turns of the other faces generate; the second solves
//! it there. Every way of the first phase, by rising length, is one chance for a short second phase. The cube is looked at
//! from three directions, and its inverse too.

use fewest_pdb::table::{Codes, Table};
use fewest_search::algorithms::{PausableDive, Portion};
use fewest_search::{
    Cost, Incremental, LimitKind, Limits, Meter, Observer, Outcome, Proof, Run, Search, Solution, StateSpace, Stats,
    UnsolvableProof,
};

use crate::coordinates::{
    CORNER, DIRECTIONS, FLIP, FLIPS, INNER, OUTER, SLICE, SLICE_ORDERS, TWIST, TWISTS, corner_order, flip, inner_order,
    outer_order, slice, twist,
};
use crate::cubies::{Cubies, EFFECTS, TURNS, Turn};
use crate::size::{Metric, Size};
use crate::space::{Cube, FORBIDDEN, follow};
use crate::tables::{Shape, within};

/// The longest first solution, in turns of faces.
const FIRST: usize = 24;

/// The longest second phase that is tried: for a first solution, which one in seven ways through the first phase then has, and for
/// shorter ones.
const MOST_WITHIN: [usize; 2] = [12, 10];

/// The least expansions of each round.
const LEAST_PORTION: u64 = 200_000;

/// The shapes of the tables of the two phases, in the order in which [`TwoPhase::new`] takes them; all count turns of faces.
pub const SHAPES: &[Shape] = &[Shape::FlipSlice, Shape::SliceTwist, Shape::CornersWithin, Shape::EdgesWithin];

/// The two phases.
#[derive(Debug)]
pub struct TwoPhase<'a> {
    flips: Codes<'a>,
    twists: Codes<'a>,
    corners: Codes<'a>,
    edges: Codes<'a>,
    turns: Vec<Turn>,
    within: Vec<Turn>,
    follow: Vec<[u8; TURNS]>,
}

/// One look at the cube.
struct View {
    direction: usize,
    is_inverse: bool,
    cubies: Cubies,
}

/// What ends a search for one solution.
enum Stop {
    /// The share of expansions is used up.
    Share,
    Limit(LimitKind),
}

/// A search for one solution.
struct Hunt<'h, 'a, 'm, O: Observer> {
    phases: &'h TwoPhase<'a>,
    base: Cubies,
    path: Vec<Turn>,
    most: usize,
    share: &'h mut u64,
    meter: &'h mut Meter<'m, O>,
}

impl<'a> TwoPhase<'a> {
    /// With tables as [`SHAPES`] names them.
    pub fn new(tables: [&'a Table; 4]) -> Self {
        let [flips, twists, corners, edges] = tables.map(Table::codes);
        let turns = (0..18).map(Turn).collect();
        Self { flips, twists, corners, edges, turns, within: within(), follow: follow(Metric::Htm) }
    }

    /// Looks for ever shorter solutions, which `found` hears of in turns of a metric, until there is none shorter to be found in
    /// two phases, or a limit comes. `best` is the length of one that is known.
    pub fn improve(
        &self,
        space: &Cube,
        start: &Cubies,
        best: Option<Cost>,
        limits: &Limits,
        found: &mut dyn FnMut(Solution<Turn>),
    ) -> Stats {
        let mut observer = ();
        let mut meter = Meter::start(limits, &mut observer);
        let (mut most, mut best) = (FIRST, best);
        while let Ok(Some(turns)) = self.solution(start, most, &mut { u64::MAX }, &mut meter) {
            let moves = counted(&turns, space.metric());
            let length = cost(&moves);
            if best.is_none_or(|best| length < best) {
                best = Some(length);
                found(Solution { cost: length, moves });
            }
            if turns.is_empty() {
                break;
            }
            most = turns.len() - 1;
        }
        meter.finish::<Turn>(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }).stats
    }

    /// The first solution of at most so many turns of faces, by rising length of the first phase; `None` once the share of
    /// expansions is used up.
    fn solution<O: Observer>(
        &self,
        start: &Cubies,
        most: usize,
        share: &mut u64,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<Vec<Turn>>, LimitKind> {
        let views: Vec<View> = [false, true]
            .into_iter()
            .flat_map(|is_inverse| (0..3).map(move |direction| (direction, is_inverse)))
            .map(|(direction, is_inverse)| {
                let cubies = if is_inverse { start.inverse() } else { *start };
                View { direction, is_inverse, cubies: DIRECTIONS[direction].see(&cubies) }
            })
            .collect();
        for depth in 0..=most {
            for view in &views {
                let mut hunt = Hunt {
                    phases: self,
                    base: view.cubies,
                    path: Vec::new(),
                    most,
                    share: &mut *share,
                    meter: &mut *meter,
                };
                let seen = [flip(&view.cubies), slice(&view.cubies), twist(&view.cubies)];
                match hunt.first(seen, depth, 0) {
                    Ok(false) => {}
                    Ok(true) => return Ok(Some(view.translate(&hunt.path))),
                    Err(Stop::Share) => return Ok(None),
                    Err(Stop::Limit(limit)) => return Err(limit),
                }
            }
        }
        Ok(None)
    }
}

impl View {
    /// A solution of what is seen, as one of the cube.
    fn translate(&self, turns: &[Turn]) -> Vec<Turn> {
        let direction = &DIRECTIONS[self.direction];
        let own = turns.iter().map(|&turn| direction.back(turn));
        if self.is_inverse { own.rev().map(Turn::inverse).collect() } else { own.collect() }
    }
}

impl<O: Observer> Hunt<'_, '_, '_, O> {
    fn expand(&mut self) -> Result<(), Stop> {
        if *self.share == 0 {
            return Err(Stop::Share);
        }
        *self.share -= 1;
        self.meter.expand(Cost::try_from(self.path.len()).unwrap_or(Cost::MAX)).map_err(Stop::Limit)
    }

    /// The first phase, with just so many turns left.
    fn first(&mut self, [flip, slice, twist]: [usize; 3], left: usize, trace: u8) -> Result<bool, Stop> {
        if left == 0 {
            return self.second();
        }
        self.expand()?;
        let phases = self.phases;
        let mut generated = 0;
        for &turn in &phases.turns {
            let next = phases.follow[usize::from(trace)][usize::from(turn.0)];
            // A first phase that ends with a turn of the second was done before that turn.
            if next == FORBIDDEN || left == 1 && (turn.face().is_multiple_of(3) || turn.quarters() == 2) {
                continue;
            }
            generated += 1;
            let seen = [FLIP.after(flip, turn), SLICE.after(slice, turn), TWIST.after(twist, turn)];
            let distance =
                phases.flips.get(seen[1] * FLIPS + seen[0]).max(phases.twists.get(seen[1] * TWISTS + seen[2]));
            if usize::from(distance) < left {
                self.path.push(turn);
                if self.first(seen, left - 1, next)? {
                    return Ok(true);
                }
                self.path.pop();
            }
        }
        self.meter.generate(generated);
        Ok(false)
    }

    /// The second phase, by rising length.
    fn second(&mut self) -> Result<bool, Stop> {
        let mut cubies = self.base;
        for turn in &self.path {
            cubies = cubies.then(&EFFECTS[usize::from(turn.0)]);
        }
        // Without turns the first phase has not looked.
        if (flip(&cubies), slice(&cubies), twist(&cubies)) != (0, 0, 0) {
            return Ok(false);
        }
        let seen = [corner_order(&cubies), outer_order(&cubies), inner_order(&cubies)];
        let trace = self.path.last().map_or(0, |turn| 1 + turn.0);
        let most_within = MOST_WITHIN[usize::from(self.most < FIRST)];
        for length in self.distance(seen)..=(self.most - self.path.len()).min(most_within) {
            if self.deeper(seen, length, trace)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn distance(&self, [corners, outer, inner]: [usize; 3]) -> usize {
        let corners = self.phases.corners.get(corners * SLICE_ORDERS + inner);
        usize::from(corners.max(self.phases.edges.get(outer * SLICE_ORDERS + inner)))
    }

    fn deeper(&mut self, [corners, outer, inner]: [usize; 3], left: usize, trace: u8) -> Result<bool, Stop> {
        if left == 0 {
            return Ok(corners == 0 && outer == 0 && inner == 0);
        }
        self.expand()?;
        let phases = self.phases;
        let mut generated = 0;
        for &turn in &phases.within {
            let next = phases.follow[usize::from(trace)][usize::from(turn.0)];
            if next == FORBIDDEN {
                continue;
            }
            generated += 1;
            let seen = [CORNER.after(corners, turn), OUTER.after(outer, turn), INNER.after(inner, turn)];
            if self.distance(seen) < left {
                self.path.push(turn);
                if self.deeper(seen, left - 1, next)? {
                    return Ok(true);
                }
                self.path.pop();
            }
        }
        self.meter.generate(generated);
        Ok(false)
    }
}

/// Turns of faces as turns of a metric: half turns as two quarters, or opposite faces that turn like a slice as that slice.
fn counted(turns: &[Turn], metric: Metric) -> Vec<Turn> {
    let mut counted: Vec<Turn> = Vec::new();
    for &turn in turns {
        match (metric, counted.last()) {
            (Metric::Qtm, _) if turn.quarters() == 2 => counted.extend([Turn(turn.0 - 1); 2]),
            (Metric::Stm, Some(last))
                if !last.is_slice() && last.face() % 3 == turn.face() % 3 && last.face() != turn.face() =>
            {
                let pair = EFFECTS[usize::from(last.0)].then(&EFFECTS[usize::from(turn.0)]);
                let slice = (18..27).map(Turn).find(|slice| EFFECTS[usize::from(slice.0)] == pair);
                if let Some(slice) = slice {
                    counted.pop();
                    counted.push(slice);
                } else {
                    counted.push(turn);
                }
            }
            _ => counted.push(turn),
        }
    }
    counted
}

/// Improves a solution until it is proven optimal or a limit comes.
///
/// The two phases find a solution in milliseconds. Each round after that gives them twice the expansions for shorter ones, and
/// as many to rounds of IDA*, of which each that ends in vain raises the lower bound; a solution found there is optimal. Where
/// there are no phases, IDA* alone is left.
#[derive(Debug)]
pub struct Anytime<'a> {
    /// For whole goals of the 3×3×3.
    pub phases: Option<TwoPhase<'a>>,
    /// A solution that is known before.
    pub known: Option<Vec<Turn>>,
}

impl<H: Incremental<Cube>> Search<Cube, H> for Anytime<'_> {
    fn solve<O: Observer>(&self, space: &Cube, start: &Cubies, heuristic: &H, mut meter: Meter<'_, O>) -> Run<Turn> {
        let mut best: Option<Vec<Turn>> = self.known.clone();
        let end = self.race(space, start, heuristic, &mut best, &mut meter);
        let lower_bound = meter.lower_bound();
        let best = best.map(|moves| Solution { cost: cost(&moves), moves });
        let outcome = match (end, best) {
            (Ok(()), Some(Solution { moves, cost })) => {
                let is_proven = heuristic.guarantees().admissible;
                Outcome::Solved { moves, cost, proof: if is_proven { Proof::Optimal } else { Proof::None } }
            }
            (Ok(()), None) => Outcome::Unsolvable { proof: UnsolvableProof::Exhausted },
            (Err(limit), best_known) => Outcome::LimitReached { limit, lower_bound, best_known },
        };
        meter.finish(outcome)
    }
}

fn cost(moves: &[Turn]) -> Cost {
    Cost::try_from(moves.len()).expect("short")
}

impl Anytime<'_> {
    fn race<H: Incremental<Cube>, O: Observer>(
        &self,
        space: &Cube,
        start: &Cubies,
        heuristic: &H,
        best: &mut Option<Vec<Turn>>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let phases = self.phases.as_ref().filter(|_| space.size() == Size::Three && space.mask().is_none());
        let Some(memo) = heuristic.memo(start) else { return Ok(()) };
        let mut bound = if space.is_goal(start) { 0 } else { heuristic.value(memo).max(1) };
        let mut most = FIRST;
        let mut share = LEAST_PORTION;
        let is_admissible = heuristic.guarantees().admissible;
        let mut dive = PausableDive::new(space, *start, memo);
        dive.begin(space, start, memo, bound);
        meter.begin_iteration();
        loop {
            if is_admissible {
                meter.raise_lower_bound(best.as_ref().map_or(bound, |best| cost(best).min(bound)));
            }
            let is_within = |best: &Option<Vec<Turn>>| best.as_ref().is_some_and(|best| cost(best) <= bound);
            let mut left = share;
            while let (Some(phases), false) = (phases, is_within(best)) {
                let Some(turns) = phases.solution(start, most, &mut left, meter)? else { break };
                most = turns.len().saturating_sub(1);
                let turns = counted(&turns, space.metric());
                if best.as_ref().is_none_or(|best| turns.len() < best.len()) {
                    let found = cost(&turns);
                    *best = Some(turns);
                    meter.improved(found)?;
                }
                if most == 0 {
                    break;
                }
            }
            let mut portion = share;
            while best.as_ref().is_none_or(|best| cost(best) > bound) {
                match dive.proceed(space, heuristic, &mut portion, meter)? {
                    Portion::Solved { .. } => {
                        let moves: Vec<Turn> = dive.moves().collect();
                        bound = cost(&moves);
                        *best = Some(moves);
                        meter.improved(bound)?;
                    }
                    Portion::CutOff { next_bound } => {
                        meter.iteration(bound)?;
                        bound = next_bound;
                        if is_admissible {
                            meter.raise_lower_bound(best.as_ref().map_or(bound, |best| cost(best).min(bound)));
                        }
                        dive.begin(space, start, memo, bound);
                        meter.begin_iteration();
                    }
                    Portion::Exhausted => return Ok(()),
                    Portion::Paused => break,
                }
            }
            if best.as_ref().is_some_and(|best| cost(best) <= bound) {
                return Ok(());
            }
            share = share.saturating_mul(2);
        }
    }
}
