//! The heuristic: a stack shown to tables.

use fewest_pdb::encoding::Encoding;
use fewest_pdb::rank::Placements;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, Max, StateSpace};

use super::plan::{MAX_PATTERNS, Plan};
use super::shape::MAX_PATTERN;
use super::tables::Tables;
use crate::heuristics::Gap;
use crate::heuristics::target::Target;
use crate::notation::Flip;
use crate::packing::Packing;
use crate::size::Size;
use crate::space::Pancakes;

/// The greater of the gap heuristic and of tables.
pub type GapAndPatterns<'a, P> = Max<Gap<'a, P>, PatternPdb<'a, P>>;

/// Tables that do not belong to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum MismatchError {
    /// A plan for another size.
    #[error("the plan is for {plan}, but the puzzle has {puzzle}")]
    Size { plan: Size, puzzle: Size },
    /// Tables of another plan.
    #[error("the tables are not those of the plan")]
    Tables,
}

/// Distances of patterns from tables: sums of disjoint ones, the greatest sum of several partitions. See
/// [the module](super).
///
/// A flip moves half of the pancakes, so there is little to carry from a stack to the next: each is shown to the tables
/// afresh, in one pass over its pancakes.
#[derive(Debug)]
pub struct PatternPdb<'a, P> {
    space: &'a Pancakes<P>,
    groups: Vec<Group<'a>>,
    guarantees: Guarantees,
}

/// Patterns whose values add up.
#[derive(Debug)]
struct Group<'a> {
    /// Which pattern a pancake is in, by its face, and which of its pancakes it is. Those of no pattern are in one behind the
    /// last.
    slots: Box<[Slot; 256]>,
    tables: Vec<PatternTable<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    table: u8,
    piece: u8,
    /// The bit of the pancake, where it lies on its other side.
    turned: u16,
}

/// The table of a pattern.
#[derive(Debug)]
struct PatternTable<'a> {
    pancakes: Vec<usize>,
    placements: Placements,
    sides: u32,
    codes: Codes<'a>,
}

/// Where the pancakes of a pattern are.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    occupied: u64,
    arrangement: u32,
    /// The pancakes met so far, from the top.
    met: u16,
    /// Those that lie on their other sides.
    turned: u16,
}

/// What a pancake adds to the number of an arrangement for each earlier one above it.
const WORTHS: [u32; MAX_PATTERN] = {
    let mut worths = [1; MAX_PATTERN];
    let mut piece = 1;
    while piece < MAX_PATTERN {
        #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
        let factor = piece as u32;
        worths[piece] = worths[piece - 1] * factor;
        piece += 1;
    }
    worths
};

impl<'a, P: Packing> PatternPdb<'a, P> {
    /// Looks up in the tables of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is for another size or the tables are of another plan.
    pub fn new(space: &'a Pancakes<P>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        Self::towards(space, space.goal(), plan, tables)
    }

    /// The same for another stack of `space` as the goal: what a search from both ends asks of the start. The tables are
    /// those of the same places, and the pancakes of a pattern those that belong there.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is for another size or the tables are of another plan.
    pub fn towards(space: &'a Pancakes<P>, stack: &P, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        if plan.size() != space.size() {
            return Err(MismatchError::Size { plan: plan.size(), puzzle: space.size() });
        }
        let target = Target::new(space, stack);
        let mut groups = Vec::new();
        for patterns in plan.groups() {
            let nowhere = Slot { table: u8::try_from(patterns.len()).expect("at most 8"), piece: 0, turned: 0 };
            let mut group = Group { slots: Box::new([nowhere; 256]), tables: Vec::new() };
            for (number, (shape, _)) in (0u8..).zip(patterns) {
                let (table, shape) = (tables.get(*shape), &plan.shapes()[*shape]);
                let table = table.filter(|table| *table.recipe() == shape.recipe(plan.encoding()));
                let codes = table.ok_or(MismatchError::Tables)?.codes();
                let mut pancakes = Vec::new();
                for (piece, &home) in (0u8..).zip(shape.homes()) {
                    let home = usize::from(home);
                    let sides = if space.size().is_burnt() { 2 } else { 1 };
                    for side in 0..sides {
                        let turned = if side == 1 { 1 << piece } else { 0 };
                        group.slots[target.own(home * sides + side)] = Slot { table: number, piece, turned };
                    }
                    let own = target.own(home * sides) / sides;
                    pancakes.extend(space.pancake(own));
                }
                let (placements, sides) = (shape.placements(), shape.sides());
                group.tables.push(PatternTable { pancakes, placements, sides, codes });
            }
            groups.push(group);
        }
        let guarantees = match plan.encoding() {
            Encoding::Codes { merge: 0, .. } => Guarantees::CONSISTENT,
            // The least of several neighbours may drop by more than a flip.
            _ => Guarantees::ADMISSIBLE,
        };
        Ok(Self { space, groups, guarantees })
    }

    /// The patterns whose sum is the estimate, by the numbers of their pancakes, each with its value.
    pub fn parts(&self, state: &P) -> Vec<(&[usize], Cost)> {
        let values =
            |group: &'_ Group<'a>| group.values(self.space.size(), state).map(|(_, value)| value).sum::<Cost>();
        let best = self.groups.iter().rev().max_by_key(|group| values(group));
        best.into_iter().flat_map(|group| group.values(self.space.size(), state)).collect()
    }

    /// The estimate; no further than to the first sum that exceeds the allowance.
    #[inline]
    fn look_up(&self, state: &P, allowance: Cost) -> Cost {
        let mut greatest = 0;
        for group in &self.groups {
            greatest = greatest.max(group.values(self.space.size(), state).map(|(_, value)| value).sum());
            if greatest > allowance {
                break;
            }
        }
        greatest
    }
}

impl Group<'_> {
    /// The pancakes of each pattern and its value.
    #[inline]
    fn values<P: Packing>(&self, size: Size, state: &P) -> impl Iterator<Item = (&[usize], Cost)> {
        let places = self.places(size, state);
        self.tables.iter().zip(places).map(|(table, places)| (table.pancakes.as_slice(), table.value(places)))
    }

    /// Where the pancakes of each pattern are.
    #[inline]
    fn places<P: Packing>(&self, size: Size, state: &P) -> [Places; MAX_PATTERNS + 1] {
        let mut places = [Places::default(); MAX_PATTERNS + 1];
        for place in 0..size.pancakes() {
            // The mask says what is true anyway, and spares the lookup a check.
            let slot = self.slots[state.face(size, place) & 255];
            let pattern = &mut places[usize::from(slot.table)];
            let piece = 1u16 << slot.piece;
            let earlier = (pattern.met & (piece - 1)).count_ones();
            pattern.arrangement += WORTHS[usize::from(slot.piece)] * earlier;
            pattern.occupied |= 1 << place;
            pattern.met |= piece;
            pattern.turned |= slot.turned;
        }
        places
    }
}

impl PatternTable<'_> {
    #[inline]
    fn value(&self, places: Places) -> Cost {
        let placement = self.placements.index(places.occupied, places.arrangement);
        Cost::from(self.codes.get(placement << self.sides | usize::from(places.turned)))
    }
}

impl<P: Packing> Heuristic<Pancakes<P>> for PatternPdb<'_, P> {
    fn estimate(&self, state: &P) -> Option<Cost> {
        Some(self.look_up(state, Cost::MAX))
    }

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }
}

impl<P: Packing> Incremental<Pancakes<P>> for PatternPdb<'_, P> {
    /// The estimate.
    type Memo = Cost;

    fn memo(&self, state: &P) -> Option<Cost> {
        self.estimate(state)
    }

    #[inline]
    fn advance(&self, memo: Cost, before: &P, flip: Flip) -> Option<Cost> {
        self.advance_within(memo, before, flip, Cost::MAX).map(|(memo, _)| memo)
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }

    #[inline]
    fn advance_within(&self, _: Cost, before: &P, flip: Flip, allowance: Cost) -> Option<(Cost, Cost)> {
        let mut after = *before;
        self.space.apply(&mut after, flip);
        let value = self.look_up(&after, allowance);
        Some((value, value))
    }
}
