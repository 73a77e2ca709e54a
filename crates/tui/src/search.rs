//! Searches behind the screen: one at a time, each on a thread of its own, heard through a channel and cancelled without waiting.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fewest_engine::catalog::Algorithm;
use fewest_engine::{Answer, Cancel, Event, Limits, Outcome, Puzzle, Request, Session};

/// The longest that the end waits for a search that was cancelled.
const FAREWELL: Duration = Duration::from_millis(500);
/// What algorithms that take any time get where a shortest solution was not found, as a share of the limit.
const SECOND_TRY: f64 = 0.5;

/// What a search is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The next move.
    Hint,
    /// A solution to watch.
    Watch,
    /// The length of a shortest solution from here.
    Here,
    /// The same from the start.
    Start,
}

impl Purpose {
    /// Whether a solution serves that is not known to be a shortest one.
    fn takes_any(self) -> bool {
        matches!(self, Self::Hint | Self::Watch)
    }
}

/// What a search has to say.
pub(crate) enum News {
    /// No solution is shorter than this.
    Bound(u32),
    /// The end: an answer, or what was wrong.
    Done(Box<Result<Answer, String>>),
}

/// A search that goes on.
pub(crate) struct Running {
    id: u64,
    pub(crate) purpose: Purpose,
    /// What is solved.
    pub(crate) puzzle: Puzzle,
    pub(crate) begun: Instant,
    pub(crate) bound: Option<u32>,
    cancel: Cancel,
    thread: JoinHandle<()>,
}

/// A search that ended, and what came of it.
pub(crate) type Ended = (Running, Result<Answer, String>);

/// The one who searches.
pub(crate) struct Searcher {
    session: Arc<Session>,
    /// The longest that a search may take, in seconds.
    pub(crate) seconds: f64,
    sender: Sender<(u64, News)>,
    receiver: Receiver<(u64, News)>,
    pub(crate) running: Option<Running>,
    count: u64,
}

impl Searcher {
    pub(crate) fn new(session: Session, seconds: f64) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { session: Arc::new(session), seconds, sender, receiver, running: None, count: 0 }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Begins a search; the one that goes on is cancelled.
    pub(crate) fn begin(&mut self, purpose: Purpose, puzzle: Puzzle) -> std::io::Result<()> {
        self.cancel();
        self.count += 1;
        let (id, cancel, seconds) = (self.count, Cancel::new(), self.seconds);
        let (session, sender, stop, asked) =
            (Arc::clone(&self.session), self.sender.clone(), cancel.clone(), puzzle.clone());
        let work = move || {
            // Where nobody listens any more, nothing is lost.
            let tell = |news| drop(sender.send((id, news)));
            let found = solve(&session, purpose, asked, seconds, &stop, &|bound| tell(News::Bound(bound)));
            tell(News::Done(Box::new(found)));
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(work)?;
        self.running = Some(Running { id, purpose, puzzle, begun: Instant::now(), bound: None, cancel, thread });
        Ok(())
    }

    /// Ends the search that goes on, and says whether there was one.
    pub(crate) fn cancel(&mut self) -> bool {
        self.running.take().is_some_and(|running| {
            running.cancel.cancel();
            true
        })
    }

    /// What was heard since the last time: the end of the search, if it came, with what it was made for.
    pub(crate) fn hear(&mut self) -> (bool, Option<Ended>) {
        let mut is_new = false;
        while let Ok((id, news)) = self.receiver.try_recv() {
            let Some(running) = self.running.as_mut().filter(|running| running.id == id) else { continue };
            is_new = true;
            match news {
                News::Bound(bound) => running.bound = running.bound.max(Some(bound)),
                News::Done(found) => return (true, self.running.take().map(|running| (running, *found))),
            }
        }
        (is_new, None)
    }

    /// Cancels, and waits a moment for the thread, which gives back what it holds.
    pub(crate) fn end(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.cancel.cancel();
        let begun = Instant::now();
        while !running.thread.is_finished() && begun.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Finds a shortest solution, or any where that serves and the limit comes first.
fn solve(
    session: &Session,
    purpose: Purpose,
    puzzle: Puzzle,
    seconds: f64,
    cancel: &Cancel,
    tell: &dyn Fn(u32),
) -> Result<Answer, String> {
    let limits = |seconds| Limits { seconds: Some(seconds), ..Limits::default() };
    let request = Request { limits: limits(seconds), ..Request::new(puzzle) };
    let mut sink = |event| match event {
        Event::Progress { lower_bound, .. } | Event::Improved { lower_bound, .. } => tell(lower_bound),
        _ => {}
    };
    let answer = session.solve(&request, cancel, &mut sink).map_err(|error| error.to_string())?;
    let is_enough = answer.outcome != Outcome::Limit || answer.listed_moves().is_some() || cancel.is_cancelled();
    let serves = session.kinds().named(&request.puzzle.kind).is_ok_and(|kind| {
        let metric = kind.info().metric(&request.puzzle).map(|metric| metric.name);
        metric.is_ok_and(|metric| kind.info().is_served_by(Algorithm::Anytime, metric))
    });
    if is_enough || !purpose.takes_any() || !serves {
        return Ok(answer);
    }
    let algorithm = Algorithm::Anytime.info().name.to_owned();
    let request = Request { algorithm, limits: limits(seconds * SECOND_TRY), ..request };
    let second = session.solve(&request, cancel, &mut |_| ()).map_err(|error| error.to_string())?;
    Ok(Answer { lower_bound: second.lower_bound.max(answer.lower_bound), ..second })
}
