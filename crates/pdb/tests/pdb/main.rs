//! Pattern databases: tables against breadth-first search, and files that are damaged, missing or shared.

mod build;
mod store;
