//! Keys stand for states.

use std::collections::HashMap;

use fewest_search::capability::Packed;
use foldhash::fast::FixedState;

use crate::Check;
use crate::space::hash_of;

/// A state comes back from its key, equal and with an equal hash.
///
/// # Errors
/// The state that does not.
pub fn check_key<S: Packed>(space: &S, state: &S::State) -> Check {
    let key = space.pack(state);
    let back = space.unpack(&key);
    ensure!(back == *state, "{state:?}: its key {key:?} unpacks to {back:?}");
    ensure!(hash_of(&back) == hash_of(state), "{state:?}: equal to its unpacked twin, but hashed otherwise");
    ensure!(space.pack(&back) == key, "{state:?}: packs to {key:?} first and then to another key");
    Ok(())
}

/// Different states have different keys.
///
/// # Errors
/// Two states that share one.
pub fn check_distinct_keys<S: Packed>(space: &S, states: impl IntoIterator<Item = S::State>) -> Check {
    let mut owners: HashMap<S::Key, S::State, FixedState> = HashMap::default();
    for state in states {
        let key = space.pack(&state);
        match owners.get(&key) {
            Some(owner) => ensure!(*owner == state, "{owner:?} and {state:?} share the key {key:?}"),
            None => {
                owners.insert(key, state);
            }
        }
    }
    Ok(())
}
