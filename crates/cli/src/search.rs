//! One search by the engine, watched: progress on stderr, depths on stdout, results not held back while it runs.

use std::io::{self, Write};

use fewest_engine::{Answer, EngineError, Event, Request, Session};

use crate::exit::notice;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// How the depths of a traced search are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trace {
    /// One number a line.
    Lines,
    /// The events themselves, one JSON object a line.
    Json,
}

/// Runs the search, and passes on what it has to say about files. The outer error is about writing, the inner one about
/// the request.
pub(crate) fn search(
    session: &Session,
    request: &Request,
    interrupt: &Interrupt,
    trace: Trace,
    progress: &mut Progress,
    out: &mut Output,
) -> io::Result<Result<Answer, EngineError>> {
    let mut written = Ok(());
    let answer = session.solve(request, interrupt.cancel(), &mut |event| {
        if written.is_err() {
            return;
        }
        written = watch(&event, trace, progress, out);
        if written.is_err() {
            // Nobody will read the answer.
            interrupt.cancel().cancel();
        }
    });
    if let Ok(Answer { notices, .. }) = &answer
        && !notices.is_empty()
    {
        progress.clear();
        for text in notices {
            notice(text);
        }
    }
    written.map(|()| answer)
}

fn watch(event: &Event, trace: Trace, progress: &mut Progress, out: &mut Output) -> io::Result<()> {
    progress.show(event);
    match (event, trace) {
        (Event::Depths { depths }, Trace::Lines) => depths.iter().try_for_each(|depth| writeln!(out, "{depth}")),
        (Event::Depths { .. }, Trace::Json) => out.json(event),
        // A long search: what was found before it must not wait for its end.
        (Event::Progress { .. }, _) => out.flush(),
        _ => Ok(()),
    }
}
