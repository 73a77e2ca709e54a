//! A table: packed values, in memory or mapped from a file.

use std::fmt;
use std::time::Duration;

use crate::build::Built;
use crate::encoding::{Encoding, Unpacking};
use crate::map::Mapped;
use crate::one_bit::BuiltBits;

/// What a table is made of: enough to find it, to check it and to make it again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The puzzle, its goal, the metric and the pattern, in the words of the puzzle's crate.
    pub key: String,
    /// How many codes there are.
    pub entries: u64,
    /// How they are packed.
    pub encoding: Encoding,
}

/// Where the bytes are.
enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mapped),
}

/// The values of a pattern.
pub struct Table {
    recipe: Recipe,
    histogram: Vec<u64>,
    build_time: Duration,
    bytes: Bytes,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("recipe", &self.recipe).field("codes", &self.codes()).finish_non_exhaustive()
    }
}

impl Table {
    /// Packs what a build found.
    pub fn new(recipe: Recipe, built: Built) -> Self {
        let bytes = if recipe.encoding == Encoding::BYTE { built.codes } else { recipe.encoding.pack(&built.codes) };
        Self { recipe, histogram: built.histogram, build_time: built.time, bytes: Bytes::Owned(bytes) }
    }

    /// Takes what a build of one bit a state found, which is packed already.
    ///
    /// # Panics
    /// Where the recipe is that of another table.
    pub fn of_bits(recipe: Recipe, built: BuiltBits) -> Self {
        assert_eq!((recipe.encoding, recipe.entries.div_ceil(8)), (Encoding::Mod4, built.bits.len() as u64));
        Self { recipe, histogram: built.histogram, build_time: built.time, bytes: Bytes::Owned(built.bits) }
    }

    /// A table out of a file that was checked.
    pub(crate) fn from_file(recipe: Recipe, histogram: Vec<u64>, build_time: Duration, mapped: Mapped) -> Self {
        Self { recipe, histogram, build_time, bytes: Bytes::Mapped(mapped) }
    }

    /// What it is made of.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// How many entries have each value.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// How long its build took.
    pub fn build_time(&self) -> Duration {
        self.build_time
    }

    /// Whether it lies in a file that is mapped into memory.
    pub fn is_mapped(&self) -> bool {
        matches!(&self.bytes, Bytes::Mapped(mapped) if mapped.is_shared())
    }

    /// The packed codes.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(mapped) => mapped.payload(),
        }
    }

    /// For looking codes up.
    pub fn codes(&self) -> Codes<'_> {
        Codes { bytes: self.bytes(), unpacking: Unpacking::new(self.recipe.encoding) }
    }
}

/// The packed codes of a table, at hand.
#[derive(Clone, Copy)]
pub struct Codes<'a> {
    bytes: &'a [u8],
    unpacking: Unpacking,
}

impl fmt::Debug for Codes<'_> {
    /// Without the codes, of which there may be millions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codes").field("bytes", &self.bytes.len()).field("unpacking", &self.unpacking).finish()
    }
}

impl Codes<'_> {
    /// No codes at all: every one is 0.
    pub const EMPTY: Self = Self { bytes: &[], unpacking: Unpacking::new(Encoding::BYTE) };

    /// The code at an index.
    #[inline]
    pub fn get(&self, index: usize) -> u8 {
        self.unpacking.code(self.bytes, index)
    }
}
