//! How much of everything a client may have.

use std::time::Duration;

use fewest_engine::{Cancel, Limits, Options, Request, SearchLimits, default_memory_limit};

use crate::refusal::Refusal;

/// The bounds of a server. Nothing that a client does goes beyond them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Searches at once.
    pub jobs: usize,
    /// Seconds that a search may take.
    pub seconds: f64,
    /// Questions that are answered at once.
    pub queries: usize,
    /// Seconds after which a question is answered by a refusal.
    pub query_seconds: f64,
    /// Bytes of a request's body.
    pub body: usize,
    /// Connections at once; more wait to be accepted.
    pub connections: usize,
    /// A client that takes nothing for so long, or is so slow to say what it wants, is hung up on.
    pub patience: Duration,
    /// A search whose events nobody fetches is cancelled after this time.
    pub unclaimed: Duration,
    /// An answer that nobody fetches is forgotten after this time.
    pub kept: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            // A browser opens six connections to one server, and each search keeps one busy.
            jobs: 4,
            seconds: 600.0,
            queries: 4,
            query_seconds: 30.0,
            body: 1 << 20,
            connections: 128,
            patience: Duration::from_secs(30),
            unclaimed: Duration::from_secs(15),
            kept: Duration::from_secs(60),
        }
    }
}

/// Threads that one search may ask for, or as many as there are cores where these are more.
const MOST_THREADS: u32 = 64;

impl Bounds {
    /// The memory of one search: an equal share of what one alone would get, now. Questions together get one share too.
    pub(crate) fn memory_share(&self) -> u64 {
        default_memory_limit() / (self.jobs.max(1) as u64 + 1)
    }

    /// How many questions that may take long are answered at once: half, where there is more than one place.
    pub(crate) fn costly_queries(&self) -> usize {
        self.queries.div_ceil(2)
    }

    /// How far a question may go, which is cancelled by this flag.
    pub(crate) fn query_limits(&self, memory_share: u64, cancel: &Cancel) -> SearchLimits {
        let memory = (memory_share / self.queries.max(1) as u64).min(default_memory_limit());
        Limits { seconds: Some(self.query_seconds), memory_bytes: Some(memory), expansions: None }.for_search(cancel)
    }

    /// A request within these bounds: limits that are greater are lowered, what must not be at all is refused.
    pub(crate) fn hold(&self, mut request: Request, memory_share: u64, cores: usize) -> Result<Request, Refusal> {
        no_files(&request.options)?;
        let most = MOST_THREADS.max(u32::try_from(cores).unwrap_or(u32::MAX));
        if let Some(threads) = request.options.threads.filter(|&threads| threads > most) {
            return Err(Refusal::unprocessable(format!(
                "{threads} threads are too many for this server: write at most {most}"
            )));
        }
        // Others may have taken memory since the shares were reckoned.
        let memory = memory_share.min(default_memory_limit());
        let limits = &mut request.limits;
        limits.seconds = Some(limits.seconds.map_or(self.seconds, |seconds| seconds.min(self.seconds)));
        limits.memory_bytes = Some(limits.memory_bytes.map_or(memory, |bytes| bytes.min(memory)));
        Ok(request)
    }
}

/// Refuses options that name files: what a client writes must not decide where this machine writes.
pub(crate) fn no_files(options: &Options) -> Result<(), Refusal> {
    match options.spill {
        None => Ok(()),
        Some(_) => Err(Refusal::unprocessable(
            "the option spill would write to a folder on the server and is refused; use `fewest solve --spill`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    fn request(options: Options, limits: Limits) -> Request {
        Request { options, limits, ..Request::of("tiles", "1 2/0 3") }
    }

    #[test]
    fn limits_are_lowered_to_the_bounds_and_never_raised() {
        let bounds = Bounds { seconds: 10.0, ..Bounds::default() };
        let share = 1 << 20;
        for (asked, held) in [(None, 10.0), (Some(3.0), 3.0), (Some(1e300), 10.0)] {
            let limits = Limits { seconds: asked, ..Limits::default() };
            let request = bounds.hold(request(Options::default(), limits), share, 2).unwrap();
            assert_eq!(request.limits.seconds, Some(held));
        }
        for (asked, held) in [(None, share), (Some(5), 5), (Some(u64::MAX), share)] {
            let limits = Limits { memory_bytes: asked, ..Limits::default() };
            let request = bounds.hold(request(Options::default(), limits), share, 2).unwrap();
            assert_eq!(request.limits.memory_bytes, Some(held));
        }
    }

    #[test]
    fn files_and_crowds_of_threads_are_refused() {
        let bounds = Bounds::default();
        let hold = |options| bounds.hold(request(options, Limits::default()), 1 << 20, 100);
        let spill = hold(Options { spill: Some("/tmp".into()), ..Options::default() }).unwrap_err();
        assert_eq!(spill.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(spill.message.contains("spill"));
        assert!(hold(Options { threads: Some(101), ..Options::default() }).is_err());
        assert!(hold(Options { threads: Some(100), ..Options::default() }).is_ok());
    }

    #[test]
    fn jobs_share_the_memory_that_is_free() {
        let alone = Bounds { jobs: 1, ..Bounds::default() }.memory_share();
        let shared = Bounds { jobs: 8, ..Bounds::default() }.memory_share();
        assert!(shared < alone / 4, "{shared} of {alone}");
    }
}
