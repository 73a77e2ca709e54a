//! Hard puzzles from a stock of pieces: all of their layouts, or what annealing finds.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use fewest_search::{Limits, Observer, Progress};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::anneal::{Anneal, Method};
use super::hunt::{Family, Find, optimum};
use super::layouts::{LayoutCensus, LayoutError};
use super::symmetry::Symmetry;
use crate::bits::Bits;
use crate::exhaustive::{Exhaustive, Word};
use crate::fault::Faults;
use crate::formats::labels;
use crate::geometry::{Lock, Square, squares};
use crate::metric::Metric;
use crate::position::{Place, Position};
use crate::puzzle::Puzzle;
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};
use crate::space::{Blocks, BlocksError};

/// What puzzles to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlocksWish {
    /// The board, the pieces and how many squares stay free.
    pub layouts: LayoutCensus,
    /// Which shape of the stock is that of the piece with a goal; there must be one of it.
    pub goal: usize,
    /// Where its upper left corner shall be.
    pub target: Square,
    /// What counts as a move.
    pub metric: Metric,
    /// How to look.
    pub method: Method,
    /// The fewest moves that a puzzle may take.
    pub least: u32,
    /// The most moves that a puzzle may take.
    pub most: u32,
    /// Whether no piece may be left out without making the puzzle easier.
    pub minimal: bool,
    /// The most positions that a puzzle may have.
    pub positions: u64,
}

/// Why there is nothing to search for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlocksHuntError {
    /// The layouts cannot be counted, which is needed to look at all of them.
    #[error(transparent)]
    Layouts(#[from] LayoutError),
    /// There must be one piece with a goal.
    #[error("shape {0} cannot be the piece with a goal: the stock must have exactly one piece of it")]
    Goal(usize),
    /// The goal makes no puzzle.
    #[error("no puzzle has this goal: {0}")]
    Target(Faults),
    /// The board is too large, or there are too many pieces.
    #[error(transparent)]
    Space(#[from] BlocksError),
}

/// Puzzles of a stock of pieces to search among. A puzzle is judged by the hardest position that can be reached.
///
/// ```
/// use std::ops::ControlFlow;
/// use fewest_blocks::design::{BlocksHunt, BlocksWish, Hunt, LayoutCensus, Method, Stock};
/// use fewest_blocks::{Metric, Square};
/// use fewest_search::Limits;
/// let stock = vec![Stock::rectangles(2, 2, 1..=1), Stock::rectangles(1, 2, 2..=2), Stock::rectangles(1, 1, 0..=4)];
/// let wish = BlocksWish {
///     layouts: LayoutCensus { width: 4, height: 3, walls: Vec::new(), stock, gaps: 2..=2 },
///     target: Square::new(2, 1),
///     ..BlocksWish::new(LayoutCensus::huarong_dao(), 0, Square::new(1, 3))
/// };
/// let family = BlocksHunt::new(wish, &Limits::default())?;
/// let catch = Hunt::default().run(&family, &Limits::default(), |_| ControlFlow::Continue(()))?;
/// assert_eq!(catch.best[0].find.length, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlocksHunt {
    wish: BlocksWish,
    /// A layout of each group, where all are looked at.
    groups: Vec<Pieces>,
    /// The ways to turn the board that leave the problem as it is.
    symmetries: Vec<Symmetry>,
}

/// Pieces: for each its shape, by number, and the square of its upper left corner.
type Pieces = Vec<(usize, Square)>;

/// A layout, square by square: 0 for free, 1 for the piece with the goal, the others by their order from 2 on.
type Picture = Vec<u8>;

impl BlocksWish {
    /// The puzzles of some layouts in which a piece shall get somewhere, by moves, all of them.
    pub fn new(layouts: LayoutCensus, goal: usize, target: Square) -> Self {
        Self {
            layouts,
            goal,
            target,
            metric: Metric::Move,
            method: Method::Enumerate,
            least: 1,
            most: u32::MAX,
            minimal: false,
            positions: 5_000_000,
        }
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        squares(self.layouts.width, self.layouts.height)
    }

    fn cells(&self, (shape, corner): (usize, Square)) -> impl Iterator<Item = Square> + '_ {
        self.layouts.stock[shape].shape.iter().map(move |cell| Square::new(corner.x + cell.x, corner.y + cell.y))
    }

    /// Whether a piece lies on the board, on floor.
    fn fits(&self, piece: (usize, Square)) -> bool {
        let LayoutCensus { width, height, walls, .. } = &self.layouts;
        self.cells(piece).all(|cell| cell.x < *width && cell.y < *height && !walls.contains(&cell))
    }

    fn setup(&self, pieces: &[(usize, Square)]) -> Setup {
        let ground = |square| if self.layouts.walls.contains(&square) { Ground::Wall } else { Ground::Floor };
        let mut sorted: Vec<(Vec<Square>, usize)> = pieces
            .iter()
            .map(|&piece| {
                let mut cells: Vec<Square> = self.cells(piece).collect();
                cells.sort_unstable();
                (cells, piece.0)
            })
            .collect();
        sorted.sort_unstable();
        let goal = sorted.iter().zip(labels::all()).find(|((_, shape), _)| *shape == self.goal).map(|(_, label)| label);
        let target = TargetSetup::On(self.cells((self.goal, self.target)).collect());
        let piece = |((cells, _), label)| PieceSetup { label, name: None, cells, lock: Lock::Free };
        Setup {
            width: usize::from(self.layouts.width),
            height: usize::from(self.layouts.height),
            ground: self.squares().map(ground).collect(),
            pieces: sorted.into_iter().zip(labels::all()).map(piece).collect(),
            goals: goal.map(|label| vec![ConditionSetup::Piece { label, target }]).into_iter().collect(),
            ..Setup::default()
        }
    }
}

/// Ends an exploration of which nobody wants the end; it counts as cancelled.
struct Watch<'a>(&'a dyn Fn() -> bool);

impl Observer for Watch<'_> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl BlocksHunt {
    /// Makes ready for the search; where all layouts are looked at, that means to count them.
    ///
    /// # Errors
    /// [`BlocksHuntError`] where there is no such puzzle, or there are too many.
    pub fn new(wish: BlocksWish, limits: &Limits) -> Result<Self, BlocksHuntError> {
        wish.layouts.check_walls()?;
        let is_one = wish.layouts.stock.get(wish.goal).is_some_and(|stock| stock.count == (1..=1));
        if !is_one {
            return Err(BlocksHuntError::Goal(wish.goal + 1));
        }
        let solved = wish.setup(&[(wish.goal, wish.target)]).validate().map_err(BlocksHuntError::Target)?;
        Blocks::<u128, u128>::new(Arc::new(solved), wish.metric)?;
        let mut groups = Vec::new();
        if wish.method == Method::Enumerate {
            let layouts = wish.layouts.run(limits)?;
            groups.extend(layouts.sets.into_iter().flat_map(|set| set.groups).map(|group| group.example));
        }
        let symmetries = Symmetry::all().filter(|&symmetry| keeps(&wish, symmetry)).collect();
        Ok(Self { wish, groups, symmetries })
    }

    /// The hardest positions that can be reached from a layout, how far they are, and how many positions there are; `None`
    /// where there is no way to the goal, or there are too many positions.
    fn judge(&self, pieces: &[(usize, Square)], stop: &dyn Fn() -> bool) -> Option<(u32, u64, Vec<Picture>)> {
        let puzzle = Arc::new(self.wish.setup(pieces).validate().ok()?);
        match Blocks::<u64, u64>::new(puzzle.clone(), self.wish.metric) {
            Ok(space) => self.judge_in(&space, stop),
            Err(_) => self.judge_in(&Blocks::<u128, u128>::new(puzzle, self.wish.metric).ok()?, stop),
        }
    }

    fn judge_in<B: Bits, K: Word>(
        &self,
        space: &Blocks<B, K>,
        stop: &dyn Fn() -> bool,
    ) -> Option<(u32, u64, Vec<Picture>)> {
        let search = Exhaustive { threads: NonZeroUsize::MIN, ..Exhaustive::default() };
        let limits = Limits { expansions: Some(self.wish.positions), ..Limits::default() };
        let mut goals = Vec::new();
        let all = search.explore_layers(space, &[space.start()], &limits, &mut Watch(stop), |layer| {
            goals.extend(layer.goals());
            ControlFlow::Continue(())
        });
        let positions = all.ok().filter(|all| all.limit.is_none())?.states();
        if goals.is_empty() {
            return None;
        }
        let mut last = (0, Vec::new());
        let back = search.explore_layers(space, &goals, &limits, &mut Watch(stop), |layer| {
            last.0 = layer.depth;
            last.1.clear();
            last.1.extend(layer.states());
            ControlFlow::Continue(())
        });
        back.ok().filter(|back| back.limit.is_none())?;
        // A walk goes on from there, even where it is not what is wanted.
        let is_needed = self.wish.method != Method::Enumerate || (self.wish.least..=self.wish.most).contains(&last.0);
        let farthest = if is_needed { last.1 } else { Vec::new() };
        Some((last.0, positions, farthest.iter().map(|state| picture(&space.position(state))).collect()))
    }

    /// What a picture looks like first of all, however the board is turned.
    fn first_look(&self, picture: &Picture) -> Picture {
        let size = (self.wish.layouts.width, self.wish.layouts.height);
        let width = usize::from(size.0);
        let turned = self.symmetries.iter().map(|symmetry| {
            let mut turned = vec![0; picture.len()];
            for (square, &piece) in self.wish.squares().zip(picture) {
                let Square { x, y } = symmetry.square(size, square);
                turned[usize::from(y) * width + usize::from(x)] = piece;
            }
            renumbered(&mut turned);
            turned
        });
        turned.min().expect("one way leaves all as it is")
    }

    fn pieces(&self, picture: &Picture) -> Pieces {
        let mut cells: Vec<Vec<Square>> = Vec::new();
        for (square, &piece) in self.wish.squares().zip(picture) {
            if piece > 0 {
                let number = usize::from(piece) - 1;
                cells.resize(cells.len().max(number + 1), Vec::new());
                cells[number].push(square);
            }
        }
        let shape = |mut cells: Vec<Square>| {
            let x = cells.iter().map(|cell| cell.x).min()?;
            let corner = Square::new(x, cells[0].y);
            for cell in &mut cells {
                *cell = Square::new(cell.x - corner.x, cell.y - corner.y);
            }
            let same = |stock: &super::layouts::Stock| {
                let mut other = stock.shape.clone();
                other.sort_unstable();
                other == cells
            };
            Some((self.wish.layouts.stock.iter().position(same)?, corner))
        };
        cells.into_iter().filter_map(shape).collect()
    }

    /// Offers the hardest position of those found, if it is what is wanted.
    fn offer(&self, length: u32, positions: u64, farthest: &[Picture], offer: &mut dyn FnMut(Find)) {
        if !(self.wish.least..=self.wish.most).contains(&length) {
            return;
        }
        let Some(first) = farthest.iter().map(|picture| self.first_look(picture)).min() else { return };
        let Ok(puzzle) = self.wish.setup(&self.pieces(&first)).validate() else { return };
        if !self.wish.minimal || is_minimal(&puzzle, self.wish.metric, length) {
            offer(Find { length, positions, text: puzzle.to_string() });
        }
    }

    fn walk(
        &self,
        anneal: &Anneal,
        mut random: ChaCha8Rng,
        stop: &dyn Fn() -> bool,
        offer: &mut dyn FnMut(Find),
    ) -> ControlFlow<()> {
        let (mut pieces, mut score, mut best) = (self.fill(&mut random), 0, 0);
        for step in 0..anneal.steps {
            if stop() {
                return ControlFlow::Break(());
            }
            let mut changed = pieces.clone();
            for _ in 0..random.random_range(1..=2) {
                self.change(&mut changed, &mut random);
            }
            if !self.is_allowed(&changed) {
                if !self.is_allowed(&pieces) {
                    pieces = self.fill(&mut random);
                }
                continue;
            }
            let Some((length, positions, farthest)) = self.judge(&changed, stop) else { continue };
            if length > self.wish.most || !anneal.accepts(step, score, length, &mut random) {
                continue;
            }
            if length > best {
                best = length;
                self.offer(length, positions, &farthest, offer);
            }
            pieces = farthest.iter().min().map(|picture| self.pieces(picture)).unwrap_or(changed);
            score = length;
        }
        ControlFlow::Continue(())
    }

    /// As many pieces as there may be, at random; the piece with the goal first.
    fn fill(&self, random: &mut ChaCha8Rng) -> Pieces {
        let mut pieces = Pieces::new();
        self.add(&mut pieces, &[self.wish.goal], random);
        let mut missing: Vec<usize> = Vec::new();
        for (shape, stock) in self.wish.layouts.stock.iter().enumerate().filter(|(shape, _)| *shape != self.wish.goal) {
            missing.extend(std::iter::repeat_n(shape, usize::from(*stock.count.start())));
        }
        // The largest first, while there is room.
        missing.sort_by_key(|&shape| std::cmp::Reverse(self.wish.layouts.stock[shape].shape.len()));
        for shape in missing {
            self.add(&mut pieces, &[shape], random);
        }
        let others: Vec<usize> = (0..self.wish.layouts.stock.len()).filter(|&shape| shape != self.wish.goal).collect();
        for _ in 0..64 {
            if self.gaps(&pieces) > usize::from(*self.wish.layouts.gaps.start()) && !others.is_empty() {
                self.add(&mut pieces, &others, random);
            }
        }
        pieces
    }

    /// Moves, adds, removes or exchanges a piece.
    fn change(&self, pieces: &mut Pieces, random: &mut ChaCha8Rng) {
        let others: Vec<usize> = (0..self.wish.layouts.stock.len()).filter(|&shape| shape != self.wish.goal).collect();
        let choice = random.random_range(0..6);
        if choice > 0 && !pieces.is_empty() {
            let (shape, _) = pieces.swap_remove(random.random_range(0..pieces.len()));
            if shape == self.wish.goal || choice >= 4 {
                self.add(pieces, &[shape], random);
                return;
            }
        }
        if choice < 3 {
            for _ in 0..2 {
                self.add(pieces, &others, random);
            }
        }
    }

    /// Puts a piece of one of these shapes where there is room, if anywhere.
    fn add(&self, pieces: &mut Pieces, shapes: &[usize], random: &mut ChaCha8Rng) {
        let taken: Vec<Square> = pieces.iter().flat_map(|&piece| self.wish.cells(piece)).collect();
        let (gaps, stock) = (self.gaps(pieces), &self.wish.layouts.stock);
        let few = |shape: usize| {
            let count = pieces.iter().filter(|piece| piece.0 == shape).count();
            count < usize::from(*stock[shape].count.end())
                && gaps >= stock[shape].shape.len() + usize::from(*self.wish.layouts.gaps.start())
        };
        let shapes: Vec<usize> = shapes.iter().copied().filter(|&shape| few(shape)).collect();
        let Some(&shape) = shapes.choose(random) else { return };
        let is_free = |&piece: &(usize, Square)| {
            self.wish.fits(piece) && self.wish.cells(piece).all(|cell| !taken.contains(&cell))
        };
        let free: Pieces = self.wish.squares().map(|corner| (shape, corner)).filter(is_free).collect();
        pieces.extend(free.choose(random));
    }

    /// How many floor squares are free.
    fn gaps(&self, pieces: &[(usize, Square)]) -> usize {
        let LayoutCensus { width, height, walls, stock, .. } = &self.wish.layouts;
        let taken: usize = pieces.iter().map(|&(shape, _)| stock[shape].shape.len()).sum();
        (usize::from(*width) * usize::from(*height)).saturating_sub(walls.len() + taken)
    }

    /// Whether the pieces are what was asked for.
    fn is_allowed(&self, pieces: &[(usize, Square)]) -> bool {
        let counts = self.wish.layouts.stock.iter().enumerate().all(|(shape, stock)| {
            let count = pieces.iter().filter(|piece| piece.0 == shape).count();
            u16::try_from(count).is_ok_and(|count| stock.count.contains(&count))
        });
        counts && u16::try_from(self.gaps(pieces)).is_ok_and(|gaps| self.wish.layouts.gaps.contains(&gaps))
    }
}

/// Whether turning the board leaves its walls and the goal where they are.
fn keeps(wish: &BlocksWish, symmetry: Symmetry) -> bool {
    let size = (wish.layouts.width, wish.layouts.height);
    if symmetry.diagonal && size.0 != size.1 {
        return false;
    }
    let same = |squares: Vec<Square>| {
        let turned: Vec<Square> = squares.iter().map(|&square| symmetry.square(size, square)).collect();
        squares.iter().all(|square| turned.contains(square)) && turned.iter().all(|square| squares.contains(square))
    };
    same(wish.layouts.walls.clone()) && same(wish.cells((wish.goal, wish.target)).collect())
}

/// A position, square by square.
fn picture(position: &Position) -> Picture {
    let puzzle = position.puzzle();
    let goal = puzzle.goals().iter().flatten().find_map(|condition| match condition {
        crate::puzzle::Condition::Piece(piece, _) => Some(*piece),
        crate::puzzle::Condition::Empty(_) => None,
    });
    let mut picture = vec![0; puzzle.width() * puzzle.height()];
    for (number, (piece, place)) in puzzle.pieces().iter().zip(position.places()).enumerate() {
        let Place::On(corner) = *place else { continue };
        let sign = if Some(number) == goal { 1 } else { u8::try_from(number + 2).unwrap_or(u8::MAX) };
        for cell in piece.cells_at(corner) {
            picture[usize::from(cell.y) * puzzle.width() + usize::from(cell.x)] = sign;
        }
    }
    renumbered(&mut picture);
    picture
}

/// Numbers the pieces by their order.
fn renumbered(picture: &mut Picture) {
    let mut numbers = [0u8; 256];
    numbers[1] = 1;
    let mut next = 2;
    for piece in picture.iter_mut().filter(|piece| **piece > 0) {
        let number = &mut numbers[usize::from(*piece)];
        if *number == 0 {
            *number = next;
            next += 1;
        }
        *piece = *number;
    }
}

/// Whether every piece without a goal is needed: without any one of them the puzzle would take fewer moves.
pub(crate) fn is_minimal(puzzle: &Puzzle, metric: Metric, length: u32) -> bool {
    let has_goal = |label: char| {
        let goals = puzzle.setup().goals.iter().flatten();
        goals.into_iter().any(|goal| matches!(goal, ConditionSetup::Piece { label: other, .. } if *other == label))
    };
    puzzle.setup().pieces.iter().filter(|piece| !has_goal(piece.label)).all(|piece| {
        let mut fewer = puzzle.setup().clone();
        fewer.pieces.retain(|other| other.label != piece.label);
        let shorter = fewer.validate().ok().and_then(|fewer| optimum(&fewer, metric));
        shorter.is_some_and(|shorter| shorter < length)
    })
}

impl Family for BlocksHunt {
    type Bench = ();

    fn metric(&self) -> Metric {
        self.wish.metric
    }

    fn describe(&self) -> String {
        let BlocksWish { layouts, goal, target, metric, method, least, most, minimal, positions } = &self.wish;
        let LayoutCensus { width, height, walls, stock, gaps } = layouts;
        let list = |squares: &[Square]| {
            let all: Vec<String> = squares.iter().map(|square| format!("({},{})", square.x, square.y)).collect();
            all.join(" ")
        };
        let stock: Vec<String> =
            stock.iter().map(|stock| format!("{} {:?}", list(&stock.shape), stock.count)).collect();
        format!(
            "blocks {width}x{height}, walls {}, stock {}, gaps {gaps:?}, shape {goal} to ({},{}), {method}, \
             {least} to {most} by {metric}, minimal {minimal}, positions {positions}",
            list(walls),
            stock.join("; "),
            target.x,
            target.y
        )
    }

    fn units(&self) -> Option<u64> {
        (self.wish.method == Method::Enumerate).then_some(self.groups.len() as u64)
    }

    fn bench(&self) {}

    fn work(&self, unit: u64, (): &mut (), stop: &dyn Fn() -> bool, offer: &mut dyn FnMut(Find)) -> ControlFlow<()> {
        match &self.wish.method {
            Method::Anneal(anneal) => self.walk(anneal, anneal.random(unit), stop, offer),
            Method::Enumerate => {
                let group = usize::try_from(unit).ok().and_then(|unit| self.groups.get(unit));
                if let Some((length, positions, farthest)) = group.and_then(|pieces| self.judge(pieces, stop)) {
                    self.offer(length, positions, &farthest, offer);
                }
                if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        }
    }

    fn puzzle(&self, text: &str) -> Option<Puzzle> {
        text.parse().ok()
    }
}
