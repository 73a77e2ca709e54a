#![doc = include_str!("../README.md")]
#![expect(clippy::cast_precision_loss, reason = "statistics, charts and guesses need no more than 52 bits")]

mod builtin;
mod chart;
mod check;
mod error;
mod folder;
mod forecast;
mod histogram;
mod instances;
mod label;
mod machine;
mod measure;
mod method;
mod number;
mod page;
mod parts;
mod plan;
mod report;
mod row;
mod run;
#[cfg(test)]
mod sample;
mod select;
mod statistics;
mod suite;
mod table;
mod trial;
mod write;

pub use builtin::{Shipped, builtin};
pub use error::LabError;
pub use machine::version;
pub use page::PageError;
pub use row::{Ending, Row};
pub use run::{How, Progress, Results, Summary, count, results, run};
pub use suite::{Suite, SuiteError};
pub use write::{Told, tell, write_page};
