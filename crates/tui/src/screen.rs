//! The screen of a game: the board with what is known beside it, or above it where the terminal is narrow.

use std::time::Duration;

use fewest_engine::view::Board;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect, Size};
use ratatui_core::style::Style;

use crate::choose;
use crate::draw::{Plan, Signs, chars, line, put};
use crate::search::{Purpose, Running};
use crate::table::{Fewest, Message, Table, counted};
use crate::theme::Colors;

/// Columns of the panel beside the board.
const PANEL: u16 = 30;
/// Rows of the heading and of the messages below.
const HEAD: u16 = 2;
const FOOT: u16 = 2;
/// The smallest screen that anything fits on.
const LEAST: Size = Size::new(24, 8);
/// What turns while a search goes on.
const WHEEL: [char; 4] = ['|', '/', '-', '\\'];

/// What the table shows beside its game.
pub(crate) struct Around<'a> {
    pub(crate) colors: Colors,
    pub(crate) running: Option<&'a Running>,
    /// Whether a puzzle is being drawn.
    pub(crate) is_drawing: bool,
    /// Whether there is nothing but a solution to watch.
    pub(crate) only_watches: bool,
}

/// Draws the table, and notes where the board is.
pub(crate) fn draw(table: &mut Table, around: &Around<'_>, area: Rect, buffer: &mut Buffer) {
    let colors = around.colors;
    table.placed = None;
    let board = &table.game.view.board;
    let below = area.height.saturating_sub(HEAD + FOOT);
    let beside = Plan::of(board, Size::new(area.width.saturating_sub(PANEL + 2), below));
    // A small terminal has one line of numbers in place of the panel.
    let alone = Plan::of(board, Size::new(area.width, below.saturating_sub(1)));
    let has_panel = area.width >= PANEL + 12 && area.height >= 15;
    let (plan, has_panel) = match (beside, alone) {
        (Ok(plan), _) if has_panel => (plan, true),
        (_, Ok(plan)) if area.width >= LEAST.width && area.height >= LEAST.height => (plan, false),
        (_, Ok(plan)) => return too_small(around, plan.size(), area, buffer),
        (_, Err(size)) => return too_small(around, size, area, buffer),
    };
    heading(table, colors, area, buffer);
    let size = plan.size();
    let (room, top) = if has_panel {
        (area.width - PANEL - 2, area.y + HEAD)
    } else {
        line(buffer, area.x + 1, area.y + 1, &brief(table), area.width.saturating_sub(2), Style::new());
        (area.width, area.y + HEAD + 1)
    };
    let spare = (area.height - FOOT).saturating_sub(top + size.height);
    let at = Position::new(area.x + (room - size.width) / 2, top + spare / 2);
    let signs = signs(table);
    plan.draw(board, &signs, colors, at, buffer);
    table.placed = Some((at, plan));
    if has_panel {
        let panel = Rect::new(area.x + area.width - PANEL, area.y + HEAD, PANEL, area.height - HEAD - FOOT);
        self::panel(table, around, panel, buffer);
    }
    foot(table, around, area, buffer);
}

fn signs(table: &Table) -> Signs<'_> {
    let is_pegs = matches!(table.game.view.board, Board::Pegs { .. });
    let plays = table.watch.is_none();
    Signs {
        selected: table.selected.filter(|_| plays),
        target: table.hint.as_ref().map(|hint| &hint.view.board),
        lifted: table.lifted,
        cursor: (is_pegs && plays).then_some(table.cursor),
    }
}

fn too_small(around: &Around<'_>, size: Size, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (size.width.max(LEAST.width), size.height.saturating_add(HEAD + FOOT + 1).max(LEAST.height));
    let lines = [
        "Terminal too small:".to_owned(),
        format!("needs {width} × {height},"),
        format!("has {} × {}.", area.width, area.height),
        "q quits.".to_owned(),
    ];
    for (y, text) in (area.y..area.y + area.height).zip(&lines) {
        line(buffer, area.x, y, text, area.width, around.colors.strong());
    }
}

fn heading(table: &Table, colors: Colors, area: Rect, buffer: &mut Buffer) {
    let view = &table.game.view;
    let name = view.title.as_ref().map_or(view.what.clone(), |title| format!("{title}, {}", view.what));
    let width = area.width.saturating_sub(2);
    let time = clock(table.game.clock.elapsed());
    let x = line(buffer, area.x + 1, area.y, "fewest", width, colors.key());
    let room = (area.x + area.width).saturating_sub(x + 4 + chars(&time));
    line(buffer, x + 2, area.y, &name, room, colors.strong());
    if table.game.clock.elapsed() > Duration::ZERO {
        let x = (area.x + area.width).saturating_sub(chars(&time) + 1);
        line(buffer, x, area.y, &time, chars(&time), colors.faint());
    }
}

/// A time as `1:02` or `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The numbers of the panel, in one line.
fn brief(table: &Table) -> String {
    let mut parts = vec![counted(table.game.length(), table.game.noun())];
    if let Some(watch) = &table.watch {
        parts = vec![format!("move {} of {}", watch.player.at, watch.solution.steps.len())];
    }
    parts.extend(table.fewest_from_start().brief().map(|fewest| format!("fewest {fewest}")));
    if !table.game.made.is_empty() && !table.game.view.solved {
        parts.extend(table.fewest_from_here().brief().map(|fewest| format!("from here {fewest}")));
    }
    parts.join(" · ")
}

fn panel(table: &Table, around: &Around<'_>, area: Rect, buffer: &mut Buffer) {
    let colors = around.colors;
    let mut y = area.y;
    let bottom = area.y + area.height;
    let row = |y: &mut u16, name: &str, value: &str, style: Style, buffer: &mut Buffer| {
        if *y < bottom {
            let x = line(buffer, area.x, *y, &format!("{name:<16}"), area.width, Style::new());
            line(buffer, x, *y, value, area.width - 16, style);
        }
        *y += 1;
    };
    let unknown = |purpose: Purpose| match around.running {
        Some(running) if running.purpose == purpose => {
            Some(running.bound.map_or("searching".to_owned(), |bound| format!("≥ {bound}, searching")))
        }
        _ => None,
    };
    let show = |fewest: Fewest, purpose: Purpose| {
        let style = if fewest.exactly().is_some() { colors.good() } else { colors.strong() };
        (unknown(purpose).or(fewest.brief()).unwrap_or("o searches".to_owned()), style)
    };
    if let Some(watch) = &table.watch {
        let player = &watch.player;
        row(&mut y, "Move", &format!("{} of {}", player.at, watch.solution.steps.len()), colors.strong(), buffer);
        row(&mut y, "Speed", &format!("{:.1} a second", player.speed), colors.strong(), buffer);
        let state = if player.is_playing { "playing" } else { "paused" };
        row(&mut y, "Solution", state, colors.strong(), buffer);
        let proof = if watch.solution.is_shortest { "the fewest" } else { "not proven" };
        row(&mut y, "Length", proof, colors.faint(), buffer);
    } else {
        let moves = counted(table.game.length(), table.game.noun());
        row(&mut y, "Made", &moves, colors.strong(), buffer);
        let (text, style) = show(table.fewest_from_start(), Purpose::Start);
        row(&mut y, "Fewest", &text, style, buffer);
        if !table.game.made.is_empty() && !table.game.view.solved {
            let (text, style) = show(table.fewest_from_here(), Purpose::Here);
            row(&mut y, "  from here", &text, style, buffer);
        }
        row(&mut y, "Time", &clock(table.game.clock.elapsed()), colors.strong(), buffer);
    }
    y += 1;
    for (keys, about) in short_keys(table, around.only_watches) {
        if y >= bottom {
            break;
        }
        let x = line(buffer, area.x, y, &format!("{keys:<12}"), area.width, colors.key());
        line(buffer, x.max(area.x + 12), y, about, area.width - 12, Style::new());
        y += 1;
    }
}

fn foot(table: &Table, around: &Around<'_>, area: Rect, buffer: &mut Buffer) {
    let colors = around.colors;
    let (x, y, width) = (area.x + 1, area.y + area.height - FOOT, area.width.saturating_sub(2));
    let message = if around.is_drawing {
        Some((format!("{} Making a random puzzle; Esc cancels.", WHEEL[0]), colors.strong()))
    } else if let Some(running) = around.running.filter(|_| !table.game.view.solved) {
        Some((searching(running), colors.strong()))
    } else if let Some(watch) = &table.watch {
        let name = watch.player.at.checked_sub(1).and_then(|index| watch.solution.name(index));
        let name = name.map_or("start".to_owned(), |name| {
            format!("move {} of {}: {name}", watch.player.at, watch.solution.steps.len())
        });
        Some((name, colors.strong()))
    } else {
        table.message.as_ref().map(|message| match message {
            Message::Good(text) => (text.clone(), colors.good()),
            Message::Plain(text) if table.hint.is_some() => (text.clone(), colors.hint()),
            Message::Plain(text) => (text.clone(), Style::new()),
            Message::Bad(text) => (text.clone(), colors.bad()),
        })
    };
    let keys = match (&message, &table.watch) {
        (_, Some(_)) => "Space pause  ← → step  ↑ ↓ speed  q leave",
        (Some((text, style)), None) => {
            // A long message takes the line of the keys as well.
            let (first, rest) = broken(text, usize::from(width));
            line(buffer, x, y, first, width, *style);
            line(buffer, x, y + 1, rest, width, *style);
            match rest {
                "" if table.game.view.solved => "n new  0 restart  p other puzzles  q quit",
                "" => "t hint  u undo  ? all keys  q quit",
                _ => "",
            }
        }
        (None, None) => "t hint  o fewest  v watch  u undo  n new  ? all keys  q quit",
    };
    if let (Some((text, style)), true) = (&message, table.watch.is_some()) {
        line(buffer, x, y, text, width, *style);
    }
    if !keys.is_empty() {
        line(buffer, x, y + 1, keys, width, colors.faint());
    }
}

/// A text in two lines, broken between words.
fn broken(text: &str, width: usize) -> (&str, &str) {
    let end = text.char_indices().nth(width).map_or(text.len(), |(end, _)| end);
    if end == text.len() {
        return (text, "");
    }
    text[..end].rfind(' ').map_or((text, ""), |space| (&text[..space], &text[space + 1..]))
}

fn searching(running: &Running) -> String {
    let seconds = running.begun.elapsed().as_secs();
    let wheel = WHEEL[usize::try_from(running.begun.elapsed().as_millis() / 250).unwrap_or_default() % WHEEL.len()];
    let what = match running.purpose {
        Purpose::Hint => "a hint",
        Purpose::Watch => "a solution",
        Purpose::Here => "the fewest from here",
        Purpose::Start => "the fewest from the start",
    };
    let bound = running.bound.map(|bound| format!(", at least {bound}")).unwrap_or_default();
    format!("{wheel} Searching for {what}: {seconds} s{bound}. You can play on; Esc cancels.")
}

/// The keys that the panel lists.
fn short_keys(table: &Table, only_watches: bool) -> Vec<(&'static str, &'static str)> {
    if table.watch.is_some() {
        let mut keys = vec![
            ("Space", "pause, continue"),
            ("← →", "step back, forward"),
            ("↑ ↓", "faster, slower"),
            ("Home End", "start, end"),
        ];
        if only_watches {
            keys.push(("q", "leave"));
        } else {
            keys.extend([("Enter", "continue from here"), ("q", "back to your game")]);
        }
        return keys;
    }
    let view = &table.game.view;
    let mut keys = match &view.board {
        Board::Pegs { .. } => vec![("1 … 9", "take or put a disc"), ("← → Enter", "the same")],
        Board::Graph { .. } => vec![("← → ↑ ↓", "slide a tile"), ("Tab Enter", "choose or slide")],
        Board::Grid { .. } if choose::is_stack(view) => vec![("↑ ↓", "choose"), ("Enter", "flip")],
        Board::Grid { .. } if choose::has_blocks(view) => vec![("Tab", "choose a block"), ("← → ↑ ↓", "move it")],
        Board::Grid { .. } => vec![("← → ↑ ↓", "move"), ("Shift ←", "as far as it goes")],
    };
    keys.extend([
        ("u r", "undo, redo"),
        ("t", "hint"),
        ("o", "fewest moves"),
        ("v", "watch a solution"),
        ("0", "restart"),
        ("n p", "new, other puzzle"),
        ("?", "all keys"),
        ("q", "quit"),
    ]);
    keys
}

/// Every key, above everything else.
pub(crate) fn help(colors: Colors, area: Rect, buffer: &mut Buffer) {
    const KEYS: [(&str, &str); 21] = [
        ("← → ↑ ↓, hjkl, WASD", "move; on pegs and stacks: choose"),
        ("R, U, F … then ' or 2", "turn a face of a cube; back, by a half"),
        ("Shift with these", "move as far as possible; a whole line of tiles"),
        ("Tab, Shift-Tab", "choose the next block or tile"),
        ("Enter, Space", "flip, slide, take or put the chosen piece"),
        ("1 … 9", "take a disc from this peg, or put it there"),
        ("mouse", "click or drag a piece; click where to walk"),
        ("u, Backspace", "undo (the right button too)"),
        ("r, Ctrl-R", "redo"),
        ("0, Home", "restart"),
        ("n", "new random puzzle like this one"),
        ("p", "list of puzzles"),
        ("t", "hint: the next move; press again to make it"),
        ("o", "fewest moves from the start and from here"),
        ("v", "watch a solution from here"),
        ("  Space", "  pause, continue"),
        ("  ← →, Page, Home, End", "  step, ten steps, start, end"),
        ("  ↑ ↓, + -", "  faster, slower"),
        ("Esc", "cancel a search, hide a hint"),
        ("Ctrl-L, Ctrl-Z", "redraw; suspend the program"),
        ("q, Ctrl-C", "quit"),
    ];
    let count = u16::try_from(KEYS.len()).unwrap_or(u16::MAX);
    let (width, height) = (area.width.min(74), area.height.min(count + 4));
    let (left, top) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    for (x, y) in (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y))) {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.reset();
        }
        let is_side = x == left || x == left + width - 1;
        let is_end = y == top || y == top + height - 1;
        match (is_side, is_end) {
            (true, true) => put(buffer, x, y, '+', colors.faint()),
            (true, false) => put(buffer, x, y, '│', colors.faint()),
            (false, true) => put(buffer, x, y, '─', colors.faint()),
            (false, false) => {}
        }
    }
    line(buffer, left + 2, top + 1, "Keys", width.saturating_sub(4), colors.strong());
    line(buffer, left + 8, top + 1, "press any key to close", width.saturating_sub(10), colors.faint());
    for (y, (keys, about)) in (top + 2..(top + height).saturating_sub(1)).zip(KEYS) {
        let room = width.saturating_sub(4);
        let x = line(buffer, left + 2, y, &format!("{keys:<24}"), room, colors.key());
        line(buffer, x, y, about, room.saturating_sub(24), Style::new());
    }
}
