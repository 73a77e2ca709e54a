//! A way from a position to the goal, step by step.

use fewest_engine::stage::Stage;
use fewest_engine::{Answer, EngineError, Kinds, Notation, Puzzle};

/// Moves from the end of `base` on.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) base: Vec<String>,
    pub(crate) steps: Vec<String>,
    /// What each step is called, where that is not how it is written for the engine.
    names: Option<Vec<String>>,
    /// Whether no solution is shorter.
    pub(crate) is_shortest: bool,
}

impl Solution {
    /// The solution that a search found from a position, which these moves led to.
    pub(crate) fn of(kinds: Kinds, here: &Puzzle, base: Vec<String>, answer: &Answer) -> Option<Self> {
        let moves = answer.listed_moves()?;
        let is_whole = answer.moves.is_some();
        let view = kinds.view(here, moves).ok().filter(|view| view.illegal.is_none() && (view.solved || !is_whole))?;
        let length = answer.length.and_then(|length| usize::try_from(length).ok());
        let split = length.filter(|length| *length > view.made.len()).and_then(|length| {
            let singles: Vec<String> = view.made.iter().flat_map(|mv| singles(mv)).collect();
            let is_same = |again: &fewest_engine::view::View| again.illegal.is_none() && again.solved;
            let holds =
                singles.len() == length && kinds.view(here, &singles.join(" ")).is_ok_and(|view| is_same(&view));
            holds.then_some(singles)
        });
        let is_shortest = answer.proof == fewest_engine::Proof::Optimal;
        Some(Self { base, steps: split.unwrap_or(view.made), names: None, is_shortest })
    }

    /// The solution of an answer from its start, in its own notation and counted as its metric counts.
    pub(crate) fn of_answer(kinds: Kinds, puzzle: &Puzzle, answer: &Answer) -> Result<Self, EngineError> {
        let moves = answer.listed_moves().unwrap_or_default();
        let mut stage = kinds.of(puzzle)?.stage(puzzle, moves, answer.notation)?;
        let is_shortest = answer.proof == fewest_engine::Proof::Optimal;
        if answer.notation == Notation::Tile
            && let Some(solution) = Self::of(kinds, puzzle, Vec::new(), answer)
        {
            return Ok(solution);
        }
        let (mut steps, mut names): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for index in 0..stage.moves() {
            let name = stage.make(index)?;
            steps.push(step_to(kinds, puzzle, &steps, stage.as_ref())?);
            names.push(name);
        }
        Ok(Self { base: Vec::new(), steps, names: Some(names), is_shortest })
    }

    /// What is left of it behind so many steps, from the position behind these moves.
    pub(crate) fn rest(&self, at: usize, made: Vec<String>) -> Self {
        let names = self.names.as_ref().map(|names| names[at..].to_vec());
        Self { base: made, steps: self.steps[at..].to_vec(), names, is_shortest: self.is_shortest }
    }

    /// How many steps lead to the position behind these moves; nothing where they go another way.
    pub(crate) fn at(&self, made: &[String]) -> Option<usize> {
        let words = |moves: &[String]| moves.iter().flat_map(|mv| mv.split_whitespace()).map(str::to_owned).collect();
        let made: Vec<String> = words(made);
        let base: Vec<String> = words(&self.base);
        let mut rest = made.strip_prefix(base.as_slice())?;
        for (index, step) in self.steps.iter().enumerate() {
            if rest.is_empty() {
                return Some(index);
            }
            let step: Vec<String> = words(std::slice::from_ref(step));
            rest = rest.strip_prefix(step.as_slice())?;
        }
        rest.is_empty().then_some(self.steps.len())
    }

    /// The moves that lead to the position behind so many steps.
    pub(crate) fn until(&self, at: usize) -> Vec<String> {
        self.base.iter().chain(&self.steps[..at]).cloned().collect()
    }

    /// What a step is called.
    pub(crate) fn name(&self, index: usize) -> Option<&str> {
        self.names.as_ref().unwrap_or(&self.steps).get(index).map(String::as_str)
    }
}

/// A move that counts as several, such as `R3` or `aU2`, as several.
fn singles(mv: &str) -> Vec<String> {
    let way = mv.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match mv[way.len()..].parse::<usize>() {
        Ok(times @ 2..=1000) if !way.is_empty() => vec![way.to_owned(); times],
        _ => vec![mv.to_owned()],
    }
}

/// The move that leads where the stage is now, in the notation of views.
fn step_to(kinds: Kinds, puzzle: &Puzzle, made: &[String], stage: &dyn Stage) -> Result<String, EngineError> {
    let before = kinds.view(puzzle, &made.join(" "))?;
    let wanted = stage.position();
    let leads = |text: &str| {
        let moves = made.iter().map(String::as_str).chain([text]).collect::<Vec<_>>().join(" ");
        kinds.view(puzzle, &moves).is_ok_and(|view| view.here.position() == wanted)
    };
    let found = before.moves.into_iter().map(|mv| mv.text).find(|text| leads(text));
    found.ok_or_else(|| EngineError::Notation(format!("no single move leads to {wanted}")))
}
