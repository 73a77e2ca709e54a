//! One layer of a count, by one thread or several.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::census::table::{PER_WORD, SPAN, STRIDE, Table};
use crate::census::{DiskError, End, RankGraph};
use crate::{Cost, LimitKind, Meter, Observer};

/// Layers of fewer positions are expanded by the calling thread: others would come too late to help.
const SMALL: u64 = 1 << 14;
/// Positions beyond the table that are gathered before they are passed on.
pub(super) const BATCH: usize = 1 << 9;

/// A layer that is to be expanded. The table has the positions `base..`, of which there may be others.
pub(super) struct Layer<'a, G> {
    graph: &'a G,
    table: &'a Table,
    base: u64,
    /// How many positions the table has.
    len: u64,
    depth: Cost,
    samples: usize,
    /// The next span that nobody has begun.
    next: AtomicUsize,
}

/// What one thread did.
struct Share {
    /// Positions of the table that were met.
    met: u64,
    lowest: Lowest,
    failure: Option<DiskError>,
}

/// The least of the ranks that are shown, which come in rising order.
#[derive(Debug)]
pub(super) struct Lowest {
    pub(super) ranks: Vec<u64>,
    most: usize,
}

impl Lowest {
    pub(super) fn new(most: usize) -> Self {
        Self { ranks: Vec::new(), most }
    }

    #[inline]
    pub(super) fn add(&mut self, ranks: impl Iterator<Item = u64>) {
        if self.ranks.len() < self.most {
            self.ranks.extend(ranks.take(self.most - self.ranks.len()));
        }
    }

    fn merge(&mut self, other: &Self) {
        self.ranks.extend_from_slice(&other.ranks);
        self.ranks.sort_unstable();
        self.ranks.truncate(self.most);
    }
}

impl<'a, G: RankGraph> Layer<'a, G> {
    pub(super) fn new(graph: &'a G, table: &'a Table, base: u64, depth: Cost, samples: usize) -> Self {
        let len = (graph.count() - base).min(table.words().len() as u64 * PER_WORD);
        Self { graph, table, base, len, depth, samples, next: AtomicUsize::new(0) }
    }

    /// Expands the layer, of so many positions, and enters what it leads to. Positions beyond the table are passed on in
    /// batches, which are left empty. Gives back how many positions of the table were met.
    pub(super) fn expand<O: Observer>(
        &self,
        threads: NonZeroUsize,
        width: u64,
        lowest: &mut Lowest,
        meter: &mut Meter<'_, O>,
        pass_on: impl Fn(&mut Vec<u64>) -> Result<(), DiskError> + Sync,
    ) -> Result<u64, End> {
        let (shares, limit) = if threads.get() == 1 || width < SMALL {
            let (share, end) = self.work(meter, &pass_on);
            (vec![share], end.err())
        } else {
            meter.with_crew(threads, |_, meter, _| self.work(meter, &pass_on))?
        };
        let mut met = 0;
        for share in shares {
            if let Some(error) = share.failure {
                return Err(error.into());
            }
            met += share.met;
            lowest.merge(&share.lowest);
        }
        limit.map_or(Ok(met), |limit| Err(limit.into()))
    }

    /// Expands spans until none is left.
    fn work<O: Observer>(
        &self,
        meter: &mut Meter<'_, O>,
        pass_on: &impl Fn(&mut Vec<u64>) -> Result<(), DiskError>,
    ) -> (Share, Result<(), LimitKind>) {
        let mut share = Share { met: 0, lowest: Lowest::new(self.samples), failure: None };
        let mut beyond = Vec::with_capacity(2 * BATCH);
        let mut result = Ok(());
        while result.is_ok() {
            let span = self.next.fetch_add(1, Ordering::Relaxed);
            if span >= self.table.spans() {
                break;
            }
            result = self.expand_span(span, &mut share, &mut beyond, meter, pass_on);
        }
        if result.is_ok() {
            result = pass(&mut beyond, &mut share, pass_on);
        }
        (share, result)
    }

    fn expand_span<O: Observer>(
        &self,
        span: usize,
        share: &mut Share,
        beyond: &mut Vec<u64>,
        meter: &mut Meter<'_, O>,
        pass_on: &impl Fn(&mut Vec<u64>) -> Result<(), DiskError>,
    ) -> Result<(), LimitKind> {
        let mut flags = self.table.take_flags(span, self.depth);
        if flags == 0 {
            return Ok(());
        }
        meter.poll()?;
        while flags != 0 {
            let first = span * SPAN + flags.trailing_zeros() as usize * STRIDE;
            flags &= flags - 1;
            for word in first..(first + STRIDE).min(self.table.words().len()) {
                let which = self.table.take(word, self.depth);
                if which == 0 {
                    continue;
                }
                for _ in 0..which.count_ones() {
                    meter.expand(self.depth)?;
                }
                let rank = self.base + word as u64 * PER_WORD;
                share.lowest.add(super::chosen(rank, which));
                let mut generated = 0;
                self.graph.for_each_next(rank, which, |next| {
                    generated += 1;
                    let place = next.wrapping_sub(self.base);
                    if place >= self.len {
                        beyond.push(next);
                    } else if self.table.mark(place, self.depth + 1) {
                        share.met += 1;
                    }
                });
                meter.generate(generated);
                if beyond.len() >= BATCH {
                    pass(beyond, share, pass_on)?;
                }
            }
        }
        Ok(())
    }
}

/// Passes positions on; a failure is noted, and told to the others as a limit.
fn pass(
    beyond: &mut Vec<u64>,
    share: &mut Share,
    pass_on: &impl Fn(&mut Vec<u64>) -> Result<(), DiskError>,
) -> Result<(), LimitKind> {
    pass_on(beyond).map_err(|error| {
        share.failure = Some(error);
        LimitKind::Memory
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_several_are_the_least_of_all() {
        let lowest = |ranks: &[u64]| {
            let mut lowest = Lowest::new(3);
            lowest.add(ranks.iter().copied());
            lowest
        };
        let mut all = lowest(&[4, 9]);
        all.merge(&lowest(&[1, 5, 7, 8]));
        all.merge(&lowest(&[]));
        assert_eq!(all.ranks, [1, 4, 5]);
    }
}
