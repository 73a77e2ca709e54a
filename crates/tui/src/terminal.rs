//! The terminal: taken over at the beginning, given back at every end, and drawn on by differences.
//!
//! A picture is drawn whole into a buffer; what differs from the picture before is written in one piece, between the marks of a
//! synchronized update, so that nothing flickers. Whatever ends the program gives the terminal back: the end itself, a panic, a
//! signal. Ctrl-Z gives it back for as long as the program is stopped.

use std::io::{self, IsTerminal, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};

/// Whether the terminal is ours now, so that it must be given back.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Whether this program can draw on its terminal and read keys from it.
pub(crate) fn is_there() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let has_keys = io::stdin().is_terminal() || (cfg!(unix) && std::fs::File::open("/dev/tty").is_ok());
    io::stdout().is_terminal() && has_keys && !is_dumb
}

/// A terminal that is ours until this is dropped.
pub(crate) struct Terminal {
    out: Stdout,
    /// What is on the screen; nothing where that is not known.
    shown: Option<Buffer>,
}

impl Terminal {
    /// Takes the terminal over.
    pub(crate) fn enter() -> io::Result<Self> {
        give_back_at_panics();
        let mut terminal = Self { out: io::stdout(), shown: None };
        terminal.take()?;
        Ok(terminal)
    }

    fn take(&mut self) -> io::Result<()> {
        IS_OURS.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        self.shown = None;
        execute!(self.out, EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
    }

    /// Gives the terminal back while `meanwhile` runs, which may stop the program.
    pub(crate) fn aside(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        give_back();
        meanwhile();
        self.take()
    }

    /// Writes everything anew with the next picture, because something else may have written.
    pub(crate) fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows a picture.
    pub(crate) fn draw(&mut self, picture: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let (width, height) = crossterm::terminal::size()?;
        let area = Rect::new(0, 0, width, height);
        let mut next = Buffer::empty(area);
        picture(&mut next);
        let mut text = Vec::new();
        queue!(text, BeginSynchronizedUpdate)?;
        let known = self.shown.take().filter(|shown| shown.area == area);
        let is_new = known.is_none();
        if is_new {
            queue!(text, Clear(ClearType::All))?;
        }
        let shown = known.unwrap_or_else(|| Buffer::empty(area));
        let changes = shown.diff(&next);
        write_cells(&mut text, &changes)?;
        queue!(text, EndSynchronizedUpdate)?;
        if is_new || !changes.is_empty() {
            self.out.write_all(&text)?;
            self.out.flush()?;
        }
        self.shown = Some(next);
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was, once. Where that fails there is nobody to tell.
fn give_back() {
    if IS_OURS.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, EndSynchronizedUpdate, DisableMouseCapture, cursor::Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// A panic of any thread ends the program: its message must reach a terminal that shows it.
fn give_back_at_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            report(info);
        }));
    });
}

/// Writes letters that changed, with as few commands as they need.
fn write_cells(text: &mut Vec<u8>, cells: &[(u16, u16, &Cell)]) -> io::Result<()> {
    let mut style = None;
    let mut next = None;
    for &(x, y, cell) in cells {
        if next != Some((x, y)) {
            queue!(text, cursor::MoveTo(x, y))?;
        }
        let now = (cell.fg, cell.bg, cell.modifier);
        if style != Some(now) {
            write_style(text, now)?;
            style = Some(now);
        }
        text.extend_from_slice(cell.symbol().as_bytes());
        next = Some((x + 1, y));
    }
    if style.is_some() {
        text.extend_from_slice(b"\x1b[0m");
    }
    Ok(())
}

/// Writes a style as one "select graphic rendition" (ECMA-48, 8.3.117).
fn write_style(text: &mut Vec<u8>, (ink, ground, modifier): (Color, Color, Modifier)) -> io::Result<()> {
    write!(text, "\x1b[0")?;
    let modifiers = [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::UNDERLINED, 4), (Modifier::REVERSED, 7)];
    for (_, code) in modifiers.iter().filter(|(one, _)| modifier.contains(*one)) {
        write!(text, ";{code}")?;
    }
    write_color(text, ink, 30)?;
    write_color(text, ground, 40)?;
    write!(text, "m")
}

/// Writes a colour: of letters where colours begin at 30, of the ground where they begin at 40.
fn write_color(text: &mut Vec<u8>, color: Color, first: u8) -> io::Result<()> {
    let number = match color {
        Color::Reset => return Ok(()),
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        // The bright half of the sixteen begins 60 higher.
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
        Color::Indexed(index) => return write!(text, ";{};5;{index}", first + 8),
        Color::Rgb(red, green, blue) => return write!(text, ";{};2;{red};{green};{blue}", first + 8),
    };
    write!(text, ";{}", first + number)
}

/// What the system asked of the program since the last time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// To end.
    pub(crate) end: bool,
    /// To stop, until it is told to go on.
    pub(crate) stop: bool,
    /// It was stopped, and goes on.
    pub(crate) went_on: bool,
}

#[cfg(unix)]
pub(crate) use unix::{Signals, stop};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::{SigId, flag, low_level};

    use super::Asked;

    /// Signals that are noted while this is there.
    pub(crate) struct Signals {
        end: Arc<AtomicBool>,
        stop: Arc<AtomicBool>,
        went_on: Arc<AtomicBool>,
        ids: Vec<SigId>,
    }

    impl Signals {
        pub(crate) fn listen() -> io::Result<Self> {
            let mut signals =
                Self { end: Arc::default(), stop: Arc::default(), went_on: Arc::default(), ids: Vec::new() };
            for signal in [SIGTERM, SIGHUP, SIGINT] {
                signals.ids.push(flag::register(signal, Arc::clone(&signals.end))?);
            }
            signals.ids.push(flag::register(SIGTSTP, Arc::clone(&signals.stop))?);
            signals.ids.push(flag::register(SIGCONT, Arc::clone(&signals.went_on))?);
            Ok(signals)
        }

        pub(crate) fn take(&self) -> Asked {
            let take = |flag: &AtomicBool| flag.swap(false, Ordering::SeqCst);
            Asked { end: take(&self.end), stop: take(&self.stop), went_on: take(&self.went_on) }
        }
    }

    impl Drop for Signals {
        fn drop(&mut self) {
            for id in self.ids.drain(..) {
                low_level::unregister(id);
            }
        }
    }

    /// Stops the program, as Ctrl-Z does where nobody listens, until it is told to go on.
    pub(crate) fn stop() {
        // Where the system refuses, the program just goes on.
        let _ = low_level::emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
pub(crate) use other::{Signals, stop};

#[cfg(not(unix))]
mod other {
    use std::io;

    use super::Asked;

    /// No signals here: Ctrl-C comes as a key.
    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn listen() -> io::Result<Self> {
            Ok(Self)
        }

        pub(crate) fn take(&self) -> Asked {
            Asked::default()
        }
    }

    /// There is no stopping here.
    pub(crate) fn stop() {}
}

#[cfg(test)]
mod tests {
    use ratatui_core::style::Style;

    use super::*;

    #[test]
    fn only_changes_are_written_and_each_style_once() {
        let area = Rect::new(0, 0, 6, 2);
        let (before, mut after) = (Buffer::with_lines(["abcdef", "ghijkl"]), Buffer::with_lines(["abXYef", "ghijkl"]));
        after.set_style(Rect::new(2, 0, 2, 1), Style::new().fg(Color::LightRed).bg(Color::Indexed(110)));
        let mut text = Vec::new();
        write_cells(&mut text, &before.diff(&after)).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "\x1b[1;3H\x1b[0;91;48;5;110mXY\x1b[0m");
        let mut nothing = Vec::new();
        write_cells(&mut nothing, &after.diff(&after.clone())).unwrap();
        assert!(nothing.is_empty() && after.area == area);
    }
}
