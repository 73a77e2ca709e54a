//! The formulas mean what they say, and the solvers say what is so.

mod certificates;
mod counters;
mod csp;
mod dimacs;
mod drat;
mod formulas;
mod lrat;
mod naive;
mod proofs;
mod solvers;
