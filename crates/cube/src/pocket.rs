//! Every position of the 2×2×2 at once.

use fewest_search::census::{RankGraph, chosen};

use crate::coordinates::{POCKET_ORDER, POCKET_TWIST, POCKET_TWISTS};
use crate::cubies::Turn;
use crate::size::{Metric, Size};
use crate::space::turns;

/// The turns of the 2×2×2 between the ranks of its positions.
///
/// ```
/// use fewest_cube::{Metric, Pocket};
/// use fewest_search::{Limits, census::Census};
/// let counted = Census::default().run(&Pocket::new(Metric::Htm), &[0], &[], &Limits::default(), &mut ());
/// assert_eq!(counted.layers, [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]);
/// ```
#[derive(Clone, Debug)]
pub struct Pocket(Vec<Turn>);

impl Pocket {
    /// For a metric.
    pub fn new(metric: Metric) -> Self {
        Self(turns(Size::Two, metric))
    }
}

impl RankGraph for Pocket {
    fn count(&self) -> u64 {
        3_674_160
    }

    fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
        for rank in chosen(first, which) {
            let rank = usize::try_from(rank).expect("a few million");
            let (order, twists) = (rank / POCKET_TWISTS, rank % POCKET_TWISTS);
            for &turn in &self.0 {
                visit((POCKET_ORDER.after(order, turn) * POCKET_TWISTS + POCKET_TWIST.after(twists, turn)) as u64);
            }
        }
    }
}
