//! A priority queue for small whole-number priorities: one bucket for each, constant time to push and to pop.
//!
//! Buckets are chains of fixed blocks from one pool. A bucket that empties returns its blocks, growth copies nothing,
//! and memory is known to the block.

use crate::closed::{Arena, NodeId};
use crate::{Cost, LimitKind, Meter, Observer};

/// Which of several nodes of equal priority is expanded first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The one that has waited longest; the result does not depend on how the queue is built.
    Fifo,
    /// The newest one; this follows one path down and so finds a goal in the last layer sooner.
    #[default]
    Lifo,
}

/// Items in a block.
const BLOCK: usize = 255;
/// The end of a chain.
const NIL: u32 = u32::MAX;

#[derive(Debug)]
struct Block<T> {
    items: [T; BLOCK],
    /// FIFO: the block behind this one. LIFO: the block before it. In the free list: the next free one.
    link: u32,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// FIFO: the block that is read. LIFO: unused.
    head: u32,
    /// The block that is written (and, LIFO, read).
    tail: u32,
    /// The first unread item in `head`.
    read: u32,
    /// The first free place in `tail`.
    write: u32,
}

const EMPTY: Bucket = Bucket { head: NIL, tail: NIL, read: 0, write: 0 };

/// A queue of node numbers, or of other small items, by priority.
#[derive(Debug)]
pub(crate) struct BucketQueue<T: Copy + Default + Send + 'static = NodeId> {
    tie_break: TieBreak,
    buckets: Vec<Bucket>,
    /// Below this priority every bucket is empty.
    lowest: usize,
    len: usize,
    blocks: Arena<Block<T>>,
    free: u32,
}

impl<T: Copy + Default + Send + 'static> BucketQueue<T> {
    pub(crate) fn new(tie_break: TieBreak) -> Self {
        Self { tie_break, buckets: Vec::new(), lowest: 0, len: 0, blocks: Arena::default(), free: NIL }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a node.
    #[inline]
    pub(crate) fn push<O: Observer>(
        &mut self,
        priority: Cost,
        node: T,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let priority = priority as usize;
        if priority >= self.buckets.len() {
            self.add_buckets(priority, meter)?;
        }
        let bucket = self.buckets[priority];
        if bucket.tail == NIL || bucket.write as usize == BLOCK {
            self.add_block(priority, meter)?;
        }
        let bucket = &mut self.buckets[priority];
        self.blocks[bucket.tail as usize].items[bucket.write as usize] = node;
        bucket.write += 1;
        self.lowest = self.lowest.min(priority);
        self.len += 1;
        Ok(())
    }

    /// The least priority in the queue.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<Cost> {
        if self.len == 0 {
            return None;
        }
        while self.buckets[self.lowest].tail == NIL {
            self.lowest += 1;
        }
        Cost::try_from(self.lowest).ok()
    }

    /// The node that [`pop`](Self::pop) would take, and its priority.
    #[inline]
    pub(crate) fn front(&mut self) -> Option<(Cost, T)> {
        let priority = self.peek()?;
        let bucket = &self.buckets[self.lowest];
        let node = match self.tie_break {
            TieBreak::Lifo => self.blocks[bucket.tail as usize].items[bucket.write as usize - 1],
            TieBreak::Fifo => self.blocks[bucket.head as usize].items[bucket.read as usize],
        };
        Some((priority, node))
    }

    /// Takes a node of least priority.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Cost, T)> {
        let priority = self.peek()?;
        self.len -= 1;
        let bucket = &mut self.buckets[self.lowest];
        let node = match self.tie_break {
            TieBreak::Lifo => {
                bucket.write -= 1;
                let block = &self.blocks[bucket.tail as usize];
                let node = block.items[bucket.write as usize];
                if bucket.write == 0 {
                    let spent = bucket.tail;
                    bucket.tail = block.link;
                    bucket.write = if block.link == NIL { 0 } else { as_place(BLOCK) };
                    self.recycle(spent);
                }
                node
            }
            TieBreak::Fifo => {
                let block = &self.blocks[bucket.head as usize];
                let node = block.items[bucket.read as usize];
                bucket.read += 1;
                let spent = bucket.head;
                if spent == bucket.tail && bucket.read == bucket.write {
                    *bucket = EMPTY;
                    self.recycle(spent);
                } else if bucket.read as usize == BLOCK {
                    bucket.head = block.link;
                    bucket.read = 0;
                    self.recycle(spent);
                }
                node
            }
        };
        Some((priority, node))
    }

    fn recycle(&mut self, block: u32) {
        self.blocks[block as usize].link = self.free;
        self.free = block;
    }

    #[cold]
    #[inline(never)]
    fn add_buckets<O: Observer>(&mut self, priority: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let wanted = (priority + 1).max(2 * self.buckets.len());
        let more = wanted - self.buckets.len();
        meter.claim((more * size_of::<Bucket>()) as u64)?;
        self.buckets.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
        self.buckets.resize(wanted, EMPTY);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn add_block<O: Observer>(&mut self, priority: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let fresh = if self.free == NIL {
            let fresh = u32::try_from(self.blocks.len()).map_err(|_| LimitKind::Memory)?;
            self.blocks.push(Block { items: [T::default(); BLOCK], link: NIL }, meter)?;
            fresh
        } else {
            let fresh = self.free;
            self.free = self.blocks[fresh as usize].link;
            fresh
        };
        let bucket = &mut self.buckets[priority];
        let old = bucket.tail;
        bucket.tail = fresh;
        bucket.write = 0;
        match self.tie_break {
            TieBreak::Lifo => self.blocks[fresh as usize].link = old,
            TieBreak::Fifo => {
                self.blocks[fresh as usize].link = NIL;
                if old == NIL {
                    bucket.head = fresh;
                    bucket.read = 0;
                } else {
                    self.blocks[old as usize].link = fresh;
                }
            }
        }
        Ok(())
    }
}

fn as_place(place: usize) -> u32 {
    u32::try_from(place).expect("a block is small")
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::limits::Limits;

    /// The same queue, written so plainly that it is right by looking at it.
    fn pop_plainly(queues: &mut [VecDeque<u32>], tie_break: TieBreak) -> Option<(Cost, u32)> {
        let (priority, queue) = queues.iter_mut().enumerate().find(|(_, queue)| !queue.is_empty())?;
        let node = match tie_break {
            TieBreak::Fifo => queue.pop_front(),
            TieBreak::Lifo => queue.pop_back(),
        };
        Some((Cost::try_from(priority).unwrap(), node?))
    }

    #[test]
    fn agrees_with_a_plain_queue() {
        for tie_break in [TieBreak::Fifo, TieBreak::Lifo] {
            let mut meter = Meter::for_test(Limits::default());
            let mut queue = BucketQueue::new(tie_break);
            let mut plain = vec![VecDeque::new(); 8];
            let mut random = 1u64;
            for step in 0..300_000u32 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Long phases of growth and of shrinking, so that blocks fill, empty and are used again.
                let grow = (step / 20_000).is_multiple_of(2);
                if (random >> 33) % 10 < if grow { 8 } else { 2 } {
                    let priority = ((random >> 40) % 8) as u32;
                    queue.push(priority, step, &mut meter).unwrap();
                    plain[priority as usize].push_back(step);
                } else {
                    let front = queue.front();
                    let popped = queue.pop();
                    assert_eq!(popped, pop_plainly(&mut plain, tie_break));
                    assert_eq!(front, popped);
                }
                assert_eq!(queue.len, plain.iter().map(VecDeque::len).sum::<usize>());
            }
            while let Some(popped) = pop_plainly(&mut plain, tie_break) {
                assert_eq!(queue.pop(), Some(popped));
            }
            assert!(queue.is_empty());
        }
    }

    #[test]
    fn stops_at_the_memory_limit() {
        let mut meter = Meter::for_test(Limits { memory: 64 << 20, ..Limits::default() });
        let mut queue = BucketQueue::new(TieBreak::Lifo);
        let stopped = (0..NodeId::MAX).find_map(|node| queue.push(node % 50, node, &mut meter).err());
        assert_eq!(stopped, Some(LimitKind::Memory));
        assert!(queue.len > (60 << 20) / 4 / 2, "{}", queue.len);
    }
}
