//! Animated GIF. All frames share one palette, and a frame holds only the rectangle that changed.

use std::collections::HashMap;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::RenderError;
use crate::draw::Style;
use crate::film::{Film, between};
use crate::raster;

/// How fast a film runs. Times are in hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Frames from one scene to the next; 1 for jumps.
    pub frames: u16,
    /// The time of each.
    pub frame: u16,
    /// The time that the film rests after a move.
    pub rest: u16,
    /// The time that it rests at its beginning and its end.
    pub ends: u16,
}

impl Default for Pace {
    fn default() -> Self {
        Self { frames: 4, frame: 4, rest: 20, ends: 150 }
    }
}

/// The most frames of a film.
const MOST: usize = 20_000;

/// A picture as numbers of colours.
type Indexed = Vec<u8>;

/// A film as an animated GIF that begins again when it ends. `go_on` is asked several times a frame whether to draw on.
///
/// # Errors
/// No scene, scenes of different sizes, a picture too large, or [`RenderError::Stopped`].
pub fn gif(film: &Film, style: &Style, pace: Pace, go_on: impl Fn() -> bool) -> Result<Vec<u8>, RenderError> {
    film.check()?;
    let steps = usize::from(pace.frames.max(1));
    let frames = (film.scenes.len() - 1).saturating_mul(steps).saturating_add(1);
    if frames > MOST {
        return Err(RenderError::TooLong(frames));
    }
    let (width, height) = raster::size(&film.scenes[0], style)?;
    let palette = Palette::of(film, style, &go_on)?;
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut palette = palette;
    let mut before: Option<Indexed> = None;
    for (number, scene) in film.scenes.iter().enumerate() {
        let last = number + 1 == film.scenes.len();
        let rest = match number {
            0 => pace.ends,
            _ if last => pace.ends,
            _ if film.is_rest(number) => pace.frame.saturating_add(pace.rest),
            _ => pace.frame,
        };
        let first = if number == 0 { steps } else { 1 };
        for step in first..=steps {
            if !go_on() {
                return Err(RenderError::Stopped);
            }
            let mut shown = scene.clone();
            if step < steps {
                let share = ease(f32::from(u16::try_from(step).unwrap_or(0)) / f32::from(pace.frames.max(1)));
                shown = between(&film.scenes[number - 1], scene, share);
            }
            let picture = palette.index(&raster::pixels(&shown, style)?, &go_on)?;
            let delay = if step == steps { rest } else { pace.frame };
            let frame = change(before.as_deref(), &picture, usize::from(width), delay);
            encoder.write_frame(&frame).map_err(failed)?;
            before = Some(picture);
        }
    }
    drop(encoder);
    Ok(file)
}

fn failed(error: impl std::fmt::Display) -> RenderError {
    RenderError::Encoding(error.to_string())
}

/// Slow at both ends.
fn ease(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// The rectangle in which two pictures differ, as a frame.
fn change(before: Option<&[u8]>, picture: &[u8], width: usize, delay: u16) -> Frame<'static> {
    let rows = picture.len() / width;
    let differs = |x: usize, y: usize| before.is_none_or(|before| before[y * width + x] != picture[y * width + x]);
    let used = |y: usize| (0..width).any(|x| differs(x, y));
    let top = (0..rows).find(|&y| used(y)).unwrap_or(0);
    let bottom = (0..rows).rev().find(|&y| used(y)).unwrap_or(0);
    let across = |x: usize| (top..=bottom).any(|y| differs(x, y));
    let left = (0..width).find(|&x| across(x)).unwrap_or(0);
    let right = (0..width).rev().find(|&x| across(x)).unwrap_or(0);
    let buffer: Vec<u8> =
        (top..=bottom).flat_map(|y| picture[y * width + left..=y * width + right].iter().copied()).collect();
    let side = |value: usize| u16::try_from(value).expect("a picture has at most 8192 rows and columns");
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        left: side(left),
        top: side(top),
        width: side(right - left + 1),
        height: side(bottom - top + 1),
        buffer: buffer.into(),
        ..Frame::default()
    }
}

/// How far two colours are apart.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    (0..3).map(|index| u32::from(a[index].abs_diff(b[index])).pow(2)).sum()
}

/// Chooses 256 of many colours, which come with the most frequent first: all that fill areas, then those of edges that are
/// farthest from the ones chosen so far, then closer and closer ones.
fn choose(colours: &[([u8; 3], u64)]) -> Vec<[u8; 3]> {
    let all: u64 = colours.iter().map(|(_, count)| count).sum();
    let areas = colours.iter().take(128).filter(|(_, count)| count * 1000 >= all);
    let mut chosen: Vec<[u8; 3]> = areas.map(|(colour, _)| *colour).collect();
    for far in [64u32, 48, 36, 27, 20, 15, 11, 8, 6, 4, 2, 1] {
        for &(colour, _) in colours {
            if chosen.len() == 256 {
                return chosen;
            }
            if chosen.iter().all(|&other| distance(colour, other) >= far * far) {
                chosen.push(colour);
            }
        }
    }
    chosen
}

/// The colours of a film; those that found no place become the nearest of them.
struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn of(film: &Film, style: &Style, go_on: &impl Fn() -> bool) -> Result<Self, RenderError> {
        let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
        // The first and the last scene and some between show all colours there are.
        let stride = film.scenes.len().div_ceil(8).max(1);
        let last = film.scenes.last().into_iter();
        for scene in film.scenes.iter().step_by(stride).chain(last) {
            runs(&raster::pixels(scene, style)?, go_on, |colour, length| {
                *counts.entry(colour).or_default() += length as u64;
            })?;
        }
        let mut colours: Vec<([u8; 3], u64)> = counts.into_iter().collect();
        // By number, then by colour, so that the file is the same each time.
        colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        Ok(Self { colours: choose(&colours), known: HashMap::new() })
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn index(&mut self, pixels: &tiny_skia::Pixmap, go_on: &impl Fn() -> bool) -> Result<Indexed, RenderError> {
        let mut indexed = Indexed::with_capacity(pixels.pixels().len());
        runs(pixels, go_on, |colour, length| indexed.extend(std::iter::repeat_n(self.nearest(colour), length)))?;
        Ok(indexed)
    }

    fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let nearest = (0u8..=255).zip(colours).min_by_key(|(_, other)| distance(colour, **other));
            nearest.map_or(0, |(index, _)| index)
        })
    }
}

/// Visits neighbouring pixels of one colour together, row by row, and asks now and then whether to go on.
fn runs(
    pixels: &tiny_skia::Pixmap,
    go_on: &impl Fn() -> bool,
    mut visit: impl FnMut([u8; 3], usize),
) -> Result<(), RenderError> {
    for rows in pixels.pixels().chunks(1 << 17) {
        if !go_on() {
            return Err(RenderError::Stopped);
        }
        rows.chunk_by(|a, b| a == b).for_each(|run| visit(opaque(run[0]), run.len()));
    }
    Ok(())
}

/// A pixel on white, for GIF knows no half-seen colours.
fn opaque(pixel: tiny_skia::PremultipliedColorU8) -> [u8; 3] {
    let behind = 255 - pixel.alpha();
    [pixel.red() + behind, pixel.green() + behind, pixel.blue() + behind]
}
