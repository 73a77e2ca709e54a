//! What plays a solution: where it stands, how fast it goes, and which keys steer it.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;

/// The slowest and the fastest, in moves a second.
const SPEEDS: (f64, f64) = (0.1, 100.0);
/// What one key press changes the speed by.
const FASTER: f64 = 1.5;

/// A solution that is played.
#[derive(Debug)]
pub(crate) struct Player {
    /// How many moves are made.
    pub(crate) at: usize,
    moves: usize,
    pub(crate) is_playing: bool,
    /// Whether nobody has touched it.
    pub(crate) is_untouched: bool,
    /// Moves a second.
    pub(crate) speed: f64,
    due: Instant,
}

impl Player {
    /// One that plays from the start.
    pub(crate) fn new(moves: usize, speed: f64, now: Instant) -> Self {
        let speed = speed.clamp(SPEEDS.0, SPEEDS.1);
        let mut player = Self { at: 0, moves, is_playing: true, is_untouched: true, speed, due: now };
        player.rest(now);
        player
    }

    fn rest(&mut self, now: Instant) {
        self.due = now + Duration::from_secs_f64(1.0 / self.speed);
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.moves
    }

    /// When the next move is due, where one is.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.is_playing.then_some(self.due)
    }

    /// Goes on where it is time.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        if !self.is_playing || now < self.due {
            return false;
        }
        if self.is_at_end() {
            self.is_playing = false;
        } else {
            self.at += 1;
        }
        self.rest(now);
        true
    }

    /// Does what a key means here, where it means anything.
    pub(crate) fn key(&mut self, key: KeyCode, now: Instant) -> bool {
        match key {
            KeyCode::Char(' ' | 'p') => {
                self.is_playing = !self.is_playing;
                if self.is_playing && self.is_at_end() {
                    self.at = 0;
                }
                self.rest(now);
            }
            KeyCode::Right | KeyCode::Char('l' | 'd' | '.' | 'n') => self.go(self.at.saturating_add(1)),
            KeyCode::Left | KeyCode::Char('h' | 'a' | ',' | 'b') => self.go(self.at.saturating_sub(1)),
            KeyCode::PageDown => self.go(self.at.saturating_add(10)),
            KeyCode::PageUp => self.go(self.at.saturating_sub(10)),
            KeyCode::Home | KeyCode::Char('0' | 'g') => self.go(0),
            KeyCode::End | KeyCode::Char('$' | 'G') => self.go(self.moves),
            KeyCode::Up | KeyCode::Char('+' | '=' | 'k' | 'w') => self.speed = (self.speed * FASTER).min(SPEEDS.1),
            KeyCode::Down | KeyCode::Char('-' | 'j' | 's') => self.speed = (self.speed / FASTER).max(SPEEDS.0),
            _ => return false,
        }
        self.is_untouched = false;
        true
    }

    fn go(&mut self, at: usize) {
        self.is_playing = false;
        self.at = at.min(self.moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_pauses_steps_and_ends() {
        let begin = Instant::now();
        let mut player = Player::new(3, 10.0, begin);
        let at = |tenths: u64| begin + Duration::from_millis(100 * tenths + 1);
        assert!(!player.tick(begin) && player.tick(at(1)) && player.at == 1);
        assert!(player.key(KeyCode::Char(' '), at(1)) && !player.is_playing && !player.tick(at(9)));
        player.key(KeyCode::Right, at(9));
        player.key(KeyCode::Left, at(9));
        player.key(KeyCode::Left, at(9));
        player.key(KeyCode::Left, at(9));
        assert_eq!(player.at, 0, "there is nothing before the start");
        player.key(KeyCode::End, at(9));
        player.key(KeyCode::Right, at(9));
        assert!(player.is_at_end(), "there is nothing behind the end");
        assert!(!player.key(KeyCode::Char('x'), at(9)), "not every key is its own");
        player.key(KeyCode::Char(' '), at(9));
        assert!(player.is_playing && player.at == 0, "from the end it plays again");
        player.key(KeyCode::Char('+'), at(9));
        assert!(player.speed > 14.0);
        for tenths in 10..20 {
            player.tick(at(tenths));
        }
        assert!(player.is_at_end() && !player.is_playing, "it stops at the end");
    }
}
