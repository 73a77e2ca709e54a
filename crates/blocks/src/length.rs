//! How long a solution is by each way of counting, whoever wrote it.

use crate::geometry::Direction;
use crate::metric::Metric;
use crate::notation::Shift;

/// How many moves of a metric a string of moves amounts to: what follows each other and is one move of the metric counts
/// once. Pieces that go together count one by one, but for [`Metric::Group`].
///
/// ```
/// use fewest_blocks::{Metric, length, parse_shifts};
/// let shifts = parse_shifts("aR aR2 aD b+cU2")?;
/// let lengths = Metric::ALL.map(|metric| length(&shifts, metric));
/// assert_eq!(lengths, [8, 4, 3, 3]);
/// # Ok::<(), fewest_blocks::NotationError>(())
/// ```
pub fn length(shifts: &[Shift], metric: Metric) -> u64 {
    let mut last: Option<(&[char], Direction)> = None;
    let mut count = 0;
    for shift in shifts {
        for run in shift.path.chunk_by(|a, b| a == b) {
            let direction = run[0];
            if metric == Metric::Step {
                count += shift.pieces.len() as u64 * run.len() as u64;
                continue;
            }
            let parts = if metric == Metric::Group { shift.pieces.len() } else { 1 };
            for pieces in shift.pieces.chunks(parts.max(1)) {
                let goes_on =
                    last.is_some_and(|(others, way)| others == pieces && (way == direction || metric == Metric::Move));
                count += u64::from(!goes_on);
                last = Some((pieces, direction));
            }
        }
    }
    count
}
