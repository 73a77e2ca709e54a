//! Goals in terms of spots: what must hold of a packed state.

use crate::bits::Bits;
use crate::key::Key;
use crate::kind::{Kind, Squares};
use crate::position::Place;
use crate::puzzle::{Condition, Puzzle, Target};

/// What a goal asks of the pieces of one kind: for each entry another piece of the kind at one of its spots.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) kind: usize,
    /// The spots, in order, that each wanted piece may take.
    pub(crate) spots: Vec<Vec<u16>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Goal<B, K> {
    /// What it asks of each kind that it names.
    pub(crate) wishes: Vec<Wish>,
    /// Squares that must be empty.
    pub(crate) empty: B,
    /// Where every piece that is named has one spot and all alike ones are named, the state under the mask is the
    /// second: two words are compared, and that is all.
    pub(crate) exact: Option<(K, K)>,
}

/// The goals of a puzzle that can be met at all: one that wants a piece where it could not go even if it were alone is
/// left out. A group of alike pieces can fall into several kinds, which have no spot on the board in common: a goal that
/// any of them can meet becomes one for each.
pub(crate) fn goals<B: Bits, K: Key>(puzzle: &Puzzle, kinds: &[Kind<B>], squares: &Squares) -> Vec<Goal<B, K>> {
    let mut goals = Vec::new();
    for conditions in puzzle.goals() {
        let mut versions = vec![Goal { wishes: Vec::new(), empty: B::EMPTY, exact: None }];
        for condition in conditions {
            match condition {
                Condition::Empty(cells) => {
                    let cells = squares.set(cells.iter().copied());
                    for goal in &mut versions {
                        goal.empty = goal.empty | cells;
                    }
                }
                Condition::Piece(piece, target) => {
                    let wishes = wishes(puzzle, kinds, *piece, target);
                    let extended = versions.iter().flat_map(|goal| wishes.iter().map(|wish| goal.with(wish)));
                    versions = extended.collect();
                }
            }
        }
        goals.append(&mut versions);
    }
    goals
}

/// The kinds that can meet a condition, and where.
fn wishes<B: Bits>(puzzle: &Puzzle, kinds: &[Kind<B>], piece: usize, target: &Target) -> Vec<(usize, Vec<u16>)> {
    let own = [piece];
    let group = puzzle.alike().iter().find(|group| group.contains(&piece)).map_or(&own[..], Vec::as_slice);
    let is_met = |place: &Place| match (target, place) {
        (Target::At(corner), Place::On(here)) => corner == here,
        (Target::Within(cells), Place::On(here)) => {
            puzzle.pieces()[piece].cells_at(*here).all(|square| cells.contains(&square))
        }
        (Target::Leaves(exit), Place::Left(through)) => exit == through,
        (Target::At(_) | Target::Within(_), Place::Left(_)) | (Target::Leaves(_), Place::On(_)) => false,
    };
    let can = kinds.iter().enumerate().filter(|(_, kind)| kind.pieces.iter().any(|piece| group.contains(piece)));
    let spots = |kind: &Kind<B>| -> Vec<u16> {
        (0u16..).zip(&kind.places).filter(|(_, place)| is_met(place)).map(|(spot, _)| spot).collect()
    };
    can.map(|(index, kind)| (index, spots(kind))).filter(|(_, spots)| !spots.is_empty()).collect()
}

impl<B: Bits, K: Key> Goal<B, K> {
    /// The same goal with one more wish.
    fn with(&self, (kind, spots): &(usize, Vec<u16>)) -> Self {
        let mut goal = self.clone();
        match goal.wishes.iter_mut().find(|wish| wish.kind == *kind) {
            Some(wish) => wish.spots.push(spots.clone()),
            None => goal.wishes.push(Wish { kind: *kind, spots: vec![spots.clone()] }),
        }
        goal
    }
}

impl Wish {
    /// Whether the pieces of the kind, at these spots, meet the wish: each entry by another piece.
    pub(crate) fn is_met(&self, at: &[u16]) -> bool {
        let mut used = [0u64; 4];
        assign(&self.spots, at, &mut used)
    }
}

fn assign(wanted: &[Vec<u16>], at: &[u16], used: &mut [u64; 4]) -> bool {
    let Some((spots, rest)) = wanted.split_first() else { return true };
    at.iter().enumerate().any(|(index, spot)| {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if used[word] & bit != 0 || spots.binary_search(spot).is_err() {
            return false;
        }
        used[word] |= bit;
        let found = assign(rest, at, used);
        used[word] &= !bit;
        found
    })
}
