//! Searches for clients: each on a thread of its own, all on one session, so that they share tables.
//!
//! A search belongs to whoever reads its events. When that reader goes away, or none ever comes, it is cancelled; how it
//! ended is kept for a while.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use fewest_engine::{Answer, Cancel, EngineError, Request, Session};
use tokio::sync::Semaphore;

use crate::bounds::Bounds;
use crate::mailbox::{Mailbox, Message};
use crate::refusal::{Refusal, error_object};

/// As much as the main thread of a command has.
const STACK: usize = 8 << 20;
/// Ended searches that are remembered at most.
const MOST_KEPT: usize = 32;
/// What a search may take beyond its time before it is cancelled from outside: tables are found before the search
/// begins, and its clock with it.
const GRACE: Duration = Duration::from_secs(5);
/// The time between two looks when waiting for searches to end.
const NAP: Duration = Duration::from_millis(5);

/// The searches of all clients, by name.
#[derive(Debug)]
pub(crate) struct Jobs {
    session: Arc<Session>,
    bounds: Bounds,
    /// The memory of one search.
    pub(crate) memory_share: u64,
    cores: usize,
    running: Arc<Semaphore>,
    known: Mutex<HashMap<String, Arc<Job>>>,
}

/// One search, and whoever reads its events.
#[derive(Debug)]
pub(crate) struct Job {
    cancel: Cancel,
    begun: Instant,
    mail: Mailbox,
    /// Since when nobody has read; none while someone does.
    unread_since: Mutex<Option<Instant>>,
}

impl Jobs {
    pub(crate) fn new(session: Arc<Session>, bounds: Bounds) -> Self {
        Self {
            session,
            bounds,
            memory_share: bounds.memory_share(),
            cores: cores(),
            running: Arc::new(Semaphore::new(bounds.jobs)),
            known: Mutex::default(),
        }
    }

    pub(crate) fn begin(self: &Arc<Self>, request: Request) -> Result<String, Refusal> {
        let request = self.bounds.hold(request, self.memory_share, self.cores)?;
        let Ok(place) = Arc::clone(&self.running).try_acquire_owned() else {
            let most = self.bounds.jobs;
            let message = format!(
                "{most} searches are running, and no more are allowed; try again when one has ended, or raise \
                 --max-jobs"
            );
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, message));
        };
        let job = Arc::new(Job::new(Instant::now()));
        let id = name();
        let (jobs, mine) = (Arc::clone(self), Arc::clone(&job));
        let search = move || {
            let ending = mine.search(&jobs.session, &request);
            // The place is free before the client can know that.
            drop(place);
            mine.touch();
            mine.mail.end(ending);
        };
        self.lock().insert(id.clone(), job);
        match thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(search) {
            Ok(_) => Ok(id),
            Err(error) => {
                self.lock().remove(&id);
                let message = format!("cannot start a thread for the search: {error}; try again later");
                Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message))
            }
        }
    }

    /// A reader of a search's events. There is one at a time.
    pub(crate) fn read(&self, id: &str) -> Result<Reading, Refusal> {
        let job = self.find(id)?;
        if job.unread_since().take().is_none() {
            let message = "the events of this search are being read already; each search has one reader";
            return Err(Refusal::new(StatusCode::CONFLICT, message));
        }
        Ok(Reading { job, is_done: false })
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        self.lock().get(id).cloned().ok_or_else(|| {
            Refusal::not_found(
                "there is no such search: it was cancelled, or it ended and its answer was not fetched in time",
            )
        })
    }

    /// Cancels a search and forgets it. Whoever reads its events still gets what it knew.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refusal> {
        let job = self.find(id)?;
        job.cancel.cancel();
        self.lock().remove(id);
        Ok(())
    }

    /// Cancels what has no reader or no time left, and forgets what was kept for long enough.
    pub(crate) fn sweep(&self, now: Instant) {
        let most = Duration::try_from_secs_f64(self.bounds.seconds).unwrap_or(Duration::MAX).saturating_add(GRACE);
        let mut known = self.lock();
        let mut kept = Vec::new();
        known.retain(|id, job| {
            let away = job.away(now);
            if !job.mail.is_ended() {
                if away.is_some_and(|away| away >= self.bounds.unclaimed) || now.duration_since(job.begun) >= most {
                    job.cancel.cancel();
                }
                return true;
            }
            let is_fresh = away.is_none_or(|away| away < self.bounds.kept);
            if is_fresh {
                kept.extend(away.map(|away| (away, id.clone())));
            }
            is_fresh
        });
        kept.sort_unstable();
        for (_, id) in kept.iter().skip(MOST_KEPT) {
            known.remove(id);
        }
    }

    /// Cancels all searches and waits for their ends, up to a time. Whether all have ended.
    pub(crate) fn stop(&self, patience: Duration) -> bool {
        self.running.close();
        let begun = Instant::now();
        loop {
            self.lock().values().for_each(|job| job.cancel.cancel());
            if self.running.available_permits() == self.bounds.jobs {
                return true;
            }
            if begun.elapsed() >= patience {
                return false;
            }
            thread::sleep(NAP);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        // Entries are put in and taken out whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job {
    fn new(begun: Instant) -> Self {
        Self { cancel: Cancel::new(), begun, mail: Mailbox::default(), unread_since: Mutex::new(Some(begun)) }
    }

    fn search(&self, session: &Session, request: &Request) -> Message {
        let solve = || session.solve(request, &self.cancel, &mut |event| self.mail.put(&event));
        // A fault of a search is told to its client; the others go on.
        match catch_unwind(AssertUnwindSafe(solve)) {
            Ok(result) => ending(result),
            Err(_) => fault("internal error of fewest during the search; please report it together with the position"),
        }
    }

    /// How long nobody has been reading; `None` while someone is.
    fn away(&self, now: Instant) -> Option<Duration> {
        self.unread_since().map(|since| now.saturating_duration_since(since))
    }

    /// An answer is kept from its own time on.
    fn touch(&self) {
        if let Some(since) = &mut *self.unread_since() {
            *since = Instant::now();
        }
    }

    fn unread_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.unread_since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Someone who reads a search's events, and whose going away ends it.
#[derive(Debug)]
pub(crate) struct Reading {
    job: Arc<Job>,
    is_done: bool,
}

impl Reading {
    /// The next message, waiting for it; `None` behind the last.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        if self.is_done {
            return None;
        }
        let (message, is_last) = self.job.mail.next().await;
        self.is_done = is_last;
        Some(message)
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        *self.job.unread_since() = Some(Instant::now());
        if !self.job.mail.is_ended() {
            self.job.cancel.cancel();
        }
    }
}

fn ending(result: Result<Answer, EngineError>) -> Message {
    match result {
        Ok(answer) => {
            Message { name: "answer", data: serde_json::to_string(&answer).expect("an answer is plain data") }
        }
        Err(error) => fault(&error.to_string()),
    }
}

fn fault(message: &str) -> Message {
    Message { name: "fault", data: error_object(message) }
}

/// A name that nobody guesses: the keys of a hasher come from the system's source of randomness.
fn name() -> String {
    let half = || RandomState::new().hash_one(Instant::now());
    format!("{:016x}{:016x}", half(), half())
}

pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use fewest_kinds::KINDS;

    use super::*;

    #[test]
    fn stopping_ends_searches_that_nobody_reads_and_lets_no_more_in() {
        let jobs = Arc::new(Jobs::new(Arc::new(Session::in_memory(KINDS)), Bounds::default()));
        let hard = || Request {
            algorithm: "IDA*".to_owned(),
            heuristic: "manhattan".to_owned(),
            ..Request::of("tiles", "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1")
        };
        let id = jobs.begin(hard()).unwrap();
        assert!(!jobs.find(&id).unwrap().mail.is_ended());
        assert!(jobs.stop(Duration::from_secs(10)));
        assert!(jobs.begin(hard()).is_err());
    }

    #[test]
    fn only_the_latest_of_many_answers_are_kept() {
        let jobs = Jobs::new(Arc::new(Session::in_memory(KINDS)), Bounds::default());
        let begun = Instant::now();
        for number in 0..MOST_KEPT as u64 + 5 {
            let job = Job::new(begun + Duration::from_millis(number));
            job.mail.end(fault("done"));
            jobs.lock().insert(number.to_string(), Arc::new(job));
        }
        jobs.sweep(begun + Duration::from_secs(1));
        assert_eq!(jobs.lock().len(), MOST_KEPT);
        assert!(jobs.find("4").is_err() && jobs.find("5").is_ok());
        jobs.sweep(begun + Bounds::default().kept + Duration::from_secs(1));
        assert_eq!(jobs.lock().len(), 0);
    }

    #[test]
    fn names_differ() {
        assert!(name() != name() && name().len() == 32);
    }
}
