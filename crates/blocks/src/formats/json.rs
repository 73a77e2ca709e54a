//! Puzzles as JSON, with everything that the native form can say.
//!
//! ```text
//! {
//!   "format": "fewest-blocks",                          what this is; version 1
//!   "version": 1,
//!   "title": "L'Âne Rouge",                             may be left out
//!   "board": ["....", "#..#"],                          one string a row: `.` floor, `#` wall, space outside
//!   "pieces": [                                         squares are [column, row] from 0
//!     {"label": "a", "name": "Cao Cao", "cells": [[1, 0], [2, 0]], "lock": "horizontal"}
//!   ],                                                  name and lock (`free`) may be left out
//!   "alike": [["d", "e"]],                              this and the next three may be left out
//!   "tied": ["b"],                                      pieces whose squares need not hang together
//!   "gates": [{"cells": [[1, 1]], "pieces": ["a"]}],
//!   "exits": [{"name": "out", "direction": "down", "cells": [[1, 1]], "pieces": ["a"]}],   without pieces: for all
//!   "goals": [                                          alternatives; all conditions of one must hold
//!     [{"piece": "a", "on": [[1, 1], [2, 1]]}, {"piece": "b", "within": [[0, 0], [0, 1]]},
//!      {"piece": "c", "leaves": "out"}, {"empty": [[3, 0]]}]
//!   ]
//! }
//! ```
//!
//! A fault is named by its path, such as `pieces[3].lock`, and a fault in the JSON itself by line and column.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::report::{Report, short};
use crate::fault::Faults;
use crate::geometry::{Direction, Lock, MAX_SIDE, Square};
use crate::puzzle::Puzzle;
use crate::setup::{ConditionSetup, ExitSetup, GateSetup, Ground, PieceSetup, Setup, TargetSetup};

/// What the format calls itself.
const NAME: &str = "fewest-blocks";

const VERSION: u64 = 1;

/// Reads a puzzle.
///
/// # Errors
/// Every place that cannot be read.
pub fn read(text: &str) -> Result<Setup, Faults> {
    let mut reader = Reader::default();
    let mut setup = Setup::default();
    match serde_json::from_str::<Value>(text) {
        Err(error) => {
            let (line, column) = (error.line().max(1), error.column().max(1));
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            reader.report.at(line, column, format!("this is not JSON: {message}"));
        }
        Ok(Value::Object(object)) => reader.puzzle(&object, &mut setup),
        Ok(_) => reader.report.at(1, 1, "a puzzle is a JSON object, in braces"),
    }
    reader.report.finish(setup)
}

#[derive(Default)]
struct Reader {
    report: Report,
}

impl Reader {
    fn wrong(&mut self, path: &str, problem: &str) {
        self.report.whole(format!("{path} {problem}"));
    }

    /// Refuses fields that mean nothing, which are more often misspelt than meant for others.
    fn known(&mut self, path: &str, object: &Map<String, Value>, known: &[&str]) {
        for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
            let path = if path.is_empty() { "the puzzle" } else { path };
            self.wrong(path, &format!("has an unknown field {}; the fields are {}", short(key), known.join(", ")));
        }
    }

    fn puzzle(&mut self, object: &Map<String, Value>, setup: &mut Setup) {
        let fields = ["format", "version", "title", "board", "pieces", "alike", "tied", "gates", "exits", "goals"];
        self.known("", object, &fields);
        if object.get("format").and_then(Value::as_str) != Some(NAME) {
            self.wrong("format", &format!("must be {NAME:?}"));
        }
        if object.get("version").and_then(Value::as_u64) != Some(VERSION) {
            self.wrong("version", &format!("must be {VERSION}, the only one there is"));
        }
        setup.title = object.get("title").and_then(|title| self.text("title", title));
        self.board(object.get("board"), setup);
        let pieces = self.list("pieces", object.get("pieces"), true);
        setup.pieces = pieces.iter().filter_map(|(path, value)| self.piece(path, value)).collect();
        let alike = self.list("alike", object.get("alike"), false);
        setup.alike = alike.iter().map(|(path, value)| self.labels(path, Some(value))).collect();
        if let Some(tied) = object.get("tied") {
            setup.tied = self.labels("tied", Some(tied));
        }
        let gates = self.list("gates", object.get("gates"), false);
        setup.gates = gates.iter().filter_map(|(path, value)| self.gate(path, value)).collect();
        let exits = self.list("exits", object.get("exits"), false);
        setup.exits = exits.iter().filter_map(|(path, value)| self.exit(path, value)).collect();
        let goals = self.list("goals", object.get("goals"), true);
        for (path, goal) in goals {
            let conditions = self.list(&path, Some(goal), true);
            let conditions = conditions.iter().filter_map(|(path, value)| self.condition(path, value));
            setup.goals.push(conditions.collect());
        }
    }

    fn board(&mut self, board: Option<&Value>, setup: &mut Setup) {
        let rows = self.list("board", board, true);
        let rows = rows.into_iter().filter_map(|(path, row)| self.text(&path, row).map(|row| (path, row)));
        let rows: Vec<(String, String)> = rows.collect();
        setup.height = rows.len();
        setup.width = rows.iter().map(|(_, row)| row.chars().count()).max().unwrap_or(0);
        if setup.width > MAX_SIDE || setup.height > MAX_SIDE {
            return;
        }
        for (path, row) in rows {
            if row.chars().count() != setup.width {
                self.wrong(&path, &format!("is shorter than the longest row, which has {} squares", setup.width));
            }
            for c in row.chars() {
                setup.ground.push(match c {
                    '.' => Ground::Floor,
                    '#' => Ground::Wall,
                    ' ' => Ground::Outside,
                    other => {
                        self.wrong(
                            &path,
                            &format!("holds {other:?}; write . for floor, # for a wall, a space for outside"),
                        );
                        Ground::Floor
                    }
                });
            }
        }
    }

    fn list<'a>(&mut self, path: &str, value: Option<&'a Value>, is_needed: bool) -> Vec<(String, &'a Value)> {
        match value {
            Some(Value::Array(values)) => {
                values.iter().enumerate().map(|(index, value)| (format!("{path}[{index}]"), value)).collect()
            }
            Some(_) => {
                self.wrong(path, "must be a list, in square brackets");
                Vec::new()
            }
            None if is_needed => {
                self.wrong(path, "is missing");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn object<'a>(&mut self, path: &str, value: &'a Value, known: &[&str]) -> Option<&'a Map<String, Value>> {
        if let Value::Object(object) = value {
            self.known(path, object, known);
            Some(object)
        } else {
            self.wrong(path, &format!("must be an object with {}", known.join(", ")));
            None
        }
    }

    fn text(&mut self, path: &str, value: &Value) -> Option<String> {
        let text = value.as_str().filter(|text| !text.chars().any(char::is_control));
        if text.is_none() {
            self.wrong(path, "must be a text of one line");
        }
        text.map(str::to_owned)
    }

    fn label(&mut self, path: &str, value: Option<&Value>) -> Option<char> {
        let mut letters = value.and_then(Value::as_str).unwrap_or_default().chars();
        let label = letters.next().filter(|_| letters.next().is_none());
        if label.is_none() {
            self.wrong(path, "must be a label of one character, such as \"a\"");
        }
        label
    }

    fn labels(&mut self, path: &str, value: Option<&Value>) -> Vec<char> {
        let labels = self.list(path, value, true);
        labels.into_iter().filter_map(|(path, value)| self.label(&path, Some(value))).collect()
    }

    fn cells(&mut self, path: &str, value: Option<&Value>) -> Vec<Square> {
        let cells = self.list(path, value, true);
        let mut squares = Vec::with_capacity(cells.len());
        for (path, cell) in cells {
            let pair = cell.as_array().map(Vec::as_slice).unwrap_or_default();
            let coordinate = |value: &Value| value.as_u64().and_then(|value| u16::try_from(value).ok());
            match pair {
                [x, y] if coordinate(x).is_some() && coordinate(y).is_some() => {
                    squares.extend(coordinate(x).zip(coordinate(y)).map(|(x, y)| Square::new(x, y)));
                }
                _ => self.wrong(&path, "must be a square: column and row from 0, such as [1, 0]"),
            }
        }
        squares
    }

    fn piece(&mut self, path: &str, value: &Value) -> Option<PieceSetup> {
        let object = self.object(path, value, &["label", "name", "cells", "lock"])?;
        let label = self.label(&format!("{path}.label"), object.get("label"));
        let name = object.get("name").and_then(|name| self.text(&format!("{path}.name"), name));
        let cells = self.cells(&format!("{path}.cells"), object.get("cells"));
        let lock = object.get("lock").map_or(Some(Lock::Free), |word| Lock::from_word(word.as_str()?));
        if lock.is_none() {
            self.wrong(&format!("{path}.lock"), "must be free, horizontal, vertical or fixed");
        }
        Some(PieceSetup { label: label?, name, cells, lock: lock? })
    }

    fn gate(&mut self, path: &str, value: &Value) -> Option<GateSetup> {
        let object = self.object(path, value, &["cells", "pieces"])?;
        let cells = self.cells(&format!("{path}.cells"), object.get("cells"));
        Some(GateSetup { cells, pieces: self.labels(&format!("{path}.pieces"), object.get("pieces")) })
    }

    fn exit(&mut self, path: &str, value: &Value) -> Option<ExitSetup> {
        let object = self.object(path, value, &["name", "direction", "cells", "pieces"])?;
        let name = self.text(&format!("{path}.name"), object.get("name").unwrap_or(&Value::Null));
        let direction = object.get("direction").and_then(Value::as_str).and_then(Direction::from_word);
        if direction.is_none() {
            self.wrong(&format!("{path}.direction"), "must be up, left, right or down");
        }
        let cells = self.cells(&format!("{path}.cells"), object.get("cells"));
        let pieces = object.get("pieces").map(|pieces| self.labels(&format!("{path}.pieces"), Some(pieces)));
        Some(ExitSetup { name: name?, direction: direction?, cells, pieces })
    }

    fn condition(&mut self, path: &str, value: &Value) -> Option<ConditionSetup> {
        let object = self.object(path, value, &["piece", "on", "within", "leaves", "empty"])?;
        let has = |key: &str| object.contains_key(key);
        if has("empty") && object.len() == 1 {
            return Some(ConditionSetup::Empty(self.cells(&format!("{path}.empty"), object.get("empty"))));
        }
        let targets = ["on", "within", "leaves"].into_iter().filter(|key| has(key)).count();
        if !has("piece") || has("empty") || targets != 1 {
            self.wrong(path, "must be {\"empty\": …} or a piece with one of on, within and leaves");
            return None;
        }
        let label = self.label(&format!("{path}.piece"), object.get("piece"));
        let target = if has("on") {
            TargetSetup::On(self.cells(&format!("{path}.on"), object.get("on")))
        } else if has("within") {
            TargetSetup::Within(self.cells(&format!("{path}.within"), object.get("within")))
        } else {
            TargetSetup::Leaves(self.text(&format!("{path}.leaves"), &object["leaves"])?)
        };
        Some(ConditionSetup::Piece { label: label?, target })
    }
}

/// Writes a puzzle, a line for each row, piece and condition.
pub(super) fn write(puzzle: &Puzzle) -> String {
    let setup = puzzle.setup();
    let mut text = format!("{{\n  \"format\": \"{NAME}\",\n  \"version\": {VERSION}");
    let mut field = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, ",\n  \"{name}\": {value}");
    };
    if let Some(title) = &setup.title {
        field("title", &quoted(title));
    }
    let rows = setup.ground.chunks(setup.width.max(1)).map(|row| {
        let row = row.iter().map(|ground| match ground {
            Ground::Floor => '.',
            Ground::Wall => '#',
            Ground::Outside => ' ',
        });
        quoted(&row.collect::<String>())
    });
    field("board", &lines(rows));
    let pieces = setup.pieces.iter().map(|piece| {
        let name = piece.name.as_ref().map_or(String::new(), |name| format!("\"name\": {}, ", quoted(name)));
        let lock = match piece.lock {
            Lock::Free => String::new(),
            lock => format!(", \"lock\": \"{}\"", lock.word()),
        };
        format!("{{\"label\": {}, {name}\"cells\": {}{lock}}}", quoted(&piece.label.to_string()), squares(&piece.cells))
    });
    field("pieces", &lines(pieces));
    if !setup.alike.is_empty() {
        field("alike", &lines(setup.alike.iter().map(|group| labels(group))));
    }
    if !setup.tied.is_empty() {
        field("tied", &labels(&setup.tied));
    }
    if !setup.gates.is_empty() {
        let gates = setup.gates.iter();
        let gates =
            gates.map(|gate| format!("{{\"cells\": {}, \"pieces\": {}}}", squares(&gate.cells), labels(&gate.pieces)));
        field("gates", &lines(gates));
    }
    if !setup.exits.is_empty() {
        let exits = setup.exits.iter().map(|exit| {
            let pieces =
                exit.pieces.as_ref().map_or(String::new(), |pieces| format!(", \"pieces\": {}", labels(pieces)));
            let (name, direction) = (quoted(&exit.name), exit.direction.word());
            format!("{{\"name\": {name}, \"direction\": \"{direction}\", \"cells\": {}{pieces}}}", squares(&exit.cells))
        });
        field("exits", &lines(exits));
    }
    let goals =
        setup.goals.iter().map(|goal| format!("[{}]", goal.iter().map(condition).collect::<Vec<_>>().join(", ")));
    field("goals", &lines(goals));
    text.push_str("\n}\n");
    text
}

fn condition(condition: &ConditionSetup) -> String {
    match condition {
        ConditionSetup::Empty(cells) => format!("{{\"empty\": {}}}", squares(cells)),
        ConditionSetup::Piece { label, target } => {
            let target = match target {
                TargetSetup::On(cells) => format!("\"on\": {}", squares(cells)),
                TargetSetup::Within(cells) => format!("\"within\": {}", squares(cells)),
                TargetSetup::Leaves(exit) => format!("\"leaves\": {}", quoted(exit)),
            };
            format!("{{\"piece\": {}, {target}}}", quoted(&label.to_string()))
        }
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn labels(labels: &[char]) -> String {
    let labels: Vec<String> = labels.iter().map(|label| quoted(&label.to_string())).collect();
    format!("[{}]", labels.join(", "))
}

fn squares(cells: &[Square]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("[{}, {}]", cell.x, cell.y)).collect();
    format!("[{}]", cells.join(", "))
}

fn lines(values: impl Iterator<Item = String>) -> String {
    format!("[\n    {}\n  ]", values.collect::<Vec<_>>().join(",\n    "))
}
