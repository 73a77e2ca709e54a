//! Hard puzzles of sliding blocks. A page does not search for them: that takes threads and minutes.

mod blocks;
mod rush;
mod stock;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fewest_blocks::Puzzle;
use fewest_blocks::design::{Anneal, Catch, Design as Found, Event, Family, Hunt, HuntError, Method};
use fewest_blocks::formats::Format;
use fewest_engine::generate::{self, Design, FamilyInfo, Generate, GenerateEvent, GenerateRequest, Generated};
use fewest_engine::{Cancel, EngineError, Result};
use fewest_search::Limits;

use crate::Blocks;

/// How many walks are made where nobody says.
const USUAL_WALKS: u64 = 20;

static FAMILIES: [FamilyInfo; 2] = [rush::INFO, blocks::INFO];

impl Generate for Blocks {
    fn families(&self) -> &'static [FamilyInfo] {
        &FAMILIES
    }

    fn run(
        &self,
        request: &GenerateRequest,
        cancel: &Cancel,
        sink: &mut dyn FnMut(GenerateEvent),
    ) -> Result<Generated> {
        let family = request.family(&FAMILIES)?;
        let mut search = Search { request, family, limits: request.limits.for_search(cancel), sink };
        if family.name == rush::INFO.name { rush::run(&mut search) } else { blocks::run(&mut search) }
    }
}

/// A search for puzzles that is about to begin.
struct Search<'a> {
    request: &'a GenerateRequest,
    family: &'static FamilyInfo,
    limits: Limits,
    sink: &'a mut dyn FnMut(GenerateEvent),
}

impl Search<'_> {
    /// What is written for a field, or its default, as `read` understands it.
    fn field<T>(&self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>> {
        let text = self.request.text(self.family, name);
        text.map(|text| read(&text)).transpose().map_err(|fault| EngineError::Wish(format!("{name}: {fault}")))
    }

    /// The same for a field that has a default or cannot be left out.
    fn needed<T>(&self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T> {
        self.field(name, read).map(|value| value.expect("it is required, or has a default"))
    }

    /// Whether puzzles are to be counted only, for which nothing may be asked that is about those found.
    fn is_tally(&self) -> Result<bool> {
        let GenerateRequest { method, count, state, fields, .. } = self.request;
        let useless = [
            ("method", method.is_some()),
            ("count", count.is_some()),
            ("state", state.is_some()),
            ("target", fields.contains_key("target")),
        ];
        match useless.iter().find(|(_, is_given)| *is_given) {
            _ if !self.request.has("tally") => Ok(false),
            Some((option, _)) => Err(wish(format!("{option} has no effect if puzzles are only counted"))),
            None => Ok(true),
        }
    }

    fn method(&self, is_small: bool) -> Result<Method> {
        let GenerateRequest { method, seed, walks, steps, max, .. } = *self.request;
        let given = [("seed", seed.is_some()), ("walks", walks.is_some()), ("steps", steps.is_some())];
        let given = given.iter().find(|(_, is_given)| *is_given);
        // Who says how to anneal wants it.
        let enumerates = method.map_or(is_small && given.is_none(), |method| method == generate::Method::Enumerate);
        if let (true, Some((option, _))) = (enumerates, given) {
            return Err(wish(format!("{option} has no effect if all puzzles are examined; it is for annealing")));
        }
        if max.is_some_and(|max| max < self.least()) || walks == Some(0) || steps == Some(0) {
            return Err(wish(
                "this would find nothing: max must be at least min, and walks and steps at least 1".to_owned(),
            ));
        }
        let usual = Anneal::default();
        let anneal = Anneal { seed: seed.unwrap_or(usual.seed), steps: steps.unwrap_or(usual.steps), ..usual };
        Ok(if enumerates { Method::Enumerate } else { Method::Anneal(anneal) })
    }

    fn least(&self) -> u32 {
        self.request.min.unwrap_or(1)
    }

    fn most(&self) -> u32 {
        self.request.max.unwrap_or(u32::MAX)
    }

    /// Searches, and writes what was found for people as `text` says.
    fn hunt<F: Family>(
        &mut self,
        family: &F,
        method: Method,
        text: impl Fn(usize, &Found) -> String,
    ) -> Result<Generated> {
        let (request, usual) = (self.request, Hunt::default());
        let hunt = Hunt {
            keep: request.count.map_or(usual.keep, Into::into),
            units: matches!(method, Method::Anneal(_)).then_some(request.walks.unwrap_or(USUAL_WALKS)),
            threads: request.threads.unwrap_or(usual.threads),
            state: request.state.clone(),
            ..usual
        };
        let mut hardest = 0;
        let caught = hunt.run(family, &self.limits, |event| {
            match event {
                Event::Unsaved(error) => (self.sink)(GenerateEvent::Unsaved(error.to_string())),
                Event::Found(design) => hardest = hardest.max(design.find.length),
                Event::Progress { done, units, elapsed } => (self.sink)(GenerateEvent::Progress {
                    done,
                    parts: units,
                    best: hardest,
                    seconds: elapsed.as_secs_f64(),
                }),
            }
            ControlFlow::Continue(())
        });
        let Catch { best, done, limit, unsaved } = caught.map_err(failed)?;
        let design = |(rank, found): (usize, &Found)| Design {
            rank,
            length: found.find.length,
            metric: family.metric().to_string(),
            positions: found.find.positions,
            puzzle: found.puzzle.to_string(),
            forms: rush_form(&found.puzzle).map(|form| ("rush", form)).into_iter().collect::<BTreeMap<_, _>>(),
            text: text(rank, found),
        };
        Ok(Generated { found: (1..).zip(&best).map(design).collect(), done, limit, unsaved, ..Generated::default() })
    }
}

/// What cannot be searched for.
fn wish(fault: String) -> EngineError {
    EngineError::Wish(fault)
}

/// Why a search failed.
fn failed(error: HuntError) -> EngineError {
    match error {
        HuntError::Contradiction(..) => EngineError::internal(error),
        HuntError::File { .. } | HuntError::OtherSearch(..) | HuntError::Broken(..) => {
            EngineError::Hunt(error.to_string())
        }
    }
}

/// A puzzle as a Rush Hour board on one line, where it is one.
fn rush_form(puzzle: &Puzzle) -> Option<String> {
    Format::Rush.write(puzzle).ok().map(|board| board.trim_end().to_owned())
}
