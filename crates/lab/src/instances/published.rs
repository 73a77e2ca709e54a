//! Published sets of positions, with the lengths that are known.

use std::collections::BTreeMap;

use fewest_engine::Puzzle;

use super::{Flaw, Written};

const KORF: &str = include_str!("../../data/korf100.txt");
const KORF_LENGTHS: &str = include_str!("../../data/korf100-lengths.txt");
const MTM_SAMPLES: &str = include_str!("../../data/mtm_samples.txt");

pub(super) fn set(name: &str) -> Result<Vec<Written>, Flaw> {
    match name {
        "korf100" => Ok(korf()),
        "mtm-samples" => Ok(samples()),
        _ => Err(format!("there is no set {name:?}; choose korf100 or mtm-samples").into()),
    }
}

/// Korf's hundred 15-puzzles (1985), named by their number in his table, with the lengths under `stm`.
fn korf() -> Vec<Written> {
    let positions = lines(KORF).zip(lines(KORF_LENGTHS));
    let written = |(number, (position, length)): (usize, (&str, &str))| {
        let puzzle = Puzzle::new("tiles", position).with("goal", "blank-first");
        let optima = length.parse().map(|length| ("stm".to_owned(), length));
        Written {
            place: format!("position {number} of korf100"),
            name: format!("{number:03}"),
            optima: optima.into_iter().collect(),
            puzzle,
        }
    };
    (1..).zip(positions).map(written).collect()
}

/// Thirty 8-puzzles of a student report, with the lengths under both metrics.
fn samples() -> Vec<Written> {
    let written = |line: &str| {
        let mut parts = line.split('|').map(str::trim);
        let (name, stm, mtm, position) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let optima = [("stm".to_owned(), stm.parse().ok()?), ("mtm".to_owned(), mtm.parse().ok()?)];
        Some(Written {
            place: format!("{name} of mtm-samples"),
            name: name.to_owned(),
            optima: BTreeMap::from(optima),
            puzzle: Puzzle::new("tiles", position),
        })
    };
    lines(MTM_SAMPLES).filter_map(written).collect()
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
