//! The program around the table: events in, pictures out, searches behind.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use fewest_engine::view::{Board, Role, View};
use fewest_engine::{Cancel, EngineError, Kinds, Limits, Puzzle, RandomRequest};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use crate::game::Opened;
use crate::picker::{Choice, Picker};
use crate::screen::{self, Around};
use crate::search::Searcher;
use crate::seed;
use crate::table::{Message, Table, Wish};
use crate::terminal::{Asked, Signals, Terminal, stop};
use crate::theme::Colors;
use crate::{Result, TuiError};

/// The longest that nobody looks for signals, and for what a search has to say.
const NAP: Duration = Duration::from_millis(100);
const SHORT_NAP: Duration = Duration::from_millis(30);
/// The longest that a random puzzle may take to be drawn.
const DRAW_SECONDS: f64 = 20.0;
/// Random moves from the start, where random puzzles begin from another one.
const SHUFFLE: u64 = 500;

/// A puzzle that is being drawn at random.
struct Lottery {
    receiver: Receiver<std::result::Result<Opened, String>>,
    cancel: Cancel,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub(crate) struct App {
    kinds: Kinds,
    colors: Colors,
    metric: Option<String>,
    searcher: Searcher,
    table: Option<Table>,
    picker: Option<Picker>,
    lottery: Option<Lottery>,
    has_help: bool,
    /// Whether there is nothing but a solution to watch.
    only_watches: bool,
    pub(crate) is_done: bool,
    is_new: bool,
    second: u64,
}

impl App {
    pub(crate) fn new(searcher: Searcher, colors: Colors, metric: Option<String>) -> Self {
        Self {
            kinds: searcher.session().kinds(),
            colors,
            metric,
            searcher,
            table: None,
            picker: None,
            lottery: None,
            has_help: false,
            only_watches: false,
            is_done: false,
            is_new: true,
            second: 0,
        }
    }

    /// Begins with the list of puzzles, of this kind where one is named.
    pub(crate) fn pick(&mut self, kind: Option<&str>) {
        let mut picker = Picker::new(self.kinds);
        if let Some(kind) = kind {
            picker.show_kind(kind);
        }
        self.picker = Some(picker);
    }

    /// Puts a puzzle on the table.
    pub(crate) fn open(&mut self, opened: Opened) -> std::result::Result<(), EngineError> {
        let mut opened = opened;
        let kind = self.kinds.named(&opened.puzzle.kind)?;
        let metric = self.metric.as_deref().filter(|metric| kind.info().has_metric(metric));
        if opened.puzzle.metric().is_none() && kind.info().metrics.len() > 1 {
            opened.puzzle = opened.puzzle.with_some("metric", metric);
        }
        let table = Table::open(self.kinds, opened)?;
        self.searcher.cancel();
        (self.table, self.picker) = (Some(table), None);
        Ok(())
    }

    /// Has nothing but this table, whose solution is watched.
    pub(crate) fn only_watch(&mut self, table: Table) {
        (self.table, self.only_watches) = (Some(table), true);
    }

    /// Runs until the end.
    pub(crate) fn run(&mut self) -> Result<()> {
        let signals = Signals::listen().map_err(TuiError::Terminal)?;
        let mut terminal = Terminal::enter().map_err(TuiError::Terminal)?;
        let result = self.go(&signals, &mut terminal);
        drop(terminal);
        self.searcher.end();
        result
    }

    fn go(&mut self, signals: &Signals, terminal: &mut Terminal) -> Result<()> {
        while !self.is_done {
            self.tick(Instant::now())?;
            if std::mem::take(&mut self.is_new) {
                terminal.draw(|buffer| self.draw(buffer)).map_err(TuiError::Terminal)?;
            }
            let mut wants_stop = false;
            if event::poll(self.nap()).map_err(TuiError::Terminal)? {
                // All that waits is done before the next picture.
                loop {
                    let event = event::read().map_err(TuiError::Terminal)?;
                    match control(&event) {
                        Some('z') => wants_stop = true,
                        Some('l') => {
                            terminal.forget();
                            self.is_new = true;
                        }
                        _ => self.event(&event)?,
                    }
                    if self.is_done || !event::poll(Duration::ZERO).map_err(TuiError::Terminal)? {
                        break;
                    }
                }
            }
            let Asked { end, stop: is_told, went_on } = signals.take();
            self.is_done |= end;
            if (wants_stop || is_told) && !self.is_done {
                terminal.aside(stop).map_err(TuiError::Terminal)?;
                self.is_new = true;
                signals.take();
            } else if went_on && !self.is_done {
                // Stopped by what nobody can listen for: the shell may have changed the terminal meanwhile.
                terminal.aside(|| ()).map_err(TuiError::Terminal)?;
                self.is_new = true;
            }
        }
        Ok(())
    }

    /// How long to wait for the next event.
    fn nap(&self) -> Duration {
        let is_busy = self.searcher.running.is_some() || self.lottery.is_some();
        let nap = if is_busy { SHORT_NAP } else { NAP };
        let due = self.table.as_ref().and_then(|table| table.watch.as_ref()?.player.due());
        due.map_or(nap, |due| nap.min(due.saturating_duration_since(Instant::now())))
    }

    /// Hears searches, goes on with what is watched, and looks at the clock.
    pub(crate) fn tick(&mut self, now: Instant) -> Result<()> {
        let (is_new, ended) = self.searcher.hear();
        self.is_new |= is_new;
        if let (Some((running, found)), Some(table)) = (ended, &mut self.table) {
            let wish = match found {
                Ok(answer) => table.found(running.purpose, &running.puzzle, &answer),
                Err(error) => {
                    table.message = Some(Message::Bad(error));
                    None
                }
            };
            self.grant(wish)?;
        }
        self.hear_lottery();
        let Some(table) = &mut self.table else { return Ok(()) };
        self.is_new |= table.tick(now)?;
        // The wheel turns and the clock goes on.
        let second = match (&self.searcher.running, table.game.clock.is_running()) {
            (Some(running), _) => u64::try_from(running.begun.elapsed().as_millis() / 250).unwrap_or_default(),
            (None, true) => table.game.clock.elapsed().as_secs(),
            (None, false) => 0,
        };
        self.is_new |= second != self.second;
        self.second = second;
        if self.only_watches {
            let is_over = table.watch.as_ref().is_none_or(|watch| {
                let player = &watch.player;
                player.is_untouched && player.is_at_end() && !player.is_playing
            });
            self.is_done |= is_over;
        }
        Ok(())
    }

    pub(crate) fn event(&mut self, event: &Event) -> Result<()> {
        if matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved) {
            return Ok(());
        }
        self.is_new = true;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if !self.has_help => match (&mut self.picker, &mut self.table) {
                (Some(picker), _) => {
                    let choice = match mouse.kind {
                        MouseEventKind::Down(MouseButton::Left) => picker.click(mouse.row),
                        MouseEventKind::ScrollDown | MouseEventKind::ScrollUp => {
                            picker.scroll(mouse.kind == MouseEventKind::ScrollDown);
                            None
                        }
                        _ => None,
                    };
                    self.choose(choice);
                    Ok(())
                }
                (None, Some(table)) => {
                    let wish = table.mouse(*mouse)?;
                    self.grant(wish)
                }
                (None, None) => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Result<()> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c')) {
            self.is_done = true;
            return Ok(());
        }
        if std::mem::take(&mut self.has_help) {
            return Ok(());
        }
        if let Some(lottery) = &self.lottery {
            if key.code == KeyCode::Esc {
                lottery.cancel.cancel();
                self.lottery = None;
            } else if key.code == KeyCode::Char('q') {
                self.is_done = true;
            }
            return Ok(());
        }
        if let Some(picker) = &mut self.picker {
            let choice = picker.key(key);
            self.choose(choice);
            return Ok(());
        }
        let Some(table) = &mut self.table else { return Ok(()) };
        let wish = table.key(key)?;
        self.grant(wish)
    }

    fn grant(&mut self, wish: Option<Wish>) -> Result<()> {
        let (Some(wish), Some(table)) = (wish, &mut self.table) else { return Ok(()) };
        match wish {
            Wish::Quit => self.is_done = true,
            Wish::Help => self.has_help = true,
            Wish::Cancel => {
                if self.searcher.cancel() {
                    table.message = Some(Message::Plain("The search was cancelled.".to_owned()));
                }
            }
            Wish::Search(purpose) => {
                // What is said of a solved puzzle stays while the fewest moves are searched for.
                table.message = table.message.take().filter(|_| table.game.view.solved);
                self.searcher.begin(purpose, table.asked(purpose)).map_err(TuiError::Terminal)?;
            }
            Wish::Picker => {
                let kind = table.game.view.kind.clone();
                self.pick(Some(&kind));
            }
            Wish::Another => {
                self.searcher.cancel();
                let requests = match &table.game.opened.random {
                    Some(request) => vec![RandomRequest { seed: seed::fresh(), ..request.clone() }],
                    None => likenesses(self.kinds, &table.game.opened.puzzle, &table.game.view),
                };
                let alike = table.game.opened.random.is_none().then(|| table.game.view.clone());
                self.draw_lots(requests, alike)?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, choice: Option<Choice>) {
        let result = match choice {
            None => return,
            Some(Choice::Leave) if self.table.is_some() => {
                self.picker = None;
                return;
            }
            Some(Choice::Leave) => {
                self.is_done = true;
                return;
            }
            Some(Choice::Puzzle(puzzle)) => {
                self.open(Opened { puzzle, random: None }).map_err(|error| error.to_string())
            }
            Some(Choice::Random(request)) => self.draw_lots(vec![request], None).map_err(|error| error.to_string()),
        };
        if let (Err(error), Some(picker)) = (result, &mut self.picker) {
            picker.error = Some(error);
        }
    }

    /// Draws a random puzzle on a thread of its own: the first of these requests that serves.
    fn draw_lots(&mut self, requests: Vec<RandomRequest>, alike: Option<View>) -> Result<()> {
        let (sender, receiver) = mpsc::channel();
        let (kinds, cancel) = (self.kinds, Cancel::new());
        let stop = cancel.clone();
        let work = move || {
            // Where nobody listens any more, nothing is lost.
            let _ = sender.send(first_of(kinds, &requests, alike.as_ref(), &stop));
        };
        thread::Builder::new().name("random".to_owned()).spawn(work).map_err(TuiError::Terminal)?;
        self.lottery = Some(Lottery { receiver, cancel });
        Ok(())
    }

    fn hear_lottery(&mut self) {
        let Some(lottery) = &self.lottery else { return };
        let drawn = match lottery.receiver.try_recv() {
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err("no random puzzle was found".to_owned()),
            Ok(drawn) => drawn,
        };
        (self.lottery, self.is_new) = (None, true);
        let opened = drawn.and_then(|opened| self.open(opened).map_err(|error| error.to_string()));
        match (opened, &mut self.picker, &mut self.table) {
            (Err(error), Some(picker), _) => picker.error = Some(error),
            (Err(error), None, Some(table)) => table.message = Some(Message::Bad(error)),
            _ => {}
        }
    }

    pub(crate) fn draw(&mut self, buffer: &mut Buffer) {
        let area: Rect = buffer.area;
        let is_drawing = self.lottery.is_some();
        if let Some(picker) = &mut self.picker {
            picker.draw(self.colors, area, buffer);
            if is_drawing {
                let y = area.y + area.height.saturating_sub(1);
                let text = "Making a random puzzle; Esc cancels.";
                crate::draw::line(buffer, area.x + 1, y, text, area.width.saturating_sub(2), self.colors.strong());
            }
        } else if let Some(table) = &mut self.table {
            let around = Around {
                colors: self.colors,
                running: self.searcher.running.as_ref(),
                is_drawing,
                only_watches: self.only_watches,
            };
            screen::draw(table, &around, area, buffer);
        }
        if self.has_help {
            screen::help(self.colors, area, buffer);
        }
    }
}

/// The letter that is pressed with the control key.
fn control(event: &Event) -> Option<char> {
    match event {
        Event::Key(KeyEvent { code: KeyCode::Char(letter), modifiers, kind, .. })
            if modifiers.contains(KeyModifiers::CONTROL) && *kind != KeyEventKind::Release =>
        {
            Some(*letter)
        }
        _ => None,
    }
}

/// The first random puzzle that one of these requests gives, of the same size where one is shown; else another puzzle of the
/// library.
fn first_of(
    kinds: Kinds,
    requests: &[RandomRequest],
    alike: Option<&View>,
    cancel: &Cancel,
) -> std::result::Result<Opened, String> {
    let limits = Limits { seconds: Some(DRAW_SECONDS), ..Limits::default() }.for_search(cancel);
    let mut refusal = None;
    for request in requests {
        let drawn = kinds.random_within(request, &limits).map(|mut positions| positions.next());
        let position = match drawn {
            Ok(Some(position)) => position,
            Ok(None) => return Err("no random puzzle was found in time".to_owned()),
            Err(error) => {
                refusal.get_or_insert(error.to_string());
                continue;
            }
        };
        let Ok(kind) = kinds.named(&request.puzzle.kind) else { continue };
        let puzzle = kind.at_random(&request.puzzle, position);
        match kinds.view(&puzzle, "") {
            Ok(view) if alike.is_none_or(|alike| are_alike(&alike.board, &view.board)) => {
                return Ok(Opened { puzzle, random: Some(request.clone()) });
            }
            Ok(_) => {}
            Err(error) => drop(refusal.get_or_insert(error.to_string())),
        }
    }
    let kind = alike.and_then(|alike| Some((kinds.named(&alike.kind).ok()?, alike)));
    let others = kind.map(|(kind, alike)| {
        let mut library = kind.library();
        library.retain(|entry| Some(&entry.title) != alike.title.as_ref());
        library
    });
    match others {
        Some(mut others) if !others.is_empty() => {
            let index = seed::index(others.len());
            Ok(Opened { puzzle: others.swap_remove(index).puzzle, random: None })
        }
        _ => Err(refusal.unwrap_or_else(|| "cannot make a random puzzle like this one".to_owned())),
    }
}

/// Whether two boards have the same size and as many pieces.
fn are_alike(one: &Board, other: &Board) -> bool {
    match (one, other) {
        (
            Board::Grid { width, height, pieces, .. },
            Board::Grid { width: other_width, height: other_height, pieces: others, .. },
        ) => width == other_width && height == other_height && pieces.len() == others.len(),
        (Board::Pegs { pegs, discs, .. }, Board::Pegs { pegs: others, discs: other, .. }) => {
            pegs.len() == others.len() && discs == other
        }
        (Board::Graph { edges, .. }, Board::Graph { edges: others, .. }) => edges == others,
        _ => false,
    }
}

/// Requests for random puzzles like one that was written out: what its kind takes, as far as the board shows it. Those that do not
/// serve are refused, or give a board of another size.
fn likenesses(kinds: Kinds, puzzle: &Puzzle, view: &View) -> Vec<RandomRequest> {
    let Ok(kind) = kinds.named(&puzzle.kind) else { return Vec::new() };
    let takes = |name: &str| kind.info().random_fields.iter().any(|field| field.name == name);
    let mut shared = Puzzle::empty(kind.info().name);
    for (name, value) in puzzle.fields.iter().filter(|(name, _)| takes(name)) {
        shared = shared.with(name, value.clone());
    }
    if takes("goal") && shared.goal().is_none() {
        shared = shared.with("goal", view.goal.as_str());
    }
    let mut sizes: Vec<Puzzle> = vec![shared.clone()];
    match &view.board {
        Board::Grid { width, height, pieces, .. } => {
            let boxes = pieces.iter().filter(|piece| piece.role == Role::Box).count();
            let with_boxes = |puzzle: Puzzle| if takes("boxes") { puzzle.with("boxes", boxes) } else { puzzle };
            let inner = format!("{}x{}", width.saturating_sub(2), height.saturating_sub(2));
            let named = pieces.iter().filter(|piece| !piece.label.is_empty()).count();
            let burnt = format!("{named} burnt");
            for size in [format!("{width}x{height}"), inner, named.to_string(), burnt] {
                if takes("size") {
                    sizes.push(with_boxes(shared.clone().with("size", size)));
                }
            }
        }
        Board::Pegs { pegs, discs, .. } => {
            sizes.push(shared.clone().with("discs", u64::from(*discs)).with("pegs", pegs.len()));
        }
        Board::Graph { .. } => {}
    }
    let shuffle = takes("position").then_some(SHUFFLE);
    sizes.into_iter().map(|puzzle| RandomRequest { puzzle, shuffle, seed: seed::fresh() }).collect()
}

#[cfg(test)]
mod tests {
    use fewest_kinds::KINDS;

    use super::*;

    #[test]
    fn another_puzzle_of_every_kind_is_random_and_of_the_same_size() {
        let mut puzzles: Vec<Puzzle> = KINDS.infos().map(fewest_engine::KindInfo::example).collect();
        puzzles.push(Puzzle::new("tiles", "5 1 2/3 4 0"));
        puzzles.push(Puzzle::new("pancake", "-3 +1 -2"));
        for puzzle in puzzles {
            let view = KINDS.view(&puzzle, "").unwrap();
            let requests = likenesses(KINDS, &puzzle, &view);
            let opened = first_of(KINDS, &requests, Some(&view), &Cancel::new()).unwrap();
            assert!(opened.random.is_some(), "{puzzle:?} gives {opened:?}");
            let other = KINDS.view(&opened.puzzle, "").unwrap();
            assert!(are_alike(&view.board, &other.board), "{puzzle:?} gives {opened:?}");
        }
    }
}
