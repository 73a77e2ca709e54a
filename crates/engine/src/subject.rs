//! From a search's result to an answer: what all puzzles have in common at the dynamic edge.

use std::collections::BTreeMap;
use std::fmt;
use std::slice::from_ref;
use std::time::Duration;

use web_time::Instant;

use fewest_search::{Cost, Limits, Outcome, Proof, Run, Solution, Stats, UnsolvableProof};

use crate::answer::{self, Answer};
use crate::catalog::Algorithm;
use crate::check::Check;
use crate::choice::Choice;
use crate::error::{EngineError, Result, Unready};
use crate::kind::KindInfo;
use crate::puzzle::Puzzle;
use crate::request::{Notation, Request, SCHEMA_VERSION};
use crate::stage::{Picture, Stage};
use crate::verify::Verification;
use crate::view::{Board, IllegalMove, LegalMove, View, count};

/// A puzzle that was read: what is asked about, and the rules by which people make moves. The search knows nothing of these
/// rules, so that they can judge its solutions.
#[expect(clippy::missing_errors_doc, reason = "each says what is wrong with the moves")]
pub trait Subject: Sized {
    /// A position in which moves are made; prints in normal form.
    type Position: Clone + fmt::Display;
    /// A move.
    type Move;

    /// The kind of puzzle.
    fn kind(&self) -> &'static KindInfo;

    /// What counts as one move; where the kind has one metric, that one.
    fn metric(&self) -> &'static str {
        self.kind().metrics[0].name
    }

    /// What it is, in words.
    fn what(&self) -> String;

    /// Its title, if it has one.
    fn title(&self) -> Option<String> {
        None
    }

    /// Where moves begin.
    fn start(&self) -> Self::Position;

    /// The start in normal form.
    fn position(&self) -> String {
        self.start().to_string()
    }

    /// The goal in normal form.
    fn goal(&self) -> String;

    /// The edges of the graph, where there is one.
    fn edges(&self) -> Option<String> {
        None
    }

    /// Whether a position is a goal.
    fn is_solved(&self, position: &Self::Position) -> bool;

    /// Reads moves, which need not be legal.
    fn read_moves(moves: &str, notation: Notation) -> Result<Vec<Self::Move>, String>;

    /// Writes moves down.
    fn write_moves(moves: &[Self::Move], notation: Notation) -> String;

    /// Makes a move, where it is legal.
    fn make(position: &mut Self::Position, mv: &Self::Move) -> Result<(), String>;

    /// The length of moves that end here, in every metric.
    fn lengths(&self, moves: &[Self::Move], _end: &Self::Position) -> BTreeMap<String, u64> {
        BTreeMap::from([(self.metric().to_owned(), moves.len() as u64)])
    }

    /// The length of a solution in the metric that is asked for: what the search counts.
    fn length(&self, moves: &[Self::Move], end: &Self::Position) -> u64 {
        self.lengths(moves, end)[self.metric()]
    }

    /// A position in letters: see [`Stage::draw`].
    fn draw(&self, position: &Self::Position, width: usize, colored: bool) -> Picture;

    /// Makes the moves of a solution, and writes them down if they lead to the goal. Returns the text, the length and the length
    /// in every metric.
    fn replay(&self, moves: &[Self::Move], notation: Notation) -> Result<(String, u64, BTreeMap<String, u64>), String> {
        let mut end = self.start();
        moves.iter().try_for_each(|mv| Self::make(&mut end, mv))?;
        if !self.is_solved(&end) {
            return Err(format!("a solution leads to {end}"));
        }
        Ok((Self::write_moves(moves, notation), self.length(moves, &end), self.lengths(moves, &end)))
    }

    /// Makes moves until one is illegal.
    fn play(&self, moves: &str, notation: Notation) -> Result<Played<Self>> {
        let mut made = Self::read_moves(moves, notation).map_err(EngineError::Notation)?;
        let (mut end, mut illegal) = (self.start(), None);
        for (index, mv) in made.iter().enumerate() {
            if let Err(reason) = Self::make(&mut end, mv) {
                illegal = Some((index + 1, reason));
                break;
            }
        }
        made.truncate(illegal.as_ref().map_or(made.len(), |(number, _)| number - 1));
        Ok(Played { made, illegal, end })
    }

    /// Moves all of which can be made.
    fn legal_moves(&self, moves: &str, notation: Notation) -> Result<Vec<Self::Move>> {
        let Played { made, illegal, .. } = self.play(moves, notation)?;
        let fault = |(number, reason)| EngineError::Notation(format!("move {number}: {reason}"));
        illegal.map_or(Ok(made), |illegal| Err(fault(illegal)))
    }

    /// What moves do: what [`Kind::verify`](crate::Kind::verify) answers.
    fn verify(&self, moves: &str, notation: Notation) -> Result<Verification> {
        let Played { made, illegal, end } = self.play(moves, notation)?;
        Ok(Verification {
            position: self.position(),
            goal: self.goal(),
            moves: Self::write_moves(&made, notation),
            solves: illegal.is_none() && self.is_solved(&end),
            lengths: self.lengths(&made, &end),
            illegal,
            end: end.to_string(),
        })
    }

    /// What it looks like after moves; `show` says it of the position there: as a puzzle of its own, as a board, and with
    /// the moves that it allows.
    fn view(&self, moves: &str, show: impl FnOnce(&Self::Position) -> (Puzzle, Board, Vec<LegalMove>)) -> Result<View> {
        let Played { made, illegal, end } = self.play(moves, Notation::Tile)?;
        let (here, board, moves) = show(&end);
        Ok(View {
            kind: self.kind().name.to_owned(),
            what: self.what(),
            title: self.title(),
            start: self.position(),
            goal: self.goal(),
            here,
            board,
            moves,
            made: made.iter().map(|mv| Self::write_moves(from_ref(mv), Notation::Tile)).collect(),
            illegal: illegal.map(|(number, reason)| IllegalMove { number: count(number), reason }),
            lengths: self.lengths(&made, &end),
            solved: self.is_solved(&end),
        })
    }

    /// A picture in letters, and moves that change it.
    fn stage(self, moves: Vec<Self::Move>, notation: Notation) -> Box<dyn Stage>
    where
        Self: 'static,
    {
        Box::new(Staged { position: self.start(), subject: self, moves, notation })
    }

    /// What a check says of it at once.
    fn checked(&self) -> Check {
        Check {
            what: Some(self.what()),
            position: Some(self.position()),
            goal: Some(self.goal()),
            edges: self.edges(),
            ..Check::nothing(self.kind().name)
        }
    }
}

/// What came of making moves.
pub struct Played<S: Subject> {
    /// Those that were made.
    pub made: Vec<S::Move>,
    /// Which one, from 1, cannot be made, and why.
    pub illegal: Option<(usize, String)>,
    /// Where they lead.
    pub end: S::Position,
}

/// A position, and the moves that are made from there.
struct Staged<S: Subject> {
    subject: S,
    position: S::Position,
    moves: Vec<S::Move>,
    notation: Notation,
}

impl<S: Subject> Stage for Staged<S> {
    fn draw(&self, width: usize, colored: bool) -> Picture {
        self.subject.draw(&self.position, width, colored)
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn make(&mut self, index: usize) -> Result<String> {
        let mv = &self.moves[index];
        S::make(&mut self.position, mv).map_err(EngineError::Notation)?;
        Ok(S::write_moves(from_ref(mv), self.notation))
    }
}

/// What is left of limits since a moment, beside tables of so many bytes.
pub fn rest(limits: &Limits, begun: Instant, tables: u64) -> Limits {
    Limits {
        time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
        memory: limits.memory.saturating_sub(tables),
        ..limits.clone()
    }
}

/// What came of a search; where a limit came before its tables were done, what `known` says: whether the start is a goal, and a
/// lower bound.
///
/// # Errors
/// Why there is no heuristic.
pub fn unless_stopped<M>(run: Result<Run<M>, Unready>, known: impl FnOnce() -> (bool, Cost)) -> Result<Run<M>> {
    let limit = match run {
        Ok(run) => return Ok(run),
        Err(Unready::Refused(error)) => return Err(error),
        Err(Unready::Stopped(limit)) => limit,
    };
    let outcome = match known() {
        (true, _) => Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal },
        (false, lower_bound) => Outcome::LimitReached { limit, lower_bound, best_known: None },
    };
    Ok(Run { outcome, stats: Stats::default() })
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
    let replay = |moves: Vec<M>, cost: u32| match subject.replay(&translate(moves), request.notation) {
        Ok((text, length, lengths)) if length == u64::from(cost) => Ok((text, lengths)),
        Ok((_, length, _)) => Err(EngineError::Internal(format!("a solution of {cost} moves has {length}"))),
        Err(fault) => Err(EngineError::Internal(fault)),
    };
    let mut answer = match outcome {
        Outcome::Unsolvable { proof } => {
            let reason = match proof {
                UnsolvableProof::Exhausted => "every position that can be reached was examined",
                UnsolvableProof::DeadEnd => "the heuristic proves that the goal cannot be reached",
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

/// The answer with an optimal solution that is too long to be listed: its length, and its first moves, which are replayed.
///
/// # Errors
/// [`EngineError::Internal`] where a move is illegal: the solution is withheld.
pub fn too_long<T: Subject>(
    subject: &T,
    request: &Request,
    choice: &Choice,
    length: u64,
    first: &[T::Move],
    elapsed: Duration,
) -> Result<Answer> {
    let mut position = subject.start();
    first.iter().try_for_each(|mv| T::make(&mut position, mv)).map_err(EngineError::Internal)?;
    let stats = Stats { elapsed, ..Stats::default() };
    let short = u32::try_from(length).ok();
    Ok(Answer {
        length: short,
        exact_length: short.is_none().then(|| length.to_string()),
        lengths: BTreeMap::from([(subject.metric().to_owned(), length)]),
        proof: answer::Proof::Optimal,
        // As much of the length as fits is a lower bound too.
        lower_bound: Some(short.unwrap_or(u32::MAX)),
        proven_factor: Some(1.0),
        first_moves: Some(T::write_moves(first, request.notation)),
        ..blank(subject, request, choice, answer::Outcome::Solved, stats)
    })
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
        notation: request.notation,
        algorithm: choice.algorithm.info().name.to_owned(),
        heuristic: choice.heuristic.name.to_owned(),
        pdb: choice.pdb.clone(),
        chosen_because: choice.because(),
        expanded: stats.expanded,
        generated: stats.generated,
        reopened: stats.reopened,
        iterations: stats.iterations,
        seconds: stats.elapsed.as_secs_f64(),
        peak_memory_bytes: stats.peak_memory,
        expanded_by_depth: stats.expanded_by_depth,
        ..Answer::default()
    }
}

impl Answer {
    /// Notes a solution and what is proven about it.
    fn set_solution(
        &mut self,
        (moves, lengths): (String, BTreeMap<String, u64>),
        length: u32,
        proof: answer::Proof,
        lower_bound: u32,
    ) {
        self.moves = Some(moves);
        self.lengths = lengths;
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
