//! How layers are told apart: by colour, and without it by marker, dash and hatch.

use crate::canvas::{Path, Spot, UNIT};

/// Red, green and blue.
pub(crate) type Colour = (u8, u8, u8);

pub(crate) const INK: Colour = (34, 34, 34);
pub(crate) const GREY: Colour = (120, 120, 120);
pub(crate) const WHITE: Colour = (255, 255, 255);

/// The colours of Okabe and Ito but yellow, which is too light for a line on white.
const PALETTE: [Colour; 7] =
    [(0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (230, 159, 0), (86, 180, 233), (0, 0, 0)];

const DASHES: [&[f32]; 5] = [&[], &[6.0, 3.0], &[2.0, 2.0], &[9.0, 2.5, 2.0, 2.5], &[13.0, 4.0]];

/// The shapes of markers. Their number and those of colours, dashes and hatches have no common divisor, so that
/// pairs differ for as long as they can.
const MARKERS: [(Shape, bool); 13] = [
    (Shape::Circle, true),
    (Shape::Square, true),
    (Shape::Up, true),
    (Shape::Diamond, true),
    (Shape::Cross, false),
    (Shape::Circle, false),
    (Shape::Down, true),
    (Shape::Square, false),
    (Shape::Plus, false),
    (Shape::Up, false),
    (Shape::Diamond, false),
    (Shape::Star, false),
    (Shape::Down, false),
];

/// Hatches: directions of lines and the distance between them.
const HATCHES: [(&[Slope], f64); 13] = [
    (&[], 0.0),
    (&[Slope::Rising], 5.0),
    (&[Slope::Falling], 5.0),
    (&[Slope::Rising, Slope::Falling], 6.0),
    (&[Slope::Level], 4.0),
    (&[Slope::Upright], 4.0),
    (&[Slope::Level, Slope::Upright], 5.0),
    (&[Slope::Rising], 2.5),
    (&[Slope::Falling], 2.5),
    (&[Slope::Rising, Slope::Falling], 3.0),
    (&[Slope::Level], 2.2),
    (&[Slope::Upright], 2.2),
    (&[Slope::Level, Slope::Upright], 2.6),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slope {
    Rising,
    Falling,
    Level,
    Upright,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Up,
    Down,
    Diamond,
    Cross,
    Plus,
    Star,
}

/// A marker: its shape, and whether it is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    pub(crate) shape: Shape,
    pub(crate) filled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    pub(crate) colour: Colour,
    pub(crate) dash: &'static [f32],
    pub(crate) marker: Marker,
    pub(crate) hatch: (&'static [Slope], f64),
}

impl Style {
    pub(crate) fn of(place: usize) -> Self {
        let (shape, filled) = MARKERS[place % MARKERS.len()];
        Self {
            colour: PALETTE[place % PALETTE.len()],
            dash: DASHES[place % DASHES.len()],
            marker: Marker { shape, filled },
            hatch: HATCHES[place % HATCHES.len()],
        }
    }
}

/// A colour on its way to another.
pub(crate) fn mix(from: Colour, to: Colour, part: f64) -> Colour {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    (channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
}

pub(crate) const HEATS: usize = 32;

/// The colour of a count, from few at 0 to many at 1: viridis (Smith and van der Walt, 2015) from light to dark, because
/// paper is white.
fn heat(part: f64) -> Colour {
    const STOPS: [Colour; 8] = [
        (215, 226, 60),
        (147, 215, 65),
        (94, 201, 98),
        (40, 174, 128),
        (33, 145, 140),
        (44, 114, 142),
        (59, 82, 139),
        (68, 1, 84),
    ];
    let last = STOPS.len() - 1;
    let along = part.clamp(0.0, 1.0) * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the last stop")]
    let index = (along as usize).min(last - 1);
    let rest = along - index as f64;
    mix(STOPS[index], STOPS[index + 1], rest)
}

/// The colours of a heat map, from few to many.
pub(crate) fn heats() -> impl Iterator<Item = Colour> {
    (0..HEATS).map(|index| heat(index as f64 / (HEATS - 1) as f64))
}

impl Marker {
    /// Whether its strokes are all there is of it.
    pub(crate) fn open(self) -> bool {
        matches!(self.shape, Shape::Cross | Shape::Plus | Shape::Star)
    }

    /// Adds the marker at a point to a path, with half its size in pixels.
    pub(crate) fn trace(self, path: &mut Path, (x, y): (i32, i32), size: f64) {
        #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
        let unit = |part: f64| (size * part * UNIT / 10.0).round() as i32 * 10;
        let mut polygon = |corners: &[(f64, f64)]| {
            path.polygon(&corners.iter().map(|&(a, b)| (x + unit(a), y + unit(b))).collect::<Vec<Spot>>());
        };
        match self.shape {
            Shape::Circle => path.circle((x, y), unit(1.0)),
            Shape::Square => polygon(&[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)]),
            Shape::Up => polygon(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            Shape::Down => polygon(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
            Shape::Diamond => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            Shape::Cross | Shape::Plus | Shape::Star => {
                let mut line = |a: f64, b: f64| path.segment((x - unit(a), y - unit(b)), (x + unit(a), y + unit(b)));
                if self.shape != Shape::Plus {
                    line(0.9, 0.9);
                    line(-0.9, 0.9);
                }
                if self.shape != Shape::Cross {
                    line(1.2, 0.0);
                    line(0.0, 1.2);
                }
            }
        }
    }
}

/// Calls back with the lines of a hatch within a rectangle.
pub(crate) fn hatch(
    (slopes, gap): (&[Slope], f64),
    ((left, top), (right, bottom)): (Spot, Spot),
    mut line: impl FnMut(Spot, Spot),
) {
    #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
    let gap = (gap * UNIT) as i32;
    for slope in slopes {
        // All lines start at multiples of the gap, so that they meet those of the next bar.
        let steps =
            |from: i32, to: i32| (from.div_euclid(gap) + 1..=(to - 1).div_euclid(gap)).map(move |step| step * gap);
        match slope {
            Slope::Level => steps(top, bottom).for_each(|y| line((left, y), (right, y))),
            Slope::Upright => steps(left, right).for_each(|x| line((x, top), (x, bottom))),
            Slope::Rising => {
                // x + y is the same all along.
                for sum in steps(left + top, right + bottom) {
                    let (from, to) = (left.max(sum - bottom), right.min(sum - top));
                    line((from, sum - from), (to, sum - to));
                }
            }
            Slope::Falling => {
                for difference in steps(left - bottom, right - top) {
                    let (from, to) = (left.max(difference + top), right.min(difference + bottom));
                    line((from, from - difference), (to, to - difference));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_differ_even_in_grey() {
        for a in 0..60 {
            for b in a + 1..60 {
                let (one, other) = (Style::of(a), Style::of(b));
                assert_ne!((one.marker, one.dash), (other.marker, other.dash), "{a} {b}");
                assert_ne!((one.colour, one.hatch), (other.colour, other.hatch), "{a} {b}");
                if b < 13 {
                    assert_ne!(one.marker, other.marker);
                    assert_ne!(one.hatch, other.hatch);
                }
            }
        }
    }

    #[test]
    fn more_is_darker() {
        let light = |(r, g, b): Colour| 3 * u32::from(r) + 6 * u32::from(g) + u32::from(b);
        let heats: Vec<u32> = (0..=20).map(|part| light(heat(f64::from(part) / 20.0))).collect();
        assert!(heats.windows(2).all(|pair| pair[0] > pair[1]), "{heats:?}");
    }

    #[test]
    fn hatches_stay_within_their_bar() {
        for &hatching in &HATCHES[1..] {
            let mut lines = 0;
            hatch(hatching, ((1234, 567), (3234, 5567)), |from, to| {
                let inside = |(x, y): Spot| (1234..=3234).contains(&x) && (567..=5567).contains(&y);
                assert!(inside(from) && inside(to), "{from:?} {to:?}");
                lines += 1;
            });
            assert!(lines > 2);
        }
    }
}
