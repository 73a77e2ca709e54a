//! Puzzles that differ by how the board is turned, or by the names of their pieces, and are the same all the same.

use fewest_blocks::{ConditionSetup, Direction, Lock, Puzzle, Setup, Square, TargetSetup};

/// One of the eight ways to lay a board down: mirrored left to right, top to bottom, and along its diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    across: bool,
    down: bool,
    diagonal: bool,
}

impl Symmetry {
    /// All eight, that which changes nothing first.
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { across: bits & 1 != 0, down: bits & 2 != 0, diagonal: bits & 4 != 0 })
    }

    /// Where a square of a board of this size goes.
    fn square(self, (width, height): (u16, u16), square: Square) -> Square {
        let x = if self.across { width - 1 - square.x } else { square.x };
        let y = if self.down { height - 1 - square.y } else { square.y };
        if self.diagonal { Square::new(y, x) } else { Square::new(x, y) }
    }

    fn direction(self, direction: Direction) -> Direction {
        let turned = match direction {
            Direction::Left | Direction::Right if self.across => direction.opposite(),
            Direction::Up | Direction::Down if self.down => direction.opposite(),
            other => other,
        };
        match turned {
            other if !self.diagonal => other,
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Up,
            Direction::Down => Direction::Right,
            Direction::Right => Direction::Down,
        }
    }

    fn lock(self, lock: Lock) -> Lock {
        match lock {
            Lock::Horizontal if self.diagonal => Lock::Vertical,
            Lock::Vertical if self.diagonal => Lock::Horizontal,
            other => other,
        }
    }

    /// The puzzle so turned, with names that follow from where things are.
    fn setup(self, setup: &Setup) -> Setup {
        let short = |value: usize| u16::try_from(value).expect("boards have at most 16 rows and columns");
        let size = (short(setup.width), short(setup.height));
        let turn = |cells: &mut Vec<Square>| {
            for cell in &mut *cells {
                *cell = self.square(size, *cell);
            }
            cells.sort_unstable();
        };
        let mut turned = Setup { title: None, ..setup.clone() };
        if self.diagonal {
            std::mem::swap(&mut turned.width, &mut turned.height);
        }
        for y in 0..size.1 {
            for x in 0..size.0 {
                let Square { x: column, y: row } = self.square(size, Square::new(x, y));
                let from = usize::from(y) * setup.width + usize::from(x);
                turned.ground[usize::from(row) * turned.width + usize::from(column)] = setup.ground[from];
            }
        }
        for piece in &mut turned.pieces {
            piece.name = None;
            piece.lock = self.lock(piece.lock);
            turn(&mut piece.cells);
        }
        turned.pieces.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        for gate in &mut turned.gates {
            turn(&mut gate.cells);
        }
        for exit in &mut turned.exits {
            exit.direction = self.direction(exit.direction);
            turn(&mut exit.cells);
        }
        for condition in turned.goals.iter_mut().flatten() {
            match condition {
                ConditionSetup::Piece { target: TargetSetup::On(cells) | TargetSetup::Within(cells), .. }
                | ConditionSetup::Empty(cells) => turn(cells),
                ConditionSetup::Piece { target: TargetSetup::Leaves(_), .. } => {}
            }
        }
        rename(&mut turned);
        turned
    }
}

/// Names pieces and exits by their order, and puts everything else in order.
fn rename(setup: &mut Setup) {
    let old: Vec<char> = setup.pieces.iter().map(|piece| piece.label).collect();
    let fresh: Vec<char> = ('a'..='z').chain('A'..='Z').chain('À'..='ʯ').take(old.len()).collect();
    let named = |label: &mut char| {
        if let Some(place) = old.iter().position(|other| other == label) {
            *label = fresh[place];
        }
    };
    setup.pieces.iter_mut().for_each(|piece| named(&mut piece.label));
    for labels in setup.alike.iter_mut().chain(setup.gates.iter_mut().map(|gate| &mut gate.pieces)) {
        labels.iter_mut().for_each(named);
        labels.sort_unstable();
    }
    setup.alike.sort_unstable();
    setup.gates.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
    setup.exits.sort_unstable_by(|one, other| (one.direction, &one.cells).cmp(&(other.direction, &other.cells)));
    let names: Vec<String> = setup.exits.iter().map(|exit| exit.name.clone()).collect();
    for (number, exit) in (1..).zip(&mut setup.exits) {
        exit.name = number.to_string();
        if let Some(labels) = &mut exit.pieces {
            labels.iter_mut().for_each(named);
            labels.sort_unstable();
        }
    }
    for goal in &mut setup.goals {
        for condition in &mut *goal {
            let ConditionSetup::Piece { label, target } = condition else { continue };
            named(label);
            if let TargetSetup::Leaves(exit) = target
                && let Some(place) = names.iter().position(|name| name == exit)
            {
                *exit = (place + 1).to_string();
            }
        }
        goal.sort_by_cached_key(|condition| format!("{condition:?}"));
    }
    setup.goals.sort_by_cached_key(|goal| format!("{goal:?}"));
}

/// The same puzzle, turned and named in a way that all puzzles have in common which differ by nothing else.
pub(crate) fn canonical(puzzle: &Puzzle) -> Puzzle {
    let turned = Symmetry::all().map(|symmetry| {
        let setup = symmetry.setup(puzzle.setup());
        setup.validate().expect("a puzzle stays one however it is turned and named")
    });
    turned.min_by_key(Puzzle::to_string).expect("there are eight ways")
}
