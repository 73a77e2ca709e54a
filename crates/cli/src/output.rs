//! Standard output: buffered, aware of the terminal behind it, with errors that say where they come from.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use serde::Serialize;
use terminal_size::Width;

use crate::options::Color;
use crate::text::wrap;

/// The width that is assumed where there is no terminal.
const USUAL_WIDTH: usize = 80;
/// No terminal is treated as narrower.
const LEAST_WIDTH: usize = 20;

pub(crate) struct Output {
    stream: BufWriter<Stdout>,
    pub(crate) has_colors: bool,
    /// Whether a terminal that can move its cursor shows what is written.
    pub(crate) is_terminal: bool,
    /// Columns of the terminal, or of the page that is assumed instead.
    pub(crate) width: usize,
}

/// What was found, with the file and the line of its position where there are many, and its title.
#[derive(Serialize)]
pub(crate) struct Lined<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<&'a str>,
    #[serde(flatten)]
    pub(crate) found: &'a T,
}

impl Output {
    /// Standard output, with colours as asked for.
    pub(crate) fn new(color: Color) -> Self {
        let stdout = io::stdout();
        let has_colors = match color {
            Color::Auto => AutoStream::choice(&stdout) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        let is_terminal = is_capable(&stdout);
        let size = is_terminal.then(|| terminal_size::terminal_size_of(&stdout)).flatten();
        Self {
            stream: BufWriter::with_capacity(1 << 16, stdout),
            has_colors,
            is_terminal,
            width: size.map_or(USUAL_WIDTH, |(Width(width), _)| usize::from(width)).max(LEAST_WIDTH),
        }
    }

    /// The style, or none where colours are not wanted.
    pub(crate) fn style(&self, style: Style) -> Style {
        if self.has_colors { style } else { Style::new() }
    }

    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.write_all(&line)
    }

    /// Writes a text in lines that fit, in a style where colours are wanted.
    pub(crate) fn paragraph(&mut self, style: Style, text: &str) -> io::Result<()> {
        let style = self.style(style);
        wrap(text, self.width).iter().try_for_each(|line| writeln!(self, "{style}{line}{style:#}"))
    }

    /// Writes what other programs read line by line, in a style where colours are wanted: in lines that fit a terminal, else as
    /// the one line that it is.
    pub(crate) fn line(&mut self, style: Style, indent: usize, text: &str) -> io::Result<()> {
        let style = self.style(style);
        let lines = if self.is_terminal { wrap(text, self.width - indent) } else { vec![text.to_owned()] };
        lines.iter().try_for_each(|line| writeln!(self, "{:indent$}{style}{line}{style:#}", ""))
    }

    /// Writes a text in lines that fit, with so many spaces before each.
    pub(crate) fn indented(&mut self, indent: usize, text: &str) -> io::Result<()> {
        wrap(text, self.width - indent).iter().try_for_each(|line| writeln!(self, "{:indent$}{line}", ""))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).map_err(unwritable)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(unwritable)
    }
}

/// Whether this is a terminal that can do more than a typewriter.
pub(crate) fn is_capable(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn unwritable(error: io::Error) -> io::Error {
    match error.kind() {
        // `write_all` must see this one as it is: it tries again.
        io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
    }
}
