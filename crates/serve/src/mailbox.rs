//! What a search has told and its client has not yet read.
//!
//! The search never waits: where the client is slower, what shows where the search stands gives way to newer news of the
//! same kind, and beyond the room there is, events are lost and counted. How the search ended is never lost, and can be read
//! more than once.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fewest_engine::Event;
use tokio::sync::Notify;

/// Events that wait at most.
const MOST_EVENTS: usize = 4096;
/// Bytes that wait at most, give or take one event: more than the largest tree of nodes that a search tells.
const MOST_BYTES: usize = 8 << 20;

/// One message to the client: the event's name and its data, JSON without a line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) name: &'static str,
    pub(crate) data: String,
}

#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    inside: Mutex<Inside>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Inside {
    waiting: VecDeque<Waiting>,
    bytes: usize,
    ending: Option<Message>,
}

#[derive(Debug)]
enum Waiting {
    /// Where the search stands: the next of its kind takes its place.
    Standing(mem::Discriminant<Event>, String),
    /// What happened, which is told in order and never replaced.
    Event(String),
    /// So many events were lost here.
    Lost(u64),
}

impl Waiting {
    fn bytes(&self) -> usize {
        match self {
            Self::Standing(_, json) | Self::Event(json) => json.len(),
            Self::Lost(_) => 0,
        }
    }

    fn into_message(self) -> Message {
        match self {
            Self::Standing(_, data) | Self::Event(data) => Message { name: "event", data },
            Self::Lost(events) => Message { name: "lost", data: format!("{{\"events\":{events}}}") },
        }
    }
}

impl Inside {
    fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_EVENTS || self.bytes >= MOST_BYTES
    }

    fn push(&mut self, waiting: Waiting) {
        self.bytes += waiting.bytes();
        self.waiting.push_back(waiting);
    }
}

impl Mailbox {
    /// Takes in an event; called by the search alone.
    pub(crate) fn put(&self, event: &Event) {
        let kind = mem::discriminant(event);
        let is_standing = matches!(event, Event::Progress { .. } | Event::Building { .. });
        let mut inside = self.lock();
        let has_older = is_standing && matches!(inside.waiting.back(), Some(Waiting::Standing(old, _)) if *old == kind);
        if has_older && let Some(older) = inside.waiting.pop_back() {
            inside.bytes -= older.bytes();
        } else if inside.is_full() {
            match inside.waiting.back_mut() {
                Some(Waiting::Lost(events)) => *events += 1,
                _ => inside.push(Waiting::Lost(1)),
            }
            return;
        }
        drop(inside);
        // The search alone puts events, so nothing has come in between.
        let json = serde_json::to_string(event).expect("events are plain data");
        self.lock().push(if is_standing { Waiting::Standing(kind, json) } else { Waiting::Event(json) });
        self.news.notify_one();
    }

    /// Takes in how the search ended: the last message.
    pub(crate) fn end(&self, ending: Message) {
        self.lock().ending = Some(ending);
        self.news.notify_one();
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.lock().ending.is_some()
    }

    /// The oldest message; the last one, which stays, has `true` beside it. Waits until there is one.
    pub(crate) async fn next(&self) -> (Message, bool) {
        loop {
            let news = self.news.notified();
            if let Some(message) = self.take() {
                return message;
            }
            news.await;
        }
    }

    fn take(&self) -> Option<(Message, bool)> {
        let mut inside = self.lock();
        if let Some(waiting) = inside.waiting.pop_front() {
            inside.bytes -= waiting.bytes();
            return Some((waiting.into_message(), false));
        }
        inside.ending.clone().map(|ending| (ending, true))
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // Nothing is left half done in here.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(expanded: u64) -> Event {
        Event::Progress { lower_bound: 1, expanded, generated: 0, memory_bytes: 0, seconds: 0.0 }
    }

    fn improved(length: u32) -> Event {
        Event::Improved { length, lower_bound: 0 }
    }

    fn drain(mailbox: &Mailbox) -> Vec<String> {
        let mut messages = Vec::new();
        while let Some((message, is_last)) = mailbox.take() {
            messages.push(format!("{} {}", message.name, message.data));
            if is_last {
                break;
            }
        }
        messages
    }

    #[test]
    fn the_newest_standing_takes_the_place_of_the_one_before() {
        let mailbox = Mailbox::default();
        for event in [progress(1), progress(2), improved(9), progress(3), progress(4)] {
            mailbox.put(&event);
        }
        let messages = drain(&mailbox);
        assert_eq!(messages.len(), 3, "{messages:?}");
        for (message, part) in messages.iter().zip(["\"expanded\":2", "\"improved\"", "\"expanded\":4"]) {
            assert!(message.starts_with("event {") && message.contains(part), "{message}");
        }
        assert_eq!(mailbox.lock().bytes, 0);
    }

    #[test]
    fn what_has_no_room_is_counted_where_it_was_lost() {
        let mailbox = Mailbox::default();
        for _ in 0..MOST_EVENTS + 3 {
            mailbox.put(&improved(5));
        }
        mailbox.take();
        mailbox.take();
        mailbox.put(&improved(7));
        mailbox.end(Message { name: "answer", data: "{}".into() });
        let messages = drain(&mailbox);
        assert_eq!(messages[MOST_EVENTS - 2], "lost {\"events\":3}");
        assert!(messages[MOST_EVENTS - 1].contains("\"length\":7"), "{}", messages[MOST_EVENTS - 1]);
        assert_eq!(messages[MOST_EVENTS], "answer {}");
        assert_eq!(messages.len(), MOST_EVENTS + 1);
    }

    #[test]
    fn few_large_events_fill_the_room_as_well() {
        let mailbox = Mailbox::default();
        let large = Event::Depths { depths: vec![1_000_000; 1 << 17] };
        for _ in 0..100 {
            mailbox.put(&large);
        }
        let held = mailbox.lock().bytes;
        assert!((MOST_BYTES..MOST_BYTES + (1 << 21)).contains(&held), "{held}");
        assert!(drain(&mailbox).last().unwrap().starts_with("lost "));
    }

    #[test]
    fn the_end_can_be_read_again() {
        let mailbox = Mailbox::default();
        assert!(!mailbox.is_ended() && mailbox.take().is_none());
        mailbox.end(Message { name: "fault", data: "{}".into() });
        assert!(mailbox.is_ended());
        assert_eq!(mailbox.take(), mailbox.take());
        assert!(mailbox.take().unwrap().1);
    }
}
