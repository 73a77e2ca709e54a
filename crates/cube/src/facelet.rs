//! Where stickers are, and where moves take them: the rules by which people turn a cube, made of geometry alone.
//!
//! Stickers are numbered face by face in the order U R F D L B, each row by row as it is seen when the cube is unfolded:
//!
//! ```text
//!       U U U
//!       U U U
//!       U U U
//! L L L F F F R R R B B B
//! L L L F F F R R R B B B
//! L L L F F F R R R B B B
//!       D D D
//!       D D D
//!       D D D
//! ```

use std::sync::OnceLock;

use crate::notation::Move;
use crate::size::Size;

/// The names of faces, and of their colours, in the order of their numbers.
pub const FACES: [char; 6] = ['U', 'R', 'F', 'D', 'L', 'B'];

/// The most stickers.
pub(crate) const MOST: usize = 54;

/// A point on the surface: its place, in steps of 2 around the middle, and the axis and side that it faces.
type Point = ([i8; 3], usize, i8);

/// The face opposite to another.
pub(crate) fn opposite(face: u8) -> u8 {
    (face + 3) % 6
}

fn coordinate(index: usize, side: usize) -> i8 {
    i8::try_from(2 * index).expect("small") + 1 - i8::try_from(side).expect("small")
}

/// Where a sticker is.
fn point(size: Size, facelet: usize) -> Point {
    let side = size.side();
    let (face, row, column) = (facelet / (side * side), facelet / side % side, facelet % side);
    let (p, q, m) = (coordinate(column, side), coordinate(row, side), coordinate(side - 1, side));
    match face {
        0 => ([p, m, q], 1, 1),
        1 => ([m, -q, -p], 0, 1),
        2 => ([p, -q, m], 2, 1),
        3 => ([p, -m, -q], 1, -1),
        4 => ([-m, -q, p], 0, -1),
        _ => ([-p, -q, -m], 2, -1),
    }
}

/// Which sticker is there.
fn facelet(size: Size, ([x, y, z], axis, sign): Point) -> usize {
    let (face, column, row) = match (axis, sign > 0) {
        (1, true) => (0, x, z),
        (0, true) => (1, -z, -y),
        (2, true) => (2, x, -y),
        (1, false) => (3, x, -z),
        (0, false) => (4, z, -y),
        _ => (5, -x, -y),
    };
    let side = size.side();
    let index = |coordinate: i8| {
        usize::try_from((i32::from(coordinate) + i32::try_from(side).expect("small") - 1) / 2).expect("on the cube")
    };
    face * side * side + index(row) * side + index(column)
}

/// A vector after a quarter turn about an axis, clockwise as seen from its positive end.
fn quarter([x, y, z]: [i8; 3], axis: usize) -> [i8; 3] {
    match axis {
        0 => [x, z, -y],
        1 => [-z, y, x],
        _ => [y, -x, z],
    }
}

/// Where a move takes each sticker. Worked out once for each move.
pub(crate) fn destinations(size: Size, mv: Move) -> &'static [usize] {
    static KNOWN: [[OnceLock<Vec<usize>>; Move::COUNT]; 2] = [const { [const { OnceLock::new() }; Move::COUNT] }; 2];
    KNOWN[usize::from(size == Size::Three)][mv.number()].get_or_init(|| find_destinations(size, mv))
}

fn find_destinations(size: Size, mv: Move) -> Vec<usize> {
    let outer = coordinate(size.side() - 1, size.side());
    let destination = |from: usize| {
        let (mut place, axis, sign) = point(size, from);
        let layer = if place[mv.axis()] == outer { 2 } else { usize::from(place[mv.axis()] > -outer) };
        if !mv.turns_layer(layer) {
            return from;
        }
        let mut normal = [0; 3];
        normal[axis] = sign;
        for _ in 0..mv.quarters() {
            place = quarter(place, mv.axis());
            normal = quarter(normal, mv.axis());
        }
        let axis = normal.iter().position(|&part| part != 0).expect("a direction");
        facelet(size, (place, axis, normal[axis]))
    };
    (0..size.facelets()).map(destination).collect()
}

/// Where a rotation of the whole cube, as a move says it, takes a face.
pub(crate) fn turned_face(face: u8, mv: Move) -> u8 {
    let (_, axis, sign) = point(Size::Three, usize::from(face) * 9 + 4);
    let mut normal = [0; 3];
    normal[axis] = sign;
    for _ in 0..mv.quarters() {
        normal = quarter(normal, mv.axis());
    }
    let axis = normal.iter().position(|&part| part != 0).expect("a direction");
    let centre = facelet(Size::Three, ([0, 0, 0].map(|_: i32| 0), axis, normal[axis]));
    u8::try_from(centre / 9).expect("six faces")
}

/// The stickers of each corner of the 3×3×3, that above or below first, then clockwise.
const CORNERS: [[usize; 3]; 8] =
    [[8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11], [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51]];

/// The stickers of each edge of the 3×3×3: that above or below first, in the middle layer that in front or behind.
const EDGES: [[usize; 2]; 12] = [
    [5, 10],
    [7, 19],
    [3, 37],
    [1, 46],
    [32, 16],
    [28, 25],
    [30, 43],
    [34, 52],
    [23, 12],
    [21, 41],
    [50, 39],
    [48, 14],
];

/// The stickers of the corner at a place.
pub(crate) fn corner(size: Size, place: usize) -> [usize; 3] {
    CORNERS[place].map(|facelet| match size {
        Size::Three => facelet,
        Size::Two => facelet / 9 * 4 + facelet % 9 / 6 * 2 + usize::from(facelet % 3 == 2),
    })
}

/// The stickers of the edge at a place.
pub(crate) fn edge(place: usize) -> [usize; 2] {
    EDGES[place]
}

/// The colours of a corner piece, in the order of its stickers at home.
pub(crate) fn corner_colours(piece: usize) -> [u8; 3] {
    CORNERS[piece].map(|facelet| u8::try_from(facelet / 9).expect("six faces"))
}

/// The colours of an edge piece.
pub(crate) fn edge_colours(piece: usize) -> [u8; 2] {
    EDGES[piece].map(|facelet| u8::try_from(facelet / 9).expect("six faces"))
}

/// A place or a piece by the faces it belongs to, such as `URF`.
pub(crate) fn name(colours: &[u8]) -> String {
    colours.iter().map(|&colour| FACES[usize::from(colour)]).collect()
}
