//! One attempt at a solution, of a given width.

use fewest_search::{Cost, LimitKind, Meter, Observer, StateSpace};

use crate::construct::beam::{Beam, Stage};
use crate::construct::judge::Judge;
use crate::construct::lines::Lines;
use crate::{Board, Cells, Metric, Move, Stm, Tiles};

/// A board of at most this many cells is searched whole at first.
const SMALL_BOARD: usize = 25;

/// Where lines are placed, what is left is searched whole from this many cells on.
const BLOCK: usize = 16;

/// Down from here that search leaves nothing out: no layer of 3×3 has more boards than [`EVERY_BOARD`].
const LAST_BLOCK: usize = 9;

/// More boards than lie at any one distance from a board of 3×3, 2×4 or smaller.
const EVERY_BOARD: usize = 1 << 15;

/// The search of a block is this much wider than that of a line, which has a guide.
const WIDER: usize = 40;

/// Rows and columns of a board from which on slides make the beam narrower.
const MANY_MOVES: usize = 16;

/// The search of a block ends after so many moves for each cell; no block needs half of them.
const MOVES_PER_CELL: usize = 16;

/// Solves a board that can reach the goal with a beam of some width.
pub(super) fn attempt<C: Cells, M: Metric, O: Observer>(
    space: &Tiles<C, M>,
    start: &Board<C>,
    width: usize,
    meter: &mut Meter<'_, O>,
) -> Result<Vec<Move>, LimitKind> {
    if space.size().is_line() {
        return Ok(along_the_line(space, start));
    }
    let steps = Tiles::<C, Stm>::new(&space.position(space.goal())).expect("the packing holds the goal already");
    let judge = Judge::new(&steps);
    let width = affordable(space, width);
    let mut beam = Beam::new(space, &judge, width, meter)?;
    let end = solve(space, start, width, &mut beam, meter);
    beam.discard(meter);
    end
}

/// Where slides of any length count as one move, a board has many successors, and the beam is narrower in proportion.
fn affordable<C: Cells, M: Metric>(space: &Tiles<C, M>, width: usize) -> usize {
    let size = space.size();
    if M::longest_move(size) == 1 {
        width
    } else {
        (width.saturating_mul(MANY_MOVES) / (size.width() + size.height())).min(width)
    }
}

fn solve<C: Cells, M: Metric, O: Observer>(
    space: &Tiles<C, M>,
    start: &Board<C>,
    width: usize,
    beam: &mut Beam<'_, C, M>,
    meter: &mut Meter<'_, O>,
) -> Result<Vec<Move>, LimitKind> {
    let mut lines = Lines::new(space);
    let mut nodes = vec![beam.seed(start)];
    loop {
        let area = lines.area();
        let whole_board = area == space.size().cells() && area <= SMALL_BOARD;
        if area <= BLOCK || whole_board {
            let longest = Cost::try_from(MOVES_PER_CELL * area).expect("a small block");
            let stage = Stage { open: &lines.open, placing: None, longest };
            let every_board = (area <= LAST_BLOCK).then_some(EVERY_BOARD);
            for wide in [Some(width.saturating_mul(WIDER)), every_board].into_iter().flatten() {
                beam.set_width(wide, meter)?;
                let solved = beam.run(&stage, nodes.clone(), meter)?;
                if let Some(node) = solved.first() {
                    return Ok(beam.moves(node));
                }
            }
            beam.set_width(width, meter)?;
        }
        nodes = lines.place_next(beam, nodes, meter)?;
    }
}

/// On one line there is one way, and it is the shortest.
fn along_the_line<C: Cells, M: Metric>(space: &Tiles<C, M>, start: &Board<C>) -> Vec<Move> {
    let home = space.goal_cells()[0];
    let mut board = *start;
    let mut moves = Vec::new();
    while board.blank() != home {
        let mut nearest: Option<Move> = None;
        let from_home = |mv: Move| usize::from(mv.target).abs_diff(home);
        space.for_each_move(&board, |mv| {
            if nearest.is_none_or(|nearest| from_home(mv) < from_home(nearest)) {
                nearest = Some(mv);
            }
        });
        let mv = nearest.expect("a line of two cells or more has a move");
        space.apply(&mut board, mv);
        moves.push(mv);
    }
    moves
}
