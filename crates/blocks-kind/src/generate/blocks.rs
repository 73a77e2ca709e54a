//! Hard puzzles of given pieces.

use fewest_blocks::design::{BlocksHunt, BlocksHuntError, BlocksWish, LayoutCensus, LayoutError, MAX_SQUARES, Stock};
use fewest_blocks::{Metric, Square};
use fewest_engine::generate::{FamilyInfo, Generated, Tally};
use fewest_engine::{FieldInfo, Result};
use fewest_search::LimitKind;
use serde_json::json;

use super::stock::{range, sides, square, stock};
use super::{Search, wish};
use crate::titled;

pub(super) const INFO: FamilyInfo = FamilyInfo {
    name: "blocks",
    about: "Search for hard puzzles with given pieces",
    fields: &[
        FieldInfo::text("size", "WxH", "Columns and rows").or("4x5"),
        FieldInfo::text(
            "pieces",
            "PIECES",
            "The pieces, such as \"2x2 1x2*4 2x1 1x1*4\"; the first is the one with a goal",
        )
        .required(),
        FieldInfo::text(
            "target",
            "X,Y",
            "Where the upper left corner of the first piece must end, column and row from 1; by default, in the middle \
             of the lower edge",
        ),
        FieldInfo::text("walls", "SQUARES", "Squares that are walls, such as \"1,1 4,1\""),
        FieldInfo::text("gaps", "A-B", "The number of free squares, such as 2 or 1-4; by default, any number"),
        FieldInfo::text("metric", "METRIC", "What counts as one move: step, slide, move or group").or("move"),
    ],
    flags: &[
        ("minimal", "Find only puzzles that become easier if any piece is removed"),
        ("tally", "Only count all layouts, and the groups of layouts that can reach each other"),
    ],
    help: "Write a piece as columns x rows, such as 1x2, or row by row, such as oo/o. for a corner of three squares; \
           after * comes how many there are, or may be: 1x1*4, 1x1*0-6. The first piece is the one that must reach the \
           target; no other piece may have its shape. Boards have up to 64 squares; on up to 32, all layouts can be \
           counted and examined.\n\nThe puzzles are printed in native form, the hardest first. Puzzles that are equal \
           by symmetry count as one.",
    examples: &[
        "blocks --pieces \"2x2 1x2*4 2x1 1x1*4\"",
        "blocks --size 4x4 --pieces \"oo/o. 1x2*2 2x1*2 1x1*0-4\" --target 3,3 --gaps 1-3",
        "blocks --pieces \"2x2 1x2*0-7 2x1*0-7 1x1*0-14\" --gaps 2-16 --tally",
    ],
};

/// The most squares of a board.
const MOST_SQUARES: usize = 64;

/// Searches.
pub(super) fn run(search: &mut Search<'_>) -> Result<Generated> {
    let layouts = layouts(search)?;
    if search.is_tally()? {
        return tally(&layouts, search);
    }
    let squares = usize::from(layouts.width) * usize::from(layouts.height);
    if squares > MOST_SQUARES {
        return Err(wish(format!(
            "a board of {squares} squares is too large: puzzles are searched on up to {MOST_SQUARES}"
        )));
    }
    let method = search.method(squares <= MAX_SQUARES)?;
    let target = match search.field("target", square)? {
        Some(target) => target,
        None => lower_middle(&layouts)?,
    };
    let metric = search.needed("metric", |word| word.parse::<Metric>().map_err(|error| error.to_string()))?;
    let wanted = BlocksWish {
        metric,
        method,
        least: search.least(),
        most: search.most(),
        minimal: search.request.has("minimal"),
        ..BlocksWish::new(layouts, 0, target)
    };
    let family = match BlocksHunt::new(wanted, &search.limits) {
        Ok(family) => family,
        Err(BlocksHuntError::Layouts(LayoutError::Limit(limit))) => return Ok(stopped(limit)),
        Err(BlocksHuntError::Goal(..)) => {
            return Err(wish("there must be exactly one first piece, because it is the one with a goal".to_owned()));
        }
        Err(other) => return Err(wish(other.to_string())),
    };
    search.hunt(&family, method, |rank, found| {
        let length = found.find.length;
        let plural = if length == 1 { "" } else { "s" };
        let positions = found.find.positions;
        let title = format!("Number {rank}, {length} move{plural} ({metric}), {positions} positions");
        titled(&found.puzzle, title).to_string()
    })
}

/// The layouts that are asked for.
fn layouts(search: &Search<'_>) -> Result<LayoutCensus> {
    let (width, height) = search.needed("size", sides)?;
    let gaps = search.field("gaps", range)?.unwrap_or(0..=width * height);
    if *gaps.start() > width * height {
        return Err(wish(format!("the board has fewer than {} squares, so they cannot be free", gaps.start())));
    }
    let stock = search.needed("pieces", stock)?;
    let least: usize = stock.iter().map(|pieces| pieces.shape.len() * usize::from(*pieces.count.start())).sum();
    let walls: Vec<Square> =
        search.field("walls", |text| text.split_whitespace().map(square).collect())?.unwrap_or_default();
    let room = (usize::from(width) * usize::from(height)).saturating_sub(walls.len());
    let free = room.saturating_sub(usize::from(*gaps.start()));
    if least > free {
        let kept = if free < room { format!(", and {} of them stay free", room - free) } else { String::new() };
        return Err(wish(format!(
            "the pieces do not fit: they cover at least {least} squares, but a board of {width}×{height} has {room} \
             for them{kept}"
        )));
    }
    let is_too_large = |pieces: &&Stock| {
        let side = |of: fn(&Square) -> u16| pieces.shape.iter().map(of).max().unwrap_or_default() + 1;
        *pieces.count.start() > 0 && (side(|square| square.x) > width || side(|square| square.y) > height)
    };
    if stock.iter().any(|pieces| is_too_large(&pieces)) {
        return Err(wish(format!("a piece is larger than the board of {width}×{height}")));
    }
    Ok(LayoutCensus { width, height, walls, stock, gaps })
}

/// Where the first piece shall be unless that is said: in the middle of the lower edge.
fn lower_middle(layouts: &LayoutCensus) -> Result<Square> {
    let Stock { shape, .. } = &layouts.stock[0];
    let side = |of: fn(&Square) -> u16| shape.iter().map(of).max().unwrap_or_default() + 1;
    let (width, height) = (side(|square| square.x), side(|square| square.y));
    if width > layouts.width || height > layouts.height {
        return Err(wish("the first piece is larger than the board".to_owned()));
    }
    Ok(Square::new((layouts.width - width) / 2, layouts.height - height))
}

/// That a limit came before there was anything to tell.
fn stopped(limit: LimitKind) -> Generated {
    let remark = format!("{limit}: not all layouts were counted; annealing needs no count");
    Generated { limit: Some(limit), remark: Some(remark), ..Generated::default() }
}

/// Counts all layouts.
fn tally(layouts: &LayoutCensus, search: &Search<'_>) -> Result<Generated> {
    let all = match layouts.run(&search.limits) {
        Ok(all) => all,
        Err(LayoutError::Limit(limit)) => return Ok(stopped(limit)),
        Err(error) => return Err(wish(error.to_string())),
    };
    let largest = all.sets.iter().flat_map(|set| &set.groups).map(|group| group.layouts).max().unwrap_or_default();
    let rows = vec![
        ("layouts", all.layouts()),
        ("groups of layouts that can reach each other", all.groups()),
        ("layouts of the largest group", largest),
        ("sets of pieces", all.sets.len() as u64),
    ];
    let json = json!({
        "layouts": all.layouts(), "groups": all.groups(), "piece_sets": all.sets.len(), "largest_group": largest,
    });
    Ok(Generated { tally: Some(Tally { rows, json }), ..Generated::default() })
}
