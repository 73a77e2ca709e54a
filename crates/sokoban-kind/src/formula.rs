//! Sokoban as a formula, for certificates.

use fewest_sat::{Cnf, Scope, ToCnf};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind, Observer};
use fewest_sokoban::sat::{Occupancy, Tamura};

use crate::error::EngineError;
use crate::request::{SokobanMetric, SokobanPuzzle};
use crate::sat::Encoding;
use crate::sokoban::game::{Game, Visitor, with_game};
use crate::sokoban::read;

/// The formula for solutions of at most so many pushes.
pub(crate) fn formula<O: Observer>(
    puzzle: &SokobanPuzzle,
    encoding: Encoding,
    at_most: Cost,
    meter: &mut Meter<'_, O>,
) -> Result<Result<Cnf, LimitKind>, EngineError> {
    let level = read(&puzzle.position)?;
    with_game(&level, SokobanMetric::Push, Writer { encoding, at_most, meter })
}

struct Writer<'a, 'm, O> {
    encoding: Encoding,
    at_most: Cost,
    meter: &'a mut Meter<'m, O>,
}

impl<O: Observer> Visitor for Writer<'_, '_, O> {
    type Output = Result<Cnf, LimitKind>;

    fn visit<const W: usize>(self, game: &Game<W>) -> Result<Self::Output, EngineError> {
        let Self { encoding, at_most, meter } = self;
        Ok(match encoding {
            Encoding::Tamura => Tamura::new(game.pushes()).encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf),
            Encoding::Fewest | Encoding::Edixhoven | Encoding::EdixhovenLines => {
                Occupancy::new(game.pushes()).encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf)
            }
        })
    }
}
