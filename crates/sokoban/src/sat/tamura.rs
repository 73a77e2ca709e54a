//! Tamura's translation of Sokoban, an integer model (as Edixhoven, *Attacking the n-puzzle using SAT solvers*, Leiden
//! 2016, chapter 5, documents it), here as a [`Csp`].
//!
//! It is kept as it was, for comparison: 58 variables and 91 constraints for `#@$.#` and one push. Numbers of variables
//! and constraints below are those of the text; `docs/algorithms/sat-models.md` says what was decided where it
//! contradicts itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use fewest_sat::csp::{Constraint, Csp, Sum, Values, Variable, number};
use fewest_sat::{Cnf, Model, Scope, ToCnf};
use fewest_search::meter::Meter;
use fewest_search::{Cost, Heuristic, LimitKind, Observer};

use crate::direction::Direction;
use crate::heuristics::Matching;
use crate::level::{Level, Place};
use crate::space::{Push, Pushes};

/// A level that is to be solved, by Tamura's model.
///
/// ```
/// use std::sync::Arc;
/// use fewest_sat::{Aim, Backend, climb};
/// use fewest_search::Limits;
/// use fewest_sokoban::{Level, Pushes, sat::Tamura};
///
/// let level: Level = "######\n#    #\n#@$  #\n#   .#\n######".parse()?;
/// let space = Pushes::<1>::new(Arc::new(level))?;
/// let run = climb(&Tamura::new(&space), Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tamura<'a, const W: usize> {
    space: &'a Pushes<W>,
}

/// The variables of a model that tell its pushes.
#[derive(Clone, Debug)]
pub struct Track {
    /// The player's row and column at each step.
    player: Vec<[Variable; 2]>,
    /// The direction of each push.
    way: Vec<[Variable; 2]>,
}

/// The variables of section 5.2.1: each list by step, each map by tile.
#[derive(Default)]
struct Board {
    /// 2 and 3.
    player: Vec<[Variable; 2]>,
    /// 4, for walls too.
    stands: Vec<BTreeMap<Place, Variable>>,
    /// 5.
    boxes: Vec<BTreeMap<Place, Variable>>,
    /// 6.
    solved: Vec<Variable>,
    /// 7.
    way: Vec<[Variable; 2]>,
    /// 8.
    reachable: Vec<BTreeMap<Place, Variable>>,
    /// 9.
    rank: Vec<BTreeMap<Place, Variable>>,
    /// 10, by where from and where to.
    edge: Vec<BTreeMap<(Place, Place), Variable>>,
    /// 11.
    entered: Vec<BTreeMap<Place, Variable>>,
}

/// The pushes, by row and column.
const WAYS: [(Direction, [i64; 2]); 4] =
    [(Direction::Down, [1, 0]), (Direction::Up, [-1, 0]), (Direction::Right, [0, 1]), (Direction::Left, [0, -1])];

/// The tiles that are no walls, of which a level has a border.
fn is_inside(level: &Level, place: Place) -> bool {
    !level.is_wall(place)
}

impl<'a, const W: usize> Tamura<'a, W> {
    /// The level of `space` from its start.
    pub fn new(space: &'a Pushes<W>) -> Self {
        Self { space }
    }

    fn level(self) -> &'a Arc<Level> {
        self.space.level()
    }

    /// The model for solutions of `least` to `most` pushes, and the variables that tell the pushes.
    ///
    /// # Errors
    /// The limit that ended the work.
    pub fn model<O: Observer>(
        &self,
        least: Cost,
        most: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Csp, Track), LimitKind> {
        /// The bytes of the maps from tiles to variables.
        fn maps(csp: &Csp) -> u64 {
            (csp.variable_count() * size_of::<((Place, Place), Variable)>()) as u64
        }
        let mut csp = Csp::new();
        let steps = csp.integer(i64::from(least), i64::from(most));
        let mut board = Board::default();
        for step in 0..=most {
            self.declare(&mut csp, &mut board, step < most);
            meter.poll_with(csp.bytes() + maps(&csp))?;
        }
        self.require_start(&mut csp, &board);
        for step in 0..=most as usize {
            self.require_step(&mut csp, &board, steps, step);
            if step < most as usize {
                self.require_reachable(&mut csp, &board, step);
                self.require_transition(&mut csp, &board, step);
            }
            meter.poll_with(csp.bytes() + maps(&csp))?;
        }
        Ok((csp, Track { player: board.player, way: board.way }))
    }

    fn tiles(self) -> impl Iterator<Item = Place> + use<'a, W> {
        let level = self.level();
        (0..level.height()).flat_map(|row| (0..level.width()).map(move |column| Place { row, column }))
    }

    /// The tiles that are not walls.
    fn inside(self) -> impl Iterator<Item = Place> + use<'a, W> {
        self.tiles().filter(move |&place| is_inside(self.level(), place))
    }

    /// The neighbour of a tile that is no wall.
    fn near(self, place: Place, direction: Direction) -> Option<Place> {
        place.next(direction).filter(|&place| is_inside(self.level(), place))
    }

    /// Section 5.2.1, for one step.
    fn declare(self, csp: &mut Csp, board: &mut Board, has_next: bool) {
        let level = self.level();
        board.player.push([level.height(), level.width()].map(|side| csp.integer(0, number(side) - 1)));
        board.stands.push(self.tiles().map(|place| (place, csp.boolean())).collect());
        board.boxes.push(self.inside().map(|place| (place, csp.boolean())).collect());
        board.solved.push(csp.boolean());
        if !has_next {
            return;
        }
        board.way.push([(); 2].map(|()| csp.integer(-1, 1)));
        board.reachable.push(self.inside().map(|place| (place, csp.boolean())).collect());
        // A way through all tiles falls from their number to 1.
        let count = number(self.inside().count());
        board.rank.push(self.inside().map(|place| (place, csp.integer(0, count))).collect());
        let edges = self.inside().flat_map(|from| {
            Direction::ALL.into_iter().filter_map(move |direction| Some((from, self.near(from, direction)?)))
        });
        board.edge.push(edges.map(|edge| (edge, csp.boolean())).collect());
        board.entered.push(self.inside().map(|place| (place, csp.boolean())).collect());
    }

    /// Constraints 2a and 2b.
    fn require_start(self, csp: &mut Csp, board: &Board) {
        for place in self.inside() {
            csp.require(Constraint::equal(board.stands[0][&place], i64::from(place == self.level().player())));
            csp.require(Constraint::equal(board.boxes[0][&place], i64::from(self.level().boxes().contains(&place))));
        }
    }

    /// Constraints 1a to 1d.
    fn require_step(self, csp: &mut Csp, board: &Board, steps: Variable, step: usize) {
        let [row, column] = board.player[step];
        for (&place, &stands) in &board.stands[step] {
            let is_there = [Constraint::equal(row, number(place.row)), Constraint::equal(column, number(place.column))];
            csp.require(Constraint::iff(Constraint::is_true(stands), Constraint::all(is_there)));
            if !is_inside(self.level(), place) {
                csp.require(Constraint::is_false(stands));
            }
        }
        let goals = self.level().goals().iter().map(|goal| Constraint::is_true(board.boxes[step][goal]));
        let is_solved = || Constraint::is_true(board.solved[step]);
        csp.require(Constraint::iff(is_solved(), Constraint::all(goals)));
        csp.require(Constraint::implies(Constraint::at_most(steps, number(step)), is_solved()));
    }

    /// Constraints 3a to 3f.
    fn require_reachable(self, csp: &mut Csp, board: &Board, step: usize) {
        let (edge, rank) = (&board.edge[step], &board.rank[step]);
        for place in self.inside() {
            let into = Direction::ALL.into_iter().filter_map(|direction| self.near(place, direction));
            let into: Vec<(Variable, Variable)> = into.map(|from| (edge[&(from, place)], rank[&from])).collect();
            let entered = board.entered[step][&place];
            csp.require(Constraint::equal(entered, Sum::of(into.iter().map(|&(edge, _)| edge))));
            for (edge, from) in into {
                csp.require(Constraint::implies(Constraint::is_true(edge), Constraint::less(rank[&place], from)));
            }
            let (stands, is_box) = (board.stands[step][&place], board.boxes[step][&place]);
            csp.require(Constraint::implies(Constraint::is_true(stands), Constraint::is_false(entered)));
            let is_entered_or_last = [Constraint::is_true(entered), Constraint::equal(rank[&place], 0)];
            csp.require(Constraint::implies(Constraint::is_false(stands), Constraint::any(is_entered_or_last)));
            csp.require(Constraint::implies(Constraint::is_true(is_box), Constraint::is_false(entered)));
            let is_reached = [Constraint::is_true(stands), Constraint::less(0, entered)];
            let reachable = board.reachable[step][&place];
            csp.require(Constraint::iff(Constraint::is_true(reachable), Constraint::any(is_reached)));
        }
    }

    /// Constraints 4a to 4d.
    fn require_transition(self, csp: &mut Csp, board: &Board, step: usize) {
        let [row, column] = board.way[step];
        let goes = |[rows, columns]: [i64; 2]| [Constraint::equal(row, rows), Constraint::equal(column, columns)];
        let is_solved = || Constraint::is_true(board.solved[step]);
        csp.require(Constraint::iff(is_solved(), Constraint::all(goes([0, 0]))));
        let [here, there] = [board.player[step], board.player[step + 1]];
        let stays = [0, 1].map(|axis| Constraint::equal(here[axis], there[axis]));
        csp.require(Constraint::iff(Constraint::all(goes([0, 0])), Constraint::all(stays)));
        let (boxes, stands_next) = (&board.boxes[step], &board.stands[step + 1]);
        for place in self.inside() {
            let pushes = WAYS.into_iter().filter_map(|(direction, way)| {
                let (behind, ahead) = (self.near(place, direction.reversed())?, self.near(place, direction)?);
                let is_free =
                    [Constraint::is_true(board.reachable[step][&behind]), Constraint::is_false(boxes[&ahead])];
                Some(Constraint::all(goes(way).into_iter().chain(is_free)))
            });
            let rests = Constraint::all([Constraint::is_true(board.stands[step][&place]), is_solved()]);
            let pushes = Constraint::all([Constraint::is_true(boxes[&place]), Constraint::any(pushes)]);
            let comes = Constraint::is_true(stands_next[&place]);
            csp.require(Constraint::implies(comes, Constraint::any([rests, pushes])));
        }
        for place in self.inside() {
            let pushes = WAYS.into_iter().filter_map(|(direction, way)| {
                let behind = self.near(place, direction.reversed())?;
                let is_pushed = [Constraint::is_true(boxes[&behind]), Constraint::is_true(stands_next[&behind])];
                Some(Constraint::all(goes(way).into_iter().chain(is_pushed)))
            });
            let rests = [Constraint::is_true(boxes[&place]), Constraint::is_false(stands_next[&place])];
            let is_box = Constraint::any([Constraint::all(rests)].into_iter().chain(pushes));
            csp.require(Constraint::iff(Constraint::is_true(board.boxes[step + 1][&place]), is_box));
        }
    }
}

impl<const W: usize> ToCnf for Tamura<'_, W> {
    type Move = Push;
    type Map = (Track, Values);

    /// The cheapest matching of boxes and goals.
    fn lower_bound(&self) -> Option<Cost> {
        Heuristic::<Pushes<W>>::estimate(&Matching::new(self.space), &self.space.start())
    }

    fn step(&self) -> Cost {
        1
    }

    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Self::Map), LimitKind> {
        let (csp, track) = self.model(scope.least(horizon), horizon, meter)?;
        let (cnf, values) = csp.compile(meter)?;
        Ok((cnf, (track, values)))
    }

    fn decode(&self, (track, values): &Self::Map, model: &Model) -> Vec<Push> {
        let side = |variable| usize::try_from(values.value(model, variable)).expect("rows and columns count from 0");
        let pushes = track.way.iter().zip(&track.player[1..]).filter_map(|(way, player)| {
            let way = way.map(|variable| values.value(model, variable));
            let (direction, _) = WAYS.into_iter().find(|&(_, this)| this == way)?;
            let [row, column] = player.map(side);
            let square = self.space.floor.square(Place { row, column });
            Some((square.expect("the player is on the floor"), direction))
        });
        self.space.pushes(pushes)
    }
}
