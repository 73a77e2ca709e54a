//! An analysis as text for people.

use std::fmt;

use fewest_text::thousands;

use crate::explore::analysis::reached;
use crate::explore::{Analysis, Figure, GoalDistances, Need, Pair, PieceRole, Solutions, Traps, Verdict, starting_at};
use crate::position::Position;

/// The longest list of layers that is printed in full.
const MOST_LAYERS: usize = 24;

/// Writes a name, or nothing, and beside it a value as `write!` does.
macro_rules! row {
    ($f:expr, $name:expr, $($value:tt)*) => {
        writeln!($f, "{}", format!("{:<15}{}", $name, format_args!($($value)*)).trim_end())
    };
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_reach(f)?;
        part(f, "to the goal", &self.goal_distances, |f, distances| self.write_distances(f, distances))?;
        part(f, "solutions", &self.solutions, write_solutions)?;
        part(f, "farthest apart", &self.pair, |f, pair| self.write_pair(f, pair))?;
        part(f, "bottlenecks", &self.traps, |f, traps| self.write_traps(f, traps))?;
        part(f, "choices", &self.choices, |f, choices| {
            row!(
                f,
                "branching",
                "{:.2} moves from a state, {:.2} along a shortest solution",
                choices.branching,
                choices.branching_on_the_way
            )?;
            row!(
                f,
                "choices",
                "{:.2} available after each move: {:.0} % no nearer to a goal, {:.0} % farther away",
                choices.offered,
                100.0 * choices.wrong_turns,
                100.0 * choices.turns_away
            )?;
            row!(
                f,
                "",
                "{:.1} moves without an alternative, {:.1} counterintuitive",
                choices.forced,
                choices.counterintuitive
            )
        })?;
        part(f, "pieces", &self.pieces, |f, pieces| {
            write_roles(f, &pieces.roles)?;
            let minimal = match pieces.is_minimal() {
                Some(true) => "yes: removing any piece changes the optimum",
                Some(false) => "no",
                None => "unknown",
            };
            row!(f, "minimal", "{minimal}")
        })?;
        part(f, "difficulty", &self.difficulty, |f, difficulty| {
            row!(f, "difficulty", "{} ({:.1} bits)", difficulty.grade, difficulty.bits)
        })
    }
}

impl Analysis {
    /// So many moves, in words of the metric.
    fn moves(&self, count: u32) -> String {
        counted(count, self.metric.word())
    }

    fn write_reach(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reach = &self.reach;
        row!(f, "metric", "{}", self.metric)?;
        let verdict = match reach.verdict {
            Verdict::Solved(optimum) => self.moves(optimum),
            Verdict::Unsolvable => "there is no solution: every state that can be reached was examined".to_owned(),
            Verdict::Unknown { at_least, limit } => {
                format!("unknown, at least {}: {}", self.moves(at_least), reached(limit))
            }
            Verdict::Unasked => "unknown".to_owned(),
        };
        row!(f, "optimum", "{verdict}")?;
        let so_far = reach.limit.map_or(String::new(), |limit| format!(" so far: {}", reached(limit)));
        row!(f, "states", "{}, of which {} are goals{so_far}", thousands(reach.states), thousands(reach.goals))?;
        if let Some(farthest) = reach.eccentricity() {
            row!(f, "from the start", "{} to the farthest state", self.moves(farthest))?;
        }
        write_layers(f, &reach.layers)?;
        if !reach.is_reversible {
            row!(f, "", "pieces can leave the board: not every move can be taken back")?;
        }
        Ok(())
    }

    fn write_distances(&self, f: &mut fmt::Formatter<'_>, distances: &GoalDistances) -> fmt::Result {
        let count = distances.hardest_count;
        row!(
            f,
            "to the goal",
            "{:.1} on average, {} from the hardest start{}",
            distances.mean,
            self.moves(distances.hardest),
            if count == 1 { String::new() } else { format!(" (one of {})", thousands(count)) }
        )?;
        write_layers(f, &distances.layers)?;
        if distances.lost > 0 {
            row!(f, "", "{} states from which no goal can be reached", thousands(distances.lost))?;
        }
        for start in &distances.hardest_starts {
            row!(f, "hardest start", "")?;
            indented(f, &starting_at(start).map_or_else(|| start.to_string(), |puzzle| puzzle.to_string()))?;
        }
        Ok(())
    }

    fn write_pair(&self, f: &mut fmt::Formatter<'_>, pair: &Pair) -> fmt::Result {
        let bound = match pair.at_most {
            _ if pair.is_exact() => "no two states are farther apart".to_owned(),
            Some(at_most) => format!("and no two states are more than {at_most} apart"),
            None => "others may be farther apart".to_owned(),
        };
        row!(f, "farthest apart", "{}; {bound}", self.moves(pair.distance))?;
        side_by_side(f, &pair.from, &pair.to)
    }

    fn write_traps(&self, f: &mut fmt::Formatter<'_>, traps: &Traps) -> fmt::Result {
        let stuck =
            if traps.stuck > 0 { format!(", {} without any move", thousands(traps.stuck)) } else { String::new() };
        row!(f, "dead ends", "{} states with a single move{stuck}", thousands(traps.dead_ends))?;
        if self.reach.verdict.optimum().is_none() {
            return Ok(());
        }
        row!(
            f,
            "bottlenecks",
            "every solution passes {} and makes {}",
            counted(traps.passes, "state"),
            counted(traps.pass_moves, "move")
        )?;
        for (depth, position) in &traps.pass_states {
            row!(f, "", "{} from the start:", self.moves(*depth))?;
            indented(f, &position.to_string())?;
        }
        Ok(())
    }
}

fn write_solutions(f: &mut fmt::Formatter<'_>, solutions: &Solutions) -> fmt::Result {
    row!(
        f,
        "solutions",
        "{}{} of this length, with {}",
        if solutions.is_exact { "" } else { "more than " },
        thousands(solutions.count),
        counted(solutions.ends, "end")
    )?;
    row!(
        f,
        "",
        "they pass {}; all of them pass {} and make {}",
        counted(solutions.states, "state"),
        counted(solutions.forced_states, "state"),
        counted(solutions.forced_moves, "move")
    )
}

fn write_roles(f: &mut fmt::Formatter<'_>, roles: &[PieceRole]) -> fmt::Result {
    for (index, role) in roles.iter().enumerate() {
        let need = match role.need {
            Some(Need::Named) => "named by the goal".to_owned(),
            Some(Need::None) => "not needed: the optimum is the same without it".to_owned(),
            Some(Need::AsWall) => format!("needed, but need not move; without it {}", verdict(role.without)),
            Some(Need::Moves) => format!("needed; without it {}, fixed {}", verdict(role.without), verdict(role.fixed)),
            None => format!("without it {}, fixed {}", verdict(role.without), verdict(role.fixed)),
        };
        row!(f, if index == 0 { "pieces" } else { "" }, "{}  {need}", role.label)?;
    }
    Ok(())
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Solved(optimum) => optimum.to_string(),
        Verdict::Unsolvable => "no solution".to_owned(),
        Verdict::Unknown { limit, .. } => format!("unknown ({limit})"),
        Verdict::Unasked => "not examined".to_owned(),
    }
}

/// A part, or why it is missing; nothing where it was not asked for.
fn part<T>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    part: &Figure<T>,
    write: impl FnOnce(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    match part {
        Figure::Known(known) => write(f, known),
        Figure::Missing(super::Why::Unasked | super::Why::AtGoal | super::Why::Unsolvable) => Ok(()),
        Figure::Missing(why) => row!(f, name, "unknown: {why}"),
    }
}

fn indented(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.lines().try_for_each(|line| row!(f, "", "  {line}"))
}

fn side_by_side(f: &mut fmt::Formatter<'_>, from: &Position, to: &Position) -> fmt::Result {
    let (from, to) = (from.to_string(), to.to_string());
    let width = from.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    from.lines().zip(to.lines()).try_for_each(|(from, to)| row!(f, "", "  {from:<width$}    {to}"))
}

/// The sizes of layers; of many, the first and the last ones.
fn write_layers(f: &mut fmt::Formatter<'_>, layers: &[u64]) -> fmt::Result {
    let list = |layers: &[u64]| layers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let text = if layers.len() <= MOST_LAYERS {
        list(layers)
    } else {
        let half = MOST_LAYERS / 2;
        format!("{} … {}", list(&layers[..half]), list(&layers[layers.len() - half..]))
    };
    row!(f, "", "layers: {text}")
}

fn counted(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    format!("{} {noun}{}", thousands(count), if count == 1 { "" } else { "s" })
}
