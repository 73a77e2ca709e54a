//! Sokoban as a state space over pushes: where the player walks between two pushes does not matter.
//!
//! A state is the set of the boxes' squares and the part of the floor that the player is in, named by its least square.
//! (Junghanns and Schaeffer 2001 call this the normalised player position.)

use std::collections::VecDeque;
use std::sync::Arc;

use fewest_search::{Cost, StateSpace};

use crate::bits::Squares;
use crate::direction::Direction;
use crate::floor::{Floor, NONE};
use crate::level::Level;
use crate::notation::Step;
use crate::pairs::Pairs;
use crate::position::Position;
use crate::ring::is_loose;
use crate::tunnel;

/// Boxes and player: equal boards are equal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const W: usize> {
    pub(crate) boxes: Squares<W>,
    /// The player's square; where only pushes count, the least one that the player can walk to.
    pub(crate) player: u16,
}

/// A box is pushed to the next square. Squares are numbered in reading order, walls left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Where the box is; the player will be there.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
    /// Which way.
    pub direction: Direction,
    /// The player's square before, as the state has it, for the way back.
    player: u16,
}

/// A push by its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) direction: Direction,
}

/// A level as a space whose moves are pushes, each of cost 1, for at most 64 `W` squares of floor.
///
/// Pushes that leave a box where, were it alone, it could come to no goal are not listed: no solution has one. Nor are
/// those that can wait, by the rules of [`Pruning`]: from every state some shortest solution is left.
///
/// ```
/// use std::sync::Arc;
/// use fewest_search::{Limits, Outcome, Search, algorithms::AStar};
/// use fewest_sokoban::{Level, Position, Pushes, heuristics::Matching};
///
/// let level: Arc<Level> = Arc::new("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####".parse()?);
/// let space = Pushes::<1>::new(level.clone())?;
/// let run = AStar::default().run(&space, &space.start(), &Matching::new(&space), &Limits::default(), &mut ());
/// let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("it can be solved") };
/// assert_eq!(cost, 8);
/// assert_eq!(space.steps(&Position::start(level), &moves).len(), 33);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pushes<const W: usize> {
    level: Arc<Level>,
    pub(crate) floor: Floor,
    pub(crate) goals: Squares<W>,
    /// Whether there is a box off its goal where the player never comes.
    pub(crate) is_hopeless: bool,
    /// The neighbours of each square.
    pub(crate) near: Vec<Squares<W>>,
    /// All squares.
    pub(crate) squares: Squares<W>,
    /// For each direction, the squares from which it can be the only way on; see [`tunnel`](crate::tunnel).
    pub(crate) tunnels: [Squares<W>; 4],
    pub(crate) pairs: Pairs<W>,
    pruning: Pruning,
}

/// Which pushes are left out because others do as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pruning {
    /// A box in a tunnel goes on, before anything else is done (Junghanns and Schaeffer 2001).
    pub tunnels: bool,
    /// A PI-corral, which the player must enter and can enter only by pushes that are possible now, is entered before
    /// anything else is done (Brian Damgaard).
    pub corrals: bool,
}

impl Pruning {
    /// Leaves nothing out.
    pub const NONE: Self = Self { tunnels: false, corrals: false };
    /// Leaves out all that can be.
    pub const ALL: Self = Self { tunnels: true, corrals: true };
}

impl Default for Pruning {
    /// All of it: it never changes how many pushes are needed.
    fn default() -> Self {
        Self::ALL
    }
}

/// A level or position that does not belong to a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum SokobanError {
    /// The packing is too small.
    #[error("the floor has {squares} squares where this packing holds at most {capacity}")]
    Capacity { squares: usize, capacity: usize },
    /// A position of another level.
    #[error("the position belongs to another level")]
    Foreign,
}

impl<const W: usize> Pushes<W> {
    /// The space of a level. It holds tables whose size is bounded by that of the level: of as many bytes as there are
    /// squares of floor, squared; of eight bytes for each square and goal; of `W` words for each square and, where boxes
    /// alone can be solved from at most 128 squares, for each two of those. Searches claim none of this from their limits.
    ///
    /// # Errors
    /// [`SokobanError::Capacity`] where `W` is too small.
    pub fn new(level: Arc<Level>) -> Result<Self, SokobanError> {
        Self::with_pruning(level, Pruning::default())
    }

    /// The space of a level with a choice of pruning, as [`new`](Self::new) makes it otherwise.
    ///
    /// # Errors
    /// [`SokobanError::Capacity`] where `W` is too small.
    pub fn with_pruning(level: Arc<Level>, pruning: Pruning) -> Result<Self, SokobanError> {
        let squares = level.floor().len();
        if squares > Squares::<W>::CAPACITY {
            return Err(SokobanError::Capacity { squares, capacity: Squares::<W>::CAPACITY });
        }
        let floor = Floor::new(&level);
        let goals = floor.goals().iter().copied().collect();
        let near = |square| floor.around(square).into_iter().filter(|&near| near != NONE).collect();
        let near: Vec<Squares<W>> = floor.squares().map(near).collect();
        let squares = floor.squares().collect();
        let tunnels = tunnel::find(&floor, &goals);
        let pairs = Pairs::new(&floor, |boxes, player| reached(&near, boxes, player));
        let is_out = |place| floor.square(place).is_none() && !level.goals().contains(&place);
        let is_hopeless = level.boxes().iter().any(|&place| is_out(place));
        Ok(Self { level, floor, goals, is_hopeless, near, squares, tunnels, pairs, pruning })
    }

    /// The level.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The start of the level as a state.
    pub fn start(&self) -> Board<W> {
        self.state(&Position::start(self.level.clone())).expect("the start is a position of this level")
    }

    /// A position as a state.
    ///
    /// # Errors
    /// [`SokobanError::Foreign`] where it belongs to another level.
    pub fn state(&self, position: &Position) -> Result<Board<W>, SokobanError> {
        if **position.level() != *self.level {
            return Err(SokobanError::Foreign);
        }
        let boxes = position.boxes().iter().filter_map(|&place| self.floor.square(place)).collect();
        let player = self.floor.square(position.player()).ok_or(SokobanError::Foreign)?;
        Ok(Board { boxes, player: self.normalised(&boxes, player) })
    }

    /// A state as a position, the player on the least square within reach. It counts no steps.
    pub fn position(&self, state: &Board<W>) -> Position {
        let outside = self.level.boxes().iter().copied().filter(|&place| self.floor.square(place).is_none());
        let boxes = state.boxes.iter().map(|square| self.floor.place(square)).chain(outside).collect();
        Position::from_checked(self.level.clone(), boxes, self.floor.place(state.player))
    }

    /// Pushes as the steps of a player who takes the shortest way to each. Ends before the first push that is not possible.
    pub fn steps(&self, start: &Position, pushes: &[Push]) -> Vec<Step> {
        let mut steps = Vec::new();
        let (Ok(Board { mut boxes, .. }), Some(mut player)) = (self.state(start), self.floor.square(start.player()))
        else {
            return steps;
        };
        for push in pushes {
            let behind = self.floor.next(push.from, push.direction.reversed());
            let Some(walk) = self.walk(&boxes, player, behind) else { break };
            steps.extend(walk.into_iter().map(|direction| Step { direction, pushes: false }));
            steps.push(Step { direction: push.direction, pushes: true });
            boxes.remove(push.from);
            boxes.insert(push.to);
            player = push.from;
        }
        steps
    }

    /// Pushes from the start, each by the square of its box and its direction. Ends before the first that is not possible.
    pub(crate) fn pushes(&self, ways: impl IntoIterator<Item = (u16, Direction)>) -> Vec<Push> {
        let mut state = self.start();
        let mut pushes = Vec::new();
        for (from, direction) in ways {
            let to = self.floor.next(from, direction);
            if to == NONE || !state.boxes.has(from) || state.boxes.has(to) {
                break;
            }
            let push = Push { from, to, direction, player: state.player };
            self.apply(&mut state, push);
            pushes.push(push);
        }
        pushes
    }

    /// A shortest walk past boxes.
    fn walk(&self, boxes: &Squares<W>, from: u16, to: u16) -> Option<Vec<Direction>> {
        let mut came_by: Vec<Option<Direction>> = vec![None; self.floor.len()];
        let mut waiting = VecDeque::from([from]);
        while let Some(at) = waiting.pop_front() {
            if at == to {
                let mut walk = Vec::new();
                let mut at = to;
                while at != from {
                    let direction = came_by[usize::from(at)].expect("a square that was come to");
                    walk.push(direction);
                    at = self.floor.next(at, direction.reversed());
                }
                walk.reverse();
                return Some(walk);
            }
            for direction in Direction::ALL {
                let next = self.floor.next(at, direction);
                if next != NONE && next != from && !boxes.has(next) && came_by[usize::from(next)].is_none() {
                    came_by[usize::from(next)] = Some(direction);
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    /// The squares that the player can walk to.
    #[inline]
    pub(crate) fn reached(&self, boxes: &Squares<W>, player: u16) -> Squares<W> {
        reached(&self.near, boxes, player)
    }

    /// Calls `visit` for every push, with the square that the player needs for it, of those that the player can walk to.
    #[inline]
    pub(crate) fn for_each_push(
        &self,
        state: &Board<W>,
        is_reached: impl Fn(u16) -> bool,
        mut visit: impl FnMut(Push, u16),
    ) {
        for from in state.boxes.iter() {
            let around = self.floor.around(from);
            for direction in Direction::ALL {
                let (to, behind) = (around[direction as usize], around[direction.reversed() as usize]);
                if to != NONE
                    && behind != NONE
                    && is_reached(behind)
                    && !state.boxes.has(to)
                    && !self.floor.is_dead(to, from)
                {
                    visit(Push { from, to, direction, player: state.player }, behind);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn normalised(&self, boxes: &Squares<W>, player: u16) -> u16 {
        self.reached(boxes, player).first().unwrap_or(player)
    }
}

/// The squares that a player can walk to, where `near` are the neighbours of each square.
#[inline]
fn reached<const W: usize>(near: &[Squares<W>], boxes: &Squares<W>, player: u16) -> Squares<W> {
    let mut taken = *boxes;
    taken.insert(player);
    let mut at = player;
    let mut waiting = Squares::EMPTY;
    loop {
        let near = near[usize::from(at)].without(&taken);
        taken = taken.or(&near);
        waiting = waiting.or(&near);
        match waiting.pop() {
            Some(next) => at = next,
            None => return taken.without(boxes),
        }
    }
}

impl<const W: usize> StateSpace for Pushes<W> {
    type State = Board<W>;
    type Move = Push;

    #[inline]
    fn is_goal(&self, state: &Board<W>) -> bool {
        state.boxes == self.goals && !self.is_hopeless
    }

    #[inline]
    fn for_each_move(&self, state: &Board<W>, mut visit: impl FnMut(Push)) {
        let reached = self.reached(&state.boxes, state.player);
        let push = |Way { from, to, direction }| Push { from, to, direction, player: state.player };
        if self.pruning.tunnels
            && let Some(forced) = self.forced(&state.boxes, &reached)
        {
            return visit(push(forced));
        }
        if self.pruning.corrals
            && let Some(corral) = self.corral(&state.boxes, &reached)
        {
            return corral.ways().for_each(|way| visit(push(way)));
        }
        self.for_each_push(state, |behind| reached.has(behind), |push, _| visit(push));
    }

    #[inline]
    fn apply(&self, state: &mut Board<W>, mv: Push) {
        let mut taken = state.boxes;
        taken.insert(mv.to);
        state.boxes.remove(mv.from);
        state.boxes.insert(mv.to);
        // Mostly the player's part of the floor changes by these two squares alone.
        let is_quiet = |square| is_loose(self.floor.ring(square), &taken);
        state.player = if mv.to != state.player && is_quiet(mv.to) && is_quiet(mv.from) {
            state.player.min(mv.from)
        } else {
            self.normalised(&state.boxes, mv.from)
        };
    }

    #[inline]
    fn undo(&self, state: &mut Board<W>, mv: Push) {
        state.boxes.remove(mv.to);
        state.boxes.insert(mv.from);
        state.player = mv.player;
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

/// For a space of boards whose states are their own keys, and where nothing is forbidden: a push can mostly not be taken back.
#[macro_export]
macro_rules! whole_and_unpruned {
    ($space:ident, $move:ty) => {
        impl<const W: usize> fewest_search::capability::Packed for $space<W> {
            type Key = $crate::Board<W>;

            #[inline]
            fn pack(&self, state: &$crate::Board<W>) -> $crate::Board<W> {
                *state
            }

            #[inline]
            fn unpack(&self, key: &$crate::Board<W>) -> $crate::Board<W> {
                *key
            }
        }

        impl<const W: usize> fewest_search::capability::MovePruning for $space<W> {
            type Trace = ();

            const TWINS_ARE_NEAR: bool = true;

            fn root_trace(&self) {}

            #[inline]
            fn follow(&self, (): (), _: $move) -> Option<()> {
                Some(())
            }
        }
    };
}
whole_and_unpruned!(Pushes, Push);
