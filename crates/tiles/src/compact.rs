//! Boards without spaces: a character for each tile, such as `538024176` and, in hexadecimal, `FE169B4C0A73D852`.
//!
//! Digits go on with letters, as in hexadecimal, so that 36 tiles have a character each.

use fewest_text::Word;

/// The most cells that have a character each.
const MOST: usize = 36;
/// The fewest: shorter words are numbers.
const LEAST: usize = 4;

/// The tiles of a board in rows of one word each, a character for each tile; `None` where rows are written in another way. What
/// fills a square in one word is such a board even if its tiles are wrong, so that faults speak of tiles.
pub(crate) fn rows(rows: &[Vec<&str>]) -> Option<Vec<Vec<Word>>> {
    let words: Vec<&str> =
        rows.iter().map(|row| if let [word] = row[..] { Some(word) } else { None }).collect::<Option<_>>()?;
    let cells = words.iter().map(|word| word.chars().count()).sum::<usize>();
    if !(LEAST..=MOST).contains(&cells) || words.len() == cells {
        return None;
    }
    let rows: Vec<Vec<usize>> =
        words.iter().map(|word| word.chars().map(|c| value(c, cells)).collect()).collect::<Option<_>>()?;
    let is_square = words.len() == 1 && cells.isqrt().pow(2) == cells;
    (is_square || is_permutation(rows.iter().flatten(), cells))
        .then(|| rows.iter().map(|row| row.iter().map(|tile| Word::read(&tile.to_string())).collect()).collect())
}

/// How many cells a line has that is a whole board, with every tile once.
///
/// ```
/// assert_eq!(fewest_tiles::compact_cells("538024176"), Some(9));
/// assert_eq!(fewest_tiles::compact_cells("FE169B4C0A73D852"), Some(16));
/// assert_eq!(fewest_tiles::compact_cells("538024177"), None);
/// ```
pub fn compact_cells(line: &str) -> Option<usize> {
    let line = line.trim();
    let cells = line.chars().count();
    let values: Vec<usize> = Some(line)
        .filter(|_| (LEAST..=MOST).contains(&cells))?
        .chars()
        .map(|c| value(c, cells))
        .collect::<Option<_>>()?;
    is_permutation(values.iter(), cells).then_some(cells)
}

/// The tile that a character stands for on a board of so many cells.
fn value(character: char, cells: usize) -> Option<usize> {
    let digit = character.to_digit(36).and_then(|digit| usize::try_from(digit).ok()).filter(|&digit| digit < cells);
    digit.or(matches!(character, '_' | '.' | 'x' | 'X').then_some(0))
}

fn is_permutation<'a>(values: impl Iterator<Item = &'a usize>, cells: usize) -> bool {
    let mut seen = vec![false; cells];
    values.fold(0, |count, &value| count + usize::from(!std::mem::replace(&mut seen[value], true))) == cells
}

#[cfg(test)]
mod tests {
    use crate::Setup;

    fn read(text: &str) -> Result<String, String> {
        let setup = Setup::parse(text).and_then(|setup| setup.validate(None));
        setup.map(|position| position.to_string()).map_err(|faults| faults.to_string())
    }

    #[test]
    fn boards_without_spaces_are_boards() {
        let eight = Ok("5 3 8/0 2 4/1 7 6".to_owned());
        for text in ["538024176", "538/024/176", " 538\n_24\n176 ", "538.24176", "538x24176"] {
            assert_eq!(read(text), eight, "{text}");
        }
        let fifteen = Ok("15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2".to_owned());
        assert_eq!([read("FE169B4C0A73D852"), read("fe16/9b4c/0a73/d852")], [fifteen.clone(), fifteen]);
        assert_eq!(read("102/345"), Ok("1 0 2/3 4 5".to_owned()));
        assert_eq!(read("3120"), Ok("3 1/2 0".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_told_by_tiles() {
        let wrong = read("538024177").unwrap_err();
        assert!(wrong.contains("tile 7 appears 2 times") && wrong.contains("missing: tile 6"), "{wrong}");
        // Numbers stay numbers.
        assert_eq!(read("1 2/3 0"), Ok("1 2/3 0".to_owned()));
        assert!(read("12/30/45").is_ok() && read("10/99").is_err() && read("123").is_err());
    }
}
