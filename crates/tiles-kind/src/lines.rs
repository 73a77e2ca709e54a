//! Which lines of a text make up a board, and whether a text looks like boards at all.

use fewest_engine::reader::{RowRules, Rows};
use fewest_engine::{Likeness, Puzzle};
use fewest_tiles::{MAX_CELLS, MAX_TEXT, Size, compact_cells};

/// The marks that stand between rows written on one line.
const MARKS: &[char] = &['/', ';'];

/// Finds boards in lines.
pub(crate) fn reader(puzzle: &Puzzle) -> Rows {
    let size = puzzle.text("size").and_then(|size| size.parse().ok());
    let cells = size.map(Size::cells);
    let rules = RowRules { marks: MARKS, most_rows: MAX_CELLS, most_bytes: MAX_TEXT };
    Rows::new(rules, move |line| could_be_a_board(line, cells))
}

/// Whether a line holds a blank and as many cells as a square board, or one of the given size.
fn could_be_a_board(line: &str, wanted: Option<usize>) -> bool {
    let cells = || line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let count = cells().count();
    let fits = wanted.map_or_else(|| count > 1 && count.isqrt().pow(2) == count, |cells| cells == count);
    let is_compact = || {
        compact_cells(line).is_some_and(|count| wanted.map_or(count.isqrt().pow(2) == count, |cells| cells == count))
    };
    fits && cells().any(is_blank) || is_compact()
}

fn is_blank(word: &str) -> bool {
    matches!(word, "_" | "." | "x" | "X") || word.bytes().all(|byte| byte == b'0')
}

/// Rows of numbers with a blank are probably boards of tiles.
pub(crate) fn sniff(text: &str) -> Likeness {
    // Nobody writes every digit or letter once by chance.
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.and_then(compact_cells).is_some_and(|cells| matches!(cells, 9 | 16 | 25)) {
        return Likeness::Certain;
    }
    let rows = || text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let is_between = |c: char| c.is_whitespace() || c == ',' || MARKS.contains(&c);
    let cells = || rows().flat_map(|row| row.split(is_between)).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_likely =
        cells().any(is_blank) && cells().any(is_number) && cells().all(|word| is_blank(word) || is_number(word));
    if is_likely { Likeness::Likely } else { Likeness::None }
}
