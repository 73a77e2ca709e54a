//! From a search's result to an answer: what all puzzles have in common at the dynamic edge.

use std::time::Duration;

use web_time::Instant;

use fewest_search::{Outcome, Proof, Run, Solution, Stats, UnsolvableProof};

use crate::answer::{self, Answer};
use crate::catalog::Algorithm;
use crate::choice::Choice;
use crate::error::{EngineError, Result};
use crate::kind::KindInfo;
use crate::request::{Request, SCHEMA_VERSION};

/// A puzzle that was read: what is asked about, and the rules that judge a solution.
pub trait Subject {
    /// A move as the puzzle's own rules know it.
    type Move;

    /// The kind of puzzle.
    fn kind(&self) -> &'static KindInfo;

    /// The start in normal form.
    fn position(&self) -> String;

    /// The goal in normal form.
    fn goal(&self) -> String;

    /// The edges of the graph, where there is one.
    fn edges(&self) -> Option<String> {
        None
    }

    /// What counts as one move.
    fn metric(&self) -> &'static str;

    /// Makes the moves by rules that the search knows nothing of, and writes them down if they lead to the goal.
    /// Returns the text and the length.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    fn replay(&self, moves: &[Self::Move], request: &Request) -> Result<(String, u64), String>;
}

/// Makes a heuristic and searches with it; also returns how long it took beside the search itself.
///
/// # Errors
/// What the search says.
pub fn timed<M>(run: impl FnOnce() -> Result<Run<M>>) -> Result<(Run<M>, Duration)> {
    let begun = Instant::now();
    let run = run()?;
    let setup = begun.elapsed().saturating_sub(run.stats.elapsed);
    Ok((run, setup))
}

/// Turns a search's result into an answer, having replayed its solution.
///
/// # Errors
/// [`EngineError::Internal`] where the solution is none: it is withheld.
pub fn answer<T: Subject, M>(
    subject: &T,
    request: &Request,
    choice: &Choice,
    (run, setup): (Run<M>, Duration),
    translate: impl Fn(Vec<M>) -> Vec<T::Move>,
) -> Result<Answer> {
    let Run { outcome, stats } = run;
    let replay = |moves: Vec<M>, cost: u32| match subject.replay(&translate(moves), request) {
        Ok((text, length)) if length == u64::from(cost) => Ok(text),
        Ok((_, length)) => Err(EngineError::Internal(format!("a solution of {cost} moves has {length}"))),
        Err(fault) => Err(EngineError::Internal(fault)),
    };
    let mut answer = match outcome {
        Outcome::Unsolvable { proof } => {
            let reason = match proof {
                UnsolvableProof::Exhausted => "every position that can be reached was looked at",
                UnsolvableProof::DeadEnd => "the heuristic proves that the goal is out of reach",
            };
            unsolvable(subject, request, choice, reason.to_owned(), stats)
        }
        Outcome::Solved { moves, cost, proof } => {
            let (proof, lower_bound) = match proof {
                Proof::Optimal => (answer::Proof::Optimal, cost),
                Proof::Bounded { lower_bound } => (answer::Proof::Bounded, lower_bound),
                Proof::None => (answer::Proof::None, 0),
            };
            let mut answer = blank(subject, request, choice, answer::Outcome::Solved, stats);
            answer.set_solution(replay(moves, cost)?, cost, proof, lower_bound);
            answer
        }
        Outcome::LimitReached { limit, lower_bound, best_known } => {
            // A search that goes on until it is stopped has done what it was asked to when it has a solution.
            let improves = matches!(choice.algorithm, Algorithm::Construct | Algorithm::Anytime);
            let outcome =
                if improves && best_known.is_some() { answer::Outcome::Solved } else { answer::Outcome::Limit };
            let mut answer = blank(subject, request, choice, outcome, stats);
            (answer.lower_bound, answer.reason) = (Some(lower_bound), Some(limit.to_string()));
            if let Some(Solution { moves, cost }) = best_known {
                answer.set_solution(replay(moves, cost)?, cost, answer::Proof::Bounded, lower_bound);
            }
            answer
        }
    };
    answer.setup_seconds = setup.as_secs_f64();
    Ok(answer)
}

/// The answer that there is no solution.
pub fn unsolvable<T: Subject>(subject: &T, request: &Request, choice: &Choice, reason: String, stats: Stats) -> Answer {
    let reason = Some(reason);
    Answer { reason, ..blank(subject, request, choice, answer::Outcome::Unsolvable, stats) }
}

/// An answer without a solution.
fn blank<T: Subject>(
    subject: &T,
    request: &Request,
    choice: &Choice,
    outcome: answer::Outcome,
    stats: Stats,
) -> Answer {
    Answer {
        version: SCHEMA_VERSION,
        puzzle: subject.kind().name.to_owned(),
        position: subject.position(),
        goal: subject.goal(),
        edges: subject.edges(),
        metric: subject.metric().to_owned(),
        outcome,
        length: None,
        proof: answer::Proof::None,
        lower_bound: None,
        proven_factor: None,
        moves: None,
        notation: request.notation,
        reason: None,
        algorithm: choice.algorithm.info().name.to_owned(),
        heuristic: choice.heuristic.name.to_owned(),
        pdb: choice.pdb.clone(),
        formula: None,
        chosen_because: choice.because(),
        expanded: stats.expanded,
        generated: stats.generated,
        reopened: stats.reopened,
        iterations: stats.iterations,
        seconds: stats.elapsed.as_secs_f64(),
        setup_seconds: 0.0,
        peak_memory_bytes: stats.peak_memory,
        expanded_by_depth: stats.expanded_by_depth,
        notices: Vec::new(),
    }
}

impl Answer {
    /// Notes a solution and what is proven about it.
    fn set_solution(&mut self, moves: String, length: u32, proof: answer::Proof, lower_bound: u32) {
        self.moves = Some(moves);
        self.length = Some(length);
        self.lower_bound = Some(lower_bound);
        self.proof = if lower_bound == length { answer::Proof::Optimal } else { proof };
        self.proven_factor = match (lower_bound, length) {
            (_, 0) => Some(1.0),
            (0, _) => None,
            _ => Some(f64::from(length) / f64::from(lower_bound)),
        };
    }
}
