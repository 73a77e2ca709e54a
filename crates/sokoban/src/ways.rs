//! All shortest walks to a push: the solutions that people tell apart and the search does not.

use crate::direction::Direction;
use crate::floor::NONE;
use crate::moves::{Moves, Walk};
use crate::notation::Step;
use crate::position::Position;
use crate::space::Board;

impl<const W: usize> Moves<W> {
    /// In how many ways the player can walk to a push with the fewest steps; [`u64::MAX`] stands for so many or more.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_search::StateSpace;
    /// use fewest_sokoban::{Level, Moves};
    ///
    /// let level: Level = "######\n#@   #\n#  $.#\n#    #\n######".parse()?;
    /// let space = Moves::<1>::new(Arc::new(level))?;
    /// let start = space.start();
    /// let mut ways = Vec::new();
    /// space.for_each_move(&start, |walk| ways.push((walk.steps, space.ways(&start, walk))));
    /// assert!(ways.contains(&(2, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ways(&self, state: &Board<W>, walk: Walk) -> u64 {
        let (floor, behind) = (&self.pushes().floor, self.behind(walk));
        let mut distances = vec![NONE; floor.len()];
        let mut counts = vec![0u64; floor.len()];
        (distances[usize::from(state.player)], counts[usize::from(state.player)]) = (0, 1);
        let mut queue = vec![state.player];
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            let (distance, count) = (distances[usize::from(at)], counts[usize::from(at)]);
            if at == behind {
                return count;
            }
            for next in floor.around(at) {
                if next == NONE || state.boxes.has(next) {
                    continue;
                }
                let place = usize::from(next);
                if distances[place] == NONE {
                    distances[place] = distance + 1;
                    queue.push(next);
                }
                if distances[place] == distance + 1 {
                    counts[place] = counts[place].saturating_add(count);
                }
            }
        }
        0
    }

    /// Walks and pushes step by step, in as many ways as there are to take the shortest walks, but no more than `most`.
    pub fn all_steps(&self, start: &Position, walks: &[Walk], most: usize) -> Vec<Vec<Step>> {
        let Ok(mut state) = self.state(start) else { return Vec::new() };
        let mut found = vec![Vec::new()];
        for &walk in walks {
            let ways = self.shortest(&state, self.behind(walk), most);
            let push = Step { direction: walk.push.direction, pushes: true };
            let mut longer = Vec::new();
            'all: for steps in &found {
                for way in &ways {
                    if longer.len() >= most {
                        break 'all;
                    }
                    let mut steps: Vec<Step> = steps.clone();
                    steps.extend(way.iter().map(|&direction| Step { direction, pushes: false }));
                    steps.push(push);
                    longer.push(steps);
                }
            }
            found = longer;
            fewest_search::StateSpace::apply(self, &mut state, walk);
        }
        found
    }

    /// The square that the player pushes from.
    fn behind(&self, walk: Walk) -> u16 {
        self.pushes().floor.next(walk.push.from, walk.push.direction.reversed())
    }

    /// The shortest walks to a square, but no more than `most`.
    fn shortest(&self, state: &Board<W>, to: u16, most: usize) -> Vec<Vec<Direction>> {
        let floor = &self.pushes().floor;
        // How far every square is from the end.
        let mut distances = vec![NONE; floor.len()];
        distances[usize::from(to)] = 0;
        let mut queue = vec![to];
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            for next in floor.around(at) {
                if next != NONE && !state.boxes.has(next) && distances[usize::from(next)] == NONE {
                    distances[usize::from(next)] = distances[usize::from(at)] + 1;
                    queue.push(next);
                }
            }
        }
        let mut found = Vec::new();
        let mut waiting = vec![(state.player, Vec::new())];
        while let Some((at, walk)) = waiting.pop() {
            let left = distances[usize::from(at)];
            if left == NONE || found.len() >= most {
                break;
            }
            if at == to {
                found.push(walk);
                continue;
            }
            for direction in Direction::ALL.into_iter().rev() {
                let next = floor.next(at, direction);
                if next != NONE && distances[usize::from(next)] != NONE && distances[usize::from(next)] + 1 == left {
                    waiting.push((next, [&walk[..], &[direction]].concat()));
                }
            }
        }
        found
    }
}
