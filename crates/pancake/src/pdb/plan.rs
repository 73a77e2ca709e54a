//! From patterns to tables: which are needed, and how a stack is shown to each.

use fewest_pdb::encoding::Encoding;

use super::shape::{Counting, MAX_PATTERN, Shape, ShapeError};
use crate::position::Position;
use crate::size::{MAX_PANCAKES, Size};

/// The most patterns whose values are added up.
pub const MAX_PATTERNS: usize = 8;

/// Lookups for a goal: patterns in groups whose values add up; the greatest sum counts.
#[derive(Clone, Debug)]
pub struct Plan {
    size: Size,
    counting: Counting,
    encoding: Encoding,
    shapes: Vec<Shape>,
    /// For each group the number of the shape of each pattern, and its pancakes.
    groups: Vec<Vec<(usize, Vec<usize>)>>,
}

/// Patterns that cannot be served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum PlanError {
    /// A pancake that the puzzle does not have.
    #[error("pancake {pancake} is not in the puzzle: its pancakes are numbered 1 to {pancakes}")]
    NoSuchPancake { pancake: usize, pancakes: usize },
    /// A pancake twice in a pattern, or in two patterns whose values should add up.
    #[error("pancake {pancake} appears twice in one partition: the flips that bring it to the top would count twice")]
    Shared { pancake: usize },
    /// More patterns than are looked up together.
    #[error("a partition has {0} patterns, but at most {MAX_PATTERNS} are possible")]
    TooMany(usize),
    /// A pattern without a table.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

impl Plan {
    /// The lookups of some partitions, each a list of patterns, each a list of pancakes by their numbers. Not every pancake
    /// needs to be in one. Where every flip counts, values never add up: then each pattern stands alone.
    ///
    /// # Errors
    /// What is wrong with the patterns.
    pub fn new(
        goal: &Position,
        partitions: &[Vec<Vec<usize>>],
        counting: Counting,
        encoding: Encoding,
    ) -> Result<Self, PlanError> {
        if !matches!(encoding, Encoding::Codes { .. }) {
            return Err(ShapeError::Encoding(encoding).into());
        }
        let mut plan = Self { size: goal.size(), counting, encoding, shapes: Vec::new(), groups: Vec::new() };
        let homes = homes(goal);
        for partition in partitions {
            let alone: Vec<&[Vec<usize>]> = match counting {
                Counting::Every => partition.chunks(1).collect(),
                Counting::Top => vec![partition],
            };
            for group in alone {
                plan.add(group, &homes)?;
            }
        }
        Ok(plan)
    }

    fn add(&mut self, patterns: &[Vec<usize>], homes: &[usize]) -> Result<(), PlanError> {
        if patterns.len() > MAX_PATTERNS {
            return Err(PlanError::TooMany(patterns.len()));
        }
        let mut seen = [false; MAX_PANCAKES + 1];
        for &pancake in patterns.iter().flatten() {
            if !(1..=self.size.pancakes()).contains(&pancake) {
                return Err(PlanError::NoSuchPancake { pancake, pancakes: self.size.pancakes() });
            }
            if std::mem::replace(&mut seen[pancake], true) {
                return Err(PlanError::Shared { pancake });
            }
        }
        let mut group = Vec::new();
        for pancakes in patterns {
            let places: Vec<usize> = pancakes.iter().map(|&pancake| homes[pancake]).collect();
            let shape = Shape::new(self.size, self.counting, &places)?;
            let number = self.shapes.iter().position(|known| *known == shape).unwrap_or_else(|| {
                self.shapes.push(shape);
                self.shapes.len() - 1
            });
            group.push((number, pancakes.clone()));
        }
        self.groups.push(group);
        Ok(())
    }

    /// The size of the puzzle.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What counts.
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// How the tables are packed.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The tables that are needed, each once.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The bytes of all tables together.
    pub fn bytes(&self) -> u64 {
        self.shapes.iter().map(|shape| self.encoding.bytes(shape.entries())).sum()
    }

    /// The pancakes of each pattern, by groups whose values add up.
    pub fn patterns(&self) -> Vec<Vec<Vec<usize>>> {
        self.groups.iter().map(|group| group.iter().map(|(_, pancakes)| pancakes.clone()).collect()).collect()
    }

    pub(super) fn groups(&self) -> &[Vec<(usize, Vec<usize>)>] {
        &self.groups
    }
}

/// The place of each pancake, by its number.
fn homes(goal: &Position) -> Vec<usize> {
    let mut homes = vec![0; goal.size().pancakes() + 1];
    for (home, pancake) in goal.stack().iter().enumerate() {
        homes[pancake.number] = home;
    }
    homes
}

/// Two ways to divide the pancakes of a goal into patterns of neighbours whose tables have at most so many entries, for
/// [`Counting::Top`]: as large as possible from the top down, and from the bottom up. Patterns have at least one pancake.
///
/// ```
/// use fewest_pancake::{Position, Size, pdb::divisions};
/// let goal = Position::sorted(Size::plain(7)?);
/// assert_eq!(divisions(&goal, 500), [[vec![1, 2, 3], vec![4, 5, 6], vec![7]], [vec![1], vec![2, 3, 4], vec![5, 6, 7]]]);
/// # Ok::<(), fewest_pancake::SizeError>(())
/// ```
pub fn divisions(goal: &Position, most_entries: u64) -> Vec<Vec<Vec<usize>>> {
    let size = goal.size();
    let fits = |&pancakes: &usize| {
        let homes: Vec<usize> = (0..pancakes).collect();
        Shape::new(size, Counting::Top, &homes).is_ok_and(|shape| shape.entries() <= most_entries)
    };
    let most = (1..=MAX_PATTERN.min(size.pancakes())).take_while(fits).last().unwrap_or(1);
    let numbers: Vec<usize> = goal.stack().iter().map(|pancake| pancake.number).collect();
    let down: Vec<Vec<usize>> = numbers.chunks(most).take(MAX_PATTERNS).map(<[usize]>::to_vec).collect();
    let mut up: Vec<Vec<usize>> = numbers.rchunks(most).take(MAX_PATTERNS).map(<[usize]>::to_vec).collect();
    up.reverse();
    if up == down { vec![down] } else { vec![down, up] }
}
