//! Sokoban as a formula, for certificates.

use fewest_engine::kit::Reporter;
use fewest_engine::{Certify, EncodingInfo, EngineError, Puzzle, Result};
use fewest_sat::{Cnf, Scope, ToCnf as _};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind};
use fewest_sokoban::sat::{Occupancy, Tamura};

use crate::asked::{Asked, Spacious};
use crate::{INFO, Sokoban};

/// The name of Tamura's encoding; the other is ours.
pub(crate) const TAMURA: &str = "tamura";

/// What our formula takes for granted.
pub(crate) const OUR_BOUNDS: &str = "our lower bounds (minimum matching of boxes with goals by push distances), which leave out \
                                     squares that no box can be on and pushes that lose too much";

impl Certify for Sokoban {
    fn metrics(&self) -> &'static [&'static str] {
        &["push"]
    }

    fn step(&self, _: &str) -> u32 {
        1
    }

    fn puzzle(&self, start: &str, _: &str, _: &str) -> Puzzle {
        Puzzle::new(INFO.name, start)
    }

    fn formula(
        &self,
        puzzle: &Puzzle,
        encoding: &'static EncodingInfo,
        at_most: Cost,
        meter: &mut Meter<'_, Reporter<'_>>,
    ) -> Result<Result<Cnf, LimitKind>> {
        let pushes = Spacious::new(Asked::read(puzzle)?.level).map_err(EngineError::internal)?;
        Ok(if encoding.name == TAMURA {
            Tamura::new(&pushes).encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf)
        } else {
            Occupancy::new(&pushes).encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf)
        })
    }
}
