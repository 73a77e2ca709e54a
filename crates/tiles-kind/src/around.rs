//! Lists of boards: all there are, and those around a goal by their distance.

use std::collections::HashSet;

use fewest_engine::kit::list_by_rank;
use fewest_engine::{Around, Cancel, Result};
use fewest_search::capability::Ranked;
use fewest_tiles::{Direction, Nibbles, Position, Slide, Stm, Tiles};

/// Boards of which it is known how far from a goal with the blank in a corner a position can be: 3×4, and 4×4 (Brüngger,
/// Marzetta, Fukuda and Nievergelt 1999).
const FARTHEST: [(usize, usize, usize); 2] = [(3, 4, 53), (4, 4, 80)];

/// Every board from which a goal can be reached, by rank.
pub(crate) fn every(goal: &Position, limit: u64, most: usize) -> Result<Vec<String>> {
    match Tiles::<Nibbles, Stm>::new(goal) {
        Ok(space) => {
            list_by_rank(space.rank_count(), limit, most, |rank| space.position(&space.unrank(rank)).to_string())
        }
        // Beyond 16 cells there are more than anybody lists.
        Err(_) => list_by_rank(None, limit, most, |_| String::new()),
    }
}

/// The boards around a goal by single steps, up to a distance or to where they become too many.
pub(crate) fn around(goal: &Position, farthest: u32, most: usize, cancel: &Cancel) -> Around {
    let mut seen = HashSet::from([goal.clone()]);
    let mut layers = vec![vec![goal.clone()]];
    let mut is_all = false;
    'layers: for _ in 0..farthest {
        let mut next = Vec::new();
        for position in layers.last().into_iter().flatten() {
            for direction in Direction::ALL {
                let mut moved = position.clone();
                if moved.try_slide(Slide { direction, length: 1 }).is_ok() && seen.insert(moved.clone()) {
                    next.push(moved);
                }
            }
            if seen.len() > most {
                break 'layers;
            }
        }
        if next.is_empty() {
            is_all = true;
            break;
        }
        if cancel.is_cancelled() {
            break;
        }
        layers.push(next);
    }
    let layers = layers.iter().map(|layer| layer.iter().map(ToString::to_string).collect()).collect();
    Around { layers, is_all, farthest: known_farthest(goal), what: format!("a board of {}", goal.size()) }
}

/// How far from a goal a board can be, where that is known.
fn known_farthest(goal: &Position) -> Option<u32> {
    let size = goal.size();
    let (short, long) = (size.width().min(size.height()), size.width().max(size.height()));
    let &(.., most) = FARTHEST.iter().find(|(width, height, _)| (*width, *height) == (short, long))?;
    let [last_row, last_column] = [size.height() - 1, size.width() - 1];
    let corners = [(0, 0), (0, last_column), (last_row, 0), (last_row, last_column)];
    // From the goal to one with the blank in a corner it is no farther than the blank goes.
    let aside = corners.iter().map(|&(row, column)| size.distance(goal.blank(), size.cell(row, column))).min();
    u32::try_from(most + aside.unwrap_or(0)).ok()
}
