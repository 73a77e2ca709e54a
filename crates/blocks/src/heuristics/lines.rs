//! Pieces on their way along a line: what the bounds on conflicts have in common.

use crate::bits::Bits;
use crate::geometry::Lock;
use crate::goal::Goal;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::position::Place;
use crate::space::Blocks;

/// A straight way to the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<B> {
    /// The squares that the piece enters on the way.
    pub(crate) sweep: B,
    /// Whether the way is along a row; a piece at its goal is on its row and its column.
    pub(crate) is_horizontal: bool,
    pub(crate) is_vertical: bool,
}

/// A piece that is the only one of its kind and has one goal, and its straight way there from each spot, if there is one.
#[derive(Clone, Debug)]
pub(crate) struct Traveller<B> {
    pub(crate) kind: usize,
    pub(crate) goal: u16,
    pub(crate) lines: Vec<Option<Line<B>>>,
}

/// The travellers of a goal, and the kinds it does not name.
#[derive(Clone, Debug)]
pub(crate) struct Lines<B> {
    pub(crate) travellers: Vec<Traveller<B>>,
    pub(crate) free: Vec<usize>,
}

impl<B: Bits> Lines<B> {
    pub(crate) fn new<K: Key>(space: &Blocks<B, K>, goal: &Goal<B, K>) -> Self {
        let mut travellers = Vec::new();
        for wish in &goal.wishes {
            let kind = &space.kinds[wish.kind];
            if let ([spots], [_]) = (wish.spots.as_slice(), kind.pieces.as_slice())
                && let [goal] = *spots.as_slice()
                && kind.spots.len() > 1
                && is_straight(space, wish.kind, goal)
            {
                let lines = (0..kind.spots.len()).map(|from| line(&kind.spots, from, goal)).collect();
                travellers.push(Traveller { kind: wish.kind, goal, lines });
            }
        }
        let is_named = |kind: usize| goal.wishes.iter().any(|wish| wish.kind == kind);
        let free =
            (0..space.kinds.len()).filter(|&kind| !is_named(kind) && space.kinds[kind].spots.len() > 1).collect();
        Self { travellers, free }
    }
}

/// Whether no other way is nearly as short as a straight one. An exit can be wider than the piece that leaves, which may
/// then as well go one row beside, unless it cannot.
fn is_straight<B: Bits, K: Key>(space: &Blocks<B, K>, kind: usize, goal: u16) -> bool {
    let kind = &space.kinds[kind];
    matches!(kind.places[usize::from(goal)], Place::On(_)) || space.puzzle.pieces()[kind.pieces[0]].lock != Lock::Free
}

/// The straight way from a spot to another, on a board without pieces.
fn line<B: Bits>(spots: &[crate::kind::Spot<B>], from: usize, to: u16) -> Option<Line<B>> {
    if from == usize::from(to) {
        return Some(Line { sweep: B::EMPTY, is_horizontal: true, is_vertical: true });
    }
    (0..4).find_map(|way| {
        let mut sweep = B::EMPTY;
        let mut here = from;
        while spots[here].next[way] != NOWHERE {
            sweep = sweep | spots[here].enters[way];
            here = usize::from(spots[here].next[way]);
            if here == usize::from(to) {
                let is_horizontal = way == 1 || way == 2;
                let sweep = sweep.without(spots[from].cells);
                return Some(Line { sweep, is_horizontal, is_vertical: !is_horizontal });
            }
        }
        None
    })
}
