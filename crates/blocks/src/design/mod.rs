//! For those who design puzzles: censuses of whole families of boards, and the search for hard ones.

pub mod rush;
