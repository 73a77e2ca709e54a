//! Every state within reach and every move between them, as lists of neighbours one after the other.
//!
//! States are numbered in the order in which breadth-first search meets them, so that the states of a layer have
//! consecutive numbers. What is kept of a state is its key, four bytes for each neighbour and four for where they begin.
//! The table that finds the number of a key is given up when the last state is expanded.

use std::hash::Hasher as _;

use fewest_search::capability::Packed;
use fewest_search::meter::Meter;
use fewest_search::{LimitKind, Observer, StateSpace};

use crate::bits::Bits;
use crate::key::{Key, Mixer};
use crate::space::Blocks;

/// States that are expanded before their successors are looked up.
const BATCH: usize = 32;
/// No number: an empty place in the table.
const NONE: u32 = u32::MAX;
/// States that are looked at between two looks at the clock.
pub(super) const PERIOD: usize = 1 << 13;

#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Where the list of each state begins, and where the last one ends.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Lists {
    #[inline]
    fn of(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.targets[self.offsets[state] as usize..self.offsets[state + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        bytes_of(&self.offsets) + bytes_of(&self.targets)
    }
}

/// The graph of the states within reach of the start, which is number 0.
#[derive(Debug)]
pub(super) struct Graph<K> {
    pub(super) keys: Vec<K>,
    /// The first state of each layer, and the number of all at the end.
    pub(super) layers: Vec<u32>,
    /// The goals, in order.
    pub(super) goals: Vec<u32>,
    /// Where moves lead, in order of numbers and each state once.
    forward: Lists,
    /// Where moves come from, where that is not the same.
    backward: Option<Lists>,
}

impl<K: Key> Graph<K> {
    /// Explores everything within reach of the start, or as much of it as the limit that comes first allows: the states met
    /// are there then, but no neighbours.
    pub(super) fn build<B: Bits, O: Observer>(
        space: &Blocks<B, K>,
        meter: &mut Meter<'_, O>,
    ) -> (Self, Option<LimitKind>) {
        let mut builder = Builder::new(space);
        let limit = builder.run(meter).err();
        let Builder { mut graph, table, .. } = builder;
        if limit.is_none() {
            meter.release(bytes_of(&table));
            drop(table);
            if !space.is_undirected() {
                match graph.transposed(meter) {
                    Ok(lists) => graph.backward = Some(lists),
                    Err(limit) => return (graph, Some(limit)),
                }
            }
        }
        (graph, limit)
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// How many moves there are, two that lead to the same state counted once, and a move and its return as two.
    pub(super) fn moves(&self) -> u64 {
        self.forward.targets.len() as u64
    }

    /// Whether a move back exists for every move.
    pub(super) fn is_undirected(&self) -> bool {
        self.backward.is_none()
    }

    /// The states that one move leads to, in order.
    #[inline]
    pub(super) fn successors(&self, state: u32) -> &[u32] {
        self.forward.of(state)
    }

    /// The states from which one move leads here.
    #[inline]
    pub(super) fn predecessors(&self, state: u32) -> &[u32] {
        self.backward.as_ref().unwrap_or(&self.forward).of(state)
    }

    pub(super) fn bytes(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, Lists::bytes);
        bytes_of(&self.keys) + bytes_of(&self.goals) + self.forward.bytes() + backward
    }

    /// The lists of predecessors: a counting sort of all moves by their ends.
    fn transposed<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<Lists, LimitKind> {
        meter.claim((self.forward.offsets.len() + self.forward.targets.len()) as u64 * size_of::<u32>() as u64)?;
        let mut offsets = vec![0u32; self.forward.offsets.len()];
        for targets in self.forward.targets.chunks(PERIOD) {
            meter.poll()?;
            for &target in targets {
                offsets[target as usize + 1] += 1;
            }
        }
        for state in 1..offsets.len() {
            offsets[state] += offsets[state - 1];
        }
        let mut targets = vec![0; self.forward.targets.len()];
        for state in self.numbers() {
            if (state as usize).is_multiple_of(PERIOD) {
                meter.poll()?;
            }
            for &target in self.successors(state) {
                let place = &mut offsets[target as usize];
                targets[*place as usize] = state;
                *place += 1;
            }
        }
        // Every entry now says where its list ends.
        offsets.rotate_right(1);
        offsets[0] = 0;
        Ok(Lists { offsets, targets })
    }

    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..number(self.len())
    }
}

/// A number of a state.
#[inline]
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("there are fewer states than 32 bits number")
}

pub(super) fn bytes_of<T>(list: &Vec<T>) -> u64 {
    (list.capacity() * size_of::<T>()) as u64
}

/// Makes room for more, after claiming it.
#[inline]
pub(super) fn reserve<T, O: Observer>(
    list: &mut Vec<T>,
    more: usize,
    meter: &mut Meter<'_, O>,
) -> Result<(), LimitKind> {
    if list.capacity() - list.len() >= more { Ok(()) } else { grow(list, more, meter) }
}

#[cold]
fn grow<T, O: Observer>(list: &mut Vec<T>, more: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
    let wanted = (list.len() + more).max(list.capacity() + list.capacity() / 2);
    let old = bytes_of(list);
    meter.claim((wanted * size_of::<T>()) as u64)?;
    list.reserve_exact(wanted - list.len());
    meter.release(old);
    Ok(())
}

struct Builder<'a, B, K> {
    space: &'a Blocks<B, K>,
    graph: Graph<K>,
    /// The numbers of the keys by their hashes; the first free place after it where that is taken.
    table: Vec<u32>,
}

impl<'a, B: Bits, K: Key> Builder<'a, B, K> {
    fn new(space: &'a Blocks<B, K>) -> Self {
        let graph =
            Graph { keys: Vec::new(), layers: vec![0], goals: Vec::new(), forward: Lists::default(), backward: None };
        Self { space, graph, table: Vec::new() }
    }

    fn run<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.claim(1 << 12)?;
        self.table = vec![NONE; 1 << 10];
        reserve(&mut self.graph.forward.offsets, 1, meter)?;
        self.graph.forward.offsets.push(0);
        meter.generate(1);
        self.intern(self.space.start().key(), meter)?;
        let (mut keys, mut counts, mut row) = (Vec::new(), Vec::new(), Vec::new());
        let mut done = 0;
        let mut depth = 0;
        while done < self.graph.len() {
            // All states of the layer are known when the one before is expanded.
            let end = self.graph.len();
            self.graph.layers.push(number(end));
            meter.begin_iteration();
            while done < end {
                let batch = done..end.min(done + BATCH);
                for state in batch.clone() {
                    meter.expand(depth)?;
                    let before = keys.len();
                    self.expand(state, &mut keys);
                    counts.push(keys.len() - before);
                }
                meter.generate(keys.len() as u64);
                self.touch(&keys);
                let mut rest = keys.as_slice();
                for &count in &counts {
                    let (own, others) = rest.split_at(count);
                    rest = others;
                    row.clear();
                    for &key in own {
                        row.push(self.intern(key, meter)?);
                    }
                    self.write(&mut row, meter)?;
                }
                keys.clear();
                counts.clear();
                done = batch.end;
            }
            meter.iteration(depth)?;
            depth += 1;
        }
        Ok(())
    }

    fn expand(&self, state: usize, into: &mut Vec<K>) {
        let board = self.space.unpack(&self.graph.keys[state]);
        self.space.for_each_move(&board, |mv| {
            let mut after = board;
            self.space.apply(&mut after, mv);
            into.push(after.key());
        });
    }

    /// Writes the list of a state.
    fn write<O: Observer>(&mut self, row: &mut Vec<u32>, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        row.sort_unstable();
        row.dedup();
        let Lists { offsets, targets } = &mut self.graph.forward;
        reserve(targets, row.len(), meter)?;
        targets.extend_from_slice(row);
        reserve(offsets, 1, meter)?;
        offsets.push(u32::try_from(targets.len()).map_err(|_| LimitKind::Memory)?);
        Ok(())
    }

    /// Reads the places where the keys will be looked for, so that the reads overlap.
    fn touch(&self, keys: &[K]) {
        let sum = keys.iter().fold(0, |sum, key| sum ^ self.table[self.place(key)]);
        std::hint::black_box(sum);
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "as many bits are left as number the places")]
    fn place(&self, key: &K) -> usize {
        let mut mixer = Mixer::default();
        key.hash(&mut mixer);
        (mixer.finish() >> (64 - self.table.len().trailing_zeros())) as usize
    }

    /// The number of a state, which is new where it was not met before.
    #[inline]
    fn intern<O: Observer>(&mut self, key: K, meter: &mut Meter<'_, O>) -> Result<u32, LimitKind> {
        let mask = self.table.len() - 1;
        let mut place = self.place(&key);
        loop {
            match self.table[place] {
                NONE => break,
                known if self.graph.keys[known as usize] == key => return Ok(known),
                _ => place = (place + 1) & mask,
            }
        }
        let new = u32::try_from(self.graph.len()).ok().filter(|&new| new != NONE).ok_or(LimitKind::Memory)?;
        reserve(&mut self.graph.keys, 1, meter)?;
        let is_goal = self.space.is_goal(&self.space.unpack(&key));
        if is_goal {
            reserve(&mut self.graph.goals, 1, meter)?;
            self.graph.goals.push(new);
        }
        self.graph.keys.push(key);
        self.table[place] = new;
        // At most two thirds of the places are taken.
        if 3 * self.graph.len() > 2 * self.table.len() {
            self.enlarge(meter)?;
        }
        Ok(new)
    }

    #[cold]
    fn enlarge<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let old = bytes_of(&self.table);
        meter.claim(2 * old)?;
        self.table = vec![NONE; 2 * self.table.len()];
        meter.release(old);
        let mask = self.table.len() - 1;
        for state in self.graph.numbers() {
            let mut place = self.place(&self.graph.keys[state as usize]);
            while self.table[place] != NONE {
                place = (place + 1) & mask;
            }
            self.table[place] = state;
        }
        Ok(())
    }
}
