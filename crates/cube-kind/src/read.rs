//! Which texts are cubes, and which lines of a text belong to one.

use fewest_cube::{FACES, Size, parse_moves};
use fewest_engine::Likeness;
use fewest_engine::reader::{RowRules, Rows};

/// The letters of colours, where stickers are not named by faces.
const COLOURS: [char; 6] = ['W', 'R', 'G', 'Y', 'O', 'B'];

/// The stickers of the cubes.
const COUNTS: [usize; 2] = [54, 24];

/// The most rows of an unfolded cube, and the most bytes of a text that is one cube: a scramble may be long.
const MOST_ROWS: usize = 9;
const MOST_BYTES: usize = 1 << 14;

/// How sure it is that a text is about cubes: its first block of lines is stickers or a scramble.
pub(crate) fn sniff(text: &str) -> Likeness {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let block: Vec<&str> =
        lines.skip_while(|line| line.trim().is_empty()).take_while(|line| !line.trim().is_empty()).collect();
    let Some(first) = block.first() else { return Likeness::None };
    stickers(first).max(stickers(&block.concat())).max(scramble(first))
}

/// Positions line by line, or unfolded in the lines of a block.
pub(crate) fn reader() -> Rows {
    let rules = RowRules { marks: &[], most_rows: MOST_ROWS, most_bytes: MOST_BYTES };
    // Rows of letters alone may be moves as well as parts of an unfolded cube: where they stand together, they are the latter.
    Rows::new(rules, |line| {
        stickers(line) > Likeness::None || scramble(line) > Likeness::None && line.contains(['\'', '’', '2', '(', '['])
    })
}

/// Letters of six faces or of six colours, as many as a cube has stickers.
fn stickers(text: &str) -> Likeness {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
    if !COUNTS.contains(&letters.len()) {
        return Likeness::None;
    }
    let counts = |alphabet: &[char; 6]| -> Option<Vec<usize>> {
        let are_all = letters.iter().all(|letter| alphabet.contains(letter));
        are_all.then(|| alphabet.iter().map(|known| letters.iter().filter(|letter| *letter == known).count()).collect())
    };
    let Some(counts) = counts(&FACES).or_else(|| counts(&COLOURS)) else { return Likeness::None };
    let even = letters.len() / 6;
    // A cube with a sticker or two too many of a colour is told what is wrong with it.
    match counts.iter().map(|count| count.abs_diff(even)).sum::<usize>() {
        0 => Likeness::Certain,
        1..=6 => Likeness::Likely,
        _ => Likeness::None,
    }
}

/// Two moves or more, one of them of a face.
fn scramble(line: &str) -> Likeness {
    let line = line.trim();
    let has_face = line.contains(FACES);
    let has_suffix = line.contains(['\'', '’', '2']);
    let is_of_moves = line.chars().all(|c| c.is_whitespace() || "URFDLBMESxyzwurfdlb'’′`23()[],:.".contains(c));
    let words = line.split_whitespace().count();
    let has_gaps = words > 1;
    if !has_face || !is_of_moves || !(has_suffix || has_gaps) {
        return Likeness::None;
    }
    match parse_moves(line, Size::Three).map(|moves| moves.len()) {
        Ok(moves) if moves >= 2 && has_suffix || moves >= 4 && words == moves => Likeness::Certain,
        Ok(moves) if moves >= 2 && words == moves => Likeness::Likely,
        _ => Likeness::None,
    }
}
