//! Sizes, numbers and pieces as they are written.

use std::ops::RangeInclusive;

use fewest_blocks::Square;
use fewest_blocks::design::Stock;

/// Reads `6x6`.
pub(super) fn sides(text: &str) -> Result<(u16, u16), String> {
    let wrong = || format!("{text:?} is not a size: write columns x rows, such as 4x5");
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) if (1..=16).contains(&width) && (1..=16).contains(&height) => Ok((width, height)),
        _ => Err(format!("{} (at most 16x16)", wrong())),
    }
}

/// Reads `2` or `0-3`.
pub(super) fn range(text: &str) -> Result<RangeInclusive<u16>, String> {
    let wrong = || format!("{text:?} is not a number or a range: write 2 or 0-3");
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if least <= most && most <= 256 => Ok(least..=most),
        _ => Err(wrong()),
    }
}

/// Reads a square such as `2,4`: column and row from 1.
pub(super) fn square(text: &str) -> Result<Square, String> {
    let wrong = || format!("{text:?} is not a square: write column and row from 1, such as 2,4");
    let (column, row) = text.split_once(',').ok_or_else(wrong)?;
    match (column.trim().parse::<u16>(), row.trim().parse::<u16>()) {
        (Ok(column @ 1..=16), Ok(row @ 1..=16)) => Ok(Square::new(column - 1, row - 1)),
        _ => Err(wrong()),
    }
}

/// Reads pieces such as `2x2 1x2*4 oo/o.*0-2`.
pub(super) fn stock(text: &str) -> Result<Vec<Stock>, String> {
    let stock: Result<Vec<Stock>, String> = text.split_whitespace().map(pieces).collect();
    stock.and_then(|stock| if stock.is_empty() { Err("there are no pieces".to_owned()) } else { Ok(stock) })
}

fn pieces(word: &str) -> Result<Stock, String> {
    let (shape, number) = word.split_once('*').unwrap_or((word, "1"));
    let count = range(number).map_err(|_| format!("{word:?}: after * write how many, such as 4 or 0-3"))?;
    if let Ok((width, height)) = sides(shape) {
        return Ok(Stock::rectangles(width, height, count));
    }
    let mut squares = Vec::new();
    for (y, row) in (0u16..16).zip(shape.split('/')) {
        for (x, sign) in (0u16..16).zip(row.chars()) {
            match sign {
                'o' | 'O' => squares.push(Square::new(x, y)),
                '.' => {}
                _ => {
                    return Err(format!(
                        "{word:?} is not a piece: write columns x rows such as 1x2, or its rows such as oo/o., and how \
                         many after *"
                    ));
                }
            }
        }
    }
    let corner = |of: fn(&Square) -> u16| squares.iter().map(of).min();
    match (corner(|square| square.x), corner(|square| square.y)) {
        (Some(left), Some(top)) => {
            let shape = squares.iter().map(|square| Square::new(square.x - left, square.y - top)).collect();
            Ok(Stock { shape, count })
        }
        _ => Err(format!("{word:?} covers no square")),
    }
}
