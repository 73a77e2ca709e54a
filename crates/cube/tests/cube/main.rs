//! The cube against the laws of `fewest-conformance`, against geometry and against what is known.

mod counts;
mod searches;
mod text;
