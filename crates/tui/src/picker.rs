//! Choosing a puzzle: kinds first, then what a random one should be like, and the library.

use crossterm::event::{KeyCode, KeyEvent};
use fewest_engine::{Field, FieldInfo, Kind, Kinds, LibraryEntry, Puzzle, RandomRequest};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use crate::draw::{chars, line};
use crate::seed::fresh;
use crate::table::counted;
use crate::theme::Colors;

/// Rows above the list: a heading and what to do.
const HEAD: u16 = 3;
/// What a size is to begin with, where the kind names none.
const USUAL_SIZE: &str = "4x4";

/// What was chosen.
pub(crate) enum Choice {
    /// A puzzle of the library.
    Puzzle(Puzzle),
    /// A random one.
    Random(RandomRequest),
    /// To go back to where the picker came from.
    Leave,
}

/// A list of kinds, or of what a kind has.
pub(crate) struct Picker {
    kinds: Vec<&'static dyn Kind>,
    at: usize,
    inside: Option<Inside>,
    /// Why the last choice cannot be.
    pub(crate) error: Option<String>,
    /// The first row of the list that is shown, and how many are.
    first: usize,
    rows: usize,
}

/// A kind: what can be set of a random puzzle, and the library.
struct Inside {
    kind: &'static dyn Kind,
    /// The fields of a random puzzle with what is written for them; nothing where random ones begin from another puzzle.
    fields: Vec<(&'static FieldInfo, String)>,
    has_random: bool,
    library: Vec<LibraryEntry>,
    filter: String,
    at: usize,
}

impl Picker {
    pub(crate) fn new(kinds: Kinds) -> Self {
        Self { kinds: kinds.iter().collect(), at: 0, inside: None, error: None, first: 0, rows: 1 }
    }

    /// Opens the list of a kind.
    pub(crate) fn show_kind(&mut self, name: &str) {
        if let Some(at) = self.kinds.iter().position(|kind| kind.info().name == name) {
            self.at = at;
            self.inside = Some(Inside::new(self.kinds[at]));
        }
    }

    fn len(&self) -> usize {
        self.inside.as_ref().map_or(self.kinds.len(), Inside::len)
    }

    fn chosen(&mut self) -> &mut usize {
        self.inside.as_mut().map_or(&mut self.at, |inside| &mut inside.at)
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Choice> {
        self.error = None;
        let (last, rows) = (self.len().saturating_sub(1), self.rows);
        let at = self.chosen();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => *at = at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => *at = if *at >= last { 0 } else { *at + 1 },
            KeyCode::PageUp => *at = at.saturating_sub(rows),
            KeyCode::PageDown => *at = (*at + rows).min(last),
            KeyCode::Home => *at = 0,
            KeyCode::End => *at = last,
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc => return self.leave(),
            code => match &mut self.inside {
                Some(inside) => inside.key(code),
                None => match code {
                    KeyCode::Right | KeyCode::Char('l' | ' ') => return self.enter(),
                    KeyCode::Char('j') => *self.chosen() = if self.at >= last { 0 } else { self.at + 1 },
                    KeyCode::Char('k') => *self.chosen() = self.at.checked_sub(1).unwrap_or(last),
                    KeyCode::Char('q') => return Some(Choice::Leave),
                    _ => {}
                },
            },
        }
        None
    }

    /// A click on a row of the screen: the first chooses it, or takes it where it is chosen.
    pub(crate) fn click(&mut self, row: u16) -> Option<Choice> {
        let index = usize::from(row.checked_sub(HEAD)?) + self.first;
        if index >= self.len() {
            return None;
        }
        if *self.chosen() == index || self.inside.is_none() {
            *self.chosen() = index;
            return self.enter();
        }
        *self.chosen() = index;
        None
    }

    pub(crate) fn scroll(&mut self, is_down: bool) {
        let last = self.len().saturating_sub(1);
        let at = self.chosen();
        *at = if is_down { (*at + 1).min(last) } else { at.saturating_sub(1) };
    }

    fn enter(&mut self) -> Option<Choice> {
        let Some(inside) = &self.inside else {
            self.inside = self.kinds.get(self.at).map(|kind| Inside::new(*kind));
            self.first = 0;
            return None;
        };
        if let Some(entry) = inside.entry() {
            return Some(Choice::Puzzle(entry.puzzle.clone()));
        }
        if !inside.has_random {
            return None;
        }
        match inside.random() {
            Ok(request) => Some(Choice::Random(request)),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn leave(&mut self) -> Option<Choice> {
        let Some(inside) = &mut self.inside else { return Some(Choice::Leave) };
        if inside.filter.is_empty() {
            self.inside = None;
        } else {
            inside.filter.clear();
        }
        self.first = 0;
        None
    }

    pub(crate) fn draw(&mut self, colors: Colors, area: Rect, buffer: &mut Buffer) {
        let (left, width) = (area.x + 1, area.width.saturating_sub(2));
        let (heading, keys) = match &self.inside {
            None => ("What would you like to play?".to_owned(), "↑ ↓ choose   Enter open   q quit"),
            Some(inside) => (
                format!("{}: {}", inside.kind.info().title, inside.kind.info().about),
                "↑ ↓ choose   Enter play   type to change or filter   Esc back",
            ),
        };
        line(buffer, left, area.y, &heading, width, colors.strong());
        line(buffer, left, area.y + 1, keys, width, colors.faint());
        self.rows = usize::from(area.height.saturating_sub(HEAD + 1)).max(1);
        let at = *self.chosen();
        self.first = self.first.clamp((at + 1).saturating_sub(self.rows), at);
        let (first, rows) = (self.first, self.rows);
        for (index, y) in (first..self.len()).take(rows).zip(area.y + HEAD..) {
            let (words, about) = match &self.inside {
                None => {
                    let info = self.kinds[index].info();
                    (info.title.to_owned(), info.about.to_owned())
                }
                Some(inside) => inside.row(index),
            };
            let (mark, style) = if index == at { ("▸ ", colors.chosen()) } else { ("  ", Style::new()) };
            let column = if self.inside.is_some() { 36 } else { 18 };
            let text = format!("{mark}{words:<column$}");
            let x = line(buffer, left, y, &text, width, style);
            line(buffer, x + 1, y, &about, width.saturating_sub(chars(&text) + 1), colors.faint());
        }
        let below = area.y + area.height.saturating_sub(1);
        let filter = self.inside.as_ref().filter(|inside| !inside.filter.is_empty());
        if let Some(error) = &self.error {
            line(buffer, left, below, error, width, colors.bad());
        } else if let Some(inside) = filter {
            let found = inside.shown().count();
            let text = format!("filter: {}   ({found} of {})", inside.filter, inside.library.len());
            line(buffer, left, below, &text, width, colors.key());
        } else if let Some(field) = self.inside.as_ref().and_then(Inside::field) {
            line(buffer, left, below, field.about, width, colors.faint());
        } else if let (None, Some(kind)) = (&self.inside, self.kinds.get(self.at)) {
            line(buffer, left, below, kind.info().about, width, colors.faint());
        }
    }
}

impl Inside {
    fn new(kind: &'static dyn Kind) -> Self {
        let info = kind.info();
        // Where a random puzzle begins from another one, the library is the way there.
        let has_random = !info.random_fields.iter().any(|field| field.name == "position");
        let example = |name: &str| info.example().fields.get(name).map(ToString::to_string);
        let value = |field: &FieldInfo| {
            let usual = if field.name == "goal" { None } else { example(field.name) };
            let size = (field.value == "WxH").then(|| USUAL_SIZE.to_owned());
            usual.or(field.default.map(str::to_owned)).or(size).unwrap_or_default()
        };
        let fields = info.random_fields.iter().filter(|_| has_random).map(|field| (field, value(field))).collect();
        Self { kind, fields, has_random, library: kind.library(), filter: String::new(), at: 0 }
    }

    /// Rows before the library.
    fn before(&self) -> usize {
        if self.has_random { self.fields.len() + 1 } else { 0 }
    }

    fn len(&self) -> usize {
        self.before() + self.shown().count()
    }

    fn shown(&self) -> impl Iterator<Item = &LibraryEntry> {
        let wanted = self.filter.to_lowercase();
        self.library.iter().filter(move |entry| {
            let names = [&entry.name, &entry.title].into_iter().chain(&entry.also);
            names.into_iter().any(|name| name.to_lowercase().contains(&wanted))
        })
    }

    fn entry(&self) -> Option<&LibraryEntry> {
        self.shown().nth(self.at.checked_sub(self.before())?)
    }

    /// The field that is chosen.
    fn field(&self) -> Option<&'static FieldInfo> {
        self.fields.get(self.at.checked_sub(1)?).map(|(field, _)| *field)
    }

    fn row(&self, index: usize) -> (String, String) {
        if index < self.before() {
            return match index.checked_sub(1).and_then(|index| self.fields.get(index)) {
                None => ("A random one".to_owned(), String::new()),
                Some((field, value)) => {
                    let shown = if value.is_empty() { "(default)" } else { value };
                    (format!("  {:<8}‹ {shown} ›", field.name), String::new())
                }
            };
        }
        let Some(entry) = self.shown().nth(index - self.before()) else { return Default::default() };
        let metric = self.kind.info().metrics[0];
        let optimum =
            entry.optimum.get(metric.name).map(|length| format!(", fewest: {}", counted(*length, metric.noun)));
        (entry.title.clone(), format!("{}{}", entry.size, optimum.unwrap_or_default()))
    }

    fn key(&mut self, code: KeyCode) {
        let value = self.at.checked_sub(1).and_then(|index| self.fields.get_mut(index)).map(|(_, value)| value);
        match (value, code) {
            (Some(value), KeyCode::Left) => *value = bumped(value, false),
            (Some(value), KeyCode::Right) => *value = bumped(value, true),
            (Some(value), KeyCode::Backspace) => drop(value.pop()),
            (Some(value), KeyCode::Char(letter)) if value.len() < 200 => value.push(letter),
            (None, KeyCode::Backspace) => drop(self.filter.pop()),
            (None, KeyCode::Char(letter)) if self.filter.len() < 40 && !self.library.is_empty() => {
                self.filter.push(letter);
                self.at = self.before();
            }
            _ => {}
        }
    }

    fn random(&self) -> Result<RandomRequest, String> {
        let mut puzzle = Puzzle::empty(self.kind.info().name);
        for (field, value) in self.fields.iter().filter(|(_, value)| !value.trim().is_empty()) {
            let value = value.trim();
            let value = if field.is_number {
                let number = value.parse::<u64>();
                Field::Number(number.map_err(|_| format!("{} is not a number; write one such as 4", field.name))?)
            } else {
                value.into()
            };
            puzzle = puzzle.with(field.name, value);
        }
        Ok(RandomRequest { puzzle, shuffle: None, seed: fresh() })
    }
}

/// A value with every number in it one higher or lower, where it has one or two: `4x4`, `8`, `8 burnt`.
fn bumped(value: &str, is_up: bool) -> String {
    let bump = |number: u64| if is_up { number.saturating_add(1) } else { number.saturating_sub(1).max(1) };
    let (mut text, mut digits, mut numbers) = (String::new(), String::new(), 0);
    for letter in value.chars().chain(['\0']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if let Ok(number) = digits.parse::<u64>() {
            text.push_str(&bump(number).to_string());
            numbers += 1;
        }
        digits.clear();
        text.extend(Some(letter).filter(|letter| *letter != '\0'));
    }
    if (1..=2).contains(&numbers) { text } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_up_and_down() {
        assert_eq!((bumped("4x4", true), bumped("8 burnt", false)), ("5x5".to_owned(), "7 burnt".to_owned()));
        assert_eq!((bumped("1", false), bumped("1-2 2-3", true)), ("1".to_owned(), "1-2 2-3".to_owned()));
        assert_eq!(bumped("blank-last", true), "blank-last");
    }
}
