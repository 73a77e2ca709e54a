//! Sets of squares as bits.

/// A set of the squares numbered 0 to 64 `W` − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Squares<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);
    /// How many squares there can be.
    pub(crate) const CAPACITY: usize = 64 * W;

    #[inline]
    pub(crate) fn has(&self, square: u16) -> bool {
        self.0[usize::from(square / 64)] >> (square % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: u16) {
        self.0[usize::from(square / 64)] |= 1 << (square % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: u16) {
        self.0[usize::from(square / 64)] &= !(1 << (square % 64));
    }

    /// Whether a square is here that is not in the other set.
    #[inline]
    pub(crate) fn exceeds(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(here, there)| here & !there != 0)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The squares of either set.
    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The squares of both sets.
    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The squares that are not in the other set.
    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The least square.
    #[inline]
    pub(crate) fn first(&self) -> Option<u16> {
        (0u16..).step_by(64).zip(self.0).find(|&(_, word)| word != 0).map(|(base, word)| base + lowest(word))
    }

    /// Takes the least square out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u16> {
        let (base, word) = (0u16..).step_by(64).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let square = base + lowest(*word);
        *word &= *word - 1;
        Some(square)
    }

    /// How many squares there are.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The squares in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> {
        (0u16..).step_by(64).zip(self.0).flat_map(|(base, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = lowest(rest);
                    rest &= rest - 1;
                    base + bit
                })
            })
        })
    }
}

/// The number of the lowest bit.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
fn lowest(word: u64) -> u16 {
    word.trailing_zeros() as u16
}

impl<const W: usize> FromIterator<u16> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = u16>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}
