//! A solver at work, and the thread that watches over it.

#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{self, RecvTimeoutError};
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use fewest_search::{LimitKind, Meter, Observer};

#[cfg(not(target_family = "wasm"))]
use super::Stop;
use super::{Backend, Effort, Reply, Verdict, batsat};
use crate::cnf::Cnf;
#[cfg(not(target_family = "wasm"))]
use crate::proof::Log;

/// How long the watcher sleeps: a limit is honoured within 50 ms.
#[cfg(not(target_family = "wasm"))]
const NAP: Duration = Duration::from_millis(10);

/// Solves under the limits of the meter, and counts there what was done. What the solver allocates is measured, since nobody can count it: what the whole
/// process holds more than when the solver began.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn solve<O: Observer>(cnf: &Cnf, backend: Backend, meter: &mut Meter<'_, O>) -> (Verdict, Effort) {
    watch(cnf, meter, |stop, conflicts| run(cnf, backend, stop, conflicts))
}

/// As [`solve`], by a solver that writes its proof into `log`, which a solver that writes none leaves alone.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn prove<O: Observer>(
    cnf: &Cnf,
    backend: Backend,
    log: &mut Log,
    meter: &mut Meter<'_, O>,
) -> (Verdict, Effort) {
    watch(cnf, meter, |stop, conflicts| match backend {
        Backend::Batsat => batsat::solve(cnf, &|| stop.is_raised(), conflicts, Some(log)),
        #[cfg(feature = "cadical")]
        Backend::Cadical => super::cadical::prove(cnf, stop, conflicts, log),
        #[cfg(any(feature = "glucose", feature = "kissat", feature = "minisat"))]
        _ => run(cnf, backend, stop, conflicts),
    })
}

/// Has `work` solve under the limits of the meter.
#[cfg(not(target_family = "wasm"))]
fn watch<O: Observer>(
    cnf: &Cnf,
    meter: &mut Meter<'_, O>,
    work: impl FnOnce(&Stop, Option<u64>) -> (Reply, Effort) + Send,
) -> (Verdict, Effort) {
    let conflicts = meter.expansions_left();
    if conflicts == Some(0) {
        return (Verdict::Stopped(LimitKind::Expansions), Effort::default());
    }
    if let Err(limit) = meter.poll_with(least_bytes(cnf)) {
        return (Verdict::Stopped(limit), Effort::default());
    }
    let before = resident();
    let mut held = 0;
    let stop = Stop::default();
    let (done, answer) = mpsc::sync_channel(1);
    let (reply, limit) = std::thread::scope(|scope| {
        let solver = || {
            // The other end is there until this thread has ended.
            let _ = done.send(work(&stop, conflicts));
        };
        if std::thread::Builder::new().spawn_scoped(scope, solver).is_err() {
            return (Some((Reply::OutOfMemory, Effort::default())), Some(LimitKind::Memory));
        }
        let mut limit = None;
        loop {
            match answer.recv_timeout(NAP) {
                Ok(reply) => return (Some(reply), limit),
                // The solver's thread has panicked; the scope hands the panic on.
                Err(RecvTimeoutError::Disconnected) => return (None, limit),
                // Again: some forget a request that came before they began.
                Err(RecvTimeoutError::Timeout) if limit.is_some() => stop.raise(),
                Err(RecvTimeoutError::Timeout) => {
                    let more = resident().saturating_sub(before).saturating_sub(held);
                    limit = meter.poll().and_then(|()| meter.claim(more)).err();
                    match limit {
                        Some(_) => stop.raise(),
                        None => held += more,
                    }
                }
            }
        }
    });
    meter.release(held);
    let (reply, effort) = reply.expect("a scope does not end normally where a thread has panicked");
    meter.count(effort.conflicts, effort.decisions);
    (verdict(reply, limit), effort)
}

/// The bytes that every solver needs at least: it takes those of all variables at once, too fast to be watched.
fn least_bytes(cnf: &Cnf) -> u64 {
    /// Two lists of clauses to watch, a value, a reason and a rank.
    const PER_VARIABLE: u64 = 64;
    PER_VARIABLE * u64::from(cnf.variable_count())
}

/// Solves on the one thread that there is.
#[cfg(target_family = "wasm")]
pub(crate) fn solve<O: Observer>(cnf: &Cnf, backend: Backend, meter: &mut Meter<'_, O>) -> (Verdict, Effort) {
    let Backend::Batsat = backend;
    let conflicts = meter.expansions_left();
    if conflicts == Some(0) {
        return (Verdict::Stopped(LimitKind::Expansions), Effort::default());
    }
    if let Err(limit) = meter.poll_with(least_bytes(cnf)) {
        return (Verdict::Stopped(limit), Effort::default());
    }
    let (meter, limit) = (std::cell::RefCell::new(meter), std::cell::Cell::new(None));
    let stop = || {
        limit.set(meter.borrow_mut().poll().err());
        limit.get().is_some()
    };
    let (reply, effort) = batsat::solve(cnf, &stop, conflicts, None);
    meter.into_inner().count(effort.conflicts, effort.decisions);
    (verdict(reply, limit.get()), effort)
}

/// A reply in the light of the limit that was reached, if one was.
fn verdict(reply: Reply, limit: Option<LimitKind>) -> Verdict {
    match reply {
        Reply::Satisfiable(model) => Verdict::Satisfiable(model),
        Reply::Unsatisfiable => Verdict::Unsatisfiable,
        Reply::Stopped => Verdict::Stopped(limit.unwrap_or(LimitKind::Expansions)),
        Reply::OutOfMemory => Verdict::Stopped(LimitKind::Memory),
    }
}

#[cfg(not(target_family = "wasm"))]
fn run(cnf: &Cnf, backend: Backend, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort) {
    match backend {
        Backend::Batsat => batsat::solve(cnf, &|| stop.is_raised(), conflicts, None),
        #[cfg(feature = "cadical")]
        Backend::Cadical => super::cadical::solve(cnf, stop, conflicts),
        #[cfg(feature = "glucose")]
        Backend::Glucose => super::minisats::solve::<rustsat_glucose::core::Glucose>(cnf, stop, conflicts),
        #[cfg(feature = "kissat")]
        Backend::Kissat => super::kissat::solve(cnf, stop, conflicts),
        #[cfg(feature = "minisat")]
        Backend::Minisat => super::minisats::solve::<rustsat_minisat::core::Minisat>(cnf, stop, conflicts),
    }
}

/// The bytes that this process holds in memory; 0 where the system does not say.
#[cfg(not(target_family = "wasm"))]
fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}
