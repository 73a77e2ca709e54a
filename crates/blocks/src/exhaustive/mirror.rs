//! The symmetry of a puzzle: a way to reflect or turn the board that changes nothing but where things are.
//!
//! Where floor, pieces that cannot move, kinds and goals are all mapped onto themselves, so is every path, and a state is as far from
//! the goals as its image. The search then looks at one of the two. Only mappings that undo themselves are used, of which there are
//! five: two reflections, the half turn and, of a square board, the reflections in its diagonals.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::goal::Goal;
use crate::key::Key;
use crate::kind::{Kind, NOWHERE, Squares};
use crate::position::Place;
use crate::puzzle::as_coordinate;
use crate::setup::Ground;
use crate::space::Blocks;

/// How many ways to pair kinds are tried.
const PATIENCE: usize = 64;

/// A mapping of the board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    LeftRight,
    UpDown,
    Half,
    Diagonal,
    OtherDiagonal,
}

impl Turn {
    const ALL: [Self; 5] = [Self::LeftRight, Self::UpDown, Self::Half, Self::Diagonal, Self::OtherDiagonal];

    /// Where a square goes on a rectangle of this size.
    fn square(self, Square { x, y }: Square, (width, height): (u16, u16)) -> Square {
        match self {
            Self::LeftRight => Square::new(width - 1 - x, y),
            Self::UpDown => Square::new(x, height - 1 - y),
            Self::Half => Square::new(width - 1 - x, height - 1 - y),
            Self::Diagonal => Square::new(y, x),
            Self::OtherDiagonal => Square::new(height - 1 - y, width - 1 - x),
        }
    }

    fn is_diagonal(self) -> bool {
        matches!(self, Self::Diagonal | Self::OtherDiagonal)
    }

    /// Where each direction goes, by number: up, left, right, down.
    fn ways(self) -> [u8; 4] {
        match self {
            Self::LeftRight => [0, 2, 1, 3],
            Self::UpDown => [3, 1, 2, 0],
            Self::Half => [3, 2, 1, 0],
            Self::Diagonal => [1, 0, 3, 2],
            Self::OtherDiagonal => [2, 3, 0, 1],
        }
    }
}

/// A symmetry of a space.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    /// Where the kinds go; one that cannot move stays.
    pub(super) kinds: Vec<usize>,
    /// Where the spots of each kind go, as spots of the kind that it goes to.
    pub(super) spots: Vec<Vec<u16>>,
    /// Where directions go.
    pub(super) ways: [u8; 4],
}

impl Mirror {
    /// The first symmetry of a space in which nothing leaves the board, if it has one.
    pub(super) fn of<B: Bits, K: Key>(space: &Blocks<B, K>) -> Option<Self> {
        if space.can_leave {
            return None;
        }
        Turn::ALL.into_iter().find_map(|turn| Search::new(space, turn)?.pair())
    }
}

/// The spots of a kind, turned, as spots of another; `None` where they do not fit.
fn spots<B: Bits>(from: &Kind<B>, to: &Kind<B>, corners: &[Square], ways: [u8; 4]) -> Option<Vec<u16>> {
    let number = |&corner: &Square| u16::try_from(to.places.binary_search(&Place::On(corner)).ok()?).ok();
    let spots: Vec<u16> = corners.iter().map(number).collect::<Option<_>>()?;
    let fits = from.spots.iter().zip(&spots).all(|(spot, &image)| {
        let image = &to.spots[usize::from(image)];
        (0..4).all(|way| {
            let next = spot.next[way];
            let expected = if next == NOWHERE { NOWHERE } else { spots[usize::from(next)] };
            image.next[usize::from(ways[way])] == expected
        })
    });
    fits.then_some(spots)
}

/// The search for a pairing of kinds under which the goals stay the same.
struct Search<'a, B, K> {
    space: &'a Blocks<B, K>,
    ways: [u8; 4],
    /// What each goal wants empty, turned.
    empty: Vec<B>,
    /// For each kind, the kinds that it can be turned into, and its spots there.
    choices: Vec<Vec<(usize, Vec<u16>)>>,
    patience: usize,
}

impl<'a, B: Bits, K: Key> Search<'a, B, K> {
    fn new(space: &'a Blocks<B, K>, turn: Turn) -> Option<Self> {
        let puzzle = &space.puzzle;
        let size = (as_coordinate(puzzle.width()), as_coordinate(puzzle.height()));
        if turn.is_diagonal() && size.0 != size.1 {
            return None;
        }
        let is_floor = |square: Square| puzzle.ground(square) == Some(Ground::Floor);
        if puzzle.squares().any(|square| is_floor(square) != is_floor(turn.square(square, size))) {
            return None;
        }
        let squares = Squares::new(puzzle);
        let turned = |set: B| squares.mapped(set, |square| turn.square(square, size));
        if turned(space.fixed) != space.fixed {
            return None;
        }
        let ways = turn.ways();
        let mut choices = Vec::with_capacity(space.kinds.len());
        for (index, kind) in space.kinds.iter().enumerate() {
            if kind.spots.len() == 1 {
                choices.push(vec![(index, vec![0])]);
                continue;
            }
            let shape = &puzzle.pieces()[kind.pieces[0]].shape;
            let extent = |side: fn(&Square) -> u16| shape.iter().map(side).max().map_or(1, |most| most + 1);
            let extent = (extent(|cell| cell.x), extent(|cell| cell.y));
            let mut image: Vec<Square> = shape.iter().map(|&cell| turn.square(cell, extent)).collect();
            image.sort_unstable();
            // The corner of the image is the image of a corner of the rectangle around the shape.
            let corner = |place: &Place| match *place {
                Place::On(Square { x, y }) => {
                    let opposite = Square::new(x + extent.0 - 1, y + extent.1 - 1);
                    let (first, second) = (turn.square(Square::new(x, y), size), turn.square(opposite, size));
                    Some(Square::new(first.x.min(second.x), first.y.min(second.y)))
                }
                Place::Left(_) => None,
            };
            let corners: Vec<Square> = kind.places.iter().map(corner).collect::<Option<_>>()?;
            let matches = space.kinds.iter().enumerate().filter_map(|(other, to)| {
                let is_like = to.pieces.len() == kind.pieces.len()
                    && to.spots.len() == kind.spots.len()
                    && puzzle.pieces()[to.pieces[0]].shape == image;
                let spots = if is_like { spots(kind, to, &corners, ways)? } else { return None };
                // What goals want of the one, turned, they must want of the other.
                (wishes(space, index, Some(&spots)) == wishes(space, other, None)).then_some((other, spots))
            });
            let matches: Vec<_> = matches.collect();
            if matches.is_empty() {
                return None;
            }
            choices.push(matches);
        }
        let empty = space.goals.iter().map(|goal| turned(goal.empty)).collect();
        Some(Self { space, ways, empty, choices, patience: PATIENCE })
    }

    fn pair(mut self) -> Option<Mirror> {
        let mut paired = vec![None; self.choices.len()];
        if !self.extend(0, &mut paired) {
            return None;
        }
        let paired: Vec<usize> = paired.into_iter().collect::<Option<_>>()?;
        let spots = paired.iter().zip(&mut self.choices).map(|(kind, choices)| {
            let choice = choices.iter_mut().find(|(other, _)| other == kind);
            choice.map(|(_, spots)| std::mem::take(spots))
        });
        Some(Mirror { spots: spots.collect::<Option<_>>()?, kinds: paired, ways: self.ways })
    }

    /// Pairs the kinds from this one on; whether that can be done.
    fn extend(&mut self, kind: usize, paired: &mut [Option<usize>]) -> bool {
        let Some(&now) = paired.get(kind) else {
            self.patience = self.patience.saturating_sub(1);
            return self.keeps_goals(paired);
        };
        if now.is_some() {
            return self.extend(kind + 1, paired);
        }
        for choice in 0..self.choices[kind].len() {
            let other = self.choices[kind][choice].0;
            if paired[other].is_some() || self.patience == 0 {
                continue;
            }
            // What undoes itself maps the other back.
            (paired[kind], paired[other]) = (Some(other), Some(kind));
            if self.extend(kind + 1, paired) {
                return true;
            }
            (paired[kind], paired[other]) = (None, None);
        }
        false
    }

    fn keeps_goals(&self, paired: &[Option<usize>]) -> bool {
        let turned = self.space.goals.iter().zip(&self.empty).map(|(goal, &empty)| {
            let wishes = goal.wishes.iter().map(|wish| {
                let other = paired[wish.kind].expect("all kinds are paired");
                let spots = self.choices[wish.kind].iter().find(|(kind, _)| *kind == other).map(|(_, spots)| spots);
                (other, entries(&wish.spots, spots.map(Vec::as_slice)))
            });
            sorted(wishes.collect(), empty)
        });
        let plain = |goal: &Goal<B, K>| {
            sorted(goal.wishes.iter().map(|wish| (wish.kind, entries(&wish.spots, None))).collect(), goal.empty)
        };
        let goals: Vec<_> = self.space.goals.iter().map(plain).collect();
        let turned: Vec<_> = turned.collect();
        // The mapping undoes itself, so it is enough that every goal's image is one.
        turned.iter().all(|goal| goals.contains(goal))
    }
}

type Wishes = Vec<(usize, Vec<Vec<u16>>)>;

fn sorted<B>(mut wishes: Wishes, empty: B) -> (Wishes, B) {
    wishes.sort_unstable();
    (wishes, empty)
}

/// What is wanted of a kind, in an order that does not depend on how it was written; turned, where spots are given.
fn entries(wanted: &[Vec<u16>], turn: Option<&[u16]>) -> Vec<Vec<u16>> {
    let image = |spot: &u16| turn.map_or(*spot, |turn| turn[usize::from(*spot)]);
    let mut entries: Vec<Vec<u16>> = wanted.iter().map(|spots| spots.iter().map(image).collect()).collect();
    for spots in &mut entries {
        spots.sort_unstable();
    }
    entries.sort_unstable();
    entries
}

/// What all goals want of a kind, in an order that does not depend on theirs.
fn wishes<B: Bits, K: Key>(space: &Blocks<B, K>, kind: usize, turn: Option<&[u16]>) -> Vec<Vec<Vec<u16>>> {
    let of_kind = space.goals.iter().flat_map(|goal| &goal.wishes).filter(|wish| wish.kind == kind);
    let mut wishes: Vec<_> = of_kind.map(|wish| entries(&wish.spots, turn)).collect();
    wishes.sort_unstable();
    wishes
}
