//! A stack drawn in characters.

use std::iter::repeat_n;

use crate::position::{Pancake, Position};

/// The columns of a usual screen.
pub const COLUMNS: usize = 80;

/// Draws a stack in lines of at most `columns` characters: pancakes as bars with their numbers, and the plate below. The bar
/// of a burnt pancake is half a line high, and lies where the burnt side is. Where that is too wide, the pancakes are listed
/// from top to bottom.
///
/// ```
/// use fewest_pancake::{COLUMNS, Position, draw};
/// let position: Position = "3 1 2".parse()?;
/// assert_eq!(draw(&position, COLUMNS), [" ===3===", "   =1=", "  ==2==", "---------"]);
/// let position: Position = "-3 +1 -2".parse()?;
/// assert_eq!(draw(&position, COLUMNS), [" ▀▀▀3▀▀▀", "   ▄1▄", "  ▀▀2▀▀", "---------"]);
/// # Ok::<(), fewest_pancake::Faults>(())
/// ```
pub fn draw(position: &Position, columns: usize) -> Vec<String> {
    let plate = 2 * position.size().pancakes() + 3;
    if plate > columns {
        return list(position, columns);
    }
    let line = |pancake: &Pancake| {
        let side = match (position.size().is_burnt(), pancake.burnt_up) {
            (false, _) => '=',
            (true, true) => '▀',
            (true, false) => '▄',
        };
        let indent = repeat_n(' ', position.size().pancakes() + 1 - pancake.number);
        indent.chain(bar(*pancake, side)).collect()
    };
    position.stack().iter().map(line).chain([repeat_n('-', plate).collect()]).collect()
}

/// A bar of `2 · number + 1` characters with the number in the middle; one of two digits leans to the right.
fn bar(pancake: Pancake, side: char) -> impl Iterator<Item = char> {
    let digits = pancake.number.to_string();
    let left = pancake.number + 1 - digits.len().div_ceil(2);
    let right = 2 * pancake.number + 1 - left - digits.len();
    repeat_n(side, left).chain(digits.chars().collect::<Vec<_>>()).chain(repeat_n(side, right))
}

/// The pancakes as they are written, in as many lines as that takes.
fn list(position: &Position, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in position.to_string().split(' ') {
        let last = lines.last_mut().expect("there is one");
        if last.is_empty() {
            last.push_str(word);
        } else if last.len() + 1 + word.len() <= columns {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Shuffler;
    use crate::size::Size;

    #[test]
    fn pictures_show_every_pancake() {
        for size in [Size::plain(1), Size::plain(9), Size::plain(38), Size::burnt(1), Size::burnt(38)] {
            let position = Shuffler::new(3).uniform(size.unwrap());
            let picture = draw(&position, COLUMNS);
            assert_eq!(picture.len(), position.size().pancakes() + 1);
            for (line, pancake) in picture.iter().zip(position.stack()) {
                assert_eq!(line.trim().chars().count(), 2 * pancake.number + 1);
                assert_eq!(line.chars().count(), position.size().pancakes() + 2 + pancake.number);
                assert_eq!(line.trim_matches([' ', '=', '▀', '▄']), pancake.number.to_string());
                assert_eq!(line.contains('▀'), pancake.burnt_up);
                assert_eq!(line.contains('='), !position.size().is_burnt());
            }
        }
    }

    #[test]
    fn what_is_too_wide_is_listed() {
        let position = Shuffler::new(3).uniform(Size::burnt(64).unwrap());
        for columns in [40, COLUMNS, 130] {
            let lines = draw(&position, columns);
            assert!(lines.iter().all(|line| line.len() <= columns), "{lines:#?}");
            assert_eq!(lines.join(" ").parse(), Ok(position.clone()));
        }
        assert_eq!(draw(&position, 131).len(), 65);
        assert_eq!(draw(&"2 1 3".parse().unwrap(), 0), ["2", "1", "3"]);
    }
}
