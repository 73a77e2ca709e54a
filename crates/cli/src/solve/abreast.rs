//! Several positions at a time, each on one thread; their answers come in the order of the positions.
//!
//! Whoever is free takes the next position from the input. One that is done early waits for those before it, and nobody
//! runs too far ahead: memory does not grow with the number of positions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use fewest_engine::{Answer, Request, Session};

use crate::input::{Found, Input};
use crate::interrupt::Interrupt;
use crate::options::Spec;
use crate::solve::{Bad, Place};

/// Answers that may wait for one before them.
const AHEAD: u64 = 1024;

/// A position's answer, and how far the input was read when it was taken.
pub(crate) struct Done {
    pub(crate) place: Place,
    pub(crate) result: Result<Answer, Bad>,
    pub(crate) bytes: u64,
}

/// What is shared by those who solve. Who waits for input must not keep answers waiting, so there are two locks.
struct Feed<'a> {
    source: Mutex<Source<'a>>,
    window: Mutex<Window>,
    moved: Condvar,
}

struct Source<'a> {
    input: &'a mut Input,
    next: u64,
}

#[derive(Default)]
struct Window {
    /// The positions whose answers were passed on.
    passed: u64,
    /// Whether no more are wanted.
    ended: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Feed<'_> {
    /// Takes the next position, unless there is none or no more are wanted.
    fn take(&self, interrupt: &Interrupt) -> anyhow::Result<Option<(u64, Found, u64)>> {
        let mut source = lock(&self.source);
        let number = source.next;
        let is_far = |window: &mut Window| !window.ended && number >= window.passed + AHEAD;
        let window = self.moved.wait_while(lock(&self.window), is_far).unwrap_or_else(PoisonError::into_inner);
        if window.ended || interrupt.is_raised() {
            return Ok(None);
        }
        drop(window);
        let entry = source.input.next();
        if !matches!(entry, Ok(Some(_))) {
            self.end();
        }
        source.next += 1;
        let bytes = source.input.bytes();
        Ok(entry?.map(|entry| (number, entry, bytes)))
    }

    /// Answers up to this number were passed on.
    fn pass(&self, passed: u64) {
        lock(&self.window).passed = passed;
        self.moved.notify_all();
    }

    fn end(&self) {
        lock(&self.window).ended = true;
        self.moved.notify_all();
    }
}

/// Solves the rest of the input on several threads. `request` makes a request of a text; `pass` gets the answers in order,
/// and `pause` is called when the next one is not there yet. An error of theirs ends it all.
pub(crate) fn solve(
    input: &mut Input,
    threads: NonZeroUsize,
    session: &Session,
    interrupt: &Interrupt,
    request: &(impl Fn(&Spec, String) -> Request + Sync),
    mut pass: impl FnMut(Done) -> anyhow::Result<()>,
    mut pause: impl FnMut() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let source = Mutex::new(Source { input, next: 0 });
    let feed = Feed { source, window: Mutex::default(), moved: Condvar::new() };
    let work = || -> anyhow::Result<Option<(u64, Done)>> {
        let Some((number, entry, bytes)) = feed.take(interrupt)? else { return Ok(None) };
        let place = Place::of(&entry);
        let result = match entry.text {
            Err(fault) => Err(Bad::Line(fault)),
            Ok(text) => {
                session.solve(&request(&entry.spec, text), &interrupt.cancel, &mut |_| ()).map_err(Bad::Request)
            }
        };
        Ok(Some((number, Done { place, result, bytes })))
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for number in 0..threads.get() {
            let (sender, work) = (sender.clone(), &work);
            let solve = move || {
                while let Some(done) = work().transpose() {
                    let is_over = done.is_err();
                    if sender.send(done).is_err() || is_over {
                        break;
                    }
                }
            };
            // Where the system gives fewer threads, those that there are solve everything.
            match thread::Builder::new().spawn_scoped(scope, solve) {
                Ok(_) => {}
                Err(_) if number > 0 => break,
                Err(error) => return Err(error).context("cannot start a thread for a search"),
            }
        }
        drop(sender);
        let passed = pass_on(&receiver, &feed, &mut pass, &mut pause);
        if passed.is_err() {
            // Nobody will read what is still being solved.
            interrupt.cancel.cancel();
        }
        feed.end();
        passed
    })
}

/// Passes answers on in the order of their positions.
fn pass_on(
    receiver: &Receiver<anyhow::Result<(u64, Done)>>,
    feed: &Feed<'_>,
    pass: &mut impl FnMut(Done) -> anyhow::Result<()>,
    pause: &mut impl FnMut() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut early = BTreeMap::new();
    let mut passed = 0;
    loop {
        let received = match receiver.try_recv() {
            Err(TryRecvError::Empty) => {
                pause()?;
                receiver.recv().ok()
            }
            received => received.ok(),
        };
        let Some(received) = received else { return Ok(()) };
        let (number, done) = received?;
        early.insert(number, done);
        while let Some(done) = early.remove(&passed) {
            passed += 1;
            pass(done)?;
        }
        feed.pass(passed);
    }
}
