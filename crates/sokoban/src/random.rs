//! Random levels, the same for the same seed on every machine, each with a solution.
//!
//! A level is made from its end: boxes are put on the goals and pulled away, one by one. The pulls, taken back, are pushes
//! that solve it, so no search is needed to know that it can be solved. Of the positions on the way, the one is taken in
//! which the boxes are furthest from where they came from.

use std::collections::{BTreeMap, BTreeSet};

use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand::SeedableRng;

use crate::direction::Direction;
use crate::level::{Level, MAX_SIDE, Place};

/// The least side of a room.
const LEAST_SIDE: usize = 3;
/// The greatest side of a room: there are walls round it.
const GREATEST_SIDE: usize = MAX_SIDE - 2;
/// Rooms that are tried, with fewer and fewer walls.
const ROOMS: usize = 200;
/// Pulls for each box.
const PULLS: usize = 100;
/// Of so many squares of a room, one is a wall at most.
const WALLS: usize = 3;

/// A level that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum RandomError {
    /// A room that is too small or too large.
    #[error("a room of {width}×{height} squares: both sides must be from {LEAST_SIDE} to {GREATEST_SIDE}")]
    Size { width: usize, height: usize },
    /// Too many boxes, or none.
    #[error("{boxes} boxes in a room of {squares} squares: there must be from 1 to {most}, a quarter of the squares", most = .squares / 4)]
    Boxes { boxes: usize, squares: usize },
    /// None of the rooms that were tried left the boxes a way.
    #[error("found no room in which {boxes} boxes can be moved: request fewer boxes or a larger room")]
    Crowded { boxes: usize },
}

/// A source of random levels.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A level with a solution and a box off its goal: a room of `width` by `height` squares, some of them walls, with
    /// walls all round.
    ///
    /// ```
    /// use fewest_sokoban::random::Shuffler;
    /// let level = Shuffler::new(7).level(6, 5, 3)?;
    /// assert_eq!((level.width(), level.height(), level.boxes().len()), (8, 7, 3));
    /// assert_eq!(level, Shuffler::new(7).level(6, 5, 3)?);
    /// assert_ne!(level, Shuffler::new(8).level(6, 5, 3)?);
    /// # Ok::<(), fewest_sokoban::random::RandomError>(())
    /// ```
    ///
    /// # Errors
    /// Where the sides or the number of boxes are out of range, or the boxes cannot move.
    pub fn level(&mut self, width: usize, height: usize, boxes: usize) -> Result<Level, RandomError> {
        let sides = LEAST_SIDE..=GREATEST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(RandomError::Size { width, height });
        }
        let squares = width * height;
        if boxes == 0 || boxes > squares / 4 {
            return Err(RandomError::Boxes { boxes, squares });
        }
        for trial in 0..ROOMS {
            let most = squares / WALLS * (ROOMS - trial) / ROOMS;
            let room = self.room(width, height, most);
            if let Some(level) = self.furnish(&room, boxes) {
                return Ok(level);
            }
        }
        Err(RandomError::Crowded { boxes })
    }

    /// A room, its walls included, of which `most` squares inside are walls at most. Of its parts the largest is kept.
    fn room(&mut self, width: usize, height: usize, most: usize) -> Room {
        let mut room = Room::new(width + 2, height + 2);
        for _ in 0..self.0.random_range(0..=most) {
            let (row, column) = (self.0.random_range(1..=height), self.0.random_range(1..=width));
            room.set_wall(Place { row, column });
        }
        let mut largest = BTreeSet::new();
        let mut left: BTreeSet<Place> = room.floor();
        while let Some(&place) = left.first() {
            let part = room.reached(place, &BTreeSet::new());
            left.retain(|place| !part.contains(place));
            if part.len() > largest.len() {
                largest = part;
            }
        }
        for place in room.floor() {
            if !largest.contains(&place) {
                room.set_wall(place);
            }
        }
        room
    }

    /// Goals, and boxes that were pulled away from them; `None` where none could be.
    fn furnish(&mut self, room: &Room, count: usize) -> Option<Level> {
        let mut free: Vec<Place> = room.floor().into_iter().collect();
        if free.len() < count + 2 {
            return None;
        }
        let mut take = || free.swap_remove(self.0.random_range(0..free.len()));
        let goals: BTreeSet<Place> = (0..count).map(|_| take()).collect();
        let mut player = take();
        // Where each box came from, by where it is.
        let mut origins: BTreeMap<Place, Place> = goals.iter().map(|&goal| (goal, goal)).collect();
        let mut furthest = (0, None);
        let mut last: Option<Pull> = None;
        for _ in 0..PULLS * count {
            let boxes: BTreeSet<Place> = origins.keys().copied().collect();
            let mut pulls = room.pulls(&boxes, &room.reached(player, &boxes));
            // Back and forth leads nowhere.
            if pulls.len() > 1 {
                pulls.retain(|pull| last.is_none_or(|last| pull.to != last.from || pull.from != last.to));
            }
            if pulls.is_empty() {
                break;
            }
            // To go on with the same box is as likely as all else together.
            let goes_on = |pull: &Pull| last.is_some_and(|last| last.to == pull.from);
            let same: Vec<Pull> = pulls.iter().copied().filter(goes_on).collect();
            let pulls = if same.is_empty() || self.0.random_bool(0.5) { pulls } else { same };
            let pull = pulls[self.0.random_range(0..pulls.len())];
            let origin = origins.remove(&pull.from).expect("pulls are of boxes");
            origins.insert(pull.to, origin);
            player = pull.player;
            last = Some(pull);
            let distance: usize = origins.iter().map(|(&at, &origin)| distance(at, origin)).sum();
            if distance > furthest.0 && origins.keys().any(|place| !goals.contains(place)) {
                furthest = (distance, Some((origins.keys().copied().collect(), player)));
            }
        }
        let (boxes, player) = furthest.1?;
        let goals = goals.into_iter().collect();
        Some(Level::from_checked(None, room.width, room.walls.clone(), boxes, goals, player))
    }
}

/// A push taken back.
#[derive(Clone, Copy)]
struct Pull {
    from: Place,
    /// Where the player was and the box goes.
    to: Place,
    /// Where the player goes.
    player: Place,
}

/// Rows and columns between two squares.
fn distance(one: Place, other: Place) -> usize {
    one.row.abs_diff(other.row) + one.column.abs_diff(other.column)
}

/// Walls, and floor within.
struct Room {
    width: usize,
    /// Row by row.
    walls: Vec<bool>,
}

impl Room {
    /// All floor but for the rim.
    fn new(width: usize, height: usize) -> Self {
        let is_rim = |at: usize| {
            let (row, column) = (at / width, at % width);
            row == 0 || column == 0 || row == height - 1 || column == width - 1
        };
        Self { width, walls: (0..width * height).map(is_rim).collect() }
    }

    fn set_wall(&mut self, place: Place) {
        self.walls[place.row * self.width + place.column] = true;
    }

    fn is_floor(&self, place: Place) -> bool {
        !self.walls[place.row * self.width + place.column]
    }

    fn floor(&self) -> BTreeSet<Place> {
        let places = (0..self.walls.len()).map(|at| Place { row: at / self.width, column: at % self.width });
        places.filter(|&place| self.is_floor(place)).collect()
    }

    /// The free neighbour in a direction. The rim is wall, so that what is within has neighbours.
    fn next(&self, place: Place, direction: Direction, boxes: &BTreeSet<Place>) -> Option<Place> {
        place.next(direction).filter(|next| self.is_floor(*next) && !boxes.contains(next))
    }

    /// Where the player can walk.
    fn reached(&self, player: Place, boxes: &BTreeSet<Place>) -> BTreeSet<Place> {
        let mut reached = BTreeSet::from([player]);
        let mut waiting = vec![player];
        while let Some(place) = waiting.pop() {
            let near = Direction::ALL.into_iter().filter_map(|direction| self.next(place, direction, boxes));
            waiting.extend(near.filter(|&near| reached.insert(near)));
        }
        reached
    }

    /// The pulls that a player can make from these squares.
    fn pulls(&self, boxes: &BTreeSet<Place>, reached: &BTreeSet<Place>) -> Vec<Pull> {
        let mut pulls = Vec::new();
        for &from in boxes {
            for direction in Direction::ALL {
                if let Some(to) = self.next(from, direction, boxes).filter(|to| reached.contains(to))
                    && let Some(player) = self.next(to, direction, boxes)
                {
                    pulls.push(Pull { from, to, player });
                }
            }
        }
        pulls
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fewest_search::algorithms::AStar;
    use fewest_search::{Limits, Outcome, Search};

    use super::*;
    use crate::heuristics::Matching;
    use crate::space::Pushes;

    #[test]
    fn every_level_is_valid_and_has_a_solution() {
        let mut random = Shuffler::new(1);
        let mut longest = 0;
        for trial in 0..300 {
            let (width, height, boxes) = (3 + trial % 5, 3 + trial / 7 % 4, 1 + trial % 3);
            let Ok(level) = random.level(width, height, boxes.min(width * height / 4)) else {
                panic!("{width}×{height}, {boxes} boxes")
            };
            let text = level.to_string();
            assert_eq!(text.parse::<Level>().as_ref(), Ok(&level), "{text}");
            let space = Pushes::<1>::new(Arc::new(level)).unwrap();
            let run = AStar::default().run(&space, &space.start(), &Matching::new(&space), &Limits::default(), &mut ());
            let Outcome::Solved { cost, .. } = run.outcome else { panic!("{text}") };
            assert!(cost > 0, "{text}");
            longest = longest.max(cost);
        }
        assert!(longest > 10, "{longest}");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let complaint = |width, height, boxes| Shuffler::new(1).level(width, height, boxes).unwrap_err().to_string();
        assert!(complaint(2, 9, 1).contains("both sides must be from 3 to 62"));
        assert!(complaint(9, 63, 1).contains("both sides must be from 3 to 62"));
        assert!(complaint(5, 5, 7).contains("there must be from 1 to 6"));
        assert!(complaint(5, 5, 0).contains("there must be from 1 to 6"));
        assert!(Shuffler::new(1).level(62, 62, 900).is_ok());
    }
}
