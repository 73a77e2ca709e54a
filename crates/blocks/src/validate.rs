//! From a [`Setup`], which may be nonsense, to a [`Puzzle`], which is not.

use crate::fault::{Fault, Faults};
use crate::geometry::{Direction, MAX_SIDE, Square};
use crate::puzzle::{Condition, Exit, Gate, Piece, Puzzle, Target};
use crate::setup::{ConditionSetup, ExitSetup, Ground, Setup, TargetSetup};

/// The puzzle, or every fault.
pub(crate) fn puzzle(setup: &Setup) -> Result<Puzzle, Faults> {
    let mut check = Check { setup, faults: Vec::new() };
    check.size();
    if let Some(faults) = Faults::new(check.faults) {
        // Without a board no place on it means anything.
        return Err(faults);
    }
    let setup = &normal(setup);
    let mut check = Check { setup, faults: Vec::new() };
    let pieces = check.pieces();
    let alike = check.alike();
    let gates = check.gates();
    let exits = check.exits();
    let mut puzzle =
        Puzzle { setup: setup.clone(), pieces, alike, gates, exits, goals: vec![Vec::new(); setup.goals.len()] };
    let has_board = check.faults.is_empty();
    if has_board {
        check.gates_and_pieces(&puzzle);
        check.alike_pieces(&puzzle);
    }
    if setup.goals.is_empty() {
        check.faults.push(Fault::NoGoal);
    }
    if has_board {
        let goals = (1..).zip(&setup.goals);
        puzzle.goals = goals.map(|(goal, conditions)| check.goal(&puzzle, goal, conditions)).collect();
    } else {
        check.goal_names(&puzzle);
    }
    Faults::new(check.faults).map_or(Ok(puzzle), Err)
}

/// The same setup with squares, pieces and what goals show in reading order, as they come back from print. Where a whole
/// row, or the last column, is outside, one square of it becomes a wall, which is as impassable and can be seen.
fn normal(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    let is_outside = |ground: &Ground| *ground == Ground::Outside;
    for row in setup.ground.chunks_mut(setup.width) {
        if row.iter().all(is_outside) {
            row[0] = Ground::Wall;
        }
    }
    if setup.ground.iter().skip(setup.width - 1).step_by(setup.width).all(is_outside) {
        setup.ground[setup.width - 1] = Ground::Wall;
    }
    let pieces = setup.pieces.iter_mut().map(|piece| &mut piece.cells);
    let gates = setup.gates.iter_mut().map(|gate| &mut gate.cells);
    let exits = setup.exits.iter_mut().map(|exit| &mut exit.cells);
    let goals = setup.goals.iter_mut().flatten().filter_map(|condition| match condition {
        ConditionSetup::Empty(cells)
        | ConditionSetup::Piece { target: TargetSetup::On(cells) | TargetSetup::Within(cells), .. } => Some(cells),
        ConditionSetup::Piece { target: TargetSetup::Leaves(_), .. } => None,
    });
    for cells in pieces.chain(gates).chain(exits).chain(goals) {
        cells.sort_unstable();
        cells.dedup();
    }
    setup.pieces.sort_by_key(|piece| piece.cells.first().copied());
    // Those that need no tie have none.
    let asked = std::mem::take(&mut setup.tied);
    let mut setup = setup.tie();
    setup.tied.retain(|label| asked.contains(label));
    for goal in &mut setup.goals {
        goal.sort_by_key(|condition| match condition {
            ConditionSetup::Piece { target: TargetSetup::On(cells), .. } => (false, cells.first().copied()),
            ConditionSetup::Piece { .. } | ConditionSetup::Empty(_) => (true, None),
        });
    }
    setup
}

/// Squares seen from the upper left corner of the smallest rectangle around them, in reading order, and that corner.
pub(crate) fn shape_of(cells: &[Square]) -> (Vec<Square>, Square) {
    let x = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let y = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    let mut shape: Vec<Square> = cells.iter().map(|cell| Square::new(cell.x - x, cell.y - y)).collect();
    shape.sort_unstable();
    shape.dedup();
    (shape, Square::new(x, y))
}

struct Check<'a> {
    setup: &'a Setup,
    faults: Vec<Fault>,
}

impl Check<'_> {
    fn size(&mut self) {
        let Setup { width, height, .. } = *self.setup;
        if width == 0 || height == 0 {
            self.faults.push(Fault::NoSquares);
        } else if width > MAX_SIDE || height > MAX_SIDE {
            self.faults.push(Fault::TooLarge(width, height));
        } else if self.setup.ground.len() != width * height {
            self.faults.push(Fault::SquareCount(self.setup.ground.len(), width * height));
        }
    }

    /// Checks that every square is floor.
    fn floor(&mut self, what: &str, cells: &[Square]) {
        for &square in cells {
            match self.setup.ground_at(square) {
                None => self.faults.push(Fault::OffBoard(what.to_owned(), square)),
                Some(Ground::Floor) => {}
                Some(Ground::Wall | Ground::Outside) => self.faults.push(Fault::OnWall(what.to_owned(), square)),
            }
        }
    }

    fn pieces(&mut self) -> Vec<Piece> {
        if self.setup.pieces.is_empty() {
            self.faults.push(Fault::NoPieces);
        }
        let mut owners: Vec<(Square, char)> = Vec::new();
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in &self.setup.pieces {
            let label = piece.label;
            if !is_label(label) {
                self.faults.push(Fault::Label(label));
            }
            if pieces.iter().any(|other| other.label == label) {
                self.faults.push(Fault::LabelTwice(label));
            }
            if piece.cells.is_empty() {
                self.faults.push(Fault::NoCells(label));
            }
            let cells = &piece.cells;
            self.floor(&format!("piece `{label}`"), cells);
            if let Some((from, to)) = gap(cells).filter(|_| !self.setup.tied.contains(&label)) {
                self.faults.push(Fault::Disconnected(label, from, to));
            }
            let overlap = |square: &Square| owners.iter().find(|(other, _)| other == square).copied();
            // One square for each pair is enough to find it.
            let mut told: Vec<char> = Vec::new();
            for (square, first) in cells.iter().filter_map(overlap) {
                if !told.contains(&first) {
                    self.faults.push(Fault::Overlap(first, label, square));
                    told.push(first);
                }
            }
            owners.extend(cells.iter().map(|&square| (square, label)));
            let (shape, start) = shape_of(cells);
            pieces.push(Piece { label, name: piece.name.clone(), shape, start, lock: piece.lock });
        }
        pieces
    }

    /// The numbers of labelled pieces, as far as there are such.
    fn numbers(&mut self, what: &str, labels: &[char]) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(labels.len());
        for &label in labels {
            match self.setup.pieces.iter().position(|piece| piece.label == label) {
                Some(number) => numbers.push(number),
                None => self.faults.push(Fault::UnknownPiece(what.to_owned(), label)),
            }
        }
        numbers
    }

    fn alike(&mut self) -> Vec<Vec<usize>> {
        let groups = self.setup.alike.iter().enumerate();
        let groups: Vec<Vec<usize>> = groups
            .map(|(index, labels)| self.numbers(&format!("group {} of alike pieces", index + 1), labels))
            .collect();
        let mut seen = vec![false; self.setup.pieces.len()];
        for &piece in groups.iter().flatten() {
            if std::mem::replace(&mut seen[piece], true) {
                self.faults.push(Fault::AlikeTwice(self.setup.pieces[piece].label));
            }
        }
        groups
    }

    fn gates(&mut self) -> Vec<Gate> {
        let mut gates: Vec<Gate> = Vec::new();
        for (index, gate) in self.setup.gates.iter().enumerate() {
            let what = format!("gate {}", index + 1);
            self.floor(&what, &gate.cells);
            for &square in &gate.cells {
                if gates.iter().any(|other| other.cells.contains(&square)) {
                    self.faults.push(Fault::GateTwice(square));
                }
            }
            let pieces = self.numbers(&what, &gate.pieces);
            gates.push(Gate { cells: gate.cells.clone(), pieces });
        }
        gates
    }

    fn exits(&mut self) -> Vec<Exit> {
        let mut exits: Vec<Exit> = Vec::new();
        for ExitSetup { name, direction, cells, pieces } in &self.setup.exits {
            let direction = *direction;
            if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control() || c == ':') {
                let problem = "needs a name of one word without a colon";
                self.faults.push(Fault::Exit(name.clone(), problem));
            }
            if exits.iter().any(|exit| exit.name == *name) {
                self.faults.push(Fault::ExitTwice(name.clone()));
            }
            if cells.is_empty() {
                self.faults.push(Fault::Exit(name.clone(), "has no squares: mark them in its grid"));
            }
            if pieces.as_ref().is_some_and(Vec::is_empty) {
                let problem = "is for no piece: name some pieces, or name none to allow all";
                self.faults.push(Fault::Exit(name.clone(), problem));
            }
            let what = format!("exit {name:?}");
            self.floor(&what, cells);
            for &square in cells {
                let beyond = square.step(direction).and_then(|beyond| self.setup.ground_at(beyond));
                if beyond == Some(Ground::Floor) {
                    self.faults.push(Fault::ExitInside(name.clone(), square, direction));
                }
            }
            let pieces = pieces.as_ref().map(|labels| self.numbers(&what, labels));
            exits.push(Exit { name: name.clone(), direction, cells: cells.clone(), pieces });
        }
        exits
    }

    /// Pieces start where they may be.
    fn gates_and_pieces(&mut self, puzzle: &Puzzle) {
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            if let Some(square) = piece.cells_at(piece.start).find(|&square| !puzzle.may_enter(number, square)) {
                self.faults.push(Fault::StartOnGate(piece.label, square));
            }
        }
    }

    /// Pieces that are called alike are.
    fn alike_pieces(&mut self, puzzle: &Puzzle) {
        for group in &puzzle.alike {
            let Some((&first, others)) = group.split_first() else { continue };
            for &second in others {
                let (a, b) = (&puzzle.pieces[first], &puzzle.pieces[second]);
                let gates = |piece| puzzle.gates.iter().map(move |gate| gate.pieces.contains(&piece));
                let exits = |piece| puzzle.exits.iter().map(move |exit| exit.admits(piece));
                let difference = if a.shape != b.shape {
                    "shape"
                } else if a.lock != b.lock {
                    "the ways they may go"
                } else if !gates(first).eq(gates(second)) {
                    "the gates they may enter"
                } else if !exits(first).eq(exits(second)) {
                    "the exits they may take"
                } else {
                    continue;
                };
                self.faults.push(Fault::NotAlike(a.label, b.label, difference));
            }
        }
    }

    /// Names in goals, where the board has faults already and places cannot be judged.
    fn goal_names(&mut self, puzzle: &Puzzle) {
        for (goal, conditions) in (1..).zip(&self.setup.goals) {
            for condition in conditions {
                let ConditionSetup::Piece { label, target } = condition else { continue };
                self.numbers(&format!("goal {goal}"), &[*label]);
                if let TargetSetup::Leaves(name) = target
                    && !puzzle.exits.iter().any(|exit| exit.name == *name)
                {
                    self.faults.push(Fault::UnknownExit(goal, name.clone()));
                }
            }
        }
    }

    fn goal(&mut self, puzzle: &Puzzle, goal: usize, conditions: &[ConditionSetup]) -> Vec<Condition> {
        let asks_nothing =
            |condition: &ConditionSetup| matches!(condition, ConditionSetup::Empty(cells) if cells.is_empty());
        if conditions.iter().all(asks_nothing) {
            self.faults.push(Fault::EmptyGoal(goal));
        }
        let mut named: Vec<char> = Vec::new();
        let mut taken: Vec<(Square, String)> = Vec::new();
        let mut checked = Vec::with_capacity(conditions.len());
        for condition in conditions {
            match condition {
                ConditionSetup::Empty(cells) => {
                    self.floor(&format!("goal {goal}"), cells);
                    self.claim(goal, &mut taken, cells, "no piece");
                    checked.push(Condition::Empty(cells.clone()));
                }
                ConditionSetup::Piece { label, target } => {
                    let Some(&piece) = self.numbers(&format!("goal {goal}"), &[*label]).first() else { continue };
                    if named.contains(label) {
                        self.faults.push(Fault::GoalTwice(goal, *label));
                    }
                    named.push(*label);
                    if let TargetSetup::On(cells) = target {
                        self.claim(goal, &mut taken, cells, &format!("piece `{label}`"));
                    }
                    if let Some(target) = self.target(puzzle, goal, piece, target) {
                        checked.push(Condition::Piece(piece, target));
                    }
                }
            }
        }
        checked
    }

    /// Notes what a goal puts on squares, and where that is too much. Two mentions of emptiness are no fault.
    fn claim(&mut self, goal: usize, taken: &mut Vec<(Square, String)>, cells: &[Square], what: &str) {
        for &square in cells {
            match taken.iter().find(|(other, thing)| *other == square && thing != what) {
                Some((_, first)) => {
                    let (first, second) = (first.clone(), what.to_owned());
                    self.faults.push(Fault::GoalOverlap(goal, first, second, square));
                    return;
                }
                None => taken.push((square, what.to_owned())),
            }
        }
    }

    fn target(&mut self, puzzle: &Puzzle, goal: usize, number: usize, target: &TargetSetup) -> Option<Target> {
        let piece = &puzzle.pieces[number];
        let label = piece.label;
        match target {
            TargetSetup::On(cells) => {
                let before = self.faults.len();
                self.floor(&format!("goal {goal} for piece `{label}`"), cells);
                if self.faults.len() > before {
                    return None;
                }
                let (shape, corner) = shape_of(cells);
                if shape != piece.shape {
                    let square = cells.iter().copied().min().unwrap_or(corner);
                    self.faults.push(Fault::GoalShape(goal, label, square));
                    return None;
                }
                if let Some(square) = piece.cells_at(corner).find(|&square| !puzzle.may_enter(number, square)) {
                    self.faults.push(Fault::GoalOnGate(goal, label, square));
                }
                Some(Target::At(corner))
            }
            TargetSetup::Within(cells) => {
                self.floor(&format!("goal {goal} for piece `{label}`"), cells);
                let fits = |corner: Square| {
                    piece.cells_at(corner).all(|square| cells.contains(&square) && puzzle.may_enter(number, square))
                };
                if !puzzle.squares().any(fits) {
                    self.faults.push(Fault::GoalTooSmall(goal, label));
                }
                Some(Target::Within(cells.clone()))
            }
            TargetSetup::Leaves(name) => {
                let Some(exit) = puzzle.exits.iter().position(|exit| exit.name == *name) else {
                    self.faults.push(Fault::UnknownExit(goal, name.clone()));
                    return None;
                };
                if let Some(problem) = why_not_leave(puzzle, number, exit) {
                    self.faults.push(Fault::CannotLeave(goal, label, name.clone(), problem));
                }
                Some(Target::Leaves(exit))
            }
        }
    }
}

/// Why a piece can never leave through an exit, as far as its shape and its rights tell.
fn why_not_leave(puzzle: &Puzzle, number: usize, exit: usize) -> Option<&'static str> {
    let (piece, exit) = (&puzzle.pieces[number], &puzzle.exits[exit]);
    if !exit.admits(number) {
        return Some("the exit is not for it");
    }
    if !piece.lock.allows(exit.direction) {
        return Some("it may not go that way");
    }
    let line = |square: &Square| match exit.direction {
        Direction::Left | Direction::Right => square.y,
        Direction::Up | Direction::Down => square.x,
    };
    let covers = |offset: u16| {
        piece.shape.iter().all(|cell| exit.cells.iter().any(|opening| line(opening) == line(cell) + offset))
    };
    let fits = exit.cells.iter().any(|opening| covers(line(opening)));
    (!fits).then_some("it is wider than the opening")
}

/// Whether a character can name a piece in a grid, in a list of pieces and in moves.
pub(crate) fn is_label(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !matches!(c, '.' | ',' | '#' | ':' | ';')
}

/// Whether a way over the squares leads from each to every other.
pub(crate) fn hangs_together(cells: &[Square]) -> bool {
    gap(cells).is_none()
}

/// Two squares that are not joined by a way over the squares, if there are such.
fn gap(cells: &[Square]) -> Option<(Square, Square)> {
    let &first = cells.first()?;
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for neighbour in Direction::ALL.into_iter().filter_map(|direction| square.step(direction)) {
            if cells.contains(&neighbour) && !reached.contains(&neighbour) {
                reached.push(neighbour);
            }
        }
    }
    let missed = cells.iter().find(|cell| !reached.contains(cell))?;
    Some((first, *missed))
}
