//! The squares that the player can come to, and what a box that is alone on them can do.
//!
//! A lone box splits the floor into at most four *sides*, one of which the player is on. Other boxes only take ways away
//! from the player, so what a lone box cannot do, no box can.

use std::collections::VecDeque;

use crate::direction::Direction;
use crate::level::{Level, Place};

/// No square.
pub(crate) const NONE: u16 = u16::MAX;
/// No number of pushes is enough.
pub(crate) const FAR: u16 = u16::MAX;

/// The floor of a level. Squares are numbered in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Floor {
    places: Vec<Place>,
    /// The neighbours of each square, by direction.
    next: Vec<[u16; 4]>,
    /// The eight squares round each square, clockwise from above.
    rings: Vec<[u16; 8]>,
    /// The goals on the floor, in order.
    goals: Vec<u16>,
    /// For each square of a lone box and each square of the player, which side of the box that is.
    sides: Vec<u8>,
    /// For each square and side, the pushes that bring a lone box to each goal.
    distances: Vec<u16>,
    /// For each square and side, whether a lone box can come to no goal.
    dead: Vec<bool>,
}

impl Floor {
    pub(crate) fn new(level: &Level) -> Self {
        let places: Vec<Place> = level.floor().into_iter().collect();
        let number = |place: Place| places.binary_search(&place).map_or(NONE, short);
        let next: Vec<[u16; 4]> = places
            .iter()
            .map(|place| Direction::ALL.map(|direction| place.next(direction).map_or(NONE, number)))
            .collect();
        let rings = places.iter().map(|&place| ring(place).map(|place| place.map_or(NONE, number))).collect();
        let goals = level.goals().iter().map(|&goal| number(goal)).filter(|&goal| goal != NONE).collect();
        let mut floor = Self { places, next, rings, goals, sides: Vec::new(), distances: Vec::new(), dead: Vec::new() };
        floor.find_sides();
        floor.find_distances();
        floor
    }

    /// How many squares there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// All squares, in order.
    pub(crate) fn squares(&self) -> impl Iterator<Item = u16> + use<> {
        (0..self.len()).map(short)
    }

    pub(crate) fn place(&self, square: u16) -> Place {
        self.places[usize::from(square)]
    }

    /// The number of a square, where it is floor.
    pub(crate) fn square(&self, place: Place) -> Option<u16> {
        self.places.binary_search(&place).ok().map(short)
    }

    #[inline]
    pub(crate) fn goals(&self) -> &[u16] {
        &self.goals
    }

    /// The neighbour of a square, or [`NONE`].
    #[inline]
    pub(crate) fn next(&self, square: u16, direction: Direction) -> u16 {
        self.next[usize::from(square)][direction as usize]
    }

    /// All neighbours of a square, [`NONE`] for walls.
    #[inline]
    pub(crate) fn around(&self, square: u16) -> [u16; 4] {
        self.next[usize::from(square)]
    }

    /// The eight squares round a square, clockwise from the one above; [`NONE`] for walls.
    #[inline]
    pub(crate) fn ring(&self, square: u16) -> &[u16; 8] {
        &self.rings[usize::from(square)]
    }

    /// Whether a lone box on a square can come to no goal, for a player on another.
    #[inline]
    pub(crate) fn is_dead(&self, square: u16, player: u16) -> bool {
        self.dead[self.case(square, player)]
    }

    /// The pushes that bring a lone box to each goal, in order, or [`FAR`].
    #[inline]
    pub(crate) fn distances(&self, square: u16, player: u16) -> &[u16] {
        let case = self.case(square, player);
        &self.distances[case * self.goals.len()..][..self.goals.len()]
    }

    /// Whether a box on a square comes between two others: a player on the one cannot walk to the other.
    #[inline]
    pub(crate) fn is_between(&self, square: u16, one: u16, other: u16) -> bool {
        self.side(square, one) != self.side(square, other)
    }

    /// The number of a square and a side of it.
    #[inline]
    fn case(&self, square: u16, player: u16) -> usize {
        4 * usize::from(square) + usize::from(self.side(square, player))
    }

    #[inline]
    fn side(&self, square: u16, player: u16) -> u8 {
        self.sides[usize::from(square) * self.places.len() + usize::from(player)]
    }

    fn find_sides(&mut self) {
        const UNSEEN: u8 = u8::MAX;
        let len = self.places.len();
        self.sides = vec![UNSEEN; len * len];
        let mut waiting = Vec::new();
        for square in (0..len).map(short) {
            let sides = &mut self.sides[usize::from(square) * len..][..len];
            // The box is on no side; where a player is never asked for, any number will do.
            sides[usize::from(square)] = 0;
            let mut side = 0;
            for begin in self.next[usize::from(square)] {
                if begin == NONE || sides[usize::from(begin)] != UNSEEN {
                    continue;
                }
                waiting.push(begin);
                while let Some(at) = waiting.pop() {
                    if std::mem::replace(&mut sides[usize::from(at)], side) != side {
                        let near = self.next[usize::from(at)].into_iter();
                        waiting.extend(near.filter(|&near| near != NONE && sides[usize::from(near)] == UNSEEN));
                    }
                }
                side += 1;
            }
        }
    }

    /// Searches backwards from each goal, by pulls.
    fn find_distances(&mut self) {
        let (cases, goals) = (4 * self.places.len(), self.goals.len());
        self.distances = vec![FAR; cases * goals];
        let mut waiting: VecDeque<(u16, u8)> = VecDeque::new();
        for (index, &goal) in self.goals.iter().enumerate() {
            for side in 0..4 {
                self.distances[(4 * usize::from(goal) + usize::from(side)) * goals + index] = 0;
                waiting.push_back((goal, side));
            }
            while let Some((to, side)) = waiting.pop_front() {
                let distance = self.distances[(4 * usize::from(to) + usize::from(side)) * goals + index];
                for direction in Direction::ALL {
                    // The player stands where the box was, on this side of it, and came from behind.
                    let from = self.next(to, direction.reversed());
                    if from == NONE || self.side(to, from) != side {
                        continue;
                    }
                    let behind = self.next(from, direction.reversed());
                    if behind == NONE {
                        continue;
                    }
                    let before = self.side(from, behind);
                    let known = &mut self.distances[(4 * usize::from(from) + usize::from(before)) * goals + index];
                    if *known == FAR {
                        *known = distance + 1;
                        waiting.push_back((from, before));
                    }
                }
            }
        }
        let is_dead = |case: usize| self.distances[case * goals..][..goals].iter().all(|&distance| distance == FAR);
        self.dead = (0..cases).map(is_dead).collect();
    }
}

/// The eight squares round a square, clockwise from above.
fn ring(place: Place) -> [Option<Place>; 8] {
    use Direction::{Down, Left, Right, Up};
    let ways: [&[Direction]; 8] =
        [&[Up], &[Up, Right], &[Right], &[Right, Down], &[Down], &[Down, Left], &[Left], &[Left, Up]];
    ways.map(|way| way.iter().try_fold(place, |place, &direction| place.next(direction)))
}

fn short(number: usize) -> u16 {
    u16::try_from(number).expect("a level has at most 4,096 squares")
}
