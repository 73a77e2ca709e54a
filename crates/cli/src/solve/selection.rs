//! Exactly what is asked for and nothing else, in bare lines, as the console tool of the Passau thesis printed it
//! (Wübbers 2019, section 6.1).

use std::io::Write;

use fewest_engine::Answer;

use crate::options::Evaluation;
use crate::output::Output;
use crate::solve::{SolveArgs, endless};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    evaluation: Option<Evaluation>,
    result: bool,
    moves: bool,
    duration: bool,
}

impl Selection {
    /// What the arguments select, if anything.
    pub(crate) fn of(args: &SolveArgs) -> Option<Self> {
        let SolveArgs { evaluation, result, moves, duration, .. } = *args;
        (evaluation.is_some() || result || moves || duration).then_some(Self { evaluation, result, moves, duration })
    }

    /// Writes the parts of an answer, or a `-` for each where there is no answer. A list of depths was written during
    /// the search.
    pub(crate) fn write(
        self,
        out: &mut Output,
        answer: Option<&Answer>,
        go_on: &dyn Fn() -> bool,
    ) -> anyhow::Result<()> {
        if self.evaluation == Some(Evaluation::Map) {
            let by_depth = answer.map(|answer| &answer.expanded_by_depth[..]).unwrap_or_default();
            (0..).zip(by_depth).try_for_each(|(depth, expanded): (usize, _)| writeln!(out, "{depth} {expanded}"))?;
        }
        if self.result {
            match answer {
                Some(answer) => endless::write(out, answer, "-", go_on)?,
                None => writeln!(out, "-")?,
            }
        }
        if self.moves {
            let length = answer.and_then(Answer::full_length);
            writeln!(out, "{}", length.map_or("-".to_owned(), |length| length.to_string()))?;
        }
        if self.duration {
            let seconds = answer.map(|answer| answer.seconds);
            writeln!(out, "{}", seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.6}")))?;
        }
        Ok(())
    }

    /// Whether an answer has as many lines as it likes, so that answers must be kept apart.
    pub(crate) fn is_long(self) -> bool {
        self.evaluation.is_some()
    }
}
