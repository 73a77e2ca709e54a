//! The puzzle on the board: where it began, the moves made, and what the engine says of the position behind them. The rules are
//! the engine's; here is only a list of moves as text.

use std::time::{Duration, Instant};

use fewest_engine::view::View;
use fewest_engine::{EngineError, Kinds, Puzzle, RandomRequest};

/// A puzzle to be played, and what is known of it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How it was drawn, where it is a random one: another one is drawn in the same way.
    pub random: Option<RandomRequest>,
}

/// A game.
pub(crate) struct Game {
    kinds: Kinds,
    pub(crate) opened: Opened,
    /// The moves made; what one key press or one drag made is one entry.
    pub(crate) made: Vec<String>,
    /// The moves taken back, the next one last.
    undone: Vec<String>,
    pub(crate) view: View,
    pub(crate) clock: Clock,
    /// The length of a shortest solution that the library states.
    pub(crate) published: Option<u64>,
}

/// Time played.
#[derive(Default)]
pub(crate) struct Clock {
    before: Duration,
    since: Option<Instant>,
}

impl Clock {
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.since.map(|since| since.elapsed()).unwrap_or_default()
    }

    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    pub(crate) fn stop(&mut self) {
        self.before = self.elapsed();
        self.since = None;
    }
}

impl Game {
    /// Puts a puzzle on the board.
    pub(crate) fn open(kinds: Kinds, opened: Opened) -> Result<Self, EngineError> {
        let view = kinds.view(&opened.puzzle, "")?;
        let mut game = Self {
            kinds,
            opened,
            made: Vec::new(),
            undone: Vec::new(),
            view,
            clock: Clock::default(),
            published: None,
        };
        game.published = game.published();
        Ok(game)
    }

    /// What the library states of this very puzzle.
    fn published(&self) -> Option<u64> {
        let kind = self.kinds.named(&self.view.kind).ok()?;
        let title = self.view.title.as_deref();
        let looks_alike = |puzzle: &Puzzle| {
            let view = self.kinds.view(puzzle, "");
            view.is_ok_and(|view| view.start == self.view.start && view.goal == self.view.goal)
        };
        let library = kind.library();
        let found = library.iter().find(|entry| {
            let is_same = entry.puzzle.position() == self.opened.puzzle.position();
            let has_title = title.is_some_and(|title| entry.title == title);
            (is_same || has_title) && looks_alike(&entry.puzzle)
        })?;
        found.optimum.get(self.metric()).copied()
    }

    /// What counts as one move.
    pub(crate) fn metric(&self) -> &str {
        let named = self.opened.puzzle.metric();
        named.or_else(|| Some(self.kinds.named(&self.view.kind).ok()?.info().metrics[0].name)).unwrap_or("moves")
    }

    /// What is counted, in the singular.
    pub(crate) fn noun(&self) -> &'static str {
        let info = self.kinds.named(&self.view.kind).ok().map(fewest_engine::Kind::info);
        let metric = info.and_then(|info| info.metrics.iter().find(|metric| metric.name == self.metric()));
        metric.map_or("move", |metric| metric.noun)
    }

    /// The length of the moves made, as the metric counts.
    pub(crate) fn length(&self) -> u64 {
        self.view.lengths.get(self.metric()).copied().unwrap_or(self.made.len() as u64)
    }

    /// Makes moves, and says whether they are legal. What was taken back is forgotten.
    pub(crate) fn play(&mut self, moves: &str) -> Result<bool, EngineError> {
        let mut made = self.made.clone();
        made.push(moves.to_owned());
        self.make(made)
    }

    /// Makes a step that belongs to the same gesture as the move before it: one undo takes both back.
    pub(crate) fn prolong(&mut self, moves: &str) -> Result<bool, EngineError> {
        let mut made = self.made.clone();
        let last = made.pop().unwrap_or_default();
        made.push(format!("{last} {moves}"));
        self.make(made)
    }

    fn make(&mut self, made: Vec<String>) -> Result<bool, EngineError> {
        let is_legal = self.show(made, Vec::new())?;
        if is_legal {
            self.clock.start();
        }
        if self.view.solved {
            self.clock.stop();
        }
        Ok(is_legal)
    }

    pub(crate) fn undo(&mut self) -> Result<bool, EngineError> {
        let (mut made, mut undone) = (self.made.clone(), self.undone.clone());
        let Some(last) = made.pop() else { return Ok(false) };
        undone.push(last);
        self.show(made, undone)
    }

    pub(crate) fn redo(&mut self) -> Result<bool, EngineError> {
        let (mut made, mut undone) = (self.made.clone(), self.undone.clone());
        let Some(next) = undone.pop() else { return Ok(false) };
        made.push(next);
        self.show(made, undone)
    }

    /// Back to the start; redo brings every move back.
    pub(crate) fn restart(&mut self) -> Result<bool, EngineError> {
        self.clock = Clock::default();
        let undone = self.undone.iter().chain(self.made.iter().rev()).cloned().collect();
        self.show(Vec::new(), undone)
    }

    /// The moves made and the moves taken back, to come back to.
    pub(crate) fn place(&self) -> (Vec<String>, Vec<String>) {
        (self.made.clone(), self.undone.clone())
    }

    /// Shows the position behind these moves, if they are legal.
    pub(crate) fn show(&mut self, made: Vec<String>, undone: Vec<String>) -> Result<bool, EngineError> {
        let view = self.kinds.view(&self.opened.puzzle, &made.join(" "))?;
        if view.illegal.is_some() {
            return Ok(false);
        }
        (self.made, self.undone, self.view) = (made, undone, view);
        Ok(true)
    }

    /// The position behind one move more.
    pub(crate) fn after(&self, moves: &str) -> Option<View> {
        let made = self.made.iter().map(String::as_str).chain([moves]).collect::<Vec<_>>().join(" ");
        self.kinds.view(&self.opened.puzzle, &made).ok().filter(|view| view.illegal.is_none())
    }
}
