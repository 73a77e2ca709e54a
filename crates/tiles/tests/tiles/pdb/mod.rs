//! Pattern databases of sliding tiles against brute force, true distances and the laws of `fewest-conformance`.

mod brute;
mod combined;
mod laws;
mod lines;
mod values;
