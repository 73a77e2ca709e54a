//! One search by the engine, watched: progress on stderr, depths on stdout, results not held back while it runs.

use std::io::{self, Write};

use fewest_engine::{Answer, EngineError, Event, Request, Session};

use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// Runs the search, and passes on what it has to say about files. The depths of a traced search are written one a line, or
/// as the events themselves in JSON. The outer error is about writing, the inner one about the request.
pub(crate) fn search(
    session: &Session,
    request: &Request,
    interrupt: &Interrupt,
    as_json: bool,
    progress: &mut Progress,
    out: &mut Output,
) -> io::Result<Result<Answer, EngineError>> {
    let mut written = Ok(());
    let answer = session.solve(request, &interrupt.cancel, &mut |event| {
        if written.is_err() {
            return;
        }
        written = watch(&event, as_json, progress, out);
        if written.is_err() {
            // Nobody will read the answer.
            interrupt.cancel.cancel();
        }
    });
    if let Ok(Answer { notices, .. }) = &answer {
        progress.notices(notices);
    }
    written.map(|()| answer)
}

fn watch(event: &Event, as_json: bool, progress: &mut Progress, out: &mut Output) -> io::Result<()> {
    progress.show(event);
    match event {
        Event::Depths { .. } if as_json => out.json(event),
        Event::Depths { depths } => depths.iter().try_for_each(|depth| writeln!(out, "{depth}")),
        // A long search: what was found before it must not wait for its end.
        Event::Progress { .. } => out.flush(),
        _ => Ok(()),
    }
}
