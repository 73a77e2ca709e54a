#![doc = include_str!("../README.md")]

pub mod abstraction;
pub mod build;
pub mod checkpoint;
pub mod encoding;
pub mod file;
mod floor;
mod level;
pub mod levels;
pub mod lines;
mod map;
pub mod one_bit;
mod planes;
pub mod prefetch;
pub mod rank;
pub mod regions;
mod shift;
pub mod store;
pub mod table;
mod threads;

pub use map::changed;
