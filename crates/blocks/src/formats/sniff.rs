//! Which format a text is in: the rules are written on [`Format::sniff`].

use super::{Format, codes, gnome};
use crate::fault::{Fault, Faults};
use crate::geometry::MAX_SIDE;
use crate::text::MAX_TEXT;

pub(super) fn sniff(text: &str) -> Result<Format, Faults> {
    if text.len() > MAX_TEXT {
        return Err(Fault::TooLong.into());
    }
    let is_odd = |c: char| (c.is_control() && !c.is_whitespace()) || is_invisible(c);
    let odd = (1..).zip(text.lines()).find_map(|(line, row)| {
        let (column, c) = (1..).zip(row.chars()).find(|&(_, c)| is_odd(c))?;
        Some((line, column, c))
    });
    if let Some((line, column, c)) = odd {
        let problem = format!("{c:?} is not a visible character; puzzles are plain text");
        return Err(Fault::Text(line, column, problem).into());
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut filled = lines.iter().copied().filter(|line| !line.is_empty() && !line.trim_start().starts_with(';'));
    let Some(first) = filled.clone().next() else {
        let problem = format!("the text is empty; write a puzzle in one of the formats {}", Format::NAMES.join(", "));
        return Err(Fault::Unreadable(problem).into());
    };
    if first.trim_start().starts_with('{') {
        return Ok(Format::Json);
    }
    if filled.clone().any(is_jimslide) {
        return Ok(Format::JimSlide);
    }
    if filled.clone().any(|line| line.trim() == "initial") {
        return Ok(Format::Slide);
    }
    if gnome::header(lines[0]).is_some() {
        return Ok(Format::Gnome);
    }
    if filled.clone().count() == 1 && !first.contains(':') {
        return single(first.trim());
    }
    let boards = || filled.clone().filter(|line| !line.starts_with('#'));
    if boards().next().is_some() && boards().all(is_rush_line) {
        return Ok(Format::Rush);
    }
    if let Some(code) = codes_one_a_line(&lines) {
        return Ok(code);
    }
    if !filled.any(|line| line.contains(':')) && is_gnome_grid(&lines) {
        return Ok(Format::Gnome);
    }
    Ok(Format::Native)
}

/// Marks that only change what stands before them, and characters without any width.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The format of lines that all are codes of one format, with no empty line between them: no puzzle of grids has but one.
fn codes_one_a_line(lines: &[&str]) -> Option<Format> {
    let is_comment = |line: &str| line.starts_with(['#', ';']);
    let mut codes = lines.iter().map(|line| line.trim()).skip_while(|line| line.is_empty() || is_comment(line));
    let first = single(codes.next()?).ok().filter(|format| *format != Format::Rush)?;
    let mut rest: Vec<&str> = codes.collect();
    while rest.last().is_some_and(|line| line.is_empty()) {
        rest.pop();
    }
    let is_same = |line: &&str| is_comment(line) || (!line.is_empty() && single(line) == Ok(first));
    (!rest.is_empty() && rest.iter().all(is_same)).then_some(first)
}

fn is_jimslide(line: &str) -> bool {
    let word = line.split(':').next().unwrap_or_default().trim();
    line.contains(':') && ["xsize", "ysize", "piece", "put", "win"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// A single line without a colon.
fn single(line: &str) -> Result<Format, Faults> {
    let is_hex = line.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex && line.len() <= 9 {
        return Ok(Format::CommonCode);
    }
    if codes::is_short(line) {
        return Ok(Format::ShortCode);
    }
    if is_hex && matches!(line.len(), 15 | 16) && line.bytes().any(|byte| byte.is_ascii_digit()) {
        return Ok(Format::RawCode);
    }
    let fields: Vec<&str> = line.split_whitespace().take(5).collect();
    let is_board = |word: &str| {
        word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/'))
    };
    let starts_with_number = fields[0].starts_with(|c: char| c.is_ascii_digit());
    let is_rush = match fields.as_slice() {
        [board] => is_board(board) && board.contains(['A', 'X']) && board.contains(['.', 'o', '/']),
        [_, board] | [_, board, _] | [_, board, _, _] => starts_with_number && is_board(board),
        _ => false,
    };
    if is_rush {
        return Ok(Format::Rush);
    }
    let problem = format!(
        "line 1: this is not a puzzle in any known format. A Rush Hour board is 36 letters and dots, a 4×5 Klotski \
         code looks like 1A9BF0C, and a grid has a line for each row. The formats are {}",
        Format::NAMES.join(", ")
    );
    Err(Fault::Unreadable(problem).into())
}

/// Whether a line among others is a Rush Hour board and cannot be a grid's row.
fn is_rush_line(line: &str) -> bool {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match fields.as_slice() {
        [board] => board.len() > MAX_SIDE && single(board) == Ok(Format::Rush),
        [moves, board, rest @ ..] => {
            (1..=2).contains(&rest.len())
                && board.len() >= 9
                && is_number(moves)
                && rest.iter().all(|word| is_number(word))
        }
        [] => false,
    }
}

/// Whether lines without options are a level of GNOME Klotski: a hero, dots, a gate or a frame, and no second grid.
fn is_gnome_grid(lines: &[&str]) -> bool {
    let has = |c: char| lines.iter().any(|line| line.contains(c));
    let mut parts = lines.split(|line| line.trim().is_empty()).filter(|part| !part.is_empty());
    // A second grid names pieces again; blank rows of a level stand before its first block or behind its last.
    let with_blocks =
        parts.by_ref().filter(|part| part.iter().any(|line| line.contains(|c: char| !" .#-".contains(c))));
    has('*') && has('.') && has('-') && with_blocks.count() == 1
}
