//! A translation of the n-puzzle to SAT as it was published (Edixhoven, *Attacking the n-puzzle using SAT
//! solvers*, Leiden 2016, after Tamura's translation of Sokoban): an integer model, here as a [`Csp`].
//!
//! It is kept as it was, for comparison: 461 variables and 917 constraints for the 8-puzzle with 32 steps. Sections and
//! numbers of constraints below are those of the text; `docs/algorithms/sat-models.md` says what was decided where it
//! contradicts itself.

use fewest_sat::csp::{Constraint, Csp, Sum, Values, Variable, number};
use fewest_sat::{Cnf, Model, Scope, ToCnf};
use fewest_search::{Cost, LimitKind, Meter, Observer};

use crate::{Move, Position, Size, Solvability, solvability};

/// The constraints of section 6.3, which are not needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Additional {
    /// No move takes the one before it back.
    pub no_undo: bool,
    /// Rows that are complete from the top, and columns from the left, stay so. Shortest solutions may break them: what
    /// is the fewest with this on is the fewest of another puzzle, and no bound for this one.
    pub keep_completed_lines: bool,
}

/// A position that is to reach a goal, by Edixhoven's model.
///
/// ```
/// use fewest_sat::{Aim, Backend, climb};
/// use fewest_search::Limits;
/// use fewest_tiles::{Goal, Position, edixhoven::{Additional, Edixhoven}};
///
/// let start: Position = "1 2 3/0 4 6/7 5 8".parse()?;
/// let goal = Goal::BlankLast.position(start.size())?;
/// let puzzle = Edixhoven::new(start, goal, Additional::default());
/// let run = climb(&puzzle, Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(3));
/// # Ok::<(), fewest_tiles::Faults>(())
/// ```
#[derive(Clone, Debug)]
pub struct Edixhoven {
    start: Position,
    goal: Position,
    additional: Additional,
}

/// The variables of a model that tell its moves.
#[derive(Clone, Debug)]
pub struct Track {
    /// Row and column of the blank at each step.
    blank: Vec<[Variable; 2]>,
}

/// The variables of section 6.1.
struct Board {
    steps: Variable,
    empty: Vec<[Variable; 2]>,
    /// By step and cell.
    num: Vec<Vec<Variable>>,
    goal: Vec<Variable>,
    d: Vec<[Variable; 2]>,
}

/// The moves of the blank, by row and column.
const WAYS: [[i64; 2]; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];

impl Edixhoven {
    /// From `start` to `goal`.
    pub fn new(start: Position, goal: Position, additional: Additional) -> Self {
        Self { start, goal, additional }
    }

    /// The model for solutions of `least` to `most` moves, and the variables that tell the moves.
    ///
    /// # Errors
    /// The limit that ended the work.
    pub fn model<O: Observer>(
        &self,
        least: Cost,
        most: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Csp, Track), LimitKind> {
        let mut csp = Csp::new();
        let board = self.declare(&mut csp, least, most, meter)?;
        // 1: where everything is.
        for (&num, &tile) in board.num[0].iter().zip(self.start.tiles()) {
            csp.require(Constraint::equal(num, i64::from(tile)));
        }
        for step in 0..=most as usize {
            self.require_step(&mut csp, &board, step);
            if step < most as usize {
                self.require_movement(&mut csp, &board, step);
                if self.additional.no_undo && step > 0 {
                    forbid_undo(&mut csp, &board, step);
                }
                if self.additional.keep_completed_lines {
                    self.keep_completed_lines(&mut csp, &board, step);
                }
            }
            meter.poll_with(csp.bytes())?;
        }
        Ok((csp, Track { blank: board.empty }))
    }

    fn size(&self) -> Size {
        self.start.size()
    }

    /// Section 6.1.
    fn declare<O: Observer>(
        &self,
        csp: &mut Csp,
        least: Cost,
        most: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Board, LimitKind> {
        let size = self.size();
        let steps = csp.integer(i64::from(least), i64::from(most));
        let mut board = Board { steps, empty: Vec::new(), num: Vec::new(), goal: Vec::new(), d: Vec::new() };
        for step in 0..=most {
            board.empty.push([size.height(), size.width()].map(|side| csp.integer(0, number(side) - 1)));
            board.num.push((0..size.cells()).map(|_| csp.integer(0, number(size.cells()) - 1)).collect());
            board.goal.push(csp.boolean());
            if step < most {
                board.d.push([(); 2].map(|()| csp.integer(-1, 1)));
            }
            meter.poll_with(csp.bytes())?;
        }
        Ok(board)
    }

    /// Constraints 2a to 2d.
    fn require_step(&self, csp: &mut Csp, board: &Board, step: usize) {
        for (cell, &num) in board.num[step].iter().enumerate() {
            let is_blank = Constraint::equal(num, 0);
            csp.require(Constraint::iff(is_blank, self.is_at(board.empty[step], cell)));
        }
        csp.require(Constraint::all_different(board.num[step].iter().copied()));
        // The goal's blank follows.
        let is_tile = |cell: &usize| self.goal.tiles()[*cell] != 0;
        let tiles = (0..self.size().cells()).filter(is_tile).map(|cell| self.is_home(board, step, cell));
        csp.require(Constraint::iff(Constraint::is_true(board.goal[step]), Constraint::all(tiles)));
        let is_over = Constraint::at_most(board.steps, number(step));
        csp.require(Constraint::implies(is_over, Constraint::is_true(board.goal[step])));
    }

    /// Constraints 3a to 3e.
    fn require_movement(&self, csp: &mut Csp, board: &Board, step: usize) {
        let [row, column] = board.d[step];
        let [here, there] = [board.empty[step], board.empty[step + 1]];
        let rests = || Constraint::all([Constraint::equal(row, 0), Constraint::equal(column, 0)]);
        csp.require(Constraint::any([Constraint::equal(row, 0), Constraint::equal(column, 0)]));
        csp.require(Constraint::iff(Constraint::is_true(board.goal[step]), rests()));
        let stays = [0, 1].map(|axis| Constraint::equal(here[axis], there[axis]));
        csp.require(Constraint::implies(rests(), Constraint::all(stays)));
        let sides = [self.size().height(), self.size().width()];
        for way in WAYS {
            let goes = Constraint::all([Constraint::equal(row, way[0]), Constraint::equal(column, way[1])]);
            let after = [0, 1].map(|axis| Sum::from(here[axis]) + way[axis]);
            let is_inside = [0, 1].map(|axis| {
                let after = || after[axis].clone();
                Constraint::all([Constraint::at_most(0, after()), Constraint::less(after(), number(sides[axis]))])
            });
            let arrives = [0, 1].map(|axis| Constraint::equal(after[axis].clone(), there[axis]));
            csp.require(Constraint::implies(goes, Constraint::all(is_inside.into_iter().chain(arrives))));
        }
        for cell in 0..self.size().cells() {
            let is_touched = Constraint::any([self.is_at(here, cell), self.is_at(there, cell)]);
            let is_kept = Constraint::equal(board.num[step][cell], board.num[step + 1][cell]);
            csp.require(Constraint::implies(Constraint::not(is_touched), is_kept));
        }
    }

    /// Section 6.3, the second: for each number of rows, and of columns, that leaves at least two.
    fn keep_completed_lines(&self, csp: &mut Csp, board: &Board, step: usize) {
        let size = self.size();
        let by_rows = (1..size.height().saturating_sub(1)).map(|cap| (cap, size.width()));
        let by_columns = (1..size.width().saturating_sub(1)).map(|cap| (size.height(), cap));
        for (rows, columns) in by_rows.chain(by_columns) {
            let cells: Vec<usize> =
                (0..rows).flat_map(|row| (0..columns).map(move |column| size.cell(row, column))).collect();
            // Around the goal's blank nothing could move any more.
            if cells.contains(&self.goal.blank()) {
                continue;
            }
            let complete = |step| Constraint::all(cells.iter().map(|&cell| self.is_home(board, step, cell)));
            csp.require(Constraint::implies(complete(step), complete(step + 1)));
        }
    }

    /// That the blank is in a cell.
    fn is_at(&self, [row, column]: [Variable; 2], cell: usize) -> Constraint {
        let (in_row, in_column) = (number(self.size().row(cell)), number(self.size().column(cell)));
        Constraint::all([Constraint::equal(row, in_row), Constraint::equal(column, in_column)])
    }

    /// That a cell has the tile that it should.
    fn is_home(&self, board: &Board, step: usize, cell: usize) -> Constraint {
        Constraint::equal(board.num[step][cell], i64::from(self.goal.tiles()[cell]))
    }
}

/// Section 6.3, the first.
fn forbid_undo(csp: &mut Csp, board: &Board, step: usize) {
    for axis in [0, 1] {
        for way in [1, -1] {
            let went = Constraint::equal(board.d[step - 1][axis], way);
            csp.require(Constraint::implies(went, Constraint::unequal(board.d[step][axis], -way)));
        }
    }
}

impl ToCnf for Edixhoven {
    type Move = Move;
    type Map = (Track, Values);

    /// The distances of the tiles from their goals.
    fn lower_bound(&self) -> Option<Cost> {
        if solvability(&self.start, &self.goal) != Solvability::Solvable {
            return None;
        }
        let pairs = self.start.cells_of_tiles().into_iter().zip(self.goal.cells_of_tiles()).skip(1);
        let distance: usize = pairs.map(|(from, to)| self.size().distance(from, to)).sum();
        Some(Cost::try_from(distance).expect("256 tiles are at most 256 cells away each"))
    }

    fn step(&self) -> Cost {
        2
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

    fn decode(&self, (track, values): &Self::Map, model: &Model) -> Vec<Move> {
        let side = |variable| usize::try_from(values.value(model, variable)).expect("rows and columns count from 0");
        let cell = |&[row, column]: &[Variable; 2]| {
            u8::try_from(self.size().cell(side(row), side(column))).expect("a board has at most 256 cells")
        };
        let cells: Vec<u8> = track.blank.iter().map(cell).collect();
        let steps = cells.windows(2).map(|pair| Move { blank: pair[0], target: pair[1] });
        steps.filter(|step| step.blank != step.target).collect()
    }
}
