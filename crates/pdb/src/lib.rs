//! Pattern databases (Culberson and Schaeffer 1998), for any puzzle.
pub mod abstraction;
pub mod build;
pub mod encoding;
mod map;
pub mod marks;
pub mod rank;
pub mod table;
