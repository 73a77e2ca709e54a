//! What the measurements of `cargo xtask bench` share.

pub mod instances;
pub mod report;
