//! What a table is about, freed of tile numbers and of the board's orientation.

use std::fmt;
use std::ops::ControlFlow;

use fewest_pdb::abstraction::{Abstraction, Progress};
use fewest_pdb::build::{BuildError, Builder, Measure};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::radix::{Placements, RankError};
use fewest_pdb::table::{Recipe, Table};

use super::additive::Additive;
use super::full::Full;
use super::lines::{self, ROWS, TileLines};
use super::orientation::Orientation;
use crate::size::Size;

/// What a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Single steps of the pattern's tiles; the least over all places of the blank. Values of disjoint patterns add up.
    Additive,
    /// Single steps of the pattern's tiles, for every place of the blank: larger, stronger, and consistent.
    AdditiveBlank,
    /// Every single step.
    FullSteps,
    /// Every slide of any length.
    FullSlides,
    /// Every slide of any length, by the line that the next one runs along.
    Lines,
}

impl Kind {
    /// Its name in keys and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Additive => "additive",
            Self::AdditiveBlank => "additive-blank",
            Self::FullSteps => "full-stm",
            Self::FullSlides => "full-mtm",
            Self::Lines => "lines",
        }
    }

    /// Whether the blank is one of the pieces.
    pub(super) fn is_full(self) -> bool {
        matches!(self, Self::FullSteps | Self::FullSlides)
    }

    /// Whether there is a value for each place of the blank.
    pub(super) fn keeps_blank(self) -> bool {
        self != Self::Additive
    }
}

/// A pattern that cannot have a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A board that is too large.
    #[error("a board of {0} has no tables: at most 64 cells, and rows of at most 63, are possible")]
    Board(Size),
    /// Too many tiles.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// Too many tiles.
    #[error(transparent)]
    Lines(#[from] fewest_pdb::rank::RankError),
}

/// A table's subject: the board, what counts, and the goal cells of the blank and of the pattern's tiles. Patterns that
/// are rotations or reflections of each other have the same shape, and one table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    size: Size,
    kind: Kind,
    blank: u8,
    goals: Vec<u8>,
}

impl Shape {
    /// The shape of a pattern, and the orientation that shows a position to its table.
    pub(super) fn new(
        size: Size,
        kind: Kind,
        blank: usize,
        goals: &[usize],
    ) -> Result<(Self, Orientation), ShapeError> {
        if size.cells() > 64 || size.width().max(size.height()) > 63 {
            return Err(ShapeError::Board(size));
        }
        let narrow = Orientation::all(size).into_iter().filter(|way| way.size.width() <= way.size.height());
        let laid = narrow.map(|way| Self::laid(way, kind, blank, goals));
        let least = laid.min_by(|(a, _), (b, _)| a.cmp(b)).expect("a board lies in some way");
        let (shape, _) = &least;
        let places = if kind.is_full() { size.cells() - 1 } else { size.cells() };
        Placements::new(places, shape.goals.len())?;
        Ok(least)
    }

    /// The shape of a pattern whose rows, or columns, are the rows of the table.
    pub(super) fn of_lines(
        size: Size,
        axis: usize,
        blank: usize,
        goals: &[usize],
    ) -> Result<(Self, Orientation), ShapeError> {
        if size.cells() > 64 || size.width().max(size.height()) > 63 {
            return Err(ShapeError::Board(size));
        }
        lines::placements(size, goals.len())?;
        let laid =
            Orientation::turned(size, axis != ROWS).into_iter().map(|way| Self::laid(way, Kind::Lines, blank, goals));
        Ok(laid.min_by(|(a, _), (b, _)| a.cmp(b)).expect("a board lies in some way"))
    }

    /// A pattern in one orientation.
    fn laid(way: Orientation, kind: Kind, blank: usize, goals: &[usize]) -> (Self, Orientation) {
        let mut goals: Vec<u8> = goals.iter().map(|&cell| way.image[cell]).collect();
        goals.sort_unstable();
        (Self { size: way.size, kind, blank: way.image[blank], goals }, way)
    }

    /// The board, no wider than high but for lines.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is counted.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The goal cell of the blank.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The goal cells of the tiles, in order.
    pub fn goals(&self) -> &[u8] {
        &self.goals
    }

    /// Where the tiles can be: on all cells, or, where the blank is a piece, on the places that it leaves.
    pub fn placements(&self) -> Placements {
        let places = if self.kind.is_full() { self.size.cells() - 1 } else { self.size.cells() };
        Placements::new(places, self.goals.len()).expect("checked when the shape was made")
    }

    /// How many values the table has.
    pub fn entries(&self) -> u64 {
        if self.kind == Kind::Lines {
            return TileLines::new(self).entries();
        }
        let spots = if self.kind.keeps_blank() { self.size.cells() } else { 1 };
        u64::from(self.placements().count()) * spots as u64
    }

    /// The steps of each piece on each cell to its goal.
    pub(super) fn distances(&self) -> Vec<[u8; 64]> {
        let distance = |goal: u8, cell: usize| {
            if cell < self.size.cells() { self.size.distance(cell, usize::from(goal)) } else { 0 }
        };
        let steps =
            |goal: u8| std::array::from_fn(|cell| u8::try_from(distance(goal, cell)).expect("at most 64 cells"));
        self.goals.iter().map(|&goal| steps(goal)).collect()
    }

    /// What makes the table of this shape.
    pub fn recipe(&self, encoding: Encoding) -> Recipe {
        Recipe { key: self.to_string(), entries: self.entries(), encoding }
    }

    /// The bytes that a build holds at its peak.
    pub fn memory_needed(&self, builder: &Builder, encoding: Encoding) -> u64 {
        if self.kind == Kind::Lines {
            return builder.memory_needed_for_lines(&TileLines::new(self)) + encoding.bytes(self.entries());
        }
        struct Needed<'a>(&'a Builder);
        impl Visit for Needed<'_> {
            type Result = u64;
            fn visit<A: Abstraction>(self, abstraction: &A) -> u64 {
                self.0.memory_needed(abstraction)
            }
        }
        self.visit(Needed(builder)) + encoding.bytes(self.entries())
    }

    /// Builds the table.
    ///
    /// # Errors
    /// [`BuildError`] where it is cancelled or needs too much.
    pub fn build(
        &self,
        encoding: Encoding,
        builder: &Builder,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Table, BuildError> {
        if self.kind == Kind::Lines {
            return lines::build(self, encoding, builder, watch);
        }
        struct Build<'a, 'b> {
            recipe: Recipe,
            builder: &'a Builder,
            watch: &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + 'b),
        }
        impl Visit for Build<'_, '_> {
            type Result = Result<Table, BuildError>;
            fn visit<A: Abstraction>(mut self, abstraction: &A) -> Self::Result {
                let measure = if self.recipe.encoding == Encoding::Mod3 { Measure::Level } else { Measure::AboveBase };
                let built = self.builder.build(abstraction, measure, &mut self.watch)?;
                Ok(Table::new(self.recipe, built))
            }
        }
        self.visit(Build { recipe: self.recipe(encoding), builder, watch })
    }

    /// Calls a visitor with the abstract puzzle of this shape, in the types that fit it best.
    pub(super) fn visit<V: Visit>(&self, visitor: V) -> V::Result {
        let keeps_blank = self.kind.keeps_blank();
        match (self.kind, self.size.cells(), self.size.width()) {
            (Kind::Additive | Kind::AdditiveBlank, ..=16, 3) => {
                visitor.visit(&Additive::<u16, 3>::new(self, keeps_blank))
            }
            (Kind::Additive | Kind::AdditiveBlank, ..=16, 4) => {
                visitor.visit(&Additive::<u16, 4>::new(self, keeps_blank))
            }
            (Kind::Additive | Kind::AdditiveBlank, ..=16, _) => {
                visitor.visit(&Additive::<u16, 0>::new(self, keeps_blank))
            }
            (Kind::Additive | Kind::AdditiveBlank, ..=32, _) => {
                visitor.visit(&Additive::<u32, 0>::new(self, keeps_blank))
            }
            (Kind::Additive | Kind::AdditiveBlank, ..) => visitor.visit(&Additive::<u64, 0>::new(self, keeps_blank)),
            (Kind::FullSteps, ..=16, _) => visitor.visit(&Full::<u16, false>::new(self)),
            (Kind::FullSteps, ..=32, _) => visitor.visit(&Full::<u32, false>::new(self)),
            (Kind::FullSteps, ..) => visitor.visit(&Full::<u64, false>::new(self)),
            (Kind::FullSlides, ..=16, _) => visitor.visit(&Full::<u16, true>::new(self)),
            (Kind::FullSlides, ..=32, _) => visitor.visit(&Full::<u32, true>::new(self)),
            (Kind::FullSlides | Kind::Lines, ..) => visitor.visit(&Full::<u64, true>::new(self)),
        }
    }
}

/// Something to do with an abstract puzzle, whatever its type.
pub(super) trait Visit {
    type Result;

    fn visit<A: Abstraction>(self, abstraction: &A) -> Self::Result;
}

impl fmt::Display for Shape {
    /// The key of its table: `tiles 4x4 additive blank 0 pattern 1,4,5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.size.width(), self.size.height());
        write!(f, "tiles {width}x{height} {} blank {} pattern ", self.kind.name(), self.blank)?;
        for (index, goal) in self.goals.iter().enumerate() {
            write!(f, "{}{goal}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}
