//! Slides of several tiles at once as a formula: the metric `mtm`.
//!
//! A formula says of each moment where the blank and every tile are, and of each move which way the blank goes and which cells
//! it passes: those after its own up to the one where it stops. A tile that is passed goes one cell the other way. It is
//! written from the rules and uses no lower bound.

use fewest_sat::{Cnf, Lit, Model, Scope, ToCnf};
use fewest_search::{Cost, LimitKind, Meter, Observer};

use super::encode::{Check, pairwise};
use super::windows::neighbours;
use crate::{Move, Position, Size, Solvability, TilesError, solvability};

/// A start and a goal as a formula for each horizon, in slides.
///
/// ```
/// use fewest_sat::{Aim, Backend, climb};
/// use fewest_search::Limits;
/// use fewest_tiles::sat::SlideEncoding;
/// use fewest_tiles::{Goal, Position};
///
/// let start: Position = "1 2 3/0 5 6/4 7 8".parse()?;
/// let puzzle = SlideEncoding::new(&start, &Goal::BlankLast.position(start.size())?)?;
/// let run = climb(&puzzle, Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlideEncoding {
    start: Position,
    goal: Position,
    turns: bool,
}

/// Where the blank is at each moment.
#[derive(Clone, Debug)]
pub struct Stops {
    cells: Vec<Vec<Lit>>,
}

impl SlideEncoding {
    /// From a start to a goal, by solutions that turn after each slide. All shortest ones do: two slides along one line are
    /// one slide or none.
    ///
    /// # Errors
    /// [`TilesError::Size`] where they differ in size.
    pub fn new(start: &Position, goal: &Position) -> Result<Self, TilesError> {
        Ok(Self { turns: true, ..Self::rules(start, goal)? })
    }

    /// From a start to a goal, by nothing but the rules.
    ///
    /// # Errors
    /// [`TilesError::Size`] where they differ in size.
    pub fn rules(start: &Position, goal: &Position) -> Result<Self, TilesError> {
        if start.size() != goal.size() {
            return Err(TilesError::Size { found: start.size(), goal: goal.size() });
        }
        Ok(Self { start: start.clone(), goal: goal.clone(), turns: false })
    }
}

impl ToCnf for SlideEncoding {
    type Move = Move;
    type Map = Stops;

    /// A slide, where the start is not the goal.
    fn lower_bound(&self) -> Option<Cost> {
        let is_solvable = solvability(&self.start, &self.goal) == Solvability::Solvable;
        is_solvable.then(|| Cost::from(self.start != self.goal))
    }

    fn step(&self) -> Cost {
        1
    }

    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Stops), LimitKind> {
        let board = Board { size: self.start.size() };
        let held = board.bytes().saturating_mul(u64::from(horizon) + 2);
        let mut cnf = Cnf::within(meter.free_memory().saturating_sub(held));
        let mut check = |cnf: &Cnf| cnf.check(held, meter);
        check(&cnf)?;
        let mut places = board.fixed(&self.start);
        let mut stops = Stops { cells: Vec::new() };
        let mut was_done = Lit::FALSE;
        let mut ways_before: Option<[Lit; 4]> = None;
        for time in 1..=horizon {
            let next = if time == horizon { board.fixed(&self.goal) } else { board.places(&mut cnf, &mut check)? };
            let done = match scope {
                Scope::Exactly => Lit::FALSE,
                Scope::AtMost => cnf.variable(),
            };
            cnf.implies([was_done], [done]);
            was_done = done;
            let ways = board.slide(&mut cnf, [&places, &next], done, &mut check)?;
            if let (true, Some(before)) = (self.turns, ways_before.replace(ways)) {
                // Up, down, left, right: a line has two ways.
                for line in 0..2 {
                    for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        cnf.implies([before[2 * line + first], ways[2 * line + second]], []);
                    }
                }
            }
            stops.cells.push(places.swap_remove(0));
            places = next;
        }
        if horizon == 0 && self.start != self.goal {
            cnf.clause([]);
        }
        stops.cells.push(places.swap_remove(0));
        check(&cnf)?;
        Ok((cnf, stops))
    }

    fn decode(&self, stops: &Stops, model: &Model) -> Vec<Move> {
        let cell = |cells: &Vec<Lit>| {
            let at = cells.iter().position(|&cell| model.holds(cell)).expect("the blank is somewhere");
            u8::try_from(at).expect("a board has at most 256 cells")
        };
        let cells: Vec<u8> = stops.cells.iter().map(cell).collect();
        let moves = cells.windows(2).filter(|pair| pair[0] != pair[1]);
        moves.map(|pair| Move { blank: pair[0], target: pair[1] }).collect()
    }
}

/// By tile and cell, that the tile is there; tile 0 is the blank.
type Places = Vec<Vec<Lit>>;

/// What all moments have in common.
struct Board {
    size: Size,
}

impl Board {
    /// The bytes of the literals of a moment.
    fn bytes(&self) -> u64 {
        let cells = self.size.cells() as u64;
        cells.saturating_mul(cells + 8).saturating_mul(size_of::<Lit>() as u64)
    }

    /// A position.
    fn fixed(&self, position: &Position) -> Places {
        let cells = |home: usize| (0..self.size.cells()).map(|cell| Lit::from(cell == home)).collect();
        position.cells_of_tiles().into_iter().map(cells).collect()
    }

    /// Everything is somewhere, once, and each cell holds one thing.
    fn places(&self, cnf: &mut Cnf, check: Check<'_>) -> Result<Places, LimitKind> {
        let cells = self.size.cells();
        let places: Places = (0..cells).map(|_| (0..cells).map(|_| cnf.variable()).collect()).collect();
        for tile in &places {
            cnf.clause(tile.iter().copied());
            pairwise(cnf, tile);
            check(cnf)?;
        }
        for cell in 0..cells {
            let here: Vec<Lit> = places.iter().map(|tile| tile[cell]).collect();
            cnf.clause(here.iter().copied());
            pairwise(cnf, &here);
            check(cnf)?;
        }
        Ok(places)
    }

    /// What one slide does, unless all is done; the ways that the blank may go.
    fn slide(
        &self,
        cnf: &mut Cnf,
        [before, after]: [&Places; 2],
        done: Lit,
        check: Check<'_>,
    ) -> Result<[Lit; 4], LimitKind> {
        let cells = self.size.cells();
        let ways: [Lit; 4] = std::array::from_fn(|_| cnf.variable());
        let passed: Vec<Lit> = (0..cells).map(|_| cnf.variable()).collect();
        cnf.exactly_one(&[ways[0], ways[1], ways[2], ways[3], done]);
        for cell in 0..cells {
            let (blank, stops) = (before[0][cell], after[0][cell]);
            cnf.implies([blank], [!passed[cell]]);
            cnf.implies([stops], [passed[cell], done]);
            cnf.implies([done], [!passed[cell]]);
            cnf.implies([done, blank], [stops]);
            let near = neighbours(self.size, cell);
            for (way, &goes) in ways.iter().enumerate() {
                let next = near[way].map_or(Lit::FALSE, |next| passed[next]);
                // It passes the next cell, and so on up to the one where it stops.
                cnf.implies([goes, blank], [next]);
                cnf.implies([goes, passed[cell]], [next, stops]);
                cnf.implies([goes, stops], [!next]);
                // It came from the cell before.
                let origin = near[way ^ 1].map(|origin| [before[0][origin], passed[origin]]);
                cnf.implies([goes, passed[cell]], origin.into_iter().flatten());
            }
            self.shift(cnf, [before, after], &ways, &passed, cell);
            check(cnf)?;
        }
        Ok(ways)
    }

    /// A tile that is passed goes one cell against the blank; every other one stays.
    fn shift(&self, cnf: &mut Cnf, [before, after]: [&Places; 2], ways: &[Lit; 4], passed: &[Lit], cell: usize) {
        let near = neighbours(self.size, cell);
        for (now, then) in before.iter().zip(after).skip(1) {
            cnf.implies([now[cell], !passed[cell]], [then[cell]]);
            for (way, &goes) in ways.iter().enumerate() {
                if let Some(back) = near[way ^ 1] {
                    cnf.implies([goes, now[cell], passed[cell]], [then[back]]);
                }
                match near[way] {
                    Some(next) => {
                        cnf.implies([goes, then[cell], passed[next]], [now[next]]);
                        cnf.implies([goes, then[cell]], [passed[next], now[cell]]);
                    }
                    None => cnf.implies([goes, then[cell]], [now[cell]]),
                }
            }
            let nearby = near.into_iter().flatten().map(|near| now[near]);
            cnf.implies([then[cell]], nearby.chain([now[cell]]));
        }
    }
}
