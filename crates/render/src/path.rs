//! Lines and curves, and the outlines of squares that hang together.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::Cell;

/// A point; x to the right, y down.
pub type Point = (f32, f32);

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Lifts the pen and goes there.
    Move(Point),
    /// A straight line to there.
    Line(Point),
    /// A cubic curve by two handles to its end.
    Cubic(Point, Point, Point),
    /// A straight line back to where the pen came down.
    Close,
}

/// Lines and curves, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path(pub(crate) Vec<Segment>);

/// How far the handles of a cubic curve reach that comes closest to a quarter of a circle.
const QUARTER: f32 = 0.552_285;

impl Path {
    /// The same path elsewhere or larger.
    pub(crate) fn map(&self, change: impl Fn(Point) -> Point) -> Self {
        let segments = self.0.iter().map(|segment| match *segment {
            Segment::Move(to) => Segment::Move(change(to)),
            Segment::Line(to) => Segment::Line(change(to)),
            Segment::Cubic(a, b, to) => Segment::Cubic(change(a), change(b), change(to)),
            Segment::Close => Segment::Close,
        });
        Self(segments.collect())
    }

    /// The smallest rectangle around all its points, as its upper left and lower right corner.
    pub(crate) fn bounds(&self) -> Option<(Point, Point)> {
        let points = self.0.iter().flat_map(|segment| match *segment {
            Segment::Move(to) | Segment::Line(to) => vec![to],
            Segment::Cubic(a, b, to) => vec![a, b, to],
            Segment::Close => vec![],
        });
        points.fold(None, |bounds, (x, y)| match bounds {
            None => Some(((x, y), (x, y))),
            Some(((a, b), (c, d))) => Some(((x.min(a), y.min(b)), (x.max(c), y.max(d)))),
        })
    }

    /// Straight lines through points.
    pub(crate) fn lines(points: &[Point]) -> Self {
        let segment =
            |(index, &point): (usize, &Point)| if index == 0 { Segment::Move(point) } else { Segment::Line(point) };
        Self(points.iter().enumerate().map(segment).collect())
    }

    pub(crate) fn rectangle((x, y): Point, (width, height): Point) -> Self {
        let mut path = Self::lines(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]);
        path.0.push(Segment::Close);
        path
    }

    /// The outline of squares with round corners, moved inwards; outwards where the distance is negative.
    pub(crate) fn outline(cells: &[Cell], inwards: f32, radius: f32) -> Self {
        let mut path = Self::default();
        for corners in loops(cells) {
            path.round(&corners, inwards, radius);
        }
        path
    }

    fn round(&mut self, corners: &[(i32, i32)], inwards: f32, radius: f32) {
        #[expect(clippy::cast_precision_loss, reason = "coordinates of a grid are small")]
        let points: Vec<Point> = corners.iter().map(|&(x, y)| (x as f32, y as f32)).collect();
        let count = points.len();
        let direction = |from: Point, to: Point| {
            let length = (to.0 - from.0).abs() + (to.1 - from.1).abs();
            ((to.0 - from.0) / length, (to.1 - from.1) / length)
        };
        // The inner side is to the right of the way.
        let moved: Vec<Point> = (0..count)
            .map(|index| {
                let (before, here, after) =
                    (points[(index + count - 1) % count], points[index], points[(index + 1) % count]);
                let (a, b) = (direction(before, here), direction(here, after));
                (here.0 - inwards * (a.1 + b.1), here.1 + inwards * (a.0 + b.0))
            })
            .collect();
        for index in 0..count {
            let (before, here, after) = (moved[(index + count - 1) % count], moved[index], moved[(index + 1) % count]);
            let length = |a: Point, b: Point| (a.0 - b.0).abs() + (a.1 - b.1).abs();
            let radius = radius.min(length(before, here) / 2.0).min(length(here, after) / 2.0);
            let (a, b) = (direction(before, here), direction(here, after));
            let along = |by: f32, way: Point| (here.0 + by * way.0, here.1 + by * way.1);
            let start = along(-radius, a);
            self.0.push(if index == 0 { Segment::Move(start) } else { Segment::Line(start) });
            let handle = radius * (1.0 - QUARTER);
            self.0.push(Segment::Cubic(along(-handle, a), along(handle, b), along(radius, b)));
        }
        self.0.push(Segment::Close);
    }

    /// Reads the letters M, L, C and Z of SVG's paths, with points apart by spaces.
    pub(crate) fn parse(data: &str) -> Self {
        let mut path = Self::default();
        let mut rest = data;
        while let Some(letter) = rest.chars().next() {
            let end = rest[1..].find(|c: char| c.is_ascii_uppercase()).map_or(rest.len(), |end| end + 1);
            let numbers: Vec<f32> = rest[1..end].split_whitespace().filter_map(|word| word.parse().ok()).collect();
            match (letter, numbers.as_slice()) {
                ('M', &[x, y]) => path.0.push(Segment::Move((x, y))),
                ('L', &[x, y]) => path.0.push(Segment::Line((x, y))),
                ('C', &[x1, y1, x2, y2, x, y]) => path.0.push(Segment::Cubic((x1, y1), (x2, y2), (x, y))),
                _ => path.0.push(Segment::Close),
            }
            rest = &rest[end..];
        }
        path
    }
}

/// The corners of each loop around squares, with the squares to the right.
fn loops(cells: &[Cell]) -> Vec<Vec<(i32, i32)>> {
    let cells: BTreeSet<(i32, i32)> = cells.iter().map(|&(x, y)| (i32::from(x), i32::from(y))).collect();
    let mut edges: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for &(x, y) in &cells {
        let sides = [
            ((0, -1), (x, y), (x + 1, y)),
            ((1, 0), (x + 1, y), (x + 1, y + 1)),
            ((0, 1), (x + 1, y + 1), (x, y + 1)),
            ((-1, 0), (x, y + 1), (x, y)),
        ];
        for ((dx, dy), from, to) in sides {
            if !cells.contains(&(x + dx, y + dy)) {
                edges.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut corners: Vec<(i32, i32)> = Vec::new();
        let (mut here, mut way) = (start, (0, 0));
        while let Some(ends) = edges.get_mut(&here) {
            // Where two squares meet at a corner alone, the right turn stays with the same square.
            let right = (here.0 - way.1, here.1 + way.0);
            let choice = ends.iter().position(|&end| end == right).unwrap_or(0);
            let next = ends.swap_remove(choice);
            if ends.is_empty() {
                edges.remove(&here);
            }
            let on = (next.0 - here.0, next.1 - here.1);
            if on != way {
                corners.push(here);
            }
            (here, way) = (next, on);
        }
        // The loop may have begun in the middle of a side.
        if corners.len() > 1 {
            let (first, second, last) = (corners[0], corners[1], corners[corners.len() - 1]);
            if first.0 == second.0 && first.0 == last.0 || first.1 == second.1 && first.1 == last.1 {
                corners.remove(0);
            }
        }
        loops.push(corners);
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_have_the_corners_of_their_shape() {
        let corners = |cells: &[Cell]| loops(cells).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(corners(&[(0, 0)]), [4]);
        assert_eq!(corners(&[(3, 1), (4, 1), (5, 1)]), [4]);
        assert_eq!(corners(&[(0, 0), (0, 1), (1, 1)]), [6]);
        let ring: Vec<Cell> = (0..9).filter(|&n| n != 4).map(|n| (n % 3, n / 3)).collect();
        assert_eq!(corners(&ring), [4, 4]);
        assert_eq!(corners(&[(0, 0), (1, 1)]), [4, 4]);
        assert_eq!(corners(&[]), [0; 0]);
    }

    #[test]
    fn outlines_move_inwards_and_outwards() {
        for (inwards, least, most) in [(0.25, 0.25, 1.75), (-0.25, -0.25, 2.25)] {
            let bounds = Path::outline(&[(0, 0), (1, 0), (0, 1), (1, 1)], inwards, 0.1).bounds();
            assert_eq!(bounds, Some(((least, least), (most, most))));
        }
        // The hole of a ring grows when the ring gets thinner.
        let ring: Vec<Cell> = (0..9).filter(|&n| n != 4).map(|n| (n % 3, n / 3)).collect();
        let path = Path::outline(&ring, 0.1, 0.0);
        let hole: Vec<Point> = path
            .0
            .iter()
            .skip_while(|segment| **segment != Segment::Close)
            .filter_map(|segment| match segment {
                Segment::Move(to) | Segment::Line(to) => Some(*to),
                _ => None,
            })
            .collect();
        assert!(
            hole.iter().all(|&(x, y)| ((x - 1.5).abs() - 0.6).abs() < 1e-5 && ((y - 1.5).abs() - 0.6).abs() < 1e-5),
            "{hole:?}"
        );
    }
}
