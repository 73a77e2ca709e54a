//! Censuses against brute force and published numbers; searches that are the same however they are run.

mod boards;
mod canonical;
mod hunts;
mod layouts;
mod symmetry;
