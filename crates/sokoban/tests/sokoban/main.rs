//! The search against the rules: what A* and IDA* say about small levels, breadth-first search by [`Position`] says too.

mod agreement;
mod laws;
mod levels;
mod naive;
mod pruning;
mod rules;
mod sat;

use fewest_sokoban::Position;
