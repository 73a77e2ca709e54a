//! The cube as a state space: what searches run on.

use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::{Cost, StateSpace};

use crate::coordinates::{pocket_order, pocket_rank, pocket_twists, set_pocket};
use crate::cubies::{Cubies, EFFECTS, SOLVED, TURNS, Turn};
use crate::goal::{Goal, Mask};
use crate::notation::Move;
use crate::position::Position;
use crate::size::{Metric, Size};

/// A cube, a metric and a goal: one instance of the puzzle, for any start.
///
/// Where the goal is a whole cube, pieces are renamed by their places there, so that the goal of the search is always the
/// solved cube and tables serve every goal. The centres of the 3×3×3 and the corner DBL of the 2×2×2 stay where they are: no
/// solution holds the cube otherwise.
#[derive(Clone, Debug)]
pub struct Cube {
    size: Size,
    metric: Metric,
    mask: Option<Mask>,
    /// What renames pieces: the inverse of the goal.
    renamed: Cubies,
    turns: Vec<Turn>,
    /// By the trace and the turn that follows it, the next trace, or [`FORBIDDEN`].
    follow: Vec<[u8; TURNS]>,
}

/// A turn that has a cheaper or equal twin.
pub(crate) const FORBIDDEN: u8 = u8::MAX;

/// The turns of a cube that count one each.
pub(crate) fn turns(size: Size, metric: Metric) -> Vec<Turn> {
    let is_turn = |turn: &Turn| {
        let fits = size == Size::Three || turn.face() < 3 && !turn.is_slice();
        fits && match metric {
            Metric::Htm => !turn.is_slice(),
            Metric::Qtm => !turn.is_slice() && turn.quarters() != 2,
            Metric::Stm => true,
        }
    };
    (0..27).map(Turn).filter(is_turn).collect()
}

impl Cube {
    /// The puzzle of reaching `goal`.
    pub fn new(size: Size, metric: Metric, goal: &Goal) -> Self {
        let (mask, renamed) = match goal {
            Goal::Cube(goal) => (None, goal.cubies().inverse()),
            Goal::Part(mask) => (Some(mask.clone()), SOLVED),
        };
        let follow = follow(metric);
        Self { size, metric, mask, renamed, turns: turns(size, metric), follow }
    }

    /// Which cube it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The part of the solved cube that is wanted, where it is a part.
    pub fn mask(&self) -> Option<&Mask> {
        self.mask.as_ref()
    }

    /// A position as a state; of a 2×2×2 or 3×3×3 as this one is.
    pub fn state(&self, position: &Position) -> Cubies {
        debug_assert_eq!(position.size(), self.size);
        self.renamed.then(&position.cubies())
    }

    /// A state as a position, held as usual.
    pub fn position(&self, state: &Cubies) -> Position {
        Position::of_cubies(self.size, &self.renamed.inverse().then(state))
    }

    /// How many nodes the tree of turns has at each depth up to the last, turns with a twin left out.
    pub fn tree(&self, last: usize) -> Vec<f64> {
        let mut at: Vec<f64> = vec![0.0; self.follow.len()];
        at[0] = 1.0;
        let mut nodes = vec![1.0];
        for _ in 0..last {
            let mut next = vec![0.0; at.len()];
            for (trace, &count) in at.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                for turn in &self.turns {
                    let after = self.follow[trace][usize::from(turn.0)];
                    if after != FORBIDDEN {
                        next[usize::from(after)] += count;
                    }
                }
            }
            nodes.push(next.iter().sum());
            at = next;
        }
        nodes
    }

    /// The turns that count one each.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }
}

/// Turns that a search makes, as people make them from a position on: named by where the faces are, however the cube is held. A
/// turn of a layer in the middle takes the centres along, and the moves after it are named by where the centres are then.
///
/// ```
/// use fewest_cube::{Cube, Goal, Metric, Position, Size, format_moves, to_moves};
/// use fewest_search::{StateSpace, Limits, Outcome, Search, Zero, algorithms::BreadthFirst};
/// let start: Position = "M' U2 M".parse()?;
/// let space = Cube::new(Size::Three, Metric::Stm, &Goal::read("solved", Size::Three)?);
/// let run = BreadthFirst.run(&space, &space.state(&start), &Zero, &Limits::default(), &mut ());
/// let Outcome::Solved { moves, cost: 3, .. } = run.outcome else { panic!("three turns of slices") };
/// assert_eq!(format_moves(&to_moves(&start, &moves)), "M' U2 M");
/// # Ok::<(), fewest_cube::Faults>(())
/// ```
pub fn to_moves(start: &Position, turns: &[Turn]) -> Vec<Move> {
    // Where the centre of each face is.
    let mut held = start.held();
    let step = |turn: &Turn| {
        let face = held[usize::from(turn.face())];
        if !turn.is_slice() {
            return Move::face(face, turn.quarters());
        }
        let mv = Move::slice(face, turn.quarters());
        held = held.map(|face| crate::facelet::turned_face(face, mv));
        mv
    };
    turns.iter().map(step).collect()
}

/// Which turns may follow which. A trace is 0, or 1 more than a turn, or, in quarter turns, 28 more than a turn that was made
/// twice; 55 and more say that the axis is done with: 55 + the face.
pub(crate) fn follow(metric: Metric) -> Vec<[u8; TURNS]> {
    let axis = |turn: Turn| turn.face() % 3;
    let allowed = |last: Turn, is_double: bool, turn: Turn| {
        if axis(last) != axis(turn) {
            return Some(1 + turn.0);
        }
        if last.is_slice() || turn.is_slice() {
            return None;
        }
        if last.face() == turn.face() {
            // A half turn is two quarters clockwise.
            let again = metric == Metric::Qtm && !is_double && last == turn && turn.quarters() == 1;
            return again.then_some(28 + turn.0);
        }
        // Of two opposite faces the first one named in U R F D L B comes first; together they may be a slice.
        let is_slice = metric == Metric::Stm && last.quarters() + turn.quarters() == 4;
        (last.face() < turn.face() && !is_slice).then_some(1 + turn.0)
    };
    let row = |trace: u8| {
        std::array::from_fn(|turn| {
            let turn = Turn(u8::try_from(turn).expect("27 turns"));
            match trace {
                0 => 1 + turn.0,
                1..28 => allowed(Turn(trace - 1), false, turn).unwrap_or(FORBIDDEN),
                _ => allowed(Turn(trace - 28), true, turn).unwrap_or(FORBIDDEN),
            }
        })
    };
    (0..55).map(row).collect()
}

impl Cubies {
    /// Makes a turn.
    #[inline]
    pub(crate) fn turn(&mut self, turn: Turn, size: Size) {
        let effect = &EFFECTS[usize::from(turn.0)];
        let after = self.then(effect);
        self.corners = after.corners;
        if size == Size::Three {
            self.edges = after.edges;
        }
    }
}

impl StateSpace for Cube {
    type State = Cubies;
    type Move = Turn;

    #[inline]
    fn is_goal(&self, state: &Cubies) -> bool {
        match &self.mask {
            None => *state == SOLVED,
            Some(mask) => mask.admits(state),
        }
    }

    #[inline]
    fn for_each_move(&self, _: &Cubies, mut visit: impl FnMut(Turn)) {
        for &turn in &self.turns {
            visit(turn);
        }
    }

    #[inline]
    fn apply(&self, state: &mut Cubies, turn: Turn) {
        state.turn(turn, self.size);
    }

    #[inline]
    fn undo(&self, state: &mut Cubies, turn: Turn) {
        state.turn(turn.inverse(), self.size);
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

/// Five bits for each piece: 40 for the corners, 60 for the edges.
impl Packed for Cube {
    type Key = u128;

    #[inline]
    fn pack(&self, state: &Cubies) -> u128 {
        let corners = state.corners.iter().rev().fold(0u64, |bits, &corner| bits << 5 | u64::from(corner));
        let edges = state.edges.iter().rev().fold(0u64, |bits, &edge| bits << 5 | u64::from(edge));
        u128::from(edges) << 64 | u128::from(corners)
    }

    #[inline]
    fn unpack(&self, key: &u128) -> Cubies {
        #[expect(clippy::cast_possible_truncation, reason = "five bits")]
        let piece = |bits: u128, at: usize| (bits >> (5 * at)) as u8 & 31;
        Cubies {
            corners: std::array::from_fn(|at| piece(*key, at)),
            edges: std::array::from_fn(|at| piece(*key >> 64, at)),
        }
    }
}

/// Only whole cubes are goals that can be listed.
impl Backward for Cube {
    fn goals(&self) -> impl Iterator<Item = Cubies> {
        self.mask.is_none().then_some(SOLVED).into_iter()
    }

    fn for_each_move_into(&self, state: &Cubies, visit: impl FnMut(Turn)) {
        self.for_each_move(state, visit);
    }
}

/// The positions of the 2×2×2: the order of the corners, then their twists. Those of the 3×3×3 are more than 64 bits count.
impl Ranked for Cube {
    fn rank_count(&self) -> Option<u64> {
        self.size.positions()
    }

    fn rank(&self, state: &Cubies) -> u64 {
        pocket_rank(pocket_order(state), pocket_twists(state)) as u64
    }

    fn unrank(&self, rank: u64) -> Cubies {
        set_pocket(usize::try_from(rank).expect("a few million"))
    }
}

/// A face is not turned twice in a row, and of two opposite faces the first in U R F D L B is turned first. In quarter turns a
/// half turn is two quarters clockwise; with slices, two opposite faces that turn like a slice are that slice.
impl MovePruning for Cube {
    type Trace = u8;

    fn root_trace(&self) -> u8 {
        0
    }

    #[inline]
    fn follow(&self, trace: u8, turn: Turn) -> Option<u8> {
        let next = self.follow[usize::from(trace)][usize::from(turn.0)];
        (next != FORBIDDEN).then_some(next)
    }
}
