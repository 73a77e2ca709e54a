//! What a formula is made of.

/// The parts of the encoding that can be left out. Each choice but [`stages`](Self::stages) gives a formula
/// that is true just where there is a solution.
#[expect(clippy::struct_excessive_bools, reason = "a list of switches")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The blank is only on squares of the colour that the step allows.
    pub colour: bool,
    /// Nothing is farther from its start, or from its goal, than there are moves.
    pub windows: bool,
    /// The same for each tile together with the blank.
    pub two_body: bool,
    /// Clauses for a tile and the blank that cannot be where they are at once.
    pub two_body_clauses: bool,
    /// No tile goes farther astray than there are moves to spare.
    pub detours: bool,
    /// What is in a cell was there before unless the blank was.
    pub backward: bool,
    /// No tile is in two cells and each is in one.
    pub tiles_once: bool,
    /// No two tiles are in one cell, and something is in each.
    pub cells_once: bool,
    /// Moves that lead away are counted.
    pub away: bool,
    /// Linear conflicts bound the moves away that are to come.
    pub conflicts: bool,
    /// The ways of the tiles so far bound the moves away that were made.
    pub astray: bool,
    /// Linear conflicts with the lines of the start bound the moves away that were made.
    pub start_conflicts: bool,
    /// Strings of moves up to this length that have a twin are forbidden.
    pub strings: usize,
    /// Of the solutions of at most so many moves, only those that put line after line in order; the counting of moves away
    /// is left out then. Such a formula can be false where there is a solution.
    pub stages: bool,
}

impl Parts {
    /// All that keep every length.
    pub const ALL: Self = Self::each(true, 10);

    /// The bare walk.
    pub const NONE: Self = Self::each(false, 0);

    /// Every part but the stages, or none, with strings up to a length.
    const fn each(on: bool, strings: usize) -> Self {
        Self {
            colour: on,
            windows: on,
            two_body: on,
            two_body_clauses: on,
            detours: on,
            backward: on,
            tiles_once: on,
            cells_once: on,
            away: on,
            conflicts: on,
            astray: on,
            start_conflicts: on,
            strings,
            stages: false,
        }
    }
}

impl Default for Parts {
    /// Those that pay.
    fn default() -> Self {
        Self { tiles_once: false, cells_once: false, astray: false, ..Self::ALL }
    }
}
