//! Sets of patterns with names.
//!
//! Patterns are given as cells of the goal, drawn here with the blank in the first corner; a goal with the blank in another
//! corner gets them turned. On other boards, and where the blank belongs elsewhere, `auto` cuts the cells into runs.

use super::orientation::Orientation;
use super::{Kind, Partition};
use crate::{Position, Size};

/// A set of patterns with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether its values are added, or the greatest counts.
    pub additive: bool,
    /// Whether its tables are for slides, by lines.
    pub lines: bool,
    /// Whether its tables keep the region of the blank.
    pub regions: bool,
    /// Width and height of the board.
    sides: (usize, usize),
    /// A letter for each cell of the board: cells with the same letter are a pattern, `.` is in none. Several drawings where
    /// patterns overlap.
    drawings: &'static [&'static str],
}

/// A set whose values are added.
const ADDITIVE: NamedSet =
    NamedSet { name: "", about: "", additive: true, lines: false, regions: false, sides: (4, 4), drawings: &[] };
/// A set of which the greatest value counts.
const FULL: NamedSet = NamedSet { additive: false, ..ADDITIVE };
/// A set for 5×5 whose values are added.
const REGIONS: NamedSet = NamedSet { regions: true, sides: (5, 5), ..ADDITIVE };
/// A set of lines.
const LINES: NamedSet = NamedSet { lines: true, ..FULL };

/// The sets for 4×4.
pub const NAMED_SETS: [NamedSet; 10] = [
    NamedSet {
        name: "7-8",
        about: "the halves of Korf and Felner 2002: 288 MB",
        drawings: &[".aaa aaaa bbbb bbbb"],
        ..ADDITIVE
    },
    NamedSet {
        name: "diagonal",
        about: "the board cut from corner to corner: 288 MB; a third view in addition to 7-8",
        drawings: &[".aab aaab aabb bbbb"],
        ..ADDITIVE
    },
    NamedSet {
        name: "6-6-3",
        about: "two patterns of six tiles and one of three: 6 MB",
        drawings: &[".bba bbaa bbaa ccca"],
        ..ADDITIVE
    },
    NamedSet {
        name: "5-5-5",
        about: "three patterns of five tiles: 0.8 MB",
        drawings: &[".aaa baac bbcc bbcc"],
        ..ADDITIVE
    },
    NamedSet {
        name: "4-4-4-3",
        about: "small enough to be built at once",
        drawings: &[".aab aabb ccdd ccdd"],
        ..ADDITIVE
    },
    NamedSet { name: "2x2", about: "the four quarters of the board", drawings: &[".abb aabb ccdd ccdd"], ..ADDITIVE },
    NamedSet {
        name: "2x3",
        about: "blocks of 2×3, of which four overlap",
        drawings: &[".aad aaad bbbd bbbd", ".aaa daaa dbbb dbbb"],
        ..ADDITIVE
    },
    NamedSet { name: "2x4", about: "blocks of 2×4, as 7-8", drawings: &[".aaa aaaa bbbb bbbb"], ..ADDITIVE },
    NamedSet {
        name: "fringe",
        about: "last row and column with the blank, every move counted (Culberson and Schaeffer 1998)",
        drawings: &["...a ...a ...a aaaa"],
        ..FULL
    },
    NamedSet {
        name: "corner",
        about: "the corner away from the blank, every move counted (Culberson and Schaeffer 1998)",
        drawings: &[".... .... aaa. aaaa"],
        ..FULL
    },
];

/// The sets of lines for 4×4, under `mtm`.
pub const LINE_SETS: [NamedSet; 2] = [
    NamedSet {
        name: "lines-6",
        about: "lines of two patterns of six tiles: 14 MB",
        drawings: &[".aaa .aaa ..bb bbbb"],
        ..LINES
    },
    NamedSet {
        name: "lines-7",
        about: "lines of two patterns of seven tiles: 130 MB",
        drawings: &[".aaa aaaa b.bb bbbb"],
        ..LINES
    },
];

/// The sets for 5×5.
pub const REGION_SETS: [NamedSet; 2] = [
    NamedSet {
        name: "6-6-6-6",
        about: "four patterns of six tiles with the region of the blank: 91 MB",
        drawings: &[".aabb aaabb ccabb ccddd ccddd"],
        ..REGIONS
    },
    NamedSet {
        name: "7-7-7-3",
        about: "three patterns of seven tiles and one of three with the region of the blank: 1.5 GB",
        drawings: &[".aabb aaabb aabbb ccddd ccccc"],
        ..REGIONS
    },
];

impl NamedSet {
    /// The set of a name.
    pub fn find(name: &str) -> Option<Self> {
        NAMED_SETS.into_iter().chain(LINE_SETS).chain(REGION_SETS).find(|set| set.name == name)
    }

    /// The board that it is for.
    ///
    /// # Panics
    /// Never.
    pub fn size(&self) -> Size {
        Size::new(self.sides.0, self.sides.1).expect("a board")
    }

    /// Its partitions for a goal, or `None` where the board is another or the goal's blank is in no corner.
    pub fn partitions(&self, goal: &Position) -> Option<Vec<Partition>> {
        let size = self.size();
        let way = Orientation::all(size).into_iter().find(|way| usize::from(way.image[0]) == goal.blank());
        let way = way.filter(|_| goal.size() == size)?;
        let partition = |drawing: &&str| {
            let letters: Vec<char> = drawing.chars().filter(|letter| *letter != ' ').collect();
            let cells = |letter: char| {
                (0..size.cells())
                    .filter(|&cell| letters[cell] == letter)
                    .map(|cell| usize::from(way.image[cell]))
                    .collect()
            };
            Partition::of_cells(goal, &['a', 'b', 'c', 'd'].map(cells))
        };
        Some(self.drawings.iter().map(partition).collect())
    }

    /// What its tables count: under `stm`, but for those of lines. Under `mtm` only sets that are not additive serve.
    pub fn kind(&self) -> Kind {
        match (self.additive, self.lines) {
            _ if self.regions => Kind::AdditiveRegion,
            (true, _) => Kind::Additive,
            (_, true) => Kind::Lines,
            _ => Kind::FullSteps,
        }
    }
}

/// Patterns of at most `largest` tiles for any goal: the goal's cells in rows that are read to and fro, cut into runs.
///
/// ```
/// use fewest_tiles::{Goal, Size, pdb::run_partition};
/// let goal = Goal::BlankLast.position(Size::new(3, 5)?)?;
/// assert_eq!(run_partition(&goal, 5).to_string(), "1,2,3,5,6/4,7,8,9,12/10,11,13,14");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_partition(goal: &Position, largest: usize) -> Partition {
    let size = goal.size();
    let cell =
        |row: usize, place: usize| size.cell(row, if row.is_multiple_of(2) { place } else { size.width() - 1 - place });
    let cells = (0..size.height()).flat_map(|row| (0..size.width()).map(move |place| cell(row, place)));
    let cells: Vec<usize> = cells.filter(|&cell| cell != goal.blank()).collect();
    let count = cells.len().div_ceil(largest.max(1)).max(1);
    let runs: Vec<Vec<usize>> = cells.chunks(cells.len().div_ceil(count).max(1)).map(<[usize]>::to_vec).collect();
    Partition::of_cells(goal, &runs)
}
