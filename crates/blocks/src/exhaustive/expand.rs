//! Successors of packed states, as fast as can be.
//!
//! What is legal is hard to foretell, and a wrong guess costs a modern machine more than twenty simple operations. So some dozens
//! of states are expanded together, in passes: first all pieces that are beside an empty square are gathered, then the steps that they
//! can make, then what comes of them. Each pass runs through one list and makes the next; what need not go on is written all the
//! same, and written over, so that no branch depends on a state.

use crate::bits::Bits;
use crate::exhaustive::pack::{Expander, Form, Spare, Spot};
use crate::exhaustive::sieve::Sieve;
use crate::exhaustive::states::States;
use crate::exhaustive::word::Word;
use crate::generate::MAX_SPOTS;
use crate::kind::NOWHERE;
use crate::metric::Metric;
use fewest_search::StateSpace;
use fewest_search::capability::Backward;

/// The most states that are expanded together.
pub(super) const CHUNK: usize = 32;

/// A list that is written first and lengthened afterwards, if at all.
#[derive(Clone, Debug)]
struct List<T> {
    items: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> List<T> {
    fn new() -> Self {
        Self { items: Vec::new(), count: 0 }
    }

    /// Makes room for so many more.
    #[inline]
    fn reserve(&mut self, more: usize) {
        if self.items.len() < self.count + more {
            self.items.resize((self.count + more).next_power_of_two(), T::default());
        }
    }

    /// Adds an item, for which there is room, if it counts.
    #[inline]
    fn add_if(&mut self, item: T, counts: bool) {
        self.items[self.count] = item;
        self.count += usize::from(counts);
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        &self.items[..self.count]
    }
}

/// A piece of one of the states.
#[derive(Clone, Copy, Debug, Default)]
struct Near {
    /// The number of the state.
    state: u16,
    /// The place of the piece's spot.
    place: u16,
}

/// A step of one of the pieces, or what it has come to after some steps.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The number of the state, or of the piece.
    owner: u16,
    /// Where the piece was.
    from: u16,
    /// Where it is.
    to: u16,
    way: u16,
}

/// The pieces of one of the states that can make a step in one way, a bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Sifted {
    spots: u64,
    /// The number of the state.
    owner: u16,
    way: u16,
}

/// A piece that goes as far as it can.
#[derive(Clone, Copy, Debug)]
struct Walker<B> {
    state: u16,
    /// What is in its way.
    others: B,
    /// Where it has been, by the last six bits of a spot's place.
    seen: u64,
}

/// What expanding needs room for.
#[derive(Clone, Debug)]
pub(super) struct Scratch<B, K> {
    /// Of each state, what is taken, and its image.
    taken: [B; CHUNK],
    twins: [K; CHUNK],
    /// The spots of the pieces of one state.
    places: [u16; 256],
    sifted: List<Sifted>,
    near: List<Near>,
    steps: List<Step>,
    further: List<Step>,
    walkers: Vec<Walker<B>>,
}

impl<B: Bits, K: Word> Default for Scratch<B, K> {
    fn default() -> Self {
        Self {
            taken: [B::EMPTY; CHUNK],
            twins: [K::ZERO; CHUNK],
            places: [0; 256],
            sifted: List::new(),
            near: List::new(),
            steps: List::new(),
            further: List::new(),
            walkers: Vec::new(),
        }
    }
}

impl<B: Bits, K: Word> Expander<'_, B, K> {
    /// Adds the states that are one move away from these, at most [`CHUNK`], but for those that were one move away before the
    /// last move. Of a state and its image one is added.
    #[inline]
    pub(super) fn expand(&self, states: &[K], spares: &[Spare], scratch: &mut Scratch<B, K>, out: &mut States<K>) {
        if self.metric == Metric::Group {
            states.iter().for_each(|&state| self.groups(state, out));
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
                out.push(self.pack(&before), Spare { spot: NOWHERE, ways: Spare::ALONE });
            });
        }
    }

    fn groups(&self, state: K, out: &mut States<K>) {
        let board = self.unpack(state);
        self.space.for_each_move(&board, |mv| {
            let mut next = board;
            self.space.apply(&mut next, mv);
            let next = self.pack(&next);
            let twin = self.twin(next);
            let ways = if next == twin { Spare::ALONE } else { 0 };
            out.push(next.min(twin), Spare { spot: NOWHERE, ways });
        });
    }

    fn passes<const MIRRORED: bool>(
        &self,
        states: &[K],
        spares: &[Spare],
        scratch: &mut Scratch<B, K>,
        out: &mut States<K>,
    ) {
        match &self.sieve {
            Some(sieve) => self.sift::<MIRRORED>(sieve, states, spares, scratch),
            None => self.gather::<MIRRORED>(states, scratch),
        }
        if self.sieve.is_none() && self.metric != Metric::Move {
            self.first_steps(spares, scratch);
        }
        match self.metric {
            Metric::Step => {
                self.take::<MIRRORED>(states, scratch, |way| 1 << (3 - way), out);
            }
            Metric::Slide | Metric::Group => {
                while scratch.steps.count > 0 {
                    self.take::<MIRRORED>(states, scratch, |way| 1 << way | 1 << (3 - way), out);
                    self.slide_on(scratch);
                }
            }
            Metric::Move if self.is_small => self.walk::<MIRRORED>(states, spares, scratch, out),
            Metric::Move => self.walk_wide::<MIRRORED>(states, spares, scratch, out),
        }
    }

    /// As [`gather`](Self::gather) and [`first_steps`](Self::first_steps), of all pieces at once.
    #[inline]
    fn sift<const MIRRORED: bool>(
        &self,
        sieve: &Sieve<B, K>,
        states: &[K],
        spares: &[Spare],
        scratch: &mut Scratch<B, K>,
    ) {
        let Scratch { taken, twins, near, steps, sifted, .. } = scratch;
        sifted.count = 0;
        sifted.reserve(4 * states.len() + 1);
        let by_piece = self.metric == Metric::Move;
        let each = states.iter().zip(spares).zip(taken.iter_mut().zip(twins));
        for (owner, ((&state, &spare), (taken, twin))) in (0u16..).zip(each) {
            let seen = sieve.read(state);
            let (cells, spots) = (seen.cells | self.space.fixed, seen.spots);
            (*taken, *twin) = (cells, seen.twin);
            let blocked = sieve.blocked(cells);
            let spared = if spare.spot == NOWHERE { 0 } else { 1u64 << (spare.spot % 64) };
            let open: [u64; 4] = std::array::from_fn(|way| {
                let spared = if spare.ways >> way & 1 != 0 { spared } else { 0 };
                spots & !blocked[way] & !spared
            });
            if by_piece {
                let any = open[0] | open[1] | open[2] | open[3];
                sifted.add_if(Sifted { spots: any, owner, way: 0 }, any != 0);
            } else {
                for way in 0..4u16 {
                    let spots = open[usize::from(way)];
                    sifted.add_if(Sifted { spots, owner, way }, spots != 0);
                }
            }
        }
        // The bits of all words, one after the other: when a word is empty, the next one takes its place without a branch.
        sifted.items[sifted.count] = Sifted::default();
        let mut index = 0;
        let mut left = sifted.items[0].spots;
        near.count = 0;
        steps.count = 0;
        while index < sifted.count {
            let Sifted { owner, way, .. } = sifted.items[index];
            let place = (left.trailing_zeros() % 64) as u16;
            if by_piece {
                near.reserve(1);
                near.add_if(Near { state: owner, place }, true);
            } else {
                let to = self.spots[usize::from(place)].next[usize::from(way) & 3];
                steps.reserve(1);
                steps.add_if(Step { owner, from: place, to, way }, true);
            }
            left &= left.wrapping_sub(1);
            index += usize::from(left == 0);
            left = if left == 0 { sifted.items[index].spots } else { left };
        }
    }

    /// Gathers the pieces that may be able to move, and what is taken in each state.
    #[inline]
    fn gather<const MIRRORED: bool>(&self, states: &[K], scratch: &mut Scratch<B, K>) {
        let Scratch { taken, twins, places, near, .. } = scratch;
        near.count = 0;
        near.reserve(states.len() * self.movable + 1);
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
            (*taken, *twin) = (all, image);
            // Where there is no step, it would enter every square, and some piece must be on one.
            if all == B::EMPTY {
                continue;
            }
            let free = !all;
            for &place in &places[..count] {
                let is_near = self.spots[usize::from(place)].around.meets(free) | self.can_leave;
                near.add_if(Near { state: index, place }, is_near);
            }
        }
    }

    /// The ways in which a piece can make a step, a bit for each, but for those that are spare.
    #[inline]
    fn ways(&self, near: Near, taken: B, spare: Spare) -> u8 {
        let spot = &self.spots[usize::from(near.place)];
        let is_open = |way: usize| u8::from(!spot.enters[way].meets(taken)) << way;
        let ways = is_open(0) | is_open(1) | is_open(2) | is_open(3);
        ways & !(if near.place == spare.spot { spare.ways } else { 0 })
    }

    /// Lists the steps that the pieces can make.
    #[inline]
    fn first_steps(&self, spares: &[Spare], scratch: &mut Scratch<B, K>) {
        let Scratch { taken, near, steps, .. } = scratch;
        steps.count = 0;
        steps.reserve(4 * near.count + 1);
        for &piece in near.as_slice() {
            let state = usize::from(piece.state) % CHUNK;
            let ways = self.ways(piece, taken[state], spares[state]);
            let next = self.spots[usize::from(piece.place)].next;
            for way in 0..4u16 {
                let to = next[usize::from(way)];
                steps.add_if(Step { owner: piece.state, from: piece.place, to, way }, ways >> way & 1 != 0);
            }
        }
    }

    /// Adds what comes of the steps.
    #[inline]
    fn take<const MIRRORED: bool>(
        &self,
        states: &[K],
        scratch: &Scratch<B, K>,
        spare: impl Fn(u16) -> u8,
        out: &mut States<K>,
    ) {
        for step in scratch.steps.as_slice() {
            let state = usize::from(step.owner) % CHUNK;
            self.put::<MIRRORED>(states[state], scratch.twins[state], step, spare(step.way), out);
        }
    }

    /// Adds the state after a piece went somewhere.
    #[inline(always)]
    fn put<const MIRRORED: bool>(&self, state: K, twin: K, step: &Step, ways: u8, out: &mut States<K>) {
        let (from, to) = (&self.spots[usize::from(step.from)], &self.spots[usize::from(step.to)]);
        let moved = if self.is_ordered {
            self.moved_in_order(state, from, to, step.from)
        } else {
            state ^ from.code ^ to.code
        };
        if !MIRRORED {
            out.push(moved, Spare { spot: step.to, ways: ways | Spare::ALONE });
            return;
        }
        let image = &self.twins[usize::from(step.to)];
        let twin = if self.is_ordered {
            self.twin(moved)
        } else {
            twin ^ self.twins[usize::from(step.from)].code ^ image.code
        };
        let is_turned = twin < moved;
        let alone = u8::from(twin == moved) * Spare::ALONE;
        let spot = if is_turned { image.place } else { step.to };
        let ways = if is_turned { self.twin_ways[usize::from(ways & 15)] } else { ways };
        out.push(if is_turned { twin } else { moved }, Spare { spot, ways: ways | alone });
    }

    /// The state after a piece goes from spot to spot, where some kinds are kept in order.
    #[inline(never)]
    fn moved_in_order(&self, state: K, from: &Spot<B, K>, to: &Spot<B, K>, place: u16) -> K {
        let owner = self.lanes.iter().rposition(|lane| lane.base <= place).expect("every spot has a lane");
        let Form::Ordered(first, count) = self.lanes[owner].form else { return state ^ from.code ^ to.code };
        let lanes = &self.lanes[usize::from(first)..usize::from(first + count)];
        let (from, to) = (from.code.bits_from(0), to.code.bits_from(0));
        let mut numbers = [0u64; 128];
        let numbers = &mut numbers[..lanes.len()];
        for (number, lane) in numbers.iter_mut().zip(lanes) {
            *number = state.bits_from(lane.at) & lane.mask;
        }
        // What is there goes out, what should be there comes in.
        let packed = |numbers: &[u64]| {
            numbers.iter().zip(lanes).fold(K::ZERO, |all, (&number, lane)| all ^ K::holding(number, lane.at))
        };
        let before = packed(numbers);
        *numbers.iter_mut().find(|number| **number == from).expect("the piece is there") = to;
        numbers.sort_unstable();
        state ^ before ^ packed(numbers)
    }

    /// Goes one step on with every piece that made one, where nothing is in the way.
    #[inline]
    fn slide_on(&self, scratch: &mut Scratch<B, K>) {
        let Scratch { taken, steps, further, .. } = scratch;
        further.count = 0;
        further.reserve(steps.count + 1);
        for &step in steps.as_slice() {
            let others = taken[usize::from(step.owner) % CHUNK].without(self.spots[usize::from(step.from)].cells);
            let here = &self.spots[usize::from(step.to)];
            let to = here.next[usize::from(step.way) & 3];
            let is_open = (to != NOWHERE) & !here.enters[usize::from(step.way) & 3].meets(others);
            further.add_if(Step { to, ..step }, is_open);
        }
        std::mem::swap(steps, further);
    }

    /// Adds what comes of every piece going anywhere.
    #[inline]
    fn walk<const MIRRORED: bool>(
        &self,
        states: &[K],
        spares: &[Spare],
        scratch: &mut Scratch<B, K>,
        out: &mut States<K>,
    ) {
        let Scratch { taken, twins, near, steps, walkers, .. } = scratch;
        walkers.clear();
        steps.count = 0;
        for (owner, &piece) in (0u16..).zip(near.as_slice()) {
            let state = usize::from(piece.state) % CHUNK;
            let ways = self.ways(piece, taken[state], spares[state]);
            let spot = &self.spots[usize::from(piece.place)];
            let mut seen = 1u64 << (piece.place % 64);
            steps.reserve(5);
            for way in 0..4 {
                let to = spot.next[way];
                let is_open = ways >> way & 1;
                steps.add_if(Step { owner, from: piece.place, to, way: 0 }, is_open != 0);
                seen |= u64::from(is_open) << (to % 64);
            }
            walkers.push(Walker { state: piece.state, others: taken[state].without(spot.cells), seen });
        }
        let mut done = 0;
        while let Some(&step) = steps.as_slice().get(done) {
            done += 1;
            let walker = &mut walkers[usize::from(step.owner)];
            let state = usize::from(walker.state) % CHUNK;
            self.put::<MIRRORED>(states[state], twins[state], &step, 0b1111, out);
            let spot = &self.spots[usize::from(step.to)];
            steps.reserve(5);
            for way in 0..4 {
                let to = spot.next[way];
                let is_open = (to != NOWHERE) & !spot.enters[way].meets(walker.others);
                let is_new = u64::from(is_open) & !(walker.seen >> (to % 64));
                steps.add_if(Step { to, ..step }, is_new != 0);
                walker.seen |= is_new << (to % 64);
            }
        }
    }

    /// As [`walk`](Self::walk), where some kind has more than 64 spots.
    fn walk_wide<const MIRRORED: bool>(
        &self,
        states: &[K],
        spares: &[Spare],
        scratch: &Scratch<B, K>,
        out: &mut States<K>,
    ) {
        for &piece in scratch.near.as_slice() {
            let state = usize::from(piece.state) % CHUNK;
            if self.ways(piece, scratch.taken[state], spares[state]) == 0 {
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
                let step = Step { owner: piece.state, from: piece.place, to, way: 0 };
                self.put::<MIRRORED>(states[state], scratch.twins[state], &step, 0b1111, out);
            }
        }
    }
}
