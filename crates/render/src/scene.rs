//! What is to be seen, without a word on how it is drawn: squares of a grid, pieces on them, marks and a caption.

/// A square of the grid: column and row from the upper left corner, counted from 0.
pub type Cell = (u16, u16);

/// A way across the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Side {
    /// One square that way.
    pub fn unit(self) -> (f32, f32) {
        [(0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)][self as usize]
    }
}

/// Which colour of the theme a thing has. Things of one colour belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The colour of what matters most.
    Accent,
    /// One of the others; beyond the last the first comes again.
    Hue(usize),
    /// No colour.
    Grey,
}

/// Which ways a piece may go, where that is worth showing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Every way; nothing is shown.
    #[default]
    Free,
    /// Along its row.
    Horizontal,
    /// Along its column.
    Vertical,
    /// Nowhere.
    Fixed,
}

/// A piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// By this it is known from scene to scene.
    pub id: usize,
    /// The squares it covers.
    pub cells: Vec<Cell>,
    /// How far it is drawn from there, in squares: for pieces on their way.
    pub offset: (f32, f32),
    /// How much of it is to be seen: 1 for all, 0 for nothing.
    pub opacity: f32,
    /// What is written on it, if anything.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// Which ways it may go.
    pub motion: Motion,
}

impl Piece {
    /// A piece at rest on some squares.
    pub fn new(id: usize, cells: Vec<Cell>, label: impl Into<String>, colour: Colour) -> Self {
        let motion = Motion::Free;
        Self { id, cells, offset: (0.0, 0.0), opacity: 1.0, label: label.into(), colour, motion }
    }
}

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// Where something should come to lie.
    Target,
    /// Where only some may go.
    Gate,
    /// A gap in the frame, this way out.
    Opening(Side),
}

/// Squares that are marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it means.
    pub kind: MarkKind,
    /// The squares.
    pub cells: Vec<Cell>,
    /// The colour of what it is meant for.
    pub colour: Colour,
}

/// A picture of a puzzle that is played on a grid.
///
/// ```
/// use fewest_render::{Colour, Piece, Scene};
/// let mut scene = Scene::new("Two squares", 2, 1);
/// scene.pieces.push(Piece::new(0, vec![(0, 0)], "a", Colour::Accent));
/// let svg = fewest_render::svg(&scene, &Default::default());
/// assert!(svg.starts_with("<svg") && svg.contains(">Two squares</title>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What it shows, in a few words.
    pub title: String,
    /// What it shows, for those who cannot see it.
    pub description: String,
    /// Columns of the grid.
    pub columns: u16,
    /// Rows of the grid.
    pub rows: u16,
    /// The squares that pieces may use.
    pub floor: Vec<Cell>,
    /// The squares that nothing may use. What is neither floor nor wall is not drawn.
    pub walls: Vec<Cell>,
    /// Lines under the pieces, from the middle of one place to that of another; a place is the upper left corner of its square.
    pub links: Vec<[(f32, f32); 2]>,
    /// Marks under and over the pieces.
    pub marks: Vec<Mark>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// What is written below, if anything.
    pub caption: String,
}

impl Scene {
    /// A grid that is all floor, with nothing on it.
    pub fn new(title: impl Into<String>, columns: u16, rows: u16) -> Self {
        let floor = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect();
        Self { title: title.into(), columns, rows, floor, ..Self::default() }
    }
}
