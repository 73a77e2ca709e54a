//! Sliding blocks against the laws of `fewest-conformance`, against a naive engine and against what is known.

mod laws;
mod naive;
mod random;
