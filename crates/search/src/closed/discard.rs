//! Giving large memory back without waiting for it.

/// Less than this is freed on the spot, which takes a few milliseconds at most.
const LARGE: usize = 64 << 20;

/// Drops a value that holds about `bytes`. The system takes a tenth of a second to take back a gigabyte: too long for a
/// search that was told to stop, so a large value goes to a thread of its own. Where there are no threads, or none to
/// be had, it is dropped here after all.
pub(crate) fn discard<T: Send + 'static>(value: T, bytes: usize) {
    if bytes >= LARGE {
        // In a box, so that a thread is not compiled for each type of what is dropped.
        let drop: Box<dyn FnOnce() + Send> = Box::new(move || drop(value));
        let _ = std::thread::Builder::new().name("discard".to_owned()).spawn(drop);
    }
}
