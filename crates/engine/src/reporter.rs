//! From the search's observer to the engine's events.

use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Iteration, Observer, Progress, Visit};

use crate::event::{Event, TreeNode};
use crate::request::{Notation, Request};
use crate::trace::Trace;

/// The time between two progress events.
const PERIOD: Duration = Duration::from_millis(100);
/// Depths sent together.
const DEPTHS: usize = 1 << 12;
/// The most nodes sent together.
const NODES: usize = 1 << 8;

/// Turns what a search reports into events.
pub struct Reporter<'a> {
    sink: &'a mut dyn FnMut(Event),
    /// Writes down the nodes of the search that runs now, where they are wanted.
    tracer: Option<Box<dyn Trace + 'a>>,
    books: Books,
}

/// What a reporter keeps from one search to the next.
#[derive(Default)]
struct Books {
    next_progress: Duration,
    /// Whether single expansions are told of, in one way or another: all that a search without that must ask.
    tells_expansions: bool,
    /// Whether the next node is wanted with its state.
    shows_nodes: bool,
    depths: Option<Vec<u32>>,
    tree: Option<Tree>,
    samples: Option<Samples>,
}

/// The nodes that are shown now and then.
struct Samples {
    notation: Notation,
    /// Whether the next node that is expanded is shown.
    is_due: bool,
}

impl Books {
    /// Whether nodes of the tree are still to be told.
    fn grows(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.next < tree.most)
    }

    /// Sees to it that a search tells what is wanted next, and nothing else.
    fn settle(&mut self) {
        let sample = self.samples.as_ref().is_some_and(|samples| samples.is_due);
        self.shows_nodes = sample || self.grows();
        self.tells_expansions = self.shows_nodes || self.depths.is_some();
    }
}

/// The nodes that are told.
struct Tree {
    notation: Notation,
    next: u32,
    most: u32,
    /// Those that are not sent yet.
    nodes: Vec<TreeNode>,
}

impl<'a> Reporter<'a> {
    /// One that tells of no single expansion.
    pub fn new(sink: &'a mut dyn FnMut(Event)) -> Self {
        Self { sink, tracer: None, books: Books { next_progress: PERIOD, ..Books::default() } }
    }

    /// One that tells what a request asks for.
    pub fn of(request: &Request, sink: &'a mut dyn FnMut(Event)) -> Self {
        let mut reporter = Self::new(sink);
        let tree = |most| Tree { notation: request.notation, next: 0, most, nodes: Vec::new() };
        reporter.books.depths = request.trace_depths.then(Vec::new);
        reporter.books.tree = request.trace_tree.map(tree);
        let samples = || Samples { notation: request.notation, is_due: true };
        reporter.books.samples = request.trace_samples.then(samples);
        reporter.books.settle();
        reporter
    }

    /// The notation of moves, where nodes are shown: of a tree that is not told to its end, or now and then.
    pub(crate) fn node_notation(&self) -> Option<Notation> {
        let tree = self.books.tree.as_ref().filter(|tree| tree.next < tree.most).map(|tree| tree.notation);
        tree.or_else(|| self.books.samples.as_ref().map(|samples| samples.notation))
    }

    /// Runs a search whose nodes this tracer writes down.
    pub(crate) fn traced<T>(
        &mut self,
        tracer: Option<Box<dyn Trace + '_>>,
        search: impl FnOnce(&mut Reporter<'_>) -> T,
    ) -> T {
        let books = std::mem::take(&mut self.books);
        let mut reporter = Reporter { sink: &mut *self.sink, tracer, books };
        let found = search(&mut reporter);
        self.books = reporter.books;
        found
    }

    /// Sends an event now.
    pub fn send(&mut self, event: Event) {
        (self.sink)(event);
    }

    /// Sends what has gathered.
    pub fn finish(&mut self) {
        self.send_depths();
        self.send_nodes();
    }

    fn send_depths(&mut self) {
        if let Some(depths) = self.books.depths.as_mut().filter(|depths| !depths.is_empty()) {
            (self.sink)(Event::Depths { depths: std::mem::take(depths) });
        }
    }

    fn send_nodes(&mut self) {
        if let Some(tree) = self.books.tree.as_mut().filter(|tree| !tree.nodes.is_empty()) {
            (self.sink)(Event::Nodes { nodes: std::mem::take(&mut tree.nodes) });
        }
    }

    #[cold]
    #[inline(never)]
    fn note_depth(&mut self, depth: u32) {
        if let Some(depths) = &mut self.books.depths {
            depths.push(depth);
            if depths.len() == DEPTHS {
                self.send_depths();
            }
        }
    }
}

impl Observer for Reporter<'_> {
    #[inline]
    fn expand(&mut self, depth: u32) {
        if self.books.tells_expansions {
            self.note_depth(depth);
        }
    }

    #[inline]
    fn wants_visits(&self) -> bool {
        self.books.shows_nodes && self.tracer.is_some()
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        let Some(tracer) = &mut self.tracer else { return };
        if let Some(samples) = self.books.samples.as_mut().filter(|samples| samples.is_due) {
            samples.is_due = false;
            (self.sink)(tracer.sample(visit));
        }
        let mut is_full = false;
        if self.books.grows()
            && let Some(tree) = &mut self.books.tree
        {
            tree.nodes.push(tracer.node(tree.next, visit));
            tree.next += 1;
            is_full = tree.next == tree.most || tree.nodes.len() >= NODES;
        }
        self.books.settle();
        if is_full {
            self.send_nodes();
        }
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        let Iteration { bound, expanded, generated } = *iteration;
        self.send_nodes();
        self.send(Event::Iteration { bound, expanded, generated });
        ControlFlow::Continue(())
    }

    fn improved(&mut self, length: u32, lower_bound: u32) -> ControlFlow<()> {
        self.send(Event::Improved { length, lower_bound });
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.elapsed >= self.books.next_progress {
            self.books.next_progress = progress.elapsed + PERIOD;
            if let Some(samples) = &mut self.books.samples {
                samples.is_due = true;
                self.books.settle();
            }
            self.send_nodes();
            self.send(Event::Progress {
                lower_bound: progress.lower_bound,
                expanded: progress.expanded,
                generated: progress.generated,
                memory_bytes: progress.memory,
                seconds: progress.elapsed.as_secs_f64(),
            });
        }
        ControlFlow::Continue(())
    }
}
