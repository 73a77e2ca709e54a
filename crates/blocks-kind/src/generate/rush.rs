//! Hard Rush Hour boards.

use std::ops::ControlFlow;
use std::time::Instant;

use fewest_blocks::design::Method;
use fewest_blocks::design::rush::{Census, RushHunt, RushMetric};
use fewest_engine::generate::{FamilyInfo, GenerateEvent, Generated, Tally};
use fewest_engine::{FieldInfo, Result};
use fewest_search::LimitKind;
use serde_json::json;

use super::stock::{range, sides};
use super::{Search, rush_form, wish};

pub(super) const INFO: FamilyInfo = FamilyInfo {
    name: "rush",
    about: "Search for hard Rush Hour boards",
    fields: &[
        FieldInfo::text("size", "WxH", "Columns and rows, at most 6 each").or("6x6"),
        FieldInfo::number("red-row", "The row of the red car, from 1; by default the middle one, or the upper of two"),
        FieldInfo::text("lengths", "A-B", "The lengths of the other cars, such as 2 or 2-3").or("2-3"),
        FieldInfo::text("walls", "A-B", "The number of walls, such as 1 or 0-2").or("0"),
        FieldInfo::text(
            "metric",
            "METRIC",
            "What counts as one move: slide (a car over any distance, as in the game) or step (a car by one square)",
        )
        .or("slide"),
    ],
    flags: &[
        ("any", "Also print boards with cars that could be removed"),
        ("tally", "Only count all boards of this kind and their clusters of positions"),
    ],
    help: "Prints one line per board, the hardest first, in the form of published collections: its length, the board \
           row by row and the number of positions that can be reached. Other commands read these lines. Boards that \
           are mirror images of each other count as one. Without --any, every board is minimal: it becomes easier if \
           any car is removed.",
    examples: &[
        "rush --size 5x5",
        "rush --walks 500 --seed 7 --state hunt.json",
        "rush --count 1 | fewest solve -",
        "rush --size 5x5 --tally",
    ],
};

/// Squares of a board of which all arrangements are looked at unless told otherwise.
const SMALL: u16 = 25;

/// Searches.
pub(super) fn run(search: &mut Search<'_>) -> Result<Generated> {
    let boards = boards(search)?;
    if search.is_tally()? {
        return tally(&boards, search);
    }
    let squares = boards.width * boards.height;
    let method = search.method(squares <= SMALL && *boards.walls.end() == 0)?;
    let unit = search.needed("metric", |word| match word.to_ascii_lowercase().as_str() {
        "slide" => Ok(RushMetric::Slide),
        "step" => Ok(RushMetric::Step),
        _ => Err(format!("{word:?} is not a metric of Rush Hour boards; choose slide or step")),
    })?;
    let family = RushHunt {
        unit,
        least: search.least(),
        most: search.most(),
        minimal: !search.request.has("any"),
        ..RushHunt::new(boards, method).map_err(|error| wish(error.to_string()))?
    };
    if method == Method::Enumerate && squares > SMALL {
        (search.sink)(GenerateEvent::Warning(
            "there are very many boards of this size, so this can take days; set a time limit and name a file for the state",
        ));
    }
    search.hunt(&family, method, |_, found| {
        let board = rush_form(&found.puzzle).unwrap_or_else(|| found.find.text.clone());
        format!("{:02} {board} {}", found.find.length, found.find.positions)
    })
}

/// The boards that are asked for.
fn boards(search: &Search<'_>) -> Result<Census> {
    let (width, height) = search.needed("size", sides)?;
    if !(3..=6).contains(&width) || !(1..=6).contains(&height) {
        return Err(wish(format!(
            "a board of {width}×{height} cannot be searched: use 3 to 6 columns and at most 6 rows"
        )));
    }
    let usual = Census::new(width, height);
    let red_row = search.field("red-row", |row| match row.trim().parse() {
        Ok(row) if (1..=height).contains(&row) => Ok(row - 1),
        _ => Err(format!("there is no row {row} on a board of {height} rows")),
    })?;
    let (least, most) = search.needed("lengths", range)?.into_inner();
    if least < 2 || most > width.max(height) {
        return Err(wish(format!(
            "cars of {least} to {most} squares are not possible: a car has at least 2 squares and is no longer than the board"
        )));
    }
    let walls = search.needed("walls", range)?;
    if *walls.start() > width * height {
        return Err(wish(format!("the board has fewer than {} squares for walls", walls.start())));
    }
    let length = |length: u16| u8::try_from(length).unwrap_or(u8::MAX);
    let walls = u32::from(*walls.start())..=u32::from(*walls.end());
    let red_row = red_row.unwrap_or(usual.red_row);
    Ok(Census { red_row, lengths: length(least)..=length(most), walls, ..usual })
}

/// Counts all boards.
fn tally(boards: &Census, search: &Search<'_>) -> Result<Generated> {
    let limits = &search.limits;
    let begun = Instant::now();
    let is_late = || limits.time.is_some_and(|time| begun.elapsed() >= time);
    let (mut longest, mut met) = (0, 0u64);
    let counted = boards.run(limits, |cluster| {
        longest = longest.max(cluster.length().unwrap_or_default());
        met += 1;
        let is_over = limits.cancel.is_cancelled() || (met.is_multiple_of(256) && is_late());
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (tally, limit) = counted.map_err(|error| wish(error.to_string()))?;
    let limit = limit.map(|limit| if is_late() { LimitKind::Time } else { limit });
    let rows = vec![
        ("boards on which no car can go up or left", tally.boards),
        ("positions", tally.positions),
        ("clusters of positions that can reach each other", tally.clusters),
        ("solvable clusters", tally.solvable),
        ("of which with a minimal hardest board", tally.minimal),
        ("moves of the hardest board", u64::from(longest)),
    ];
    let json = json!({
        "boards": tally.boards, "positions": tally.positions, "clusters": tally.clusters, "solvable": tally.solvable,
        "minimal": tally.minimal, "hardest": longest, "limit": limit.map(|limit| limit.to_string()),
    });
    let remark = limit.map(|limit| format!("{limit}: the counts are not complete"));
    Ok(Generated { tally: Some(Tally { rows, json }), limit, remark, ..Generated::default() })
}
