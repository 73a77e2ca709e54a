//! The table where a game is played: the board, what is known of it, a hint, a solution that is watched.

mod mouse;

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fewest_engine::view::{Board, LegalMove, View};
use fewest_engine::{Answer, EngineError, Kinds, Outcome, Proof, Puzzle};
use ratatui_core::layout::Position;

use crate::choose::{self, Way};
use crate::draw::Plan;
use crate::game::{Game, Opened};
use crate::player::Player;
use crate::search::Purpose;
use crate::solution::Solution;

/// The most steps that one key press makes.
const FAR: usize = 64;
/// Answers that are remembered.
const MOST_FACTS: usize = 64;

/// What is said below the board.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    /// All is well.
    Good(String),
    /// What to know.
    Plain(String),
    /// What went wrong.
    Bad(String),
}

/// What a key asks for that the table cannot do alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A search from here, or from the start.
    Search(Purpose),
    /// Another puzzle like this one.
    Another,
    /// The list of puzzles.
    Picker,
    /// The list of keys.
    Help,
    /// The end of the search that goes on.
    Cancel,
    /// The end.
    Quit,
}

/// A hint that is shown.
pub(crate) struct Hint {
    text: String,
    /// The position behind it.
    pub(crate) view: View,
}

/// A solution that is watched.
pub(crate) struct Watch {
    pub(crate) solution: Solution,
    pub(crate) player: Player,
    /// The moves that were made and taken back before.
    back: (Vec<String>, Vec<String>),
}

/// A game with everything around it.
pub(crate) struct Table {
    kinds: Kinds,
    pub(crate) game: Game,
    pub(crate) message: Option<Message>,
    pub(crate) hint: Option<Hint>,
    pub(crate) watch: Option<Watch>,
    solution: Option<Solution>,
    facts: Vec<(Puzzle, Answer)>,
    pub(crate) selected: Option<u32>,
    pub(crate) lifted: Option<u32>,
    pub(crate) cursor: u32,
    hints: u32,
    has_watched: bool,
    drag: Option<mouse::Drag>,
    /// Where the board was drawn.
    pub(crate) placed: Option<(Position, Plan)>,
}

/// What is known of the length of a shortest solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fewest {
    pub(crate) least: Option<u64>,
    pub(crate) most: Option<u64>,
    pub(crate) is_unsolvable: bool,
}

impl Fewest {
    pub(crate) fn exactly(self) -> Option<u64> {
        self.most.filter(|_| self.most == self.least)
    }

    /// In few letters: `21`, or `≤ 113 ≥ 89` where nothing better is proven.
    pub(crate) fn brief(self) -> Option<String> {
        match (self.exactly(), self.most, self.least) {
            _ if self.is_unsolvable => Some("no solution".to_owned()),
            (Some(length), ..) => Some(length.to_string()),
            (None, Some(most), Some(least)) => Some(format!("≤ {most} ≥ {least}")),
            (None, Some(most), None) => Some(format!("≤ {most}")),
            (None, None, Some(least)) => Some(format!("≥ {least}")),
            (None, None, None) => None,
        }
    }
}

impl Table {
    pub(crate) fn open(kinds: Kinds, opened: Opened) -> Result<Self, EngineError> {
        let game = Game::open(kinds, opened)?;
        let message = game
            .view
            .solved
            .then(|| Message::Plain("This position is already solved. Press n for another one.".to_owned()));
        Ok(Self {
            kinds,
            game,
            message,
            hint: None,
            watch: None,
            solution: None,
            facts: Vec::new(),
            selected: None,
            lifted: None,
            cursor: 0,
            hints: 0,
            has_watched: false,
            drag: None,
            placed: None,
        })
    }

    /// The puzzle as it was opened, with the metric of the positions behind moves.
    fn start(&self) -> Puzzle {
        let puzzle = self.game.opened.puzzle.clone();
        puzzle.with_some("metric", self.game.view.here.metric())
    }

    /// What a search is to solve.
    pub(crate) fn asked(&self, purpose: Purpose) -> Puzzle {
        if purpose == Purpose::Start || self.game.made.is_empty() { self.start() } else { self.game.view.here.clone() }
    }

    fn fact(&self, puzzle: &Puzzle) -> Fewest {
        let mut fewest = Fewest::default();
        for (_, answer) in self.facts.iter().filter(|(known, _)| known == puzzle) {
            fewest.is_unsolvable |= answer.outcome == Outcome::Unsolvable;
            let proven = answer.full_length().filter(|_| answer.proof == Proof::Optimal);
            fewest.least = fewest.least.max(proven.or(answer.lower_bound.map(u64::from)));
            let length = answer.full_length();
            fewest.most = fewest.most.map_or(length, |most| Some(length.map_or(most, |length| most.min(length))));
        }
        fewest
    }

    /// What is known of the start.
    pub(crate) fn fewest_from_start(&self) -> Fewest {
        let mut fewest = self.fact(&self.start());
        if let Some(length) = self.game.published {
            fewest = Fewest { least: Some(length), most: Some(length), ..fewest };
        }
        if self.game.view.solved && self.watch.is_none() {
            fewest.most = Some(fewest.most.map_or(self.game.length(), |most| most.min(self.game.length())));
        }
        fewest
    }

    /// What is known of the position on the board.
    pub(crate) fn fewest_from_here(&self) -> Fewest {
        if self.game.view.solved {
            return Fewest { least: Some(0), most: Some(0), is_unsolvable: false };
        }
        if self.game.made.is_empty() { self.fewest_from_start() } else { self.fact(&self.game.view.here) }
    }

    /// Takes note of what a search found, and says what is to be done next.
    pub(crate) fn found(&mut self, purpose: Purpose, puzzle: &Puzzle, answer: &Answer) -> Option<Wish> {
        if self.facts.len() >= MOST_FACTS {
            self.facts.remove(0);
        }
        self.facts.push((puzzle.clone(), answer.clone()));
        let is_here = *puzzle == self.asked(purpose);
        if is_here && (purpose != Purpose::Start || self.game.made.is_empty()) {
            let made = self.game.made.clone();
            self.solution = Solution::of(self.kinds, puzzle, made, answer).or(self.solution.take());
        }
        match purpose {
            Purpose::Start if self.game.view.solved => self.celebrate(),
            Purpose::Start | Purpose::Here => {
                let place = if purpose == Purpose::Start { "from the start" } else { "from here" };
                self.message = Some(self.verdict(answer, place));
                let is_next = purpose == Purpose::Start && !self.game.made.is_empty();
                return (is_next && self.fewest_from_here().brief().is_none()).then_some(Wish::Search(Purpose::Here));
            }
            Purpose::Hint if is_here => {
                if !self.show_hint() {
                    self.message = Some(self.verdict(answer, "from here"));
                }
            }
            Purpose::Watch if is_here => {
                if !self.begin_watching(Instant::now()) {
                    self.message = Some(self.verdict(answer, "from here"));
                }
            }
            Purpose::Hint | Purpose::Watch => {}
        }
        None
    }

    /// What an answer says, in a sentence.
    fn verdict(&self, answer: &Answer, place: &str) -> Message {
        let count = |length: u64| counted(length, self.game.noun());
        let length = answer.full_length();
        let least = answer.lower_bound.map(u64::from);
        match (answer.outcome, length, answer.proof) {
            (Outcome::Unsolvable, ..) => Message::Bad(format!("There is no solution {place}: undo moves, or restart.")),
            (_, Some(length), Proof::Optimal) => {
                Message::Good(format!("The fewest {place}: {}, proven.", count(length)))
            }
            (_, Some(length), _) => Message::Plain(format!(
                "At most {} {place} and at least {}; the search reached its limit.",
                count(length),
                least.unwrap_or_default()
            )),
            (_, None, _) => Message::Plain(format!(
                "Found no solution {place} in time; it takes at least {}.",
                count(least.unwrap_or_default())
            )),
        }
    }

    /// What is said when the goal is reached.
    fn celebrate(&mut self) {
        let (length, noun, fewest) = (self.game.length(), self.game.noun(), self.fewest_from_start());
        let compared = match (fewest.exactly(), fewest.least) {
            (Some(best), _) if best >= length => "no solution is shorter.".to_owned(),
            (Some(best), _) => format!("the fewest is {best}, so you made {} too many.", length - best),
            (None, Some(least)) => {
                let most = fewest.most.unwrap_or(length);
                format!("the fewest is at least {least} and at most {most}.")
            }
            (None, None) => "searching for the fewest.".to_owned(),
        };
        let help = match (self.has_watched, self.hints) {
            (true, _) => " You watched the solution.".to_owned(),
            (false, 0) => String::new(),
            (false, hints) => format!(" You took {}.", counted(hints.into(), "hint")),
        };
        self.message = Some(Message::Good(format!("Solved in {}: {compared}{help}", counted(length, noun))));
    }

    /// After a move of the player.
    fn moved(&mut self) -> Option<Wish> {
        (self.hint, self.message) = (None, None);
        if self.selected.is_some_and(|selected| !choose::selectable(&self.game.view).contains(&selected))
            && choose::is_stack(&self.game.view)
        {
            self.selected = None;
        }
        if !self.game.view.solved {
            return None;
        }
        self.celebrate();
        (self.fewest_from_start().exactly().is_none()).then_some(Wish::Search(Purpose::Start))
    }

    fn play(&mut self, moves: &str) -> Result<Option<Wish>, EngineError> {
        Ok(if self.game.play(moves)? { self.moved() } else { None })
    }

    /// Does what a key means.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Result<Option<Wish>, EngineError> {
        if self.watch.is_some() {
            return self.watching_key(key);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(match key.code {
                KeyCode::Char('r' | 'y') => self.step(Game::redo)?,
                _ => None,
            });
        }
        let last = self.game.made.last().map(String::as_str);
        if let KeyCode::Char(letter) = key.code
            && let Some((replaces, text)) = choose::typed(&self.game.view, last, letter)
        {
            if replaces {
                self.step(Game::undo)?;
            }
            return self.play(&text);
        }
        if let Some((way, is_far)) = arrow(key) {
            return self.arrow(way, is_far);
        }
        Ok(match key.code {
            KeyCode::Char('q') => Some(Wish::Quit),
            KeyCode::Char('?') | KeyCode::F(1) => Some(Wish::Help),
            KeyCode::Char('u') | KeyCode::Backspace => self.step(Game::undo)?,
            KeyCode::Char('r' | 'y') => self.step(Game::redo)?,
            KeyCode::Char('0') | KeyCode::Home => {
                (self.hints, self.has_watched) = (0, false);
                self.step(Game::restart)?
            }
            KeyCode::Char('n') => Some(Wish::Another),
            KeyCode::Char('p' | 'm') => Some(Wish::Picker),
            KeyCode::Char('t') => return self.hint_or_take(),
            KeyCode::Char('o') => self.optimum(),
            KeyCode::Char('v') => self.watch_or_search(),
            KeyCode::Char(digit @ '1'..='9') => {
                let peg = u32::from(digit) - u32::from('1');
                return self.tap_peg(peg);
            }
            KeyCode::Tab | KeyCode::Char(']') => self.select(1),
            KeyCode::BackTab | KeyCode::Char('[') => self.select(-1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.act(),
            KeyCode::Esc => {
                if self.hint.is_none() && self.lifted.is_none() && self.message.is_none() {
                    self.selected = None;
                }
                (self.hint, self.lifted, self.message) = (None, None, None);
                Some(Wish::Cancel)
            }
            _ => None,
        })
    }

    fn step(&mut self, step: impl FnOnce(&mut Game) -> Result<bool, EngineError>) -> Result<Option<Wish>, EngineError> {
        if step(&mut self.game)? {
            (self.hint, self.message, self.lifted) = (None, None, None);
            if self.game.view.solved {
                self.celebrate();
            }
        }
        Ok(None)
    }

    fn optimum(&mut self) -> Option<Wish> {
        if self.fewest_from_start().exactly().is_none() && !self.fewest_from_start().is_unsolvable {
            return Some(Wish::Search(Purpose::Start));
        }
        match self.fewest_from_here() {
            fewest if fewest.exactly().is_some() => {
                let count = |fewest: Fewest| counted(fewest.exactly().unwrap_or_default(), self.game.noun());
                let from_start = count(self.fewest_from_start());
                self.message = Some(Message::Good(if self.game.made.is_empty() {
                    format!("The fewest from the start: {from_start}.")
                } else {
                    format!("The fewest from the start: {from_start}; from here: {}.", count(fewest))
                }));
                None
            }
            _ => Some(Wish::Search(Purpose::Here)),
        }
    }

    /// Shows the next move of the solution that is known from here.
    fn show_hint(&mut self) -> bool {
        let Some(solution) = &self.solution else { return false };
        let next = solution.at(&self.game.made).and_then(|at| solution.steps.get(at)).cloned();
        let Some((text, view)) = next.and_then(|text| Some((self.game.after(&text)?, text))).map(|(v, t)| (t, v))
        else {
            return false;
        };
        let words = choose::words(&text, &self.game.view, &view);
        let doubt = if solution.is_shortest { "" } else { " (of a solution that is not proven to be the shortest)" };
        self.message = Some(Message::Plain(format!("Hint: {words}{doubt}. Press t again to make the move.")));
        self.hint = Some(Hint { text, view });
        self.hints += 1;
        true
    }

    fn hint_or_take(&mut self) -> Result<Option<Wish>, EngineError> {
        if let Some(hint) = self.hint.take() {
            return self.play(&hint.text);
        }
        if self.game.view.solved {
            self.message = Some(Message::Plain("The puzzle is solved. Press n for another one.".to_owned()));
            return Ok(None);
        }
        Ok(if self.show_hint() { None } else { Some(Wish::Search(Purpose::Hint)) })
    }

    fn watch_or_search(&mut self) -> Option<Wish> {
        if self.game.view.solved {
            self.message = Some(Message::Plain("The puzzle is solved. Press 0 to restart it.".to_owned()));
            return None;
        }
        if self.begin_watching(Instant::now()) { None } else { Some(Wish::Search(Purpose::Watch)) }
    }

    /// Begins to play the solution that is known from here.
    fn begin_watching(&mut self, now: Instant) -> bool {
        let Some(solution) = &self.solution else { return false };
        let Some(at) = solution.at(&self.game.made).filter(|at| *at < solution.steps.len()) else { return false };
        // What was made before stays as it is; only what is left is played.
        let rest = solution.rest(at, self.game.made.clone());
        self.watch(rest, 2.0, now);
        self.has_watched = true;
        true
    }

    /// Plays a solution from the position on the board.
    pub(crate) fn watch(&mut self, solution: Solution, speed: f64, now: Instant) {
        self.game.clock.stop();
        (self.hint, self.message, self.lifted) = (None, None, None);
        let player = Player::new(solution.steps.len(), speed, now);
        self.watch = Some(Watch { solution, player, back: self.game.place() });
    }

    fn watching_key(&mut self, key: KeyEvent) -> Result<Option<Wish>, EngineError> {
        let Some(watch) = &mut self.watch else { return Ok(None) };
        if watch.player.key(key.code, Instant::now()) {
            self.follow()?;
            return Ok(None);
        }
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => return Ok(Some(Wish::Help)),
            KeyCode::Esc | KeyCode::Char('q' | 'v') => {
                let (made, undone) = watch.back.clone();
                self.watch = None;
                self.game.show(made, undone)?;
            }
            KeyCode::Enter => {
                self.watch = None;
                if self.game.view.solved {
                    self.celebrate();
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Shows where the player of the solution is.
    fn follow(&mut self) -> Result<(), EngineError> {
        if let Some(watch) = &self.watch {
            let made = watch.solution.until(watch.player.at);
            self.game.show(made, Vec::new())?;
        }
        Ok(())
    }

    /// Goes on where it is time.
    pub(crate) fn tick(&mut self, now: Instant) -> Result<bool, EngineError> {
        let is_new = self.watch.as_mut().is_some_and(|watch| watch.player.tick(now));
        if is_new {
            self.follow()?;
        }
        Ok(is_new)
    }

    /// What arrows move where nothing else is meant.
    fn arrow(&mut self, way: Way, is_far: bool) -> Result<Option<Wish>, EngineError> {
        let view = &self.game.view;
        match &view.board {
            Board::Pegs { pegs, .. } => {
                let last = u32::try_from(pegs.len().saturating_sub(1)).unwrap_or_default();
                match way {
                    [-1, 0] => self.cursor = self.cursor.checked_sub(1).unwrap_or(last),
                    [1, 0] => self.cursor = if self.cursor >= last { 0 } else { self.cursor + 1 },
                    [0, -1] if self.lifted.is_some() => {}
                    [0, 1] if self.lifted.is_none() => {}
                    _ => return self.tap_peg(self.cursor),
                }
                Ok(None)
            }
            Board::Graph { places, tiles, .. } => {
                let found = choose::along(places, tiles, &view.moves, way).map(|mv| mv.text.clone());
                found.map_or(Ok(None), |text| self.play(&text))
            }
            Board::Grid { .. } if choose::is_stack(view) => {
                if way[0] == 0 {
                    self.select(way[1]);
                }
                Ok(None)
            }
            Board::Grid { .. } => {
                let piece = if choose::has_blocks(view) {
                    self.selected = self.selected.or_else(|| choose::protagonist(view));
                    self.selected
                } else {
                    None
                };
                self.slide(way, piece, is_far)
            }
        }
    }

    /// Moves in a direction: one step, or as far as it goes.
    fn slide(&mut self, way: Way, piece: Option<u32>, is_far: bool) -> Result<Option<Wish>, EngineError> {
        let moves = |view: &View, is_far| {
            let found: Option<&LegalMove> = choose::toward(&view.moves, way, piece, is_far);
            found.map(|mv| (mv.text.clone(), mv.pieces.len()))
        };
        let Some((text, most)) = moves(&self.game.view, is_far) else { return Ok(None) };
        let fewest = moves(&self.game.view, false).map_or(most, |(_, pieces)| pieces);
        let mut wish = self.play(&text)?;
        // A whole line at once has gone as far as it can.
        let mut steps = if is_far && most == fewest { FAR } else { 0 };
        while steps > 0 && !self.game.view.solved {
            // Whoever walks stops before a box.
            let next = moves(&self.game.view, false).filter(|(_, pieces)| *pieces == fewest);
            let Some((text, _)) = next else { break };
            if !self.game.prolong(&text)? {
                break;
            }
            wish = self.moved();
            steps -= 1;
        }
        Ok(wish)
    }

    /// Takes the disc of a peg into the hand, or puts it down.
    fn tap_peg(&mut self, peg: u32) -> Result<Option<Wish>, EngineError> {
        let Board::Pegs { pegs, .. } = &self.game.view.board else { return Ok(None) };
        let Some(discs) = pegs.get(peg as usize) else { return Ok(None) };
        self.cursor = peg;
        match self.lifted.take() {
            None if discs.is_empty() => {}
            None => self.lifted = Some(peg),
            Some(from) if from == peg => {}
            Some(from) => {
                if let Some(mv) = choose::transfer(&self.game.view.moves, from, peg) {
                    let text = mv.text.clone();
                    return self.play(&text);
                }
                self.lifted = Some(from);
                self.message = Some(Message::Bad("A disc cannot lie on a smaller one.".to_owned()));
            }
        }
        Ok(None)
    }

    /// Selects the next piece, or the one before.
    fn select(&mut self, by: i32) -> Option<Wish> {
        let all = choose::selectable(&self.game.view);
        let last = all.len().checked_sub(1)?;
        let at = self.selected.and_then(|selected| all.iter().position(|id| *id == selected));
        let next = match (at, by > 0) {
            (None, true) => 0,
            (None, false) => last,
            (Some(at), true) => {
                if at >= last {
                    0
                } else {
                    at + 1
                }
            }
            (Some(at), false) => at.checked_sub(1).unwrap_or(last),
        };
        self.selected = all.get(next).copied();
        None
    }

    /// What Enter means: a disc is taken or put down, what is selected makes its only move.
    fn act(&mut self) -> Result<Option<Wish>, EngineError> {
        if let Board::Pegs { .. } = self.game.view.board {
            return self.tap_peg(self.cursor);
        }
        if self.selected.is_none() {
            self.select(1);
            return Ok(None);
        }
        self.selected.map_or(Ok(None), |piece| self.tap_piece(piece))
    }

    fn tap_piece(&mut self, piece: u32) -> Result<Option<Wish>, EngineError> {
        let text = choose::tapped(&self.game.view.moves, piece).map(|mv| mv.text.clone());
        text.map_or(Ok(None), |text| self.play(&text))
    }
}

/// A number of things.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = match noun {
        _ if number == 1 => "",
        noun if noun.ends_with("sh") => "es",
        _ => "s",
    };
    format!("{number} {noun}{plural}")
}

/// The way of an arrow key, and whether it means as far as possible.
fn arrow(key: KeyEvent) -> Option<(Way, bool)> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let (way, is_far) = match key.code {
        KeyCode::Up => ([0, -1], shift),
        KeyCode::Down => ([0, 1], shift),
        KeyCode::Left => ([-1, 0], shift),
        KeyCode::Right => ([1, 0], shift),
        KeyCode::Char(letter) => {
            let way = match letter.to_ascii_lowercase() {
                'k' | 'w' => [0, -1],
                'j' | 's' => [0, 1],
                'h' | 'a' => [-1, 0],
                'l' | 'd' => [1, 0],
                _ => return None,
            };
            (way, letter.is_ascii_uppercase())
        }
        _ => return None,
    };
    Some((way, is_far))
}
