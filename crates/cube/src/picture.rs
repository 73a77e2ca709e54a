//! A cube drawn in characters.

use crate::facelet::FACES;
use crate::position::Position;
use crate::scene::square;

/// The net of a cube as rows of squares: the colour of each, as the number of its face, or nothing.
pub fn net(position: &Position) -> Vec<Vec<Option<u8>>> {
    let side = position.size().side();
    let mut rows = vec![vec![None; 4 * side]; 3 * side];
    for (sticker, &colour) in position.stickers().iter().enumerate() {
        let (column, row) = square(position.size(), sticker);
        rows[row][column] = Some(colour);
    }
    rows
}

/// Draws the net in letters; the lines can be read again.
///
/// ```
/// use fewest_cube::{Position, draw};
/// let position: Position = "F".parse()?;
/// assert_eq!(draw(&position)[2..5], ["      L L L", "L L D F F F U R R B B B", "L L D F F F U R R B B B"]);
/// assert_eq!(draw(&position).join("\n").parse(), Ok(position));
/// # Ok::<(), fewest_cube::Faults>(())
/// ```
pub fn draw(position: &Position) -> Vec<String> {
    let letter = |square: &Option<u8>| square.map_or(' ', |colour| FACES[usize::from(colour)]);
    let line =
        |row: &Vec<Option<u8>>| row.iter().map(|square| letter(square).to_string()).collect::<Vec<_>>().join(" ");
    net(position).iter().map(|row| line(row).trim_end().to_owned()).collect()
}
