//! What a table is about, freed of tile numbers and of the board's orientation.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_pdb::abstraction::{Abstraction, Counting, Floor, Progress};
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::checkpoint::Checkpoint;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::rank::{Placements, RankError};
use fewest_pdb::regions::{MAX_PIECES, Regions};
use fewest_pdb::store::Store;
use fewest_pdb::table::{Recipe, Table};

use super::lines::{self, ROWS, TileLines};
use super::orientation::Orientation;
use crate::Size;
use crate::position::joined;

/// What a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Single steps of the pattern's tiles; the least over all places of the blank. Values of disjoint patterns add up.
    Additive,
    /// Single steps of the pattern's tiles, for every place of the blank: larger, stronger, and consistent.
    AdditiveBlank,
    /// Single steps of the pattern's tiles, for every region of the blank: as strong and consistent, and smaller.
    AdditiveRegion,
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
            Self::AdditiveRegion => "additive-region",
            Self::FullSteps => "full-stm",
            Self::FullSlides => "full-mtm",
            Self::Lines => "lines",
        }
    }

    /// Whether values of this kind can be packed so. A remainder needs a neighbour whose distance differs by little: by
    /// at most 1 modulo 3, by exactly 1 modulo 4. Additive values may jump, as the best place of the blank does.
    pub fn can_be_packed_as(self, encoding: Encoding) -> bool {
        match encoding {
            Encoding::Codes { .. } => self != Self::AdditiveRegion,
            Encoding::Mod3 => matches!(self, Self::FullSteps | Self::FullSlides),
            Encoding::Mod4 => matches!(self, Self::FullSteps | Self::AdditiveRegion),
        }
    }

    /// Whether there is a value for each place of the blank.
    pub(super) fn keeps_blank(self) -> bool {
        !matches!(self, Self::Additive | Self::AdditiveRegion)
    }
}

/// A pattern that cannot have a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A board that is too large.
    #[error("there are no tables for a board of {0}: use at most 64 cells, in rows of at most 63")]
    Board(Size),
    /// An encoding that cannot tell such values.
    #[error("{} tables cannot be packed as {encoding}: {}", kind.name(), reason(*encoding))]
    Encoding {
        /// What they count.
        kind: Kind,
        /// How they should be packed.
        encoding: Encoding,
    },
    /// Too many tiles for a table with regions.
    #[error(
        "there is no additive-region table for {pieces} tiles on {cells} cells: use at most {most} tiles, and fewer than cells"
    )]
    Regions {
        /// The cells.
        cells: usize,
        /// The tiles.
        pieces: usize,
        /// The most tiles.
        most: usize,
    },
    /// Too many tiles.
    #[error(transparent)]
    Rank(#[from] RankError),
}

fn reason(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Mod4 => {
            "it needs distances that every move changes by exactly 1, which additive-region and full-stm tables have"
        }
        Encoding::Codes { .. } => "they have one bit for each value; write mod4",
        Encoding::Mod3 => {
            "it needs distances that every move changes by at most 1, which full-stm and full-mtm tables have"
        }
    }
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
        let narrow = Orientation::all(size).into_iter().filter(|way| way.size.width() <= way.size.height());
        let least = Self::least(narrow, size, kind, blank, goals)?;
        Placements::new(size.cells(), goals.len())?;
        if kind == Kind::AdditiveRegion {
            Regions::bytes(least.0.size.width(), least.0.size.height(), goals.len()).map_err(|error| match error {
                RankError::Size { cells, pieces } => ShapeError::Regions { cells, pieces, most: MAX_PIECES },
                error @ RankError::Count { .. } => error.into(),
            })?;
        }
        Ok(least)
    }

    /// The shape of a pattern whose rows, or columns, are the rows of the table.
    pub(super) fn of_lines(
        size: Size,
        axis: usize,
        blank: usize,
        goals: &[usize],
    ) -> Result<(Self, Orientation), ShapeError> {
        let turned = Orientation::turned(size, axis != ROWS).into_iter();
        let least = Self::least(turned, size, Kind::Lines, blank, goals)?;
        lines::placements(size, goals.len())?;
        Ok(least)
    }

    /// The least shape that a pattern has in some orientations.
    fn least(
        ways: impl Iterator<Item = Orientation>,
        size: Size,
        kind: Kind,
        blank: usize,
        goals: &[usize],
    ) -> Result<(Self, Orientation), ShapeError> {
        if size.cells() > 64 || size.width().max(size.height()) > 63 {
            return Err(ShapeError::Board(size));
        }
        let laid = ways.map(|way| {
            let mut goals: Vec<u8> = goals.iter().map(|&cell| way.image[cell]).collect();
            goals.sort_unstable();
            (Self { size: way.size, kind, blank: way.image[blank], goals }, way)
        });
        Ok(laid.min_by(|(a, _), (b, _)| a.cmp(b)).expect("a board lies in some way"))
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

    /// Where the tiles can be.
    pub fn placements(&self) -> Placements {
        Placements::new(self.size.cells(), self.goals.len()).expect("checked when the shape was made")
    }

    /// The regions of the blank beside them.
    pub(super) fn regions(&self) -> Arc<Regions> {
        let regions = Regions::shared(self.size.width(), self.size.height(), self.goals.len());
        regions.expect("checked when the shape was made")
    }

    /// Makes what [`Self::entries`] and whatever else is said of the table need first, which takes seconds on large boards.
    ///
    /// # Errors
    /// [`BuildError::Memory`] where that needs more than `memory`, [`BuildError::Cancelled`] where `stop` said so.
    pub fn prepare(&self, memory: u64, stop: &dyn Fn() -> bool) -> Result<(), BuildError> {
        if self.kind != Kind::AdditiveRegion {
            return Ok(());
        }
        let (width, height, pieces) = (self.size.width(), self.size.height(), self.goals.len());
        let needed = Regions::bytes(width, height, pieces).unwrap_or(u64::MAX);
        if needed > memory {
            return Err(BuildError::Memory { needed, allowed: memory });
        }
        match Regions::shared_unless(width, height, pieces, stop) {
            Ok(Some(_)) => Ok(()),
            _ => Err(BuildError::Cancelled),
        }
    }

    /// How many values the table has.
    pub fn entries(&self) -> u64 {
        if self.kind == Kind::Lines {
            return TileLines::new(self).entries();
        }
        if self.kind == Kind::AdditiveRegion {
            return self.regions().count();
        }
        let (cells, tiles) = (self.size.cells(), self.goals.len());
        self.placements().count() * if self.kind.keeps_blank() { (cells - tiles) as u64 } else { 1 }
    }

    /// The abstract puzzle.
    ///
    /// In additive tables only steps of the pattern's tiles cost, and between them the blank walks wherever those let it
    /// (Korf and Felner 2002). No step counts for two disjoint patterns, and their values may be added. Slides cannot be
    /// counted so: one may carry tiles of several patterns and costs 1 in all. In the other tables every move costs
    /// (Culberson and Schaeffer 1998), and a slide of any length is one move here as it is in the puzzle. With all but
    /// two tiles kept that is exact: the parity of the rest tells those two apart.
    fn abstraction(&self) -> Abstraction {
        let size = self.size;
        let next = |rows: isize, columns: isize| {
            let next = move |cell: usize| {
                let row = size.row(cell).checked_add_signed(rows).filter(|&row| row < size.height())?;
                let column = size.column(cell).checked_add_signed(columns).filter(|&column| column < size.width())?;
                u8::try_from(size.cell(row, column)).ok()
            };
            (0..size.cells()).map(next).collect()
        };
        let distance = |goal: u8, cell| u8::try_from(size.distance(cell, usize::from(goal))).expect("at most 64 cells");
        let distances = |goal: &u8| (0..size.cells()).map(|cell| distance(*goal, cell)).collect();
        let (counting, floor) = match self.kind {
            // A counted step changes the Manhattan distance of the pattern by 1, and so the value.
            Kind::Additive | Kind::AdditiveBlank | Kind::AdditiveRegion => (Counting::Pieces, true),
            // Here it is the blank's way home that tells whether the value is even.
            Kind::FullSteps => (Counting::Steps, true),
            Kind::FullSlides | Kind::Lines => (Counting::Slides, false),
        };
        Abstraction {
            placements: self.placements(),
            directions: vec![next(-1, 0), next(0, -1), next(0, 1), next(1, 0)],
            goals: self.goals.clone(),
            blank: self.blank,
            counting,
            keeps_blank: self.kind.keeps_blank(),
            floor: Floor {
                distances: if floor { self.goals.iter().map(distances).collect() } else { Vec::new() },
                halved: floor,
            },
        }
    }

    /// What makes the table of this shape.
    pub fn recipe(&self, encoding: Encoding) -> Recipe {
        Recipe { key: self.to_string(), entries: self.entries(), encoding }
    }

    /// The bytes that a build holds at its peak.
    pub fn memory_needed(&self, builder: &Builder, encoding: Encoding) -> u64 {
        if self.kind == Kind::Lines {
            return builder.memory_needed_for_lines(&TileLines::new(self), encoding);
        }
        if self.kind == Kind::AdditiveRegion {
            return builder.memory_needed_for_bits(&self.regions());
        }
        builder.memory_needed(&self.abstraction(), encoding)
    }

    /// The same, or a little less where to know it takes long.
    pub fn least_memory_needed(&self, builder: &Builder, encoding: Encoding) -> u64 {
        match self.kind {
            Kind::Lines | Kind::AdditiveRegion => self.memory_needed(builder, encoding),
            _ => builder.least_memory_needed(&self.abstraction(), encoding),
        }
    }

    /// Builds the table. Where there is a store, a long build is written down in its folder from time to time, so that it can
    /// be gone on with.
    ///
    /// # Errors
    /// [`BuildError`] where it is cancelled or needs too much.
    pub fn build(
        &self,
        encoding: Encoding,
        builder: &Builder,
        store: Option<&Store>,
        mut watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Table, BuildError> {
        let recipe = self.recipe(encoding);
        if self.kind == Kind::AdditiveRegion {
            let checkpoint = store.map(|store| Checkpoint::new(store.part(&recipe), self.to_string()));
            let regions = self.regions();
            let built = builder.build_bits(&regions, &self.goals, self.blank, checkpoint.as_ref(), &mut watch)?;
            return Ok(Table::of_bits(recipe, built));
        }
        let built = match store {
            // Seconds at most, for what memory holds.
            _ if self.kind == Kind::Lines => builder.build_lines(&TileLines::new(self), encoding, &mut watch)?,
            None => builder.build(&self.abstraction(), encoding, &mut watch)?,
            Some(store) => {
                let checkpoint = Checkpoint::new(store.part(&recipe), self.to_string());
                builder.build_resumable(&self.abstraction(), encoding, &checkpoint, &mut watch)?
            }
        };
        Ok(Table::new(recipe, built))
    }
}

impl fmt::Display for Shape {
    /// The key of its table: `tiles 4x4 additive blank 0 pattern 1,4,5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.size.width(), self.size.height());
        let (kind, blank, goals) = (self.kind.name(), self.blank, joined(&self.goals, ","));
        write!(f, "tiles {width}x{height} {kind} blank {blank} pattern {goals}")
    }
}
