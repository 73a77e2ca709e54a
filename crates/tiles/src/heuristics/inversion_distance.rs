//! Inversion distance (Ken'ichiro Takahashi; on the web, in English since 2012): how many vertical moves it takes to
//! put the tiles into reading order, and how many horizontal moves to put them into order column by column.

use fewest_search::{Cost, Incremental};

use crate::heuristics::axes::{AxisBounds, ByAxis};
use crate::{Board, Cells, Metric, Move, Size, Tiles};

/// Inversion distance.
///
/// Read the tiles row by row, without the blank. A horizontal step does not change what is read; a vertical step takes
/// one tile past the `w − 1` tiles between its old cell and its new one, and so changes the number of inversions
/// (pairs in the wrong order) by at most `w − 1`. The steps needed, and the blank's way to its row, bound the vertical
/// moves; the same column by column bounds the horizontal moves. It needs no large table and serves boards of any size.
///
/// ```
/// use fewest_search::Heuristic;
/// use fewest_tiles::heuristics::{InversionDistance, Manhattan};
/// use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles};
///
/// let start: Position = "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0".parse()?;
/// let space = Tiles::<Nibbles, Stm>::new(&Goal::BlankLast.position(start.size())?)?;
/// let board = space.board(&start)?;
/// assert_eq!(Manhattan::new(&space).estimate(&board), Some(44));
/// assert_eq!(InversionDistance::new(&space).estimate(&board), Some(58));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct InversionDistance<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    by_rows: Reading,
    by_columns: Reading,
}

/// The inversions of a reading and the bound that follows from them.
#[derive(Clone, Copy, Debug)]
struct Disorder {
    inversions: u16,
    bound: u16,
}

/// What is known of the tiles read row by row, which bounds vertical moves, and column by column.
#[derive(Clone, Copy, Debug)]
pub struct InversionMemo {
    by_rows: Disorder,
    by_columns: Disorder,
}

impl<'a, C: Cells, M: Metric> InversionDistance<'a, C, M> {
    /// For the goal of `space`.
    pub fn new(space: &'a Tiles<C, M>) -> Self {
        let size = space.size();
        let blank = space.goal().blank();
        let has_slides = M::longest_move(size) > 1;
        let by_column = |cell| size.column(cell) * size.height() + size.row(cell);
        Self {
            space,
            by_rows: Reading {
                places: small(space.goal_cells().iter().copied()),
                jumps: jumps(size.cells(), size.width() - 1),
                sweep: Sweep { lines: size.height(), goal_line: size.row(blank) },
                has_slides,
            },
            by_columns: Reading {
                places: small(space.goal_cells().iter().copied().map(by_column)),
                jumps: jumps(size.cells(), size.height() - 1),
                sweep: Sweep { lines: size.width(), goal_line: size.column(blank) },
                has_slides,
            },
        }
    }
}

/// One way to read the board, whose inversions only the moves across its lines change.
#[derive(Clone, Debug)]
struct Reading {
    /// When each tile comes, where it belongs.
    places: Vec<u8>,
    /// The fewest steps that undo so many inversions.
    jumps: Vec<u16>,
    /// The blank's way over the lines.
    sweep: Sweep,
    /// Whether several steps can be one move.
    has_slides: bool,
}

impl Reading {
    /// Counts from scratch, from the tiles as they are read.
    fn disorder(&self, tiles: &[usize], blank_line: usize) -> Disorder {
        let pairs = tiles
            .iter()
            .enumerate()
            .flat_map(|(index, &first)| tiles[index + 1..].iter().map(move |&then| (first, then)));
        let inversions = pairs.filter(|&(first, then)| self.places[first] > self.places[then]).count();
        self.rate(u16::try_from(inversions).expect("255 tiles have 32,385 pairs"), blank_line)
    }

    /// The bound for so many inversions. Each step takes the blank one line further: it takes at least as many as the
    /// blank is away from its line, and an odd number of them if that is odd.
    #[inline]
    fn rate(&self, inversions: u16, blank_line: usize) -> Disorder {
        let away = self.sweep.goal_line.abs_diff(blank_line);
        let least = usize::from(self.jumps[usize::from(inversions)]).max(away);
        let steps = least + ((least ^ away) & 1);
        let moves = if self.has_slides { self.sweep.slides(blank_line, steps) } else { steps };
        #[expect(clippy::cast_possible_truncation, reason = "no more than inversions, or lines, and one")]
        let bound = moves as u16;
        Disorder { inversions, bound }
    }

    /// By how many the inversions grow when a tile passes these others. With one that comes later in the goal it is in
    /// order while it stands before it, and an inversion while it stands behind.
    #[inline]
    fn growth(&self, tile: usize, passed: impl Iterator<Item = usize>, to_earlier: bool) -> i16 {
        let place = self.places[tile];
        let growth: i16 = passed.map(|other| if self.places[other] > place { 1 } else { -1 }).sum();
        if to_earlier { -growth } else { growth }
    }
}

estimate_by_memo!([C: Cells, M: Metric] InversionDistance<'_, C, M>, Tiles<C, M>, CONSISTENT);

impl<C: Cells, M: Metric> Incremental<Tiles<C, M>> for InversionDistance<'_, C, M> {
    type Memo = InversionMemo;

    fn memo(&self, state: &Board<C>) -> Option<InversionMemo> {
        let size = self.space.size();
        let (width, height) = (size.width(), size.height());
        let tile = |cell| Some(state.tile(cell)).filter(|&tile| tile != 0);
        let row_by_row: Vec<usize> = (0..size.cells()).filter_map(tile).collect();
        let column_by_column: Vec<usize> =
            (0..size.cells()).map(|place| size.cell(place % height, place / height)).filter_map(tile).collect();
        debug_assert_eq!(row_by_row.len(), width * height - 1);
        Some(InversionMemo {
            by_rows: self.by_rows.disorder(&row_by_row, size.row(state.blank())),
            by_columns: self.by_columns.disorder(&column_by_column, size.column(state.blank())),
        })
    }

    /// Each tile of a slide passes tiles of other lines only, which the slide leaves where they are.
    #[inline]
    fn advance(&self, mut memo: InversionMemo, before: &Board<C>, mv: Move) -> Option<InversionMemo> {
        let (size, layout) = (self.space.size(), self.space.layout());
        let to_earlier = mv.target > mv.blank;
        let target = usize::from(mv.target);
        let mut growth = 0;
        if layout.is_horizontal(mv) {
            M::for_each_tile_step(layout, mv, |from, to| {
                let passed = passed_by_columns(size, from.min(to)).map(|cell| before.tile(cell));
                growth += self.by_columns.growth(before.tile(from), passed, to_earlier);
            });
            let inversions = memo.by_columns.inversions.wrapping_add_signed(growth);
            memo.by_columns = self.by_columns.rate(inversions, size.column(target));
        } else {
            M::for_each_tile_step(layout, mv, |from, to| {
                let passed = (from.min(to) + 1..from.max(to)).map(|cell| before.tile(cell));
                growth += self.by_rows.growth(before.tile(from), passed, to_earlier);
            });
            let inversions = memo.by_rows.inversions.wrapping_add_signed(growth);
            memo.by_rows = self.by_rows.rate(inversions, size.row(target));
        }
        Some(memo)
    }

    #[inline]
    fn value(&self, memo: InversionMemo) -> Cost {
        self.bounds(memo).sum()
    }
}

impl<C: Cells, M: Metric> ByAxis<C, M> for InversionDistance<'_, C, M> {
    #[inline]
    fn bounds(&self, memo: InversionMemo) -> AxisBounds {
        AxisBounds { vertical: Cost::from(memo.by_rows.bound), horizontal: Cost::from(memo.by_columns.bound) }
    }
}

/// The cells between `left` and its right neighbour, column by column: those below the one and those above the other.
#[inline]
fn passed_by_columns(size: Size, left: usize) -> impl Iterator<Item = usize> {
    let below = (left + size.width()..size.cells()).step_by(size.width());
    let above = (size.column(left) + 1..=left).step_by(size.width());
    below.chain(above)
}

fn small(places: impl Iterator<Item = usize>) -> Vec<u8> {
    places.map(|place| u8::try_from(place).expect("a board has at most 256 cells")).collect()
}

/// For each number of inversions that so many cells can have, the fewest steps that undo it if a step undoes `jump`.
fn jumps(cells: usize, jump: usize) -> Vec<u16> {
    let pairs = (cells - 1) * cells.saturating_sub(2) / 2;
    let steps = |inversions: usize| if jump == 0 { 0 } else { inversions.div_ceil(jump) };
    (0..=pairs).map(|inversions| u16::try_from(steps(inversions)).expect("255 tiles have 32,385 pairs")).collect()
}

/// The blank's way over the lines of a board.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    lines: usize,
    goal_line: usize,
}

impl Sweep {
    /// The fewest slides in which the blank can make so many steps and more, from a line to the goal's: at best it goes
    /// to an end, sweeps from end to end, and comes back from an end. The steps are no fewer than the way is long.
    fn slides(self, line: usize, steps: usize) -> usize {
        let (ends, way) = (self.lines - 1, self.goal_line.abs_diff(line));
        if steps <= way {
            return usize::from(way > 0);
        }
        let sum = line + self.goal_line;
        // With an even number of slides it comes back from the end to which it went first, else from the other.
        let even = steps.saturating_sub(sum.max(2 * ends - sum)).div_ceil(2 * ends);
        let odd = steps.saturating_sub(2 * ends + way).div_ceil(2 * ends);
        (2 + 2 * even).min(3 + 2 * odd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most steps in so many slides, slide by slide.
    fn most_steps(sweep: Sweep, line: usize, slides: usize) -> Option<usize> {
        if slides == 0 {
            return (line == sweep.goal_line).then_some(0);
        }
        let longest = |next: usize| Some(most_steps(sweep, next, slides - 1)? + line.abs_diff(next));
        (0..sweep.lines).filter_map(longest).max()
    }

    #[test]
    fn slides_make_as_many_steps_as_they_can() {
        for lines in 2..=4 {
            for goal_line in 0..lines {
                let sweep = Sweep { lines, goal_line };
                for line in 0..lines {
                    let mut slides = 0;
                    for steps in goal_line.abs_diff(line)..6 * (lines - 1) {
                        while most_steps(sweep, line, slides).is_none_or(|most| most < steps) {
                            slides += 1;
                        }
                        assert_eq!(sweep.slides(line, steps), slides, "{sweep:?} from {line}, {steps} steps");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_undo_inversions_in_jumps() {
        assert_eq!(jumps(9, 2)[..6], [0, 1, 1, 2, 2, 3]);
        assert_eq!(jumps(16, 3).last(), Some(&35));
        assert_eq!(jumps(4, 0), [0; 4]);
        assert_eq!(jumps(1, 0), [0]);
    }

    #[test]
    fn cells_are_passed_column_by_column() {
        let size = Size::new(3, 4).unwrap();
        let passed: Vec<usize> = passed_by_columns(size, 4).collect();
        assert_eq!(passed, [7, 10, 2]);
    }
}
