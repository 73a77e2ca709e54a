//! What a table is about.

use fewest_pdb::abstraction::Watch;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::rank::{MAX_COUNT, Placements, RankError};
use fewest_pdb::table::{Recipe, Table};

use super::build;
use crate::size::Size;

/// The most pancakes of a pattern: a table over all orders of more is larger than most memories.
pub const MAX_PATTERN: usize = 9;

/// Which flips a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Counting {
    /// Every flip. Of several patterns the greatest distance counts.
    Every,
    /// Those that bring one of the pattern's pancakes to the top. The distances of disjoint patterns add up.
    Top,
}

impl Counting {
    /// Its name in keys and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Every => "every",
            Self::Top => "top",
        }
    }
}

/// A pattern that cannot have a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ShapeError {
    /// No pancakes, or too many.
    #[error("a pattern of {0} pancakes is not possible: it has 1 to {MAX_PATTERN}")]
    Size(usize),
    /// More entries than an index can name.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// The same with the sides of burnt pancakes.
    #[error("{pancakes} of {size} have more than {MAX_COUNT} placements and sides: choose fewer pancakes")]
    Count { pancakes: usize, size: Size },
    /// An encoding that needs the value of a neighbour.
    #[error("tables of pancakes cannot be packed as {0}: choose byte, nibble, pair or bit")]
    Encoding(Encoding),
}

/// A table's subject: the size of the puzzle, what counts, and the places at the goal of the pattern's pancakes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    size: Size,
    counting: Counting,
    /// From 0, the top; rising.
    homes: Vec<u8>,
}

impl Shape {
    /// The shape of a pattern whose pancakes belong at these places: different ones, each below the number of pancakes.
    pub(super) fn new(size: Size, counting: Counting, homes: &[usize]) -> Result<Self, ShapeError> {
        if !(1..=MAX_PATTERN).contains(&homes.len()) {
            return Err(ShapeError::Size(homes.len()));
        }
        let count = Placements::new(size.pancakes(), homes.len())?.count();
        if size.is_burnt() && count > MAX_COUNT >> homes.len() {
            return Err(ShapeError::Count { pancakes: homes.len(), size });
        }
        let mut homes: Vec<u8> = homes.iter().map(|&home| u8::try_from(home).expect("at most 64")).collect();
        homes.sort_unstable();
        Ok(Self { size, counting, homes })
    }

    /// The size of the puzzle.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What counts.
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// The places at the goal of the pattern's pancakes, from 0, the top.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// How many values the table has.
    pub fn entries(&self) -> u64 {
        self.placements().count() << self.sides()
    }

    /// What the table is made of.
    pub fn recipe(&self, encoding: Encoding) -> Recipe {
        let homes: Vec<String> = self.homes.iter().map(|home| (home + 1).to_string()).collect();
        let key = format!("{}, places {}, {}", self.size, homes.join(","), self.counting.name());
        Recipe { key, entries: self.entries(), encoding }
    }

    /// The bytes that a build holds at its peak.
    pub fn memory_needed(&self, encoding: Encoding) -> u64 {
        build::memory_needed(self, encoding)
    }

    /// Builds the table, on the calling thread: most take less than a second. Of the builder it heeds memory and cancel.
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or needs too much.
    pub fn build(&self, encoding: Encoding, builder: &Builder, watch: &mut impl Watch) -> Result<Table, BuildError> {
        build::build(self, encoding, builder, watch).map(|built| Table::new(self.recipe(encoding), built))
    }

    /// The numbers of places: which pancake of the pattern is where.
    pub(super) fn placements(&self) -> Placements {
        Placements::new(self.size.pancakes(), self.homes.len()).expect("a shape was numbered when it was made")
    }

    /// The bits of an index that tell the sides of burnt pancakes.
    pub(super) fn sides(&self) -> u32 {
        let bits = if self.size.is_burnt() { self.homes.len() } else { 0 };
        u32::try_from(bits).expect("at most 9")
    }
}
