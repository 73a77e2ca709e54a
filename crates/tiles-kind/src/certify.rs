//! Certificates: formulas of solutions, and parities where there is none.

use fewest_engine::kit::Reporter;
use fewest_engine::{Certify, EncodingInfo, EngineError, Puzzle, Refutation, Result};
use fewest_sat::{Cnf, Scope, ToCnf};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind};
use fewest_tiles::edixhoven::{Additional, Edixhoven};
use fewest_tiles::sat::{SatEncoding, SlideEncoding};
use fewest_tiles::{Position, Solvability, TilesError, UnsolvabilityCertificate, solvability};

use crate::{Asked, EDIXHOVEN, INFO, Metric, RULES, Tiles};

impl Certify for Tiles {
    fn metrics(&self) -> &'static [&'static str] {
        &["stm", "mtm"]
    }

    /// Each step of a tile changes the colour of the blank's square; a slide need not.
    fn step(&self, metric: &str) -> u32 {
        if metric == Metric::Stm.name() { 2 } else { 1 }
    }

    fn puzzle(&self, start: &str, goal: &str, metric: &str) -> Puzzle {
        Puzzle::new(INFO.name, start).with("goal", goal).with("metric", metric)
    }

    fn formula(
        &self,
        puzzle: &Puzzle,
        encoding: &'static EncodingInfo,
        at_most: Cost,
        meter: &mut Meter<'_, Reporter<'_>>,
    ) -> Result<Result<Cnf, LimitKind>> {
        let Asked { start, goal, metric } = Asked::read(puzzle)?;
        if metric == Metric::Mtm {
            let slides = slides(&start, &goal, encoding.name).map_err(EngineError::internal)?;
            return Ok(slides.encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf));
        }
        if encoding.name == EDIXHOVEN {
            let model = Edixhoven::new(start, goal, Additional::default());
            return Ok(model.encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf));
        }
        let ours = SatEncoding::new(&start, &goal).map_err(EngineError::internal)?;
        Ok(ours.encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf))
    }

    fn certify_unsolvable(&self, puzzle: &Puzzle) -> Result<Option<String>> {
        let Asked { start, goal, .. } = Asked::read(puzzle)?;
        let certificate = UnsolvabilityCertificate::new(&start, &goal)
            .ok_or_else(|| EngineError::internal("what is unsolvable has no certificate"))?;
        certificate.verify().map_err(EngineError::internal)?;
        Ok(Some(serde_json::to_string_pretty(&certificate).map_err(EngineError::internal)? + "\n"))
    }

    fn check_unsolvable(&self, text: &str) -> Option<Result<Refutation, String>> {
        let certificate = serde_json::from_str(text).map_err(|error| error.to_string());
        Some(certificate.and_then(|certificate| check(&certificate)))
    }
}

/// The slides of a puzzle by the encoding of this name.
pub(crate) fn slides(start: &Position, goal: &Position, encoding: &str) -> Result<SlideEncoding, TilesError> {
    if encoding == RULES { SlideEncoding::rules(start, goal) } else { SlideEncoding::new(start, goal) }
}

fn check(certificate: &UnsolvabilityCertificate) -> Result<Refutation, String> {
    certificate.verify().map_err(|fault| fault.to_string())?;
    let read = |text: &str| text.parse::<Position>().map_err(|faults| faults.to_string());
    let (start, goal) = (read(&certificate.start)?, read(&certificate.goal)?);
    match solvability(&start, &goal) {
        Solvability::Unsolvable(obstacle) => {
            Ok(Refutation { position: start.to_string(), goal: goal.to_string(), reason: obstacle.to_string() })
        }
        Solvability::Solvable => Err("the position can be solved".to_owned()),
    }
}
