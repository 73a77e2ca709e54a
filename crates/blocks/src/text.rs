//! The native text form: grids, one character a square, and options above them. See [`Setup::parse`].

use std::borrow::Cow;
use std::fmt;

use crate::fault::{Fault, Faults};
use crate::geometry::{Direction, Lock, MAX_SIDE, Square};
use crate::setup::{ConditionSetup, ExitSetup, GateSetup, Ground, PieceSetup, Setup, TargetSetup};
use crate::validate::is_label;

/// The longest text that is read as one puzzle, in bytes.
pub const MAX_TEXT: usize = 1 << 16;

/// A line without characters that would break it or steer a terminal: each becomes a space.
pub(crate) fn one_line(line: &str) -> Cow<'_, str> {
    if line.contains(char::is_control) { line.replace(char::is_control, " ").into() } else { line.into() }
}

/// What a grid says.
enum Section {
    Start,
    Goal,
    Within(char),
    Empty,
    Gate(Vec<char>),
    Exit(ExitSetup),
}

/// The rows of a grid and the number of its first line.
type Grid<'a> = (usize, Vec<&'a str>);

impl Setup {
    /// Reads grids, one character a square, and options above them.
    ///
    /// ```text
    /// title: L'Âne Rouge         what the puzzle is called
    /// rail:                      pieces longer than wide go along their length alone, as in Rush Hour
    /// lock horizontal: b c       so do these; also `vertical`, `fixed` and `free`
    /// alike: d e                 interchangeable, although the goal names them
    /// tied: a b                  the squares of these need not hang together; they move as one all the same
    /// name a: Cao Cao            what a piece is called
    /// gate a:                    a grid follows: the squares marked in it are for piece a alone
    /// exit way-out down:         a grid follows: the squares at the opening; `exit way-out down a b:` is for a and b alone
    /// start:                     a grid follows; the word may be left out
    /// goal:                      a grid follows: where some pieces should be; further goals are alternatives
    /// leaves a: way-out          after a goal: piece a leaves
    /// within a:                  after a goal, a grid follows: piece a lies within the squares marked
    /// empty:                     after a goal, a grid follows: the squares marked are empty
    /// ; a comment
    /// ```
    ///
    /// In a grid `.` is floor (in a goal: anything), `#` a wall, a space, or the want of a character at the end of a row,
    /// outside; any other visible character but `:` and `;` is a piece, one for each character. In grids of marks any
    /// character but `.`, `#` and space marks a square. A line that holds a colon is an option; an empty line ends a grid. Two
    /// grids with an empty line between are a start and a goal.
    ///
    /// ```
    /// use fewest_blocks::{Lock, Setup};
    /// let setup = Setup::parse("rail:\nstart:\n..bb\naa.c\n...c\ngoal:\n....\n..aa\n....\n")?;
    /// assert_eq!(setup.pieces.len(), 3);
    /// assert_eq!(setup.pieces[2].lock, Lock::Vertical);
    /// # Ok::<(), fewest_blocks::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Every line that cannot be read. What is wrong with the puzzle is for [`validate`](Self::validate).
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_TEXT {
            return Err(Fault::TooLong.into());
        }
        let mut reader = Reader::default();
        let has_named_start = text.lines().any(|line| line.trim() == "start:");
        let mut section: Option<Section> = None;
        let mut grid: Option<Grid<'_>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim_end();
            if line.trim_start().starts_with(';') {
                continue;
            }
            if let Some(column) = line.chars().position(|c| c == '\t') {
                let problem = "a tab does not show how many squares it covers; write spaces or dots".to_owned();
                reader.faults.push(Fault::Text(number, column + 1, problem));
            }
            // Above a start that is named, what is in no grid is no wall but a comment as other files have them.
            if line.starts_with('#') && has_named_start && section.is_none() && grid.is_none() && !reader.has_start {
                continue;
            }
            if line.is_empty() || line.contains(':') {
                if let Some(grid) = grid.take() {
                    reader.grid(section.take(), &grid);
                }
                if line.contains(':') {
                    if let Some(section) = section.take() {
                        reader.grid(Some(section), &(number, Vec::new()));
                    }
                    section = reader.option(number, line);
                }
            } else {
                grid.get_or_insert_with(|| (number, Vec::new())).1.push(line);
            }
        }
        if grid.is_some() || section.is_some() {
            reader.grid(section, &grid.unwrap_or_default());
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    setup: Setup,
    rail: bool,
    locks: Vec<(Lock, Vec<char>)>,
    names: Vec<(char, String)>,
    has_start: bool,
    faults: Vec<Fault>,
}

impl Reader {
    fn fault(&mut self, line: usize, found: &str, problem: &'static str) {
        self.faults.push(Fault::Line(line, found.chars().take(40).collect(), problem));
    }

    /// Reads an option; the section that its grid belongs to, if one follows.
    fn option(&mut self, line: usize, text: &str) -> Option<Section> {
        let text = &*one_line(text);
        let (head, value) = text.split_once(':')?;
        let value = value.trim();
        let mut words = head.split_whitespace();
        let word = words.next().unwrap_or_default().to_lowercase();
        let rest: Vec<&str> = words.collect();
        let labels = |text: &str| -> Vec<char> { text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect() };
        let single = |words: &[&str]| match words {
            [word] => word.chars().next().filter(|_| word.chars().count() == 1),
            _ => None,
        };
        let takes_grid = matches!(word.as_str(), "start" | "goal" | "within" | "empty" | "gate" | "exit");
        if takes_grid && !value.is_empty() {
            self.fault(line, text, "has words after the colon; write a grid on the lines below it instead");
            return None;
        }
        match (word.as_str(), rest.as_slice()) {
            ("title", []) => self.setup.title = Some(value.to_owned()).filter(|title| !title.is_empty()),
            ("rail", []) if value.is_empty() => self.rail = true,
            ("lock", [way]) => match Lock::from_word(way) {
                Some(lock) => self.locks.push((lock, labels(value))),
                None => self.fault(line, text, "is not a lock; write horizontal, vertical, fixed or free"),
            },
            ("alike", []) => self.setup.alike.push(labels(value)),
            ("tied", []) => self.setup.tied.extend(labels(value)),
            ("name", words) if single(words).is_some() => {
                self.names.extend(single(words).map(|label| (label, value.to_owned())));
            }
            ("leaves", words) if single(words).is_some() => {
                let target = TargetSetup::Leaves(value.to_owned());
                self.condition(line, text, single(words).map(|label| ConditionSetup::Piece { label, target }));
            }
            ("start", []) => return Some(Section::Start),
            ("goal", []) => {
                self.setup.goals.push(Vec::new());
                return Some(Section::Goal);
            }
            ("within", words) if single(words).is_some() => return single(words).map(Section::Within),
            ("empty", []) => return Some(Section::Empty),
            ("gate", words) => return Some(Section::Gate(labels(&words.concat()))),
            ("exit", [name, way, pieces @ ..]) => {
                let Some(direction) = Direction::from_word(way) else {
                    self.fault(line, text, "is not an exit; write its name and the way out: up, left, right or down");
                    return None;
                };
                let pieces = (!pieces.is_empty()).then(|| labels(&pieces.concat()));
                let exit = ExitSetup { name: (*name).to_owned(), direction, cells: Vec::new(), pieces };
                return Some(Section::Exit(exit));
            }
            _ => self.fault(
                line,
                text,
                "is not an option; the options are title, rail, lock, alike, tied, name, gate, exit, start, goal, \
                 leaves, within and empty",
            ),
        }
        None
    }

    /// Adds a condition to the last goal.
    fn condition(&mut self, line: usize, found: &str, condition: Option<ConditionSetup>) {
        match self.setup.goals.last_mut() {
            Some(goal) => goal.extend(condition),
            None => self.fault(line, found, "belongs to a goal, but there is no goal above it"),
        }
    }

    fn grid(&mut self, section: Option<Section>, (line, rows): &Grid<'_>) {
        let default = if self.has_start { Section::Goal } else { Section::Start };
        let is_named = section.is_some();
        match section.unwrap_or(default) {
            Section::Start if self.has_start => {
                self.fault(*line, "start", "is given twice; a puzzle has only one start");
            }
            Section::Start => self.start(rows),
            Section::Goal => {
                if !is_named && !self.setup.goals.is_empty() {
                    let found = rows.first().copied().unwrap_or_default();
                    return self.fault(
                        *line,
                        found,
                        "begins a grid without a heading; write `goal:` above another goal, or `start:` above another puzzle",
                    );
                }
                if !is_named {
                    self.setup.goals.push(Vec::new());
                }
                for (label, cells) in labelled(rows) {
                    let condition = ConditionSetup::Piece { label, target: TargetSetup::On(cells) };
                    self.condition(*line, "goal", Some(condition));
                }
            }
            Section::Within(label) => {
                let target = TargetSetup::Within(marks(rows));
                self.condition(*line, "within", Some(ConditionSetup::Piece { label, target }));
            }
            Section::Empty => self.condition(*line, "empty", Some(ConditionSetup::Empty(marks(rows)))),
            Section::Gate(pieces) => self.setup.gates.push(GateSetup { cells: marks(rows), pieces }),
            Section::Exit(exit) => self.setup.exits.push(ExitSetup { cells: marks(rows), ..exit }),
        }
    }

    fn start(&mut self, rows: &[&str]) {
        self.has_start = true;
        self.setup.height = rows.len();
        self.setup.width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        if self.setup.width > MAX_SIDE || self.setup.height > MAX_SIDE {
            // The size alone is the fault; a map of the board would only be large.
            return;
        }
        for row in rows {
            let ground = row.chars().map(|c| match c {
                '#' => Ground::Wall,
                c if c.is_whitespace() => Ground::Outside,
                _ => Ground::Floor,
            });
            let missing = std::iter::repeat(Ground::Outside);
            self.setup.ground.extend(ground.chain(missing).take(self.setup.width));
        }
        for (label, cells) in labelled(rows) {
            self.setup.pieces.push(PieceSetup { label, name: None, cells, lock: Lock::Free });
        }
    }

    /// Gives pieces their names and locks.
    fn finish(mut self) -> Result<Setup, Faults> {
        if self.rail {
            for piece in &mut self.setup.pieces {
                piece.lock = Lock::rail(&piece.cells);
            }
        }
        for (lock, labels) in std::mem::take(&mut self.locks) {
            for label in labels {
                if let Some(piece) = self.named(label, "lock") {
                    piece.lock = lock;
                }
            }
        }
        for label in self.setup.tied.clone() {
            self.named(label, "tied");
        }
        for (label, name) in std::mem::take(&mut self.names) {
            if let Some(piece) = self.named(label, "name") {
                piece.name = Some(name);
            }
        }
        Faults::new(self.faults).map_or(Ok(self.setup), Err)
    }

    fn named(&mut self, label: char, option: &str) -> Option<&mut PieceSetup> {
        let piece = self.setup.pieces.iter_mut().find(|piece| piece.label == label);
        if piece.is_none() {
            self.faults.push(Fault::UnknownPiece(format!("the option `{option}`"), label));
        }
        piece
    }
}

/// Every character of a grid with its square, as far as a board can reach.
fn squares<'a>(rows: &'a [&str]) -> impl Iterator<Item = (Square, char)> + 'a {
    let columns = |row: &'a str, y| (0u16..1024).zip(row.chars()).map(move |(x, c)| (Square::new(x, y), c));
    (0u16..1024).zip(rows).flat_map(move |(y, row)| columns(row, y))
}

/// Whether a character of a grid stands for a piece. A comma would, but cannot: validation reports it.
fn is_mark(c: char) -> bool {
    is_label(c) || c == ','
}

/// The squares of each label, in order of first appearance.
fn labelled(rows: &[&str]) -> Vec<(char, Vec<Square>)> {
    let mut pieces: Vec<(char, Vec<Square>)> = Vec::new();
    for (square, label) in squares(rows).filter(|&(_, c)| is_mark(c)) {
        match pieces.iter_mut().find(|(other, _)| *other == label) {
            Some((_, cells)) => cells.push(square),
            None => pieces.push((label, vec![square])),
        }
    }
    pieces
}

/// The squares that are marked.
fn marks(rows: &[&str]) -> Vec<Square> {
    squares(rows).filter(|&(_, c)| is_mark(c)).map(|(square, _)| square).collect()
}

/// Writes what [`Setup::parse`] reads.
pub(crate) fn write(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(title) = &setup.title {
        writeln!(f, "title: {title}")?;
    }
    for lock in [Lock::Horizontal, Lock::Vertical, Lock::Fixed] {
        let locked: Vec<char> =
            setup.pieces.iter().filter(|piece| piece.lock == lock).map(|piece| piece.label).collect();
        if !locked.is_empty() {
            writeln!(f, "lock {}: {}", lock.word(), spaced(&locked))?;
        }
    }
    for group in &setup.alike {
        writeln!(f, "alike: {}", spaced(group))?;
    }
    if !setup.tied.is_empty() {
        writeln!(f, "tied: {}", spaced(&setup.tied))?;
    }
    for piece in &setup.pieces {
        if let Some(name) = &piece.name {
            writeln!(f, "name {}: {name}", piece.label)?;
        }
    }
    for gate in &setup.gates {
        writeln!(f, "gate {}:", spaced(&gate.pieces))?;
        write_grid(setup, f, |square| gate.cells.contains(&square).then_some('+'))?;
    }
    for exit in &setup.exits {
        let pieces = exit.pieces.as_ref().map_or(String::new(), |pieces| format!(" {}", spaced(pieces)));
        writeln!(f, "exit {} {}{pieces}:", exit.name, exit.direction.word())?;
        write_grid(setup, f, |square| exit.cells.contains(&square).then_some('+'))?;
    }
    writeln!(f, "start:")?;
    write_grid(setup, f, |square| {
        setup.pieces.iter().find(|piece| piece.cells.contains(&square)).map(|piece| piece.label)
    })?;
    for goal in &setup.goals {
        writeln!(f, "goal:")?;
        write_grid(setup, f, |square| {
            goal.iter().find_map(|condition| match condition {
                ConditionSetup::Piece { label, target: TargetSetup::On(cells) } => {
                    cells.contains(&square).then_some(*label)
                }
                ConditionSetup::Piece { .. } | ConditionSetup::Empty(_) => None,
            })
        })?;
        for condition in goal {
            match condition {
                ConditionSetup::Piece { label, target: TargetSetup::Leaves(exit) } => {
                    writeln!(f, "leaves {label}: {exit}")?;
                }
                ConditionSetup::Piece { label, target: TargetSetup::Within(cells) } => {
                    writeln!(f, "within {label}:")?;
                    write_grid(setup, f, |square| cells.contains(&square).then_some('+'))?;
                }
                ConditionSetup::Empty(cells) => {
                    writeln!(f, "empty:")?;
                    write_grid(setup, f, |square| cells.contains(&square).then_some('+'))?;
                }
                ConditionSetup::Piece { target: TargetSetup::On(_), .. } => {}
            }
        }
    }
    Ok(())
}

fn spaced(labels: &[char]) -> String {
    labels.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a grid with something on it.
pub(crate) fn write_grid(setup: &Setup, f: &mut impl fmt::Write, on: impl Fn(Square) -> Option<char>) -> fmt::Result {
    for y in (0u16..).take(setup.height) {
        let mut row = String::new();
        for x in (0u16..).take(setup.width) {
            let square = Square::new(x, y);
            row.push(match setup.ground_at(square) {
                Some(Ground::Floor) => on(square).unwrap_or('.'),
                Some(Ground::Wall) => '#',
                Some(Ground::Outside) | None => ' ',
            });
        }
        // A row that is all outside would end the grid.
        let row = if row.trim_end().is_empty() { "#" } else { row.trim_end() };
        writeln!(f, "{row}")?;
    }
    Ok(())
}
