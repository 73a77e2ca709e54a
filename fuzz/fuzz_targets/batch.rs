//! Any bytes as an input of many positions: a kind, in one of 64 inputs the one that it looks most like, splits it into positions,
//! whose lines are those of the input, and checks one in 256 of them.
#![no_main]

use fewest_engine::reader::{Entry, Line, LineFault};
use fewest_engine::{Puzzle, SearchLimits};
use fewest_fuzz::is_one_of;
use fewest_kinds::KINDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let kind = if is_one_of(64, bytes) {
        KINDS.sniff(&text).map(|(kind, _)| kind)
    } else {
        KINDS.iter().nth(bytes.len() % KINDS.iter().count())
    };
    let Some(kind) = kind else { return };
    let name = kind.info().name;
    let mut reader = kind.reader(&Puzzle::new(name, ""));
    let (mut entries, mut count) = (Vec::<Entry>::new(), 0);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let content = std::str::from_utf8(line).map(str::to_owned);
        let content = content.map_err(|error| LineFault::NotUtf8(error.valid_up_to() + 1));
        reader.take(Line { number, content }, &mut entries);
        count = number;
    }
    reader.finish(&mut entries);
    assert!(entries.iter().all(|entry| (1..=count).contains(&entry.line)));
    assert!(reader.passed_over().iter().all(|line| (1..=count).contains(&line.number)));
    let limits = SearchLimits { expansions: Some(1000), memory: 4 << 20, ..SearchLimits::default() };
    let texts = entries.iter().filter_map(|entry| entry.text.as_ref().ok());
    for text in texts.filter(|text| is_one_of(256, text.as_bytes())) {
        match kind.check(&Puzzle::new(name, text), &limits) {
            Ok(check) => assert!(serde_json::to_string(&check).is_ok()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
