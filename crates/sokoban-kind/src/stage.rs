//! Sokoban as a picture in letters.
//!
//! Without colours it is the level in XSB; with colours walls, boxes and goals are fields.

use fewest_engine::stage::{Picture, Tone};
use fewest_sokoban::Position;
use fewest_sokoban::scene::{Square, squares};

fn tone(square: Square) -> Tone {
    match square {
        Square::Outside | Square::Floor => Tone::Plain,
        Square::Wall => Tone::Wall,
        Square::Goal => Tone::Target,
        Square::Box => Tone::Astray,
        Square::BoxOnGoal => Tone::InPlace,
        Square::Player | Square::PlayerOnGoal => Tone::Player,
    }
}

/// Draws a position.
pub(crate) fn draw(position: &Position, width: usize, colored: bool) -> Picture {
    let (columns, rows) = (position.level().width(), position.level().height());
    if columns > width {
        return Picture::too_wide([format!("a level of {columns}×{rows}, too wide to be drawn")]);
    }
    if !colored {
        return Picture::plain(position.to_string().lines());
    }
    // A square has air on both sides where there is room for it.
    let air = if columns * 3 <= width { " " } else { "" };
    let field = |square: Square| {
        let letter = if square == Square::Wall { ' ' } else { square.letter() };
        (tone(square), format!("{air}{letter}{air}"))
    };
    let lines = squares(position).into_iter().map(|row| row.into_iter().map(field).collect()).collect();
    Picture { lines, is_too_wide: false }
}
