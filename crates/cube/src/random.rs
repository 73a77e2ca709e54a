//! Random cubes, the same for the same seed on every machine.

use chacha20::ChaCha8Rng;
use fewest_search::Cancel;
use rand::{RngExt, SeedableRng};

use crate::cubies::{FIXED, SOLVED, is_odd};
use crate::goal::Goal;
use crate::notation::Move;
use crate::position::Position;
use crate::size::Size;

/// A source of random cubes.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A cube from which a goal can be reached, every one equally likely.
    pub fn towards(&mut self, goal: &Goal, size: Size) -> Position {
        let position = self.uniform(size);
        match goal {
            Goal::Cube(goal) => Position::of_cubies(size, &goal.cubies().then(&position.cubies())),
            Goal::Part(_) => position,
        }
    }

    /// A cube that can be solved, every one equally likely: 3,674,160 of the 2×2×2, or 43,252,003,274,489,856,000.
    ///
    /// ```
    /// use fewest_cube::{Size, random::Shuffler};
    /// assert_eq!(Shuffler::new(7).uniform(Size::Three), Shuffler::new(7).uniform(Size::Three));
    /// ```
    pub fn uniform(&mut self, size: Size) -> Position {
        let mut cubies = SOLVED;
        let mut corners: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
        if size == Size::Two {
            corners.swap(FIXED, 7);
            self.shuffle(&mut corners[..7]);
            corners.swap(FIXED, 7);
            cubies.corners = self.twisted(corners, &[0, 1, 2, 3, 4, 5, 7]);
            return Position::of_cubies(size, &cubies);
        }
        let mut edges: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        self.shuffle(&mut corners);
        self.shuffle(&mut edges);
        if is_odd(&corners) != is_odd(&edges) {
            edges.swap(0, 1);
        }
        let mut flips = edges.map(|_| u8::try_from(self.below(2)).expect("a bit"));
        flips[11] = flips[..11].iter().sum::<u8>() % 2;
        cubies.corners = self.twisted(corners, &[0, 1, 2, 3, 4, 5, 6, 7]);
        cubies.edges = std::array::from_fn(|at| 2 * edges[at] + flips[at]);
        Position::of_cubies(size, &cubies)
    }

    /// Gives the corners at some places random twists that add up to none.
    fn twisted(&mut self, pieces: [u8; 8], places: &[usize]) -> [u8; 8] {
        let mut corners = pieces.map(|piece| 3 * piece);
        let (last, others) = places.split_last().expect("some places");
        let mut sum = 0;
        for &at in others {
            let twist = u8::try_from(self.below(3)).expect("a digit");
            corners[at] += twist;
            sum += twist;
        }
        corners[*last] += (24 - sum) % 3;
        corners
    }

    /// Fisher and Yates, as Durstenfeld (1964) does it.
    fn shuffle(&mut self, pieces: &mut [u8]) {
        for last in (1..pieces.len()).rev() {
            pieces.swap(last, self.below(last + 1));
        }
    }

    /// The goal, or for a partial goal the solved cube, after so many random face turns, none of the face that was turned
    /// before it; `None` where `cancel` is set meanwhile.
    pub fn walk_until(&mut self, goal: &Goal, size: Size, turns: u64, cancel: &Cancel) -> Option<Position> {
        let mut position = match goal {
            Goal::Cube(goal) => goal.clone(),
            Goal::Part(_) => Position::solved(size),
        };
        let mut last = None;
        for _ in 0..turns {
            if cancel.is_cancelled() {
                return None;
            }
            let faces: Vec<u8> = (0..6).filter(|&face| Some(face) != last).collect();
            let face = faces[self.below(faces.len())];
            let quarters = u8::try_from(1 + self.below(3)).expect("1 to 3");
            position.make(Move::face(face, quarters));
            last = Some(face);
        }
        Some(position)
    }

    /// A number below another, each equally likely. Drawn as 32 bits, because the draw for a usize may differ between machines.
    fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..u32::try_from(end).expect("small")) as usize
    }
}
