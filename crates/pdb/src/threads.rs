//! Work on several threads, or on as many as the system gives.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does all the work there is on so many threads, of which this is one. Where the system refuses one, the others do its share.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Iterator<Item = T> + Send, does: impl Fn(T) + Sync) {
    let work = Mutex::new(work);
    let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        while let Some(part) = next() {
            does(part);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}
