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
    about: "search for hard Rush Hour boards",
    fields: &[
        FieldInfo::text("size", "WxH", "columns and rows, at most 6 each").or("6x6"),
        FieldInfo::number("red-row", "the row of the red car, from 1; absent: the middle one, or the upper of two"),
        FieldInfo::text("lengths", "A-B", "the lengths of the other cars, such as 2 or 2-3").or("2-3"),
        FieldInfo::text("walls", "A-B", "how many walls there may be, such as 1 or 0-2").or("0"),
        FieldInfo::text(
            "metric",
            "METRIC",
            "what counts as one move: slide, a car over any distance, as the game counts; step, a car by one square",
        )
        .or("slide"),
    ],
    flags: &[
        ("any", "also boards with cars that could be left out"),
        ("tally", "only count all boards of this kind, and the clusters of positions that they make up"),
    ],
    help: "What is printed: a line a board, the hardest first, as collections write them: its length, the board row by row \
           and how many positions can be reached. Other commands read these lines. Boards that are mirror images of each \
           other count as one. Every board is minimal, unless any are asked for: no car can be left out without making it \
           easier.",
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
        _ => Err(format!("{word:?} is no metric of Rush Hour boards; there are slide and step")),
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
            "all boards of this size are very many: this can take days; a time limit and a file of the state help",
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
            "a board of {width}×{height} cannot be searched: 3 to 6 columns and up to 6 rows can"
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
            "cars of {least} to {most} squares cannot be: at least 2, and no longer than the board"
        )));
    }
    let walls = search.needed("walls", range)?;
    if *walls.start() > width * height {
        return Err(wish(format!("{} walls are more than the board has squares", walls.start())));
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
        ("clusters of positions that lead to each other", tally.clusters),
        ("solvable clusters", tally.solvable),
        ("of these with a minimal hardest board", tally.minimal),
        ("moves of the hardest board", u64::from(longest)),
    ];
    let json = json!({
        "boards": tally.boards, "positions": tally.positions, "clusters": tally.clusters, "solvable": tally.solvable,
        "minimal": tally.minimal, "hardest": longest, "limit": limit.map(|limit| limit.to_string()),
    });
    let remark = limit.map(|limit| format!("{limit}: these are not all"));
    Ok(Generated { tally: Some(Tally { rows, json }), limit, remark, ..Generated::default() })
}
