//! The formulas mean what they say, and the solvers say what is so.

mod counters;
mod csp;
mod dimacs;
mod formulas;
mod naive;
mod solvers;
