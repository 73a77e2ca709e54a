//! A position drawn in plain characters.

use std::iter::repeat_n;

use fewest_text::Listed;

use crate::position::Position;

/// The columns of a usual screen.
pub const COLUMNS: usize = 80;

/// Draws a position in lines of at most `columns` characters: discs as bars with their numbers, pegs with their letters
/// below. Where that is too wide, each peg is one line that lists its discs from bottom to top.
///
/// ```
/// use fewest_hanoi::{COLUMNS, Position, draw};
/// let position: Position = "3 1/2/-".parse()?;
/// let picture = [
///     "   |       |       |",
///     "   |       |       |",
///     "  =1=      |       |",
///     "===3===  ==2==     |",
///     "   A       B       C",
/// ];
/// assert_eq!(draw(&position, COLUMNS), picture);
/// # Ok::<(), fewest_hanoi::Faults>(())
/// ```
pub fn draw(position: &Position, columns: usize) -> Vec<String> {
    let size = position.size();
    let bar = 2 * size.discs() + 1;
    if size.pegs() * (bar + 1) - 1 > columns {
        return list(position);
    }
    // One row above the tallest tower shows the pegs' tips.
    let rows = (0..=size.discs())
        .rev()
        .map(|height| row(size.each_peg().map(|peg| centred(&rod(position.stack(peg).get(height).copied()), bar))));
    let letters = row(size.each_peg().map(|peg| centred(&peg.to_string(), bar)));
    rows.chain([letters]).collect()
}

/// What is seen of a peg at one height: a disc, or the rod.
fn rod(disc: Option<usize>) -> String {
    let Some(disc) = disc else { return "|".to_owned() };
    let number = disc.to_string();
    // The bar is 2·disc + 1 wide; a number of two digits leans to the right.
    let left = disc + 1 - number.len().div_ceil(2);
    let right = 2 * disc + 1 - left - number.len();
    repeat_n('=', left).chain(number.chars()).chain(repeat_n('=', right)).collect()
}

/// Text of an odd number of characters in the middle of a field.
fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}")
}

fn row(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

fn list(position: &Position) -> Vec<String> {
    let line = |peg| {
        let stack = position.stack(peg);
        if stack.is_empty() { format!("{peg}: -") } else { format!("{peg}: {}", Listed(stack)) }
    };
    position.size().each_peg().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;

    #[test]
    fn usual_sizes_are_drawn() {
        for (discs, pegs) in [(12, 3), (9, 4), (7, 5), (1, 20)] {
            let position = Position::stacked(Size::new(discs, pegs).unwrap());
            let picture = draw(&position, COLUMNS);
            assert_eq!(picture.len(), discs + 2);
            assert!(picture.iter().all(|line| line.is_ascii() && line.len() <= COLUMNS), "{picture:#?}");
            let bottom = format!("{}{discs}{}", "=".repeat(discs), "=".repeat(discs - discs / 10));
            assert!(picture[discs].starts_with(&bottom), "{picture:#?}");
        }
    }

    #[test]
    fn what_is_too_wide_is_listed() {
        let position: Position = "13 12 11 10 9 2 1/8/-/7 6 5 4 3".parse().unwrap();
        assert_eq!(draw(&position, COLUMNS), ["A: 13–9, 2, 1", "B: 8", "C: -", "D: 7–3"]);
        assert_eq!(draw(&position, 4 * 28 - 1).len(), 15);
        assert_eq!(draw(&position, 4 * 28 - 2).len(), 4);
        assert_eq!(draw(&Position::stacked(Size::new(64, 26).unwrap()), COLUMNS)[0], "A: 64–1");
    }
}
