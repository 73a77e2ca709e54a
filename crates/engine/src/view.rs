//! What a puzzle looks like after some moves, and which moves it allows: all that a page needs to be played on.
//!
//! A page that draws the three shapes of [`Board`] and sends the text of [`LegalMove`]s back knows no rule of any puzzle, so
//! that a new kind with a board of a known shape needs no edit to the page.

use std::collections::BTreeMap;

use fewest_render::{MarkKind, Scene};
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;

/// A square: column and row from the upper left corner, counted from 0.
pub type Cell = [u32; 2];

/// A puzzle after some moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The kind of puzzle.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Kind"))]
    pub kind: String,
    /// What it is, in words, such as `4×4 board`.
    pub what: String,
    /// Its title, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The start, in normal form.
    pub start: String,
    /// The goal, in normal form.
    pub goal: String,
    /// The position after the moves, as a puzzle of its own with the same goal and metric.
    pub here: Puzzle,
    /// What it looks like.
    pub board: Board,
    /// Every move from here: single moves, and combined ones that are convenient to make at once.
    pub moves: Vec<LegalMove>,
    /// The moves that were given, one by one, in normal form, up to the first illegal one.
    pub made: Vec<String>,
    /// The first move that cannot be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<IllegalMove>,
    /// The length of the moves made in every metric of the puzzle.
    pub lengths: BTreeMap<String, u64>,
    /// Whether this is the goal.
    pub solved: bool,
}

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IllegalMove {
    /// Which one, from 1.
    pub number: u32,
    /// Why not.
    pub reason: String,
}

/// What a puzzle is played on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Board {
    /// Squares.
    Grid {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// What each square is, row by row.
        ground: Vec<Ground>,
        /// Squares with a meaning.
        marks: Vec<Mark>,
        /// What lies on the squares.
        pieces: Vec<Piece>,
    },
    /// Pegs with discs.
    Pegs {
        /// The discs of each peg from the bottom up; 1 is the smallest.
        pegs: Vec<Vec<u32>>,
        /// The same for the goal.
        goal: Vec<Vec<u32>>,
        /// How many discs there are.
        discs: u32,
    },
    /// Vertices that edges join.
    Graph {
        /// Where to draw each vertex, from (0, 0), the upper left corner, to (1, 1).
        places: Vec<[f64; 2]>,
        /// Pairs of vertices, numbered from 0.
        edges: Vec<[u32; 2]>,
        /// The tile on each vertex; 0 is the blank.
        tiles: Vec<u32>,
        /// The same for the goal.
        goal: Vec<u32>,
    },
}

/// What a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Pieces can lie here.
    Floor,
    /// A wall.
    Wall,
    /// Not part of the board.
    Outside,
}

/// Squares with a meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// What they mean.
    pub kind: Meaning,
    /// The squares.
    pub cells: Vec<Cell>,
    /// The colour of the pieces that it applies to.
    pub colour: Colour,
    /// The direction of an exit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// A piece must reach this place.
    Goal,
    /// Only some pieces may enter.
    Gate,
    /// Pieces can leave the board here.
    Exit,
}

/// A side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
}

/// Something that lies on squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Identifies the piece from view to view.
    pub id: u32,
    /// What is written on it, if anything.
    pub label: String,
    /// What it is.
    pub role: Role,
    /// The squares it covers.
    pub cells: Vec<Cell>,
    /// Pieces of one colour belong together.
    pub colour: Colour,
    /// Its place in the goal, if there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<Vec<Cell>>,
    /// Whether it is in a goal place.
    pub at_home: bool,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A numbered tile.
    Tile,
    /// A block.
    Block,
    /// A box.
    Box,
    /// The player.
    Player,
}

/// The colour of a piece or a mark, as a place in a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// The colour of what matters most.
    Accent,
    /// No colour.
    Grey,
    /// One of the others, numbered from 0; after the last of a palette the first comes again.
    Hue(u32),
}

/// A move that can be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMove {
    /// How it is written. A space joins it to the moves before.
    pub text: String,
    /// The pieces, discs or tiles that move, by their ids or numbers.
    pub pieces: Vec<u32>,
    /// The columns and rows by which they move; for discs, the number of pegs; 0 and 0 on a graph.
    pub by: [i32; 2],
    /// Where a player who walks ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Cell>,
    /// From which peg to which, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peg: Option<[u32; 2]>,
    /// The vertex of the tile that moves, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<u32>,
}

impl From<fewest_render::Colour> for Colour {
    fn from(colour: fewest_render::Colour) -> Self {
        match colour {
            fewest_render::Colour::Accent => Self::Accent,
            fewest_render::Colour::Hue(hue) => Self::Hue(count(hue)),
            fewest_render::Colour::Grey => Self::Grey,
        }
    }
}

impl From<fewest_render::Side> for Side {
    fn from(side: fewest_render::Side) -> Self {
        match side {
            fewest_render::Side::Up => Self::Up,
            fewest_render::Side::Left => Self::Left,
            fewest_render::Side::Right => Self::Right,
            fewest_render::Side::Down => Self::Down,
        }
    }
}

/// A number that is small.
pub fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Squares of a picture.
pub fn cells(cells: &[fewest_render::Cell]) -> Vec<Cell> {
    cells.iter().map(|&(x, y)| [x.into(), y.into()]).collect()
}

/// A board that looks like a picture; what the picture does not tell of a piece is told by `more`: its role, its home and
/// whether it is there.
pub fn grid(scene: &Scene, more: impl Fn(usize) -> (Role, Option<Vec<Cell>>, bool)) -> Board {
    let (width, height) = (usize::from(scene.columns), usize::from(scene.rows));
    let mut ground = vec![Ground::Outside; width * height];
    for (squares, what) in [(&scene.floor, Ground::Floor), (&scene.walls, Ground::Wall)] {
        for &(x, y) in squares {
            ground[usize::from(y) * width + usize::from(x)] = what;
        }
    }
    let mark = |mark: &fewest_render::Mark| {
        let (kind, side) = match mark.kind {
            MarkKind::Target => (Meaning::Goal, None),
            MarkKind::Gate => (Meaning::Gate, None),
            MarkKind::Opening(side) => (Meaning::Exit, Some(side.into())),
        };
        Mark { kind, cells: cells(&mark.cells), colour: mark.colour.into(), side }
    };
    let piece = |piece: &fewest_render::Piece| {
        let (role, home, at_home) = more(piece.id);
        let label = if role == Role::Player { String::new() } else { piece.label.clone() };
        Piece {
            id: count(piece.id),
            label,
            role,
            cells: cells(&piece.cells),
            colour: piece.colour.into(),
            home,
            at_home,
        }
    };
    Board::Grid {
        width: scene.columns.into(),
        height: scene.rows.into(),
        ground,
        marks: scene.marks.iter().map(mark).collect(),
        pieces: scene.pieces.iter().map(piece).collect(),
    }
}
