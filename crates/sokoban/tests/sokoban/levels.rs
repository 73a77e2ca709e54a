//! Small random levels.

use std::ops::RangeInclusive;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use fewest_sokoban::Level;
use rand::RngExt;
use rand::SeedableRng;

/// As many levels as asked for: a room of at most 6×5 with a few walls, one to three boxes, a player. Some boxes or goals
/// may be where the player never comes.
pub(crate) fn random(count: usize, seed: u64) -> impl Iterator<Item = Arc<Level>> {
    levels(count, seed, 1..=3, 5)
}

/// The same with more boxes and more walls.
pub(crate) fn crowded(count: usize, seed: u64) -> impl Iterator<Item = Arc<Level>> {
    levels(count, seed, 3..=5, 3)
}

/// Levels with so many boxes, and walls on at most one square of so many.
fn levels(count: usize, seed: u64, boxes: RangeInclusive<usize>, spacing: usize) -> impl Iterator<Item = Arc<Level>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let (width, height) = (random.random_range(3..=6), random.random_range(3..=5));
        let boxes = random.random_range(boxes.clone());
        let walls = random.random_range(0..=width * height / spacing);
        let mut squares = vec![' '; width * height];
        squares[..walls].fill('#');
        for left in (1..squares.len()).rev() {
            squares.swap(left, random.random_range(0..=left));
        }
        furnished(squares, width, boxes, &mut random)
    })
    .flatten()
    .take(count)
}

/// Two rooms with a tunnel between them, two boxes.
pub(crate) fn tunnels(count: usize, seed: u64) -> impl Iterator<Item = Arc<Level>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let squares = ["    ##    ", "          ", "    ##    ", "    ##    "].concat().chars().collect();
        furnished(squares, 10, 2, &mut random)
    })
    .flatten()
    .take(count)
}

/// Puts boxes, goals and a player into a room; `None` where there is no place for them.
fn furnished(mut squares: Vec<char>, width: usize, boxes: usize, random: &mut ChaCha8Rng) -> Option<Arc<Level>> {
    let height = squares.len() / width;
    // Boxes go mostly where they are not at the rim; goals may lie under boxes and the player.
    for mark in std::iter::repeat_n('$', boxes).chain(['@']) {
        let is_inside = |at: usize| (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width));
        let inside = mark == '$' && random.random_range(0..8) > 0;
        let is_free = |&at: &usize| squares[at] == ' ' && (!inside || is_inside(at));
        let free: Vec<usize> = (0..squares.len()).filter(is_free).collect();
        squares[*free.get(random.random_range(0..free.len().max(1)))?] = mark;
    }
    for _ in 0..boxes {
        let free: Vec<usize> = (0..squares.len()).filter(|&at| " @$".contains(squares[at])).collect();
        let at = *free.get(random.random_range(0..free.len().max(1)))?;
        squares[at] = match squares[at] {
            '@' => '+',
            '$' => '*',
            _ => '.',
        };
    }
    let rim = "#".repeat(width + 2);
    let rows: Vec<String> = squares.chunks(width).map(|row| format!("#{}#", row.iter().collect::<String>())).collect();
    let text = format!("{rim}\n{}\n{rim}", rows.join("\n"));
    Some(Arc::new(text.parse().unwrap_or_else(|faults| panic!("{faults}\n{text}"))))
}
