//! From a scene to areas and strokes, which every kind of file draws in its own way.

use crate::glyphs;
use crate::path::{Path, Point};
use crate::scene::{Cell, Mark, MarkKind, Motion, Piece, Scene, Side};
use crate::theme::{INK, Rgb, Theme, WHITE};

/// How a scene is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// The side of a square in pixels, for pictures made of pixels; SVG has this size too until it is scaled.
    pub cell: u16,
    /// Whether pieces show their labels.
    pub labels: bool,
    /// Whether goals, gates and openings are marked.
    pub marks: bool,
    /// Whether the caption is written below.
    pub caption: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { theme: Theme::default(), cell: 64, labels: true, marks: true, caption: true }
    }
}

/// An area or a stroke. Lengths are in squares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) path: Path,
    pub(crate) colour: Rgb,
    /// 1 covers what lies below.
    pub(crate) opacity: f32,
    /// The width of a stroke and, where it is dashed, the length of dashes; `None` for an area.
    pub(crate) pen: Option<(f32, Option<f32>)>,
}

impl Shape {
    fn area(path: Path, colour: Rgb) -> Self {
        Self { path, colour, opacity: 1.0, pen: None }
    }

    fn stroke(path: Path, colour: Rgb, width: f32) -> Self {
        Self { path, colour, opacity: 1.0, pen: Some((width, None)) }
    }

    fn faint(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }

    /// The same elsewhere, and seen as much.
    pub(crate) fn placed(&self, (dx, dy): Point, opacity: f32) -> Self {
        let path = self.path.map(|(x, y)| (x + dx, y + dy));
        Self { path, opacity: self.opacity * opacity, ..self.clone() }
    }
}

/// The space around the board.
const MARGIN: f32 = 0.45;

/// The width of the frame.
const FRAME: f32 = 0.2;

/// The space below for a caption.
const CAPTION: f32 = 0.55;

/// The width and height of a picture in squares.
pub(crate) fn size(scene: &Scene, style: &Style) -> Point {
    let caption = if style.caption && !scene.caption.is_empty() { CAPTION } else { 0.0 };
    (f32::from(scene.columns) + 2.0 * MARGIN, f32::from(scene.rows) + 2.0 * MARGIN + caption)
}

/// All of a scene, from the lowest to the highest; the origin is the upper left corner of the picture.
pub(crate) fn scene(scene: &Scene, style: &Style) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Some(background) = style.theme.background {
        shapes.push(Shape::area(Path::rectangle((0.0, 0.0), size(scene, style)), background));
    }
    shapes.extend(board(scene, style));
    let parts = |draw: fn(&Piece, &Style) -> Vec<Shape>| {
        let placed = move |piece: &Piece| {
            let (at, opacity) = (place(piece), piece.opacity);
            draw(piece, style).into_iter().map(move |shape| shape.placed(at, opacity))
        };
        scene.pieces.iter().flat_map(placed)
    };
    shapes.extend(parts(body));
    shapes.extend(overlay(scene, style));
    shapes.extend(parts(label));
    shapes.extend(caption(scene, style));
    shapes
}

/// Where the corner of the rectangle around a piece is in the picture.
pub(crate) fn place(piece: &Piece) -> Point {
    let (x, y) = corner(piece);
    (f32::from(x) + piece.offset.0 + MARGIN, f32::from(y) + piece.offset.1 + MARGIN)
}

fn corner(piece: &Piece) -> Cell {
    let x = piece.cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let y = piece.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    (x, y)
}

fn inset(shape: &Shape) -> Shape {
    shape.placed((MARGIN, MARGIN), 1.0)
}

/// The frame, the floor and what is marked below the pieces.
pub(crate) fn board(scene: &Scene, style: &Style) -> Vec<Shape> {
    let theme = &style.theme;
    let mut shapes = Vec::new();
    let all: Vec<Cell> = scene.floor.iter().chain(&scene.walls).copied().collect();
    shapes.push(Shape::area(Path::outline(&all, -FRAME, 0.3), theme.frame));
    shapes.push(Shape::area(Path::outline(&scene.floor, -0.03, 0.12), theme.floor));
    let socket = theme.floor.mix(theme.frame, 0.07);
    for &cell in &scene.floor {
        shapes.push(Shape::area(Path::outline(&[cell], 0.06, 0.14), socket));
    }
    let middle = |(x, y): Point| (x + 0.5, y + 0.5);
    for link in &scene.links {
        shapes.push(Shape::stroke(Path::lines(&link.map(middle)), theme.frame, 0.1));
    }
    for &(x, y) in scene.links.iter().flatten() {
        let place = Path::outline(&[(0, 0)], 0.06, 0.14).map(|(a, b)| (a + x, b + y));
        shapes.push(Shape::area(place, theme.floor.mix(theme.frame, 0.2)));
    }
    if style.marks {
        for mark in &scene.marks {
            under(mark, theme, &mut shapes);
        }
    }
    shapes.iter().map(inset).collect()
}

fn under(mark: &Mark, theme: &Theme, shapes: &mut Vec<Shape>) {
    let colour = theme.colour(mark.colour);
    match mark.kind {
        MarkKind::Target => {
            shapes.push(Shape::area(Path::outline(&mark.cells, 0.06, 0.16), theme.floor.mix(colour, 0.3)));
        }
        MarkKind::Gate => {
            for &(x, y) in &mark.cells {
                let (x, y) = (f32::from(x), f32::from(y));
                for part in [0.3, 0.6, 0.9] {
                    let line = [(x + 0.1, y + part), (x + part, y + 0.1)];
                    shapes.push(Shape::stroke(Path::lines(&line), theme.floor.mix(colour, 0.65), 0.05));
                }
                let line = [(x + 0.45, y + 0.9), (x + 0.9, y + 0.45)];
                shapes.push(Shape::stroke(Path::lines(&line), theme.floor.mix(colour, 0.65), 0.05));
            }
        }
        MarkKind::Opening(side) => {
            for &(x, y) in &mark.cells {
                let (dx, dy) = side.unit();
                let middle = (f32::from(x) + 0.5 + 0.585 * dx, f32::from(y) + 0.5 + 0.585 * dy);
                // Across the frame and no farther; a little wider than the square, so that openings side by side are one.
                let (width, height) = if dx == 0.0 { (1.06, 0.245) } else { (0.245, 1.06) };
                let gap = Path::rectangle((middle.0 - width / 2.0, middle.1 - height / 2.0), (width, height));
                shapes.push(Shape::area(gap, theme.floor));
            }
            for &(x, y) in &mark.cells {
                let (dx, dy) = side.unit();
                let middle = (f32::from(x) + 0.5 + 0.6 * dx, f32::from(y) + 0.5 + 0.6 * dy);
                shapes.push(Shape::stroke(chevron(middle, side, 0.12), colour, 0.065));
            }
        }
    }
}

/// An arrow's head at a point.
fn chevron((x, y): Point, side: Side, size: f32) -> Path {
    let (dx, dy) = side.unit();
    let back = (x - dx * size / 2.0, y - dy * size / 2.0);
    let tip = (x + dx * size / 2.0, y + dy * size / 2.0);
    Path::lines(&[(back.0 - dy * size, back.1 - dx * size), tip, (back.0 + dy * size, back.1 + dx * size)])
}

/// What is marked above the pieces.
pub(crate) fn overlay(scene: &Scene, style: &Style) -> Vec<Shape> {
    if !style.marks {
        return Vec::new();
    }
    let targets = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Target);
    let shapes = targets.flat_map(|mark| {
        let outline = || Path::outline(&mark.cells, 0.015, 0.18);
        // The dashes stand out from the floor, and a line below them from every piece.
        let floor = style.theme.floor;
        let (dark, light) = if floor.luminance() > 0.4 { (INK, WHITE) } else { (WHITE, floor) };
        let halo = Shape::stroke(outline(), floor.mix(light, 0.4), 0.1).faint(0.8);
        let dashes = Shape::stroke(outline(), style.theme.colour(mark.colour).mix(dark, 0.25), 0.055);
        [halo, Shape { pen: Some((0.055, Some(0.16))), ..dashes }]
    });
    shapes.map(|shape| inset(&shape)).collect()
}

/// The squares of a piece, with the corner of the rectangle around it at the origin.
fn own_cells(piece: &Piece) -> Vec<Cell> {
    let (left, top) = corner(piece);
    piece.cells.iter().map(|&(x, y)| (x - left, y - top)).collect()
}

/// A piece without its label, with the corner of the rectangle around it at the origin.
pub(crate) fn body(piece: &Piece, style: &Style) -> Vec<Shape> {
    let cells = own_cells(piece);
    let colour = style.theme.colour(piece.colour);
    let body = Path::outline(&cells, 0.045, 0.17);
    let mut shapes = vec![
        Shape::area(body.map(|(x, y)| (x + 0.012, y + 0.05)), INK).faint(0.28),
        Shape::area(body.clone(), colour.mix(INK, 0.3)),
        Shape::area(Path::outline(&cells, 0.075, 0.145), colour),
        Shape::stroke(Path::outline(&cells, 0.115, 0.11), WHITE, 0.03).faint(0.28),
    ];
    for tie in ties(&cells) {
        shapes.push(Shape::stroke(Path::lines(&tie), colour.mix(INK, 0.3), 0.25));
        shapes.push(Shape::stroke(Path::lines(&tie), colour, 0.19));
    }
    motion(piece.motion, &cells, Theme::on(colour), &mut shapes);
    shapes
}

/// Lines that hold the parts of a piece together whose squares do not: each part to the nearest of those before it.
fn ties(cells: &[Cell]) -> Vec<[Point; 2]> {
    let apart = |a: Cell, b: Cell| u32::from(a.0.abs_diff(b.0)).pow(2) + u32::from(a.1.abs_diff(b.1)).pow(2);
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    for &cell in cells {
        let (near, mut far): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part: &Vec<Cell>| part.iter().any(|&other| apart(cell, other) == 1));
        far.push(near.into_iter().flatten().chain([cell]).collect());
        parts = far;
    }
    let centre = |(x, y): Cell| (f32::from(x) + 0.5, f32::from(y) + 0.5);
    let mut parts = parts.into_iter();
    let mut whole = parts.next().unwrap_or_default();
    let mut ties = Vec::new();
    for part in parts {
        let pairs = part.iter().flat_map(|&cell| whole.iter().map(move |&other| (other, cell)));
        ties.extend(pairs.min_by_key(|&(a, b)| apart(a, b)).map(|(a, b)| [centre(a), centre(b)]));
        whole.extend(part);
    }
    ties
}

/// Small arrows at the ends of a piece that keeps to a line, screws on one that does not move.
fn motion(motion: Motion, cells: &[Cell], colour: Rgb, shapes: &mut Vec<Shape>) {
    let centre = |&(x, y): &Cell| (f32::from(x) + 0.5, f32::from(y) + 0.5);
    let ends: &[Side] = match motion {
        Motion::Free => return,
        Motion::Horizontal => &[Side::Left, Side::Right],
        Motion::Vertical => &[Side::Up, Side::Down],
        Motion::Fixed => {
            for &(x, y) in cells {
                let (x, y) = (f32::from(x), f32::from(y));
                for (a, b) in [(0.24, 0.24), (0.76, 0.24), (0.24, 0.76), (0.76, 0.76)] {
                    let dot = Path::lines(&[(x + a, y + b), (x + a, y + b + 0.001)]);
                    shapes.push(Shape::stroke(dot, colour, 0.09).faint(0.45));
                }
            }
            return;
        }
    };
    for &side in ends {
        let (dx, dy) = side.unit();
        let far = |cell: &&Cell| {
            let (x, y) = centre(cell);
            // The farthest that way; of several, the one in the middle is not worth the search.
            x * dx + y * dy
        };
        let end = cells.iter().max_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some((x, y)) = end.map(centre) {
            shapes.push(Shape::stroke(chevron((x + 0.27 * dx, y + 0.27 * dy), side, 0.1), colour, 0.05).faint(0.6));
        }
    }
}

/// The label of a piece in its roomiest part, above whatever crosses it.
pub(crate) fn label(piece: &Piece, style: &Style) -> Vec<Shape> {
    if !style.labels || piece.label.is_empty() {
        return Vec::new();
    }
    let colour = style.theme.colour(piece.colour);
    let (at, height): (Point, f32) = room(&own_cells(piece));
    let (path, width) = glyphs::words(&piece.label);
    let most = if height > 0.5 { 1.5 } else { 0.62 };
    let height = height.min(most / width.max(0.01));
    let ((left, top), (right, bottom)) = path.bounds().unwrap_or(((0.0, 0.0), (0.0, 0.0)));
    let middle = (f32::midpoint(left, right), f32::midpoint(top, bottom));
    let path = path.map(|(x, y)| (at.0 + (x - middle.0) * height, at.1 + (y - middle.1) * height));
    let pen = (height * 0.155).min(0.075);
    vec![Shape::stroke(path.clone(), colour, pen + 0.12), Shape::stroke(path, Theme::on(colour), pen)]
}

/// Where a label fits best, and how large: the middle of four squares, else of two, else of one, close to the centre.
fn room(cells: &[Cell]) -> (Point, f32) {
    let has = |x: u16, y: u16| cells.contains(&(x, y));
    #[expect(clippy::cast_precision_loss, reason = "a piece has few squares")]
    let count = cells.len().max(1) as f32;
    let sum = cells.iter().fold((0.0, 0.0), |(a, b), &(x, y)| (a + f32::from(x) + 0.5, b + f32::from(y) + 0.5));
    let centre = (sum.0 / count, sum.1 / count);
    let mut best = ((0.5, 0.5), 0.34, f32::INFINITY, 3);
    for &(x, y) in cells {
        let (left, top) = (f32::from(x), f32::from(y));
        let (next_x, next_y) = (x.saturating_add(1), y.saturating_add(1));
        let (right, below) = (has(next_x, y), has(x, next_y));
        let mut candidates = vec![((left + 0.5, top + 0.5), 0.36, 2)];
        if right {
            candidates.push(((left + 1.0, top + 0.5), 0.36, 1));
        }
        if below {
            candidates.push(((left + 0.5, top + 1.0), 0.36, 1));
        }
        if right && below && has(next_x, next_y) {
            candidates.push(((left + 1.0, top + 1.0), 0.62, 0));
        }
        for (point, height, rank) in candidates {
            let far = (point.0 - centre.0).abs() + (point.1 - centre.1).abs();
            // The middle of two squares serves when it is the centre; a corner's middle does not.
            let rank = if rank == 1 && far > 0.3 { 2 } else { rank };
            if rank < best.3 || rank == best.3 && far < best.2 - 1e-4 {
                best = (point, height, far, rank);
            }
        }
    }
    (best.0, best.1)
}

/// Words below the board, in the middle.
pub(crate) fn caption(scene: &Scene, style: &Style) -> Vec<Shape> {
    if !style.caption || scene.caption.is_empty() {
        return Vec::new();
    }
    let (width, height) = size(scene, style);
    let (path, length) = glyphs::words(&scene.caption);
    let tall = 0.24_f32.min((width - 0.4) / length.max(0.01));
    let at = ((width - length * tall) / 2.0, height - CAPTION + 0.02);
    let path = path.map(|(x, y)| (at.0 + x * tall, at.1 + y * tall));
    vec![Shape::stroke(path, style.theme.text, tall * 0.15)]
}
