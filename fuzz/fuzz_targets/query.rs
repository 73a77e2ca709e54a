//! Any bytes as a question in JSON: refused, or read as what it is written as; one in 64 is answered within small limits,
//! and the answer is JSON.
#![no_main]

use std::sync::LazyLock;

use fewest_engine::{Query, SearchLimits, Session};
use fewest_fuzz::is_one_of;
use fewest_kinds::KINDS;
use libfuzzer_sys::fuzz_target;

static SESSION: LazyLock<Session> = LazyLock::new(|| Session::in_memory(KINDS));

fuzz_target!(|bytes: &[u8]| {
    let Ok(query) = serde_json::from_slice::<Query>(bytes) else { return };
    let written = serde_json::to_vec(&query).expect("a question is JSON");
    assert_eq!(serde_json::from_slice::<Query>(&written).ok().as_ref(), Some(&query));
    if !is_one_of(64, bytes) {
        return;
    }
    let limits = SearchLimits { expansions: Some(1000), memory: 4 << 20, ..SearchLimits::default() };
    match SESSION.query(&query, &limits) {
        Ok(reply) => assert!(serde_json::to_string(&reply).is_ok()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
