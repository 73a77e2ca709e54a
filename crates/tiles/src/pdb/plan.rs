//! From patterns to tables: which are needed, and how a position is shown to each.

use fewest_pdb::encoding::Encoding;

use super::orientation::Orientation;
use super::partition::Partition;
use super::shape::{Kind, Shape, ShapeError};
use crate::position::Position;
use crate::size::Size;

/// Lookups for a goal: for each partition its patterns, each with its table. Patterns that are turned or mirrored images of
/// each other share one.
#[derive(Clone, Debug)]
pub struct Plan {
    size: Size,
    goal_cells: Vec<usize>,
    kind: Kind,
    encoding: Encoding,
    shapes: Vec<Shape>,
    groups: Vec<Vec<Lookup>>,
}

/// One pattern, looked up in one table.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    /// Which of the plan's shapes.
    pub(super) shape: usize,
    pub(super) orientation: Orientation,
    /// The tile that each piece stands for.
    pub(super) tiles: Vec<u8>,
}

impl Plan {
    /// The lookups of some partitions.
    ///
    /// # Errors
    /// [`ShapeError`] where the board is too large for tables, or a pattern, or the encoding does not suit the kind.
    pub fn new(goal: &Position, partitions: &[Partition], kind: Kind, encoding: Encoding) -> Result<Self, ShapeError> {
        if !kind.can_be_packed_as(encoding) {
            return Err(ShapeError::Encoding { kind, encoding });
        }
        let size = goal.size();
        let mut goal_cells = vec![0; size.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            goal_cells[usize::from(tile)] = cell;
        }
        let mut shapes = Vec::new();
        let mut lookup = |tiles: &Vec<u8>| -> Result<Lookup, ShapeError> {
            let goals: Vec<usize> = tiles.iter().map(|&tile| goal_cells[usize::from(tile)]).collect();
            let (shape, orientation) = Shape::new(size, kind, goal.blank(), &goals)?;
            let tile_at = |image: &u8| {
                let cell =
                    orientation.image.iter().position(|at| at == image).expect("an orientation leaves no cell out");
                goal.tiles()[cell]
            };
            let tiles = shape.goals().iter().map(tile_at).collect();
            let index = shapes.iter().position(|known| *known == shape).unwrap_or_else(|| {
                shapes.push(shape);
                shapes.len() - 1
            });
            Ok(Lookup { shape: index, orientation, tiles })
        };
        let groups = partitions.iter().map(|partition| partition.patterns().iter().map(&mut lookup).collect());
        let groups = groups.collect::<Result<_, _>>()?;
        Ok(Self { size, goal_cells, kind, encoding, shapes, groups })
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is counted.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How the tables are packed.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The tables that are needed, each once.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// How many partitions there are.
    pub fn partitions(&self) -> usize {
        self.groups.len()
    }

    /// The most patterns that a partition has, and one more where a tile is in none.
    pub fn most_patterns(&self) -> usize {
        let width = |group: &Vec<Lookup>| {
            let covered: usize = group.iter().map(|lookup| lookup.tiles.len()).sum();
            group.len() + usize::from(covered + 1 < self.size.cells())
        };
        self.groups.iter().map(width).max().unwrap_or(0)
    }

    /// The bytes of all tables together.
    pub fn bytes(&self) -> u64 {
        self.shapes.iter().map(|shape| self.encoding.bytes(shape.entries())).sum()
    }

    pub(super) fn groups(&self) -> &[Vec<Lookup>] {
        &self.groups
    }

    pub(super) fn goal_cells(&self) -> &[usize] {
        &self.goal_cells
    }
}
