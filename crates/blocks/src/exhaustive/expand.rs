//! Successors of packed states, as fast as can be.
//!
//! What is legal is hard to foretell, and a wrong guess costs a modern machine more than twenty simple operations. So some dozens
//! of states are expanded together, in passes: first all pieces that are beside an empty square are gathered, then the steps that they
//! can make, then what comes of them. Each pass runs through one list and makes the next; what need not go on is written all the
//! same, and written over, so that no branch depends on a state.

use crate::bits::Bits;
use crate::exhaustive::pack::{Expander, Lane, Slot, Spare, Spot, Twin};
use crate::exhaustive::scratch::{CHUNK, Nearby, Scratch, Sifted, Step, Walker, add_if, list_steps, make_room};
use crate::exhaustive::sieve::Sieve;
use crate::exhaustive::states::States;
use crate::exhaustive::word::Word;
use crate::generate::MAX_SPOTS;
use crate::group::{Shift, bits};
use crate::kind::NOWHERE;
use crate::metric::Metric;
use fewest_search::StateSpace;
use fewest_search::capability::Backward;

impl<B: Bits, K: Word> Expander<'_, B, K> {
    /// Adds the states that are one move away from these, at most [`CHUNK`], but for those that were one move away before the
    /// last move. Of a state and its image one is added.
    #[inline]
    pub(super) fn expand(&self, states: &[K], spares: &[Spare], scratch: &mut Scratch<B, K>, out: &mut States<K>) {
        if self.metric == Metric::Group {
            for &state in states {
                self.groups(state, out);
            }
        } else if self.has_mirror() {
            self.passes::<true>(states, spares, scratch, out);
        } else {
            self.passes::<false>(states, spares, scratch, out);
        }
    }

    /// Adds the states from which one move leads here, where moves cannot be taken back.
    pub(super) fn expand_back(&self, states: &[K], out: &mut States<K>) {
        for &state in states {
            let board = self.unpack(state);
            self.space.for_each_move_into(&board, |mv| {
                let mut before = board;
                self.space.undo(&mut before, mv);
                out.push(self.pack(&before), Spare { ways: Spare::ALONE, ..Spare::NONE });
            });
        }
    }

    fn groups(&self, state: K, out: &mut States<K>) {
        let board = self.unpack(state);
        let twin = self.twin(state);
        let mut add = |next: K, twin: K| {
            let ways = if next == twin { Spare::ALONE } else { 0 };
            out.push(next.min(twin), Spare { ways, ..Spare::NONE });
        };
        if self.is_ordered {
            self.space.for_each_move(&board, |mv| {
                let mut next = board;
                self.space.apply(&mut next, mv);
                let next = self.pack(&next);
                add(next, self.twin(next));
            });
            return;
        }
        let code = |slot: usize, number: u16| self.spots[usize::from(self.bases[slot] + number)].code;
        let image = |slot: usize, number: u16| {
            self.twins.get(usize::from(self.bases[slot] + number)).map_or(K::ZERO, |twin| twin.code)
        };
        let mirrored = |next: K, twin: K| if self.has_mirror() { twin } else { next };
        self.space.for_each_shift(&board, |slot, from, to, _| {
            let next = state ^ code(slot, from) ^ code(slot, to);
            add(next, mirrored(next, twin ^ image(slot, from) ^ image(slot, to)));
        });
        self.space.for_each_group_shift(&board, |Shift { set, before, after, .. }| {
            let moved = bits(set).fold((state, twin), |(next, twin), slot| {
                let (from, to) = (before[slot], after[slot]);
                (next ^ code(slot, from) ^ code(slot, to), twin ^ image(slot, from) ^ image(slot, to))
            });
            add(moved.0, mirrored(moved.0, moved.1));
        });
    }

    fn passes<const MIRRORED: bool>(
        &self,
        states: &[K],
        spares: &[Spare],
        scratch: &mut Scratch<B, K>,
        out: &mut States<K>,
    ) {
        scratch.keys[..states.len()].copy_from_slice(states);
        match &self.sieve {
            Some(sieve) => self.sift(sieve, states, spares, scratch),
            None => self.gather::<MIRRORED>(states, scratch),
        }
        if self.sieve.is_none() && self.metric != Metric::Move {
            self.first_steps(spares, scratch);
        }
        match self.metric {
            Metric::Step => self.take::<MIRRORED>(scratch, 1, |way| 1 << (3 - way), out),
            Metric::Slide | Metric::Group => {
                for distance in 1u8.. {
                    if scratch.step_count + scratch.quiet_count == 0 {
                        break;
                    }
                    self.take::<MIRRORED>(scratch, distance, |way| 1 << way | 1 << (3 - way), out);
                    self.slide_on(scratch);
                }
            }
            Metric::Move if let Some(sieve) = &self.sieve => {
                self.take::<MIRRORED>(scratch, 1, |_| 0b1111, out);
                self.roam::<MIRRORED>(sieve, spares, scratch, out);
            }
            Metric::Move if self.is_small => self.walk::<MIRRORED>(spares, scratch, out),
            Metric::Move => self.walk_wide::<MIRRORED>(spares, scratch, out),
        }
    }

    /// As [`gather`](Self::gather) and [`first_steps`](Self::first_steps), of all pieces at once.
    #[inline]
    fn sift(&self, sieve: &Sieve<B, K>, states: &[K], spares: &[Spare], scratch: &mut Scratch<B, K>) {
        let Scratch { taken, twins, trails, steps, quiet_steps, sifted, quiet, .. } = scratch;
        let (mut words, mut quiet_words) = (0, 0);
        make_room(sifted, 4 * states.len() + 1);
        make_room(quiet, 4 * states.len() + 1);
        let each = states.iter().zip(spares).zip(taken.iter_mut().zip(twins).zip(trails));
        for (owner, ((&state, &spare), ((taken, twin), cells_of_last))) in (0u16..).zip(each) {
            let seen = sieve.read(state);
            let (cells, spots) = (seen.cells | self.space.fixed, seen.spots);
            (*taken, *twin) = (cells, seen.twin);
            let blocked = sieve.blocked(cells);
            let spared = if spare.spot == NOWHERE { 0 } else { 1u64 << (spare.spot % 64) };
            let open: [u64; 4] = std::array::from_fn(|way| {
                let spared = if spare.ways >> way & 1 != 0 { spared } else { 0 };
                spots & !blocked[way] & !spared
            });
            let trail = sieve.trail(spare);
            *cells_of_last = trail.cells;
            for way in self.ways.clone() {
                let (open, apart) = (open[usize::from(way)], trail.apart[usize::from(way)]);
                add_if(sifted, &mut words, Sifted { bits: open & !apart, owner, of: way }, open & !apart != 0);
            }
            if self.metric != Metric::Step {
                for way in self.ways.clone() {
                    let bits = open[usize::from(way)] & trail.quiet[usize::from(way)];
                    add_if(quiet, &mut quiet_words, Sifted { bits, owner, of: way }, bits != 0);
                }
            }
        }
        let step = |sifted: Sifted, place: u16| {
            let to = self.spots[usize::from(place)].next[usize::from(sifted.of) & 3];
            Step::new(sifted.owner, place, to, sifted.of)
        };
        // Of single steps none is quiet.
        scratch.step_count = list_steps(sifted, words, steps, step);
        scratch.quiet_count = list_steps(quiet, quiet_words, quiet_steps, step);
    }

    /// Gathers the pieces that may be able to move, and what is taken in each state.
    #[inline]
    fn gather<const MIRRORED: bool>(&self, states: &[K], scratch: &mut Scratch<B, K>) {
        let Scratch { taken, twins, places, near, .. } = scratch;
        let mut near_count = 0;
        make_room(near, states.len() * self.movable + 1);
        for (index, (&state, (taken, twin))) in (0u16..).zip(states.iter().zip(taken.iter_mut().zip(twins))) {
            let mut all = self.space.fixed;
            let mut image = K::ZERO;
            let mut count = 0;
            self.for_each_piece(state, |_, place| {
                places[count & 255] = place;
                count += 1;
                all = all | self.spots[usize::from(place)].cells;
                if MIRRORED {
                    image = image ^ self.twins[usize::from(place)].code;
                }
            });
            if MIRRORED && self.is_ordered {
                image = self.twin(state);
            }
            (*taken, *twin) = (all, image);
            // Where there is no step, it would enter every square, and some piece must be on one.
            if all == B::EMPTY {
                continue;
            }
            let free = !all;
            for &place in &places[..count] {
                let is_near = self.spots[usize::from(place)].around.meets(free) | self.can_leave;
                add_if(near, &mut near_count, Nearby { state: index, place }, is_near);
            }
        }
        scratch.near_count = near_count;
        scratch.quiet_count = 0;
    }

    /// The ways in which a piece can make a step, a bit for each, but for those that are spare.
    #[inline]
    fn open_ways(&self, near: Nearby, taken: B, spare: Spare) -> u8 {
        self.open(near.place.into(), taken) & !(if near.place == spare.spot { spare.ways } else { 0 })
    }

    /// Notes which squares the last move of each state went over, where that is known, and how late its piece's kind is.
    #[inline]
    fn find_trails(&self, spares: &[Spare], scratch: &mut Scratch<B, K>) {
        for (&spare, (trail, rank)) in spares.iter().zip(scratch.trails.iter_mut().zip(&mut scratch.ranks)) {
            (*trail, *rank) = (B::EMPTY, 0);
            if spare.last < 4 || self.can_leave {
                continue;
            }
            let mut here = &self.spots[usize::from(spare.spot)];
            (*trail, *rank) = (here.cells, self.ranks[usize::from(spare.spot)]);
            for _ in 0..spare.last >> 2 {
                here = &self.spots[usize::from(here.next[usize::from(3 - spare.last % 4)])];
                *trail = *trail | here.cells;
            }
        }
    }

    /// Lists the steps that the pieces can make. Here too a piece need not move after one of a later kind where it could have moved
    /// before: see [`sieve`](super::sieve).
    #[inline]
    fn first_steps(&self, spares: &[Spare], scratch: &mut Scratch<B, K>) {
        self.find_trails(spares, scratch);
        let Scratch { taken, near, trails, ranks, steps, quiet_steps, sifted, quiet, .. } = scratch;
        let near = &near[..scratch.near_count];
        let (mut words, mut quiet_words) = (0, 0);
        make_room(sifted, near.len() + 1);
        make_room(quiet, near.len() + 1);
        for &piece in near {
            let state = usize::from(piece.state) % CHUNK;
            let ways = self.open_ways(piece, taken[state], spares[state]);
            let spot = &self.spots[usize::from(piece.place)];
            let is_clear = |way: usize| u8::from(!spot.enters[way].meets(trails[state])) << way;
            let clear = is_clear(0) | is_clear(1) | is_clear(2) | is_clear(3);
            let apart = if self.ranks[usize::from(piece.place)] < ranks[state] { clear } else { 0 };
            let of_piece = |ways: u8| Sifted { bits: ways.into(), owner: piece.state, of: piece.place };
            add_if(sifted, &mut words, of_piece(ways & !apart), ways & !apart != 0);
            add_if(quiet, &mut quiet_words, of_piece(ways & apart), ways & apart != 0);
        }
        let step = |sifted: Sifted, way: u16| {
            let to = self.spots[usize::from(sifted.of)].next[usize::from(way) & 3];
            Step::new(sifted.owner, sifted.of, to, way)
        };
        scratch.step_count = list_steps(sifted, words, steps, step);
        if self.metric == Metric::Slide {
            scratch.quiet_count = list_steps(quiet, quiet_words, quiet_steps, step);
        }
    }

    /// Adds what comes of the steps, of which each goes over so many squares.
    #[expect(clippy::inline_always, reason = "it was measured")]
    #[inline(always)]
    fn take<const MIRRORED: bool>(
        &self,
        scratch: &Scratch<B, K>,
        distance: u8,
        spare: impl Fn(usize) -> u8,
        out: &mut States<K>,
    ) {
        let steps = &scratch.steps[..scratch.step_count];
        let before = out.len();
        out.keys.resize(before + steps.len(), K::ZERO);
        out.spares.resize(before + steps.len(), Spare::NONE);
        let out = out.keys[before..].iter_mut().zip(&mut out.spares[before..]);
        for (&step, (key, into)) in steps.iter().zip(out) {
            let state = step.owner() % CHUNK;
            #[expect(clippy::cast_possible_truncation, reason = "one of four")]
            let last = step.way() as u8 | distance << 2;
            let ways = spare(step.way());
            (*key, *into) = self.put::<MIRRORED>(scratch.keys[state], scratch.twins[state], step, ways, last);
        }
    }

    /// The state after a piece went somewhere.
    #[expect(clippy::inline_always, reason = "it was measured: a call for each successor cost a tenth of the search")]
    #[inline(always)]
    pub(super) fn put<const MIRRORED: bool>(&self, state: K, twin: K, step: Step, ways: u8, last: u8) -> (K, Spare) {
        let (from, to) = (&self.spots[step.from()], &self.spots[step.to()]);
        let moved = if self.is_ordered {
            self.moved_in_order(state, from, to, step.from())
        } else {
            state ^ from.code ^ to.code
        };
        #[expect(clippy::cast_possible_truncation, reason = "sixteen bits")]
        let place = step.to() as u16;
        if !MIRRORED {
            return (moved, Spare { spot: place, ways: ways | Spare::ALONE, last });
        }
        let (origin, image) = (&self.twins[step.from()], &self.twins[step.to()]);
        let twin = if self.is_ordered {
            let place = |twin: &Twin<K>| usize::from(twin.place);
            let (from, to) = (&self.spots[place(origin)], &self.spots[place(image)]);
            self.moved_in_order(twin, from, to, place(origin))
        } else {
            twin ^ origin.code ^ image.code
        };
        let is_turned = twin < moved;
        let alone = u8::from(twin == moved) * Spare::ALONE;
        let spot = if is_turned { image.place } else { place };
        let ways = if is_turned { self.twin_ways[usize::from(ways & 15)] } else { ways };
        let last = if is_turned { last & !3 | self.twin_way[usize::from(last & 3)] } else { last };
        (if is_turned { twin } else { moved }, Spare { spot, ways: ways | alone, last })
    }

    /// The state after a piece goes from spot to spot, where some kinds are kept in order.
    #[inline(never)]
    fn moved_in_order(&self, state: K, from: &Spot<B, K>, to: &Spot<B, K>, place: usize) -> K {
        let owner = &self.lanes[usize::from(self.owners[place])];
        let Slot::Ordered(first, count) = owner.form else { return state ^ from.code ^ to.code };
        let lanes = &self.lanes[usize::from(first)..usize::from(first + count)];
        let (from, to) = (from.code.bits_from(0), to.code.bits_from(0));
        // Without the old number, each is what it was or its successor; the new one comes in where it is between two.
        let number = |lane: &Lane| state.bits_from(lane.at) & lane.mask;
        let (mut moved, mut below) = (state, 0);
        for (index, lane) in lanes.iter().enumerate() {
            let here = number(lane);
            let rest = if here < from { here } else { lanes.get(index + 1).map_or(u64::MAX, number) };
            moved = moved ^ K::holding(here ^ rest.min(to).max(below), lane.at);
            below = rest;
        }
        moved
    }

    /// Goes one step on with every piece that made one, where nothing is in the way.
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would be hard to foretell")]
    #[inline]
    fn slide_on(&self, scratch: &mut Scratch<B, K>) {
        let Scratch { taken, trails, steps, further, quiet_steps, step_count, quiet_count, .. } = scratch;
        let (mut count, mut still) = (0, 0);
        make_room(further, *step_count + *quiet_count + 1);
        let go_on = |step: Step| {
            let others = taken[step.owner() % CHUNK].without(self.spots[step.from()].cells);
            let here = &self.spots[step.to()];
            let to = here.next[step.way()];
            let entered = here.enters[step.way()];
            (step.at(to), entered, (to != NOWHERE) & !entered.meets(others))
        };
        for &step in &steps[..*step_count] {
            let (step, _, is_open) = go_on(step);
            add_if(further, &mut count, step, is_open);
        }
        for index in 0..*quiet_count {
            let (step, entered, is_open) = go_on(quiet_steps[index]);
            let crosses = entered.meets(trails[step.owner() % CHUNK]);
            add_if(further, &mut count, step, is_open & crosses);
            add_if(quiet_steps, &mut still, step, is_open & !crosses);
        }
        (*step_count, *quiet_count) = (count, still);
        std::mem::swap(steps, further);
    }

    /// Adds what comes of every piece going anywhere.
    #[inline]
    fn walk<const MIRRORED: bool>(&self, spares: &[Spare], scratch: &mut Scratch<B, K>, out: &mut States<K>) {
        let Scratch { keys, taken, twins, near, steps, walkers, .. } = scratch;
        let near = &near[..scratch.near_count];
        walkers.clear();
        make_room(steps, 4 * near.len() + 1);
        let mut count = 0;
        for (owner, &piece) in (0u16..).zip(near) {
            let state = usize::from(piece.state) % CHUNK;
            let ways = self.open_ways(piece, taken[state], spares[state]);
            let spot = &self.spots[usize::from(piece.place)];
            let mut seen = 1u64 << (piece.place % 64);
            for way in 0..4 {
                let to = spot.next[way];
                let is_open = ways >> way & 1;
                add_if(steps, &mut count, Step::new(owner, piece.place, to, 0), is_open != 0);
                seen |= u64::from(is_open) << (to % 64);
            }
            walkers.push(Walker { state: piece.state, others: taken[state].without(spot.cells), seen });
        }
        let mut done = 0;
        while done < count {
            make_room(steps, count + 4);
            let step = steps[done];
            done += 1;
            let walker = &mut walkers[step.owner()];
            let (others, mut seen) = (walker.others, walker.seen);
            let spot = &self.spots[step.to()];
            for way in 0..4 {
                let to = spot.next[way];
                let is_open = (to != NOWHERE) & !spot.enters[way].meets(others);
                let is_new = u64::from(is_open) & !(seen >> (to % 64));
                add_if(steps, &mut count, step.at(to), is_new != 0);
                seen |= is_new << (to % 64);
            }
            walker.seen = seen;
        }
        let before = out.len();
        out.keys.resize(before + count, K::ZERO);
        out.spares.resize(before + count, Spare::NONE);
        let out = out.keys[before..].iter_mut().zip(&mut out.spares[before..]);
        for (&step, (key, into)) in steps[..count].iter().zip(out) {
            let state = usize::from(walkers[step.owner()].state) % CHUNK;
            (*key, *into) = self.put::<MIRRORED>(keys[state], twins[state], step, 0b1111, 0);
        }
    }

    /// As [`walk`](Self::walk), where some kind has more than 64 spots.
    fn walk_wide<const MIRRORED: bool>(&self, spares: &[Spare], scratch: &Scratch<B, K>, out: &mut States<K>) {
        for &piece in &scratch.near[..scratch.near_count] {
            let state = usize::from(piece.state) % CHUNK;
            if self.open_ways(piece, scratch.taken[state], spares[state]) == 0 {
                continue;
            }
            let others = scratch.taken[state].without(self.spots[usize::from(piece.place)].cells);
            let mut reached = [piece.place; MAX_SPOTS];
            let mut count = 1;
            let mut done = 0;
            while done < count {
                let spot = &self.spots[usize::from(reached[done])];
                done += 1;
                for way in 0..4 {
                    let next = spot.next[way];
                    if next != NOWHERE && !spot.enters[way].meets(others) && !reached[..count].contains(&next) {
                        reached[count] = next;
                        count += 1;
                    }
                }
            }
            for &to in &reached[1..count] {
                let step = Step::new(piece.state, piece.place, to, 0);
                let (key, spare) = self.put::<MIRRORED>(scratch.keys[state], scratch.twins[state], step, 0b1111, 0);
                out.push(key, spare);
            }
        }
    }
}
