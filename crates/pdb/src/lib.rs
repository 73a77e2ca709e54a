//! Pattern databases (Culberson and Schaeffer 1998), for any puzzle.
//!
//! A pattern keeps some pieces of a puzzle and forgets the rest. The distances of all positions of what is left are
//! worked out once, by a search backward from the goal, and looked up ever after: none exceeds the distance in the puzzle
//! itself. This crate knows no puzzle. It numbers placements ([`rank`]), builds tables of whatever describes itself as
//! an [`abstraction`] ([`build`]), packs them ([`encoding`]), keeps them in files ([`store`]) and looks them up
//! ([`table`]).
//!
//! ```
//! use fewest_pdb::encoding::{Encoding, Unpacking};
//! // Values are packed as codes; the least of a group is admissible for each of its members.
//! let encoding: Encoding = "nibble-min2".parse()?;
//! let packed = encoding.pack(&[7, 9, 3, 20]);
//! assert_eq!(packed, [0x37]);
//! assert_eq!(Unpacking::new(encoding).code(&packed, 3), 3);
//! # Ok::<(), fewest_pdb::encoding::EncodingError>(())
//! ```

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
