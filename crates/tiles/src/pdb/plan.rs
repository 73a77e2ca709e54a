//! From patterns to tables: which are needed, and how a position is shown to each.

use fewest_pdb::encoding::Encoding;

use super::orientation::Orientation;
use super::{Kind, Partition, Shape, ShapeError, lines};
use crate::{Position, Size};

/// Lookups for a goal: for each partition its patterns, each with its table. Patterns that are turned or mirrored images of
/// each other share one. For [`Kind::Lines`] every pattern counts as a partition, and has a table for rows and one for
/// columns: that of the pattern's mirror image, where rows and columns can be exchanged and the goal's blank stays.
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
        let goal_cells = goal.cells_of_tiles();
        let mut shapes = Vec::new();
        let mut lookup = |(shape, orientation): (Shape, Orientation)| {
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
            Lookup { shape: index, orientation, tiles }
        };
        let goals = |tiles: &[u8]| tiles.iter().map(|&tile| goal_cells[usize::from(tile)]).collect::<Vec<_>>();
        let mut groups = Vec::new();
        for partition in partitions {
            let mut group = Vec::new();
            for tiles in partition.patterns() {
                if kind == Kind::Lines {
                    let pair = lines::rows_and_columns(goal, &goals(tiles))?;
                    groups.push(pair.map(&mut lookup).into());
                } else {
                    group.push(lookup(Shape::new(size, kind, goal.blank(), &goals(tiles))?));
                }
            }
            if kind != Kind::Lines {
                groups.push(group);
            }
        }
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

    /// The tiles of each pattern, by partition. For [`Kind::Lines`] a pattern stands there twice, for rows and for columns.
    pub fn patterns(&self) -> Vec<Vec<Vec<u8>>> {
        self.groups.iter().map(|group| group.iter().map(|lookup| lookup.tiles.clone()).collect()).collect()
    }

    /// One pattern of one partition alone, in the same tables; of [`Kind::Lines`] for rows and for columns.
    ///
    /// # Panics
    /// Where there is no such pattern.
    #[must_use]
    pub fn only(&self, partition: usize, pattern: usize) -> Self {
        let group = &self.groups[partition];
        let group = if self.kind == Kind::Lines { group.clone() } else { vec![group[pattern].clone()] };
        Self { groups: vec![group], ..self.clone() }
    }

    pub(super) fn groups(&self) -> &[Vec<Lookup>] {
        &self.groups
    }

    pub(super) fn goal_cells(&self) -> &[usize] {
        &self.goal_cells
    }
}
