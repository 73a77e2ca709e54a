//! Levels as pictures: a position as a [`Scene`], a solution as a [`Film`].
//!
//! This crate says what is to be seen; `fewest-render` draws it. The player stands out, boxes have one colour and boxes on
//! goals another.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fewest_render::{Cell, Colour, Film, Mark, MarkKind, Piece, Scene};

use crate::level::Place;
use crate::notation::Step;
use crate::position::{IllegalStep, Position};

/// The number of the player among the pieces; boxes follow.
const PLAYER: usize = 0;
/// The colour of boxes.
const BOX: Colour = Colour::Hue(0);
/// The colour of boxes on goals, and of goals.
const HOME: Colour = Colour::Hue(2);

/// What a square of a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// Nothing that belongs to the level.
    Outside,
    /// A wall.
    Wall,
    /// Empty floor.
    Floor,
    /// An empty goal.
    Goal,
    /// A box.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Square {
    /// How it is written in XSB.
    pub fn letter(self) -> char {
        match self {
            Self::Outside | Self::Floor => ' ',
            Self::Wall => '#',
            Self::Goal => '.',
            Self::Box => '$',
            Self::BoxOnGoal => '*',
            Self::Player => '@',
            Self::PlayerOnGoal => '+',
        }
    }
}

/// The squares of a position, row by row.
pub fn squares(position: &Position) -> Vec<Vec<Square>> {
    let level = position.level();
    let inside = inside(position);
    let square = |place: Place| match (level.goals().contains(&place), position.boxes().contains(&place)) {
        _ if level.is_wall(place) => Square::Wall,
        (true, true) => Square::BoxOnGoal,
        (false, true) => Square::Box,
        (true, false) if place == position.player() => Square::PlayerOnGoal,
        (false, false) if place == position.player() => Square::Player,
        (true, false) => Square::Goal,
        (false, false) if inside.contains(&place) => Square::Floor,
        (false, false) => Square::Outside,
    };
    let row = |row| (0..level.width()).map(|column| square(Place { row, column })).collect();
    (0..level.height()).map(row).collect()
}

/// The squares that belong to the level and are no walls: the floor, and rooms where the player never comes if something is
/// in them.
fn inside(position: &Position) -> BTreeSet<Place> {
    let level = position.level();
    level.floor().into_iter().chain(position.boxes().iter().copied()).chain(level.goals().iter().copied()).collect()
}

fn cell(place: Place) -> Cell {
    let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    (short(place.column), short(place.row))
}

/// What a position looks like. Boxes are numbered in reading order.
///
/// ```
/// use std::sync::Arc;
/// use fewest_sokoban::{Level, Position, scene};
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let scene = scene::scene(&Position::start(Arc::new(level)));
/// assert_eq!((scene.columns, scene.rows, scene.pieces.len()), (5, 3, 2));
/// assert!(fewest_render::svg(&scene, &fewest_render::Style::default()).contains(">Sokoban</title>"));
/// # Ok::<(), fewest_sokoban::Faults>(())
/// ```
pub fn scene(position: &Position) -> Scene {
    Numbered::new(position.clone()).scene()
}

/// A position in which boxes keep their numbers while they are pushed: in reading order from 1 where it begins; 0 is the
/// player.
///
/// ```
/// use std::sync::Arc;
/// use fewest_sokoban::{Level, Place, Position, parse_steps, scene::Numbered};
/// let level: Level = "######\n#@$$.#\n# $ .#\n#   .#\n######".parse()?;
/// let mut numbered = Numbered::new(Position::start(Arc::new(level)));
/// for step in parse_steps("dR")? {
///     numbered.try_move(step)?;
/// }
/// assert_eq!(numbered.number_at(Place { row: 2, column: 3 }), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbered {
    position: Position,
    numbers: BTreeMap<Place, usize>,
}

impl Numbered {
    /// Boxes numbered in reading order.
    pub fn new(position: Position) -> Self {
        let numbers = position.boxes().iter().copied().zip(PLAYER + 1..).collect();
        Self { position, numbers }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of the box at a place.
    pub fn number_at(&self, place: Place) -> Option<usize> {
        self.numbers.get(&place).copied()
    }

    /// Makes a step.
    ///
    /// # Errors
    /// Why it cannot; nothing is changed then.
    pub fn try_move(&mut self, step: Step) -> Result<(), IllegalStep> {
        self.position.try_move(step)?;
        // After a push the player stands where the box was.
        if let Some(number) = self.numbers.remove(&self.position.player())
            && let Some(place) = self.position.player().next(step.direction)
        {
            self.numbers.insert(place, number);
        }
        Ok(())
    }

    /// What it looks like.
    pub fn scene(&self) -> Scene {
        picture(&self.position, &self.numbers)
    }
}

impl fmt::Display for Numbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

/// A picture in which boxes have these numbers.
fn picture(position: &Position, numbers: &BTreeMap<Place, usize>) -> Scene {
    let level = position.level();
    let walls = (0..level.height()).flat_map(|row| (0..level.width()).map(move |column| Place { row, column }));
    let boxes = numbers.iter().map(|(&place, &number)| {
        let colour = if level.goals().contains(&place) { HOME } else { BOX };
        Piece::new(number, vec![cell(place)], "", colour)
    });
    let player = Piece::new(PLAYER, vec![cell(position.player())], "@", Colour::Accent);
    let mut pieces: Vec<Piece> = boxes.chain([player]).collect();
    pieces.sort_by_key(|piece| piece.id);
    // A mark for each goal: several squares would look like one place.
    let goals =
        level.goals().iter().map(|&goal| Mark { kind: MarkKind::Target, cells: vec![cell(goal)], colour: HOME });
    let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    Scene {
        title: level.title().unwrap_or("Sokoban").to_owned(),
        description: describe(position),
        columns: side(level.width()),
        rows: side(level.height()),
        floor: inside(position).into_iter().map(cell).collect(),
        walls: walls.filter(|&place| level.is_wall(place)).map(cell).collect(),
        links: Vec::new(),
        marks: goals.collect(),
        pieces,
        caption: String::new(),
    }
}

/// A position in words.
fn describe(position: &Position) -> String {
    let level = position.level();
    let list = |places: &BTreeSet<Place>| places.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    format!(
        "A level of {} columns and {} rows. Player: {}. Boxes: {}. Goals: {}.",
        level.width(),
        level.height(),
        position.player(),
        list(position.boxes()),
        list(level.goals())
    )
}

/// What steps look like, one after the other. The film rests after each push and at the end of each walk.
///
/// # Errors
/// The first step that is not legal.
pub fn film(start: &Position, steps: &[Step]) -> Result<Film, IllegalStep> {
    let mut film = Film { title: start.level().title().unwrap_or("Sokoban").to_owned(), ..Film::default() };
    let mut add = |mut scene: Scene, number: usize, words: &str, is_rest: bool| {
        scene.caption = format!("{number}/{}{words}", steps.len());
        scene.title = format!("{}, {}", scene.title, scene.caption);
        film.scenes.push(scene);
        film.rests.push(is_rest);
    };
    let mut numbered = Numbered::new(start.clone());
    add(numbered.scene(), 0, " start", true);
    for (index, &step) in steps.iter().enumerate() {
        numbered.try_move(step)?;
        let is_rest = step.pushes || steps.get(index + 1).is_none_or(|next| next.pushes);
        add(numbered.scene(), index + 1, &format!(" {step}"), is_rest);
    }
    Ok(film)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::level::Level;
    use crate::notation::parse_steps;

    fn start(text: &str) -> Position {
        Position::start(Arc::new(text.parse::<Level>().unwrap()))
    }

    #[test]
    fn squares_are_what_xsb_says() {
        let text = "  ####\n###  #\n#+$* #\n# *$.#\n######\n    #*#\n    ###";
        let position = start(text);
        let letters = squares(&position).into_iter().map(|row| row.into_iter().map(Square::letter).collect::<String>());
        let written: Vec<String> = letters.map(|line| line.trim_end().to_owned()).collect();
        assert_eq!(written.join("\n"), position.to_string());
        assert_eq!(squares(&position)[0][0], Square::Outside);
        assert_eq!(squares(&position)[1][3], Square::Floor);
    }

    #[test]
    fn a_scene_has_all_that_there_is() {
        let scene = scene(&start(" ####\n##@.#\n# $*#\n#####"));
        assert_eq!((scene.floor.len(), scene.walls.len(), scene.marks.len(), scene.pieces.len()), (5, 14, 2, 3));
        let colours: Vec<Colour> = scene.pieces.iter().map(|piece| piece.colour).collect();
        assert_eq!(colours, [Colour::Accent, BOX, HOME]);
        assert!(scene.description.contains("Player: row 2, column 3. Boxes: row 3, column 3; row 3, column 4."));
    }

    #[test]
    fn boxes_keep_their_numbers_through_a_film() {
        let start = start("#######\n#@ $..#\n#  $  #\n#######");
        let film = film(&start, &parse_steps("rdRluR").unwrap()).unwrap();
        assert_eq!(film.scenes.len(), 7);
        assert_eq!(film.rests, [true, false, true, true, false, true, true]);
        let cells = |index: usize| film.scenes[index].pieces.iter().map(|piece| piece.cells[0]).collect::<Vec<_>>();
        assert_eq!(cells(0), [(1, 1), (3, 1), (3, 2)]);
        assert_eq!(cells(3), [(3, 2), (3, 1), (4, 2)]);
        assert_eq!(film.scenes[3].caption, "3/6 R");
        for scene in &film.scenes {
            assert!(scene.pieces.iter().map(|piece| piece.id).eq(0..3), "{}", scene.caption);
        }
        assert_eq!(film.scenes[0].pieces[1].colour, BOX);
        assert_eq!(film.scenes.last().unwrap().pieces[1].colour, HOME);
        assert!(super::film(&start, &parse_steps("ru").unwrap()).is_err());
    }
}
