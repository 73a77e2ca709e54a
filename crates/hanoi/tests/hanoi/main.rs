//! Towers of Hanoi against the laws of `fewest-conformance`, against each other and against what is known.

mod arrangements;
mod pinned;
mod routes;
mod small;
mod support;
mod text;
mod towers;
