//! The tables of cubes in files: which sets there are, how they are built, and what a file is about.

use std::sync::Arc;

use fewest_engine::kit::free_disk;
use fewest_engine::tables::{
    Built, Proposal, Strength, StrengthRequest, TableWords, Tabled, TablesRequest, build, propose,
};
use fewest_engine::{Cancel, Result, Session, Sink};

use crate::asked::Aim;
use crate::sets::{Extent, Set, Wanted};
use crate::strength::strength;
use crate::{Cubes, INFO};

impl Tabled for Cubes {
    fn propose(&self, request: &TablesRequest, session: &Session) -> Result<Proposal> {
        let memory = request.limits.memory();
        let (set, because) = proposed(request, session, memory)?;
        propose(session, &*set, set.name(), because, memory)
    }

    fn build(&self, request: &TablesRequest, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Built> {
        let limits = request.limits.for_search(cancel);
        let (set, _) = proposed(request, session, limits.memory)?;
        build(session, &set, set.name(), &limits, sink)
    }

    fn strength(
        &self,
        request: &TablesRequest,
        asked: &StrengthRequest<'_>,
        session: &Session,
        cancel: &Cancel,
        sink: &mut Sink<'_>,
    ) -> Result<Strength> {
        strength(request, asked, session, cancel, sink)
    }

    /// Such as `cube htm edges 0,1,2,3,4`.
    fn describe(&self, key: &str) -> Option<TableWords> {
        let (metric, about) = key.strip_prefix("cube ")?.split_once(' ')?;
        let (kind, pieces) = match about.rsplit_once(' ') {
            Some((kind, pieces)) if pieces.starts_with(|first: char| first.is_ascii_digit()) && !kind.is_empty() => {
                (kind, pieces)
            }
            _ => (about, ""),
        };
        let is_pocket = about == "2×2×2";
        Some(TableWords {
            puzzle: INFO.name.to_owned(),
            board: if is_pocket { "2×2×2" } else { "3×3×3" }.to_owned(),
            kind: if is_pocket { format!("all positions, {metric}") } else { format!("{kind}, {metric}") },
            blank: None,
            pattern: pieces.split(',').filter_map(|piece| piece.parse().ok()).collect(),
            sets: sets_of(key),
        })
    }
}

/// The set of a request, with the reason where it was not named.
fn proposed(request: &TablesRequest, session: &Session, memory: u64) -> Result<(Arc<Set>, Option<String>)> {
    let aim = Aim::read(&request.puzzle)?;
    let wanted = Wanted::of(&request.options)?;
    if wanted != Wanted::Auto || !aim.is_whole_three() {
        let because = (wanted == Wanted::Auto).then(|| "it is the best set for this cube and goal".to_owned());
        return Ok((Set::patterns(wanted, &aim)?, because));
    }
    let disk = session.folder().and_then(free_disk);
    for extent in Extent::ALL {
        let set = Set::cosets(extent, aim.metric);
        let need = session.need(&*set);
        if need.memory <= memory && disk.is_none_or(|free| free >= need.disk + need.disk / 16) {
            return Ok((set, Some("it is the strongest set for which memory and disk suffice".to_owned())));
        }
    }
    Ok((Set::cosets(Extent::Small, aim.metric), Some("it is the smallest set".to_owned())))
}

/// The sets with a name that look up the table of a key.
fn sets_of(key: &str) -> Vec<String> {
    let metric = fewest_cube::Metric::ALL.into_iter().find(|metric| key.starts_with(&format!("cube {metric} ")));
    let Some(metric) = metric else { return Vec::new() };
    let looks_up = |set: &Arc<Set>| set.keys().iter().any(|known| known == key);
    let all = Extent::ALL.into_iter().map(|extent| Set::cosets(extent, metric)).chain([Set::phases()]);
    all.chain(Set::named_edges(metric))
        .chain([Set::exact(metric)])
        .filter(looks_up)
        .map(|set| set.name().to_owned())
        .collect()
}
