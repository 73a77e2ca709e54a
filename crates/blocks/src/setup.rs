//! A puzzle as written, unchecked: what readers of any format make, and what [`Puzzle`](crate::Puzzle) is made of.

use crate::fault::Faults;
use crate::geometry::{Lock, Square};
use crate::puzzle::{Exit, Gate, Puzzle};
use crate::validate;

/// What a square of the board is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Pieces can lie here.
    #[default]
    Floor,
    /// A wall.
    Wall,
    /// Not part of the board. As impassable as a wall; drawn otherwise.
    Outside,
}

/// A piece where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSetup {
    /// The character by which grids, options and goals name it.
    pub label: char,
    /// What people call it, if anything.
    pub name: Option<String>,
    /// The squares it covers, in any order.
    pub cells: Vec<Square>,
    /// Which ways it may go.
    pub lock: Lock,
}

/// A gate that names its pieces by their labels.
pub type GateSetup = Gate<char>;

/// An exit that names its pieces by their labels.
pub type ExitSetup = Exit<char>;

/// Where a goal wants a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetSetup {
    /// On exactly these squares, in any order.
    On(Vec<Square>),
    /// Anywhere within these squares.
    Within(Vec<Square>),
    /// Gone through the exit of this name.
    Leaves(String),
}

/// One thing that a goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionSetup {
    /// A piece is somewhere.
    Piece {
        /// Its label.
        label: char,
        /// Where it must be.
        target: TargetSetup,
    },
    /// No piece lies on these squares.
    Empty(Vec<Square>),
}

/// A puzzle as written, unchecked.
///
/// ```
/// use fewest_blocks::Setup;
/// let setup = Setup::parse("a.\n..\n\n..\n.a")?;
/// assert_eq!((setup.width, setup.height, setup.pieces.len(), setup.goals.len()), (2, 2, 1, 1));
/// let puzzle = setup.validate()?;
/// assert_eq!(puzzle.pieces()[0].label, 'a');
/// # Ok::<(), fewest_blocks::Faults>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What the puzzle is called, if anything.
    pub title: Option<String>,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What each square is, row by row: as many as width times height.
    pub ground: Vec<Ground>,
    /// The pieces at the start.
    pub pieces: Vec<PieceSetup>,
    /// Groups of pieces, by label, that are interchangeable although goals name them: each group must fill its places
    /// in any order. Pieces that no goal names need not be listed: they are interchangeable when they are alike.
    pub alike: Vec<Vec<char>>,
    /// Pieces whose squares need not hang together: they move as one all the same. Labels without a piece do no harm.
    pub tied: Vec<char>,
    /// Squares that some pieces alone may enter.
    pub gates: Vec<GateSetup>,
    /// Openings.
    pub exits: Vec<ExitSetup>,
    /// Goals, each of which is enough; all conditions of one must hold at once.
    pub goals: Vec<Vec<ConditionSetup>>,
}

impl Setup {
    /// Checks everything and makes the puzzle.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn validate(&self) -> Result<Puzzle, Faults> {
        validate::puzzle(self)
    }

    /// Lets every piece be tied whose squares do not hang together: for formats in which that is no mistake.
    pub(crate) fn tie(mut self) -> Self {
        let apart = self.pieces.iter().filter(|piece| !validate::hangs_together(&piece.cells));
        self.tied = apart.map(|piece| piece.label).collect();
        self
    }

    /// Leaves out the pieces whose labels are not kept, wherever they are named but in goals.
    pub(crate) fn keep(&mut self, keeps: impl Fn(char) -> bool) {
        self.pieces.retain(|piece| keeps(piece.label));
        let gates = self.gates.iter_mut().map(|gate| &mut gate.pieces);
        let exits = self.exits.iter_mut().filter_map(|exit| exit.pieces.as_mut());
        for labels in self.alike.iter_mut().chain(gates).chain(exits) {
            labels.retain(|&label| keeps(label));
        }
        self.alike.retain(|group| !group.is_empty());
    }

    /// What a square is; `None` off the board.
    pub fn ground_at(&self, square: Square) -> Option<Ground> {
        let (x, y) = (usize::from(square.x), usize::from(square.y));
        (x < self.width && y < self.height).then(|| self.ground.get(y * self.width + x).copied())?
    }
}
