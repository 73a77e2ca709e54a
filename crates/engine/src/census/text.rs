//! A census as text for people, of no more than 80 columns.

use std::fmt::Write;

use fewest_text::{plural, thousands};

use crate::answer::Outcome;
use crate::census::Subject;
use crate::explore::{Exploration, Finding};

/// The most rows of a histogram; where there are more distances, several share a row.
const MOST_ROWS: usize = 56;
/// The longest bar.
const LONGEST: usize = 44;
/// Columns.
const WIDTH: usize = 80;

/// What was found, in words.
pub fn tell(subject: &Subject, found: &Exploration) -> String {
    let mut text = String::new();
    // To write to a string cannot fail.
    let _ = write_all(&mut text, subject, found);
    text
}

fn write_all(text: &mut String, subject: &Subject, found: &Exploration) -> std::fmt::Result {
    line(text, "puzzle", &format!("{}, metric {}", subject.what, found.metric))?;
    if let Some(start) = &subject.start {
        position(text, "start", start)?;
    }
    position(text, "goal", &subject.goal)?;
    let whole = if found.limit.is_some() { ", counting complete layers only" } else { "" };
    let from = if subject.start.is_some() { "can be reached" } else { "can reach the goal" };
    line(text, "positions", &format!("{} {from}{whole}", thousands(found.positions)))?;
    if subject.start.is_some() {
        match (found.optimum, found.outcome) {
            (Some(optimum), _) => line(text, "optimum", &format!("{} from the start to a goal", moves(optimum)))?,
            (None, Outcome::Unsolvable) => line(text, "optimum", "none: no goal can be reached")?,
            (None, _) => line(text, "optimum", &format!("at least {}", moves(found.lower_bound.unwrap_or_default())))?,
        }
        if found.goals != 1 {
            line(text, "goals", &format!("{} goal positions", thousands(found.goals)))?;
        }
        if let (Some(last), None) = (found.layers.last(), &found.limit) {
            let depth = found.layers.len() - 1;
            line(text, "eccentricity", &format!("{depth}: {} at that distance from the start", counted(*last)))?;
        }
    }
    match &found.to_goal {
        Finding::Known(to_goal) => {
            let most = format!("{} to the goal (God's number)", moves(to_goal.hardest));
            line(text, "hardest", &format!("{}: {most}", counted(to_goal.hardest_count)))?;
            let hardest = &to_goal.hardest_starts;
            for (index, hardest) in hardest.iter().enumerate() {
                // Pictures of several rows are kept apart.
                if index > 0 && hardest.contains('\n') {
                    writeln!(text)?;
                }
                position(text, "", hardest)?;
            }
            line(text, "mean", &format!("{:.3} moves to the goal", to_goal.mean))?;
            if to_goal.lost > 0 {
                line(text, "lost", &format!("{} from which no goal can be reached", counted(to_goal.lost)))?;
            }
        }
        Finding::Missing { missing } => line(text, "to the goal", &format!("unknown: {missing}"))?,
    }
    if let Some(limit) = &found.limit {
        line(text, "stopped", limit)?;
    }
    let to_goal = match &found.to_goal {
        Finding::Known(to_goal) => to_goal.layers.as_slice(),
        Finding::Missing { .. } => &[],
    };
    if subject.start.is_some() || to_goal.is_empty() {
        let title =
            if subject.start.is_some() { "positions by distance from the start" } else { "positions by distance" };
        histogram(text, title, &found.layers)?;
    }
    if !to_goal.is_empty() {
        histogram(text, "positions by distance to the goal", to_goal)?;
    }
    Ok(())
}

/// A word and what it is about, on as many lines as it takes.
fn line(text: &mut String, word: &str, what: &str) -> std::fmt::Result {
    let mut head = word;
    let mut row = String::new();
    for part in what.split(' ') {
        if !row.is_empty() && 15 + row.chars().count() + 1 + part.chars().count() > WIDTH {
            writeln!(text, "{head:<15}{row}")?;
            (head, row) = ("", String::new());
        }
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(part);
    }
    writeln!(text, "{head:<15}{row}")
}

/// A position as it is, which may have several rows.
fn position(text: &mut String, word: &str, what: &str) -> std::fmt::Result {
    for (index, row) in what.lines().enumerate() {
        writeln!(text, "{:<15}{row}", if index == 0 { word } else { "" })?;
    }
    Ok(())
}

/// How many positions there are at each distance.
fn histogram(text: &mut String, title: &str, layers: &[u64]) -> std::fmt::Result {
    if layers.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{title}")?;
    let together = layers.len().div_ceil(MOST_ROWS);
    let rows: Vec<u64> = layers.chunks(together).map(|chunk| chunk.iter().sum()).collect();
    let most = rows.iter().copied().max().unwrap_or_default().max(1);
    for (index, &count) in rows.iter().enumerate() {
        let first = index * together;
        let last = (first + together).min(layers.len()) - 1;
        let distance = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let length = (u128::from(count) * LONGEST as u128).div_ceil(u128::from(most)) as usize;
        let row = format!("{distance:>13} {:>17} {}", thousands(count), "#".repeat(length));
        writeln!(text, "{}", row.trim_end())?;
    }
    Ok(())
}

fn moves(count: u32) -> String {
    format!("{count} {}", plural(count as usize, "move", "moves"))
}

fn counted(positions: u64) -> String {
    format!("{} {}", thousands(positions), if positions == 1 { "position" } else { "positions" })
}
