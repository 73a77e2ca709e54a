//! A table that does not fit memory, in files: segment by segment, with delayed duplicate detection.
//!
//! Each layer is one pass over the segments (Korf 2008, "Minimizing disk I/O in two-bit breadth-first search"). A segment is
//! read; the positions that waited for it in its queue are entered; all of its positions of the layer are expanded; it is
//! written back. A successor within the segment is entered at once. Any other is added to the end of the queue of its own
//! segment, and only there, in the next pass, is found to be new or not. So files are read and written in order, and each
//! segment once a layer; one without positions of the layer is not touched at all.
//!
//! A place in a queue takes four bytes. Two generations of queues are on disk at once: those of the layer that is expanded
//! are removed one by one as those of the next are written.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use crate::census::folder::{Folder, Stream};
use crate::census::layer::{BATCH, Layer, Lowest};
use crate::census::table::{PER_WORD, Table};
use crate::census::{Books, End, Question, RankGraph};
use crate::crew::lock;
use crate::scratch::DiskError;
use crate::{Cost, LimitKind, Meter, Observer};

/// The sizes of buffers, best first: of several plans that fit, the one with the fewest segments of the best size is taken.
const BUFFERS: [u64; 6] = [1 << 16, 1 << 14, 1 << 12, 1 << 10, 1 << 8, 1 << 6];
const MOST_BUFFER: u64 = 1 << 20;
const MOST_SEGMENTS: u64 = 1 << 16;
/// The most positions of a segment: a place in it takes four bytes.
const MOST_POSITIONS: u64 = 1 << 32;
/// Bytes of a place in a queue.
const PLACE: usize = 4;
/// Bytes that are kept for each segment beside its buffer, generously.
const BOOKKEEPING: u64 = 128;

/// How a table is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many segments there are.
    pub segments: u64,
    /// How many positions a segment has; the last may have fewer.
    pub segment_positions: u64,
    /// Bytes by which a file is read or written.
    pub buffer: u64,
    /// All bytes in memory.
    pub memory: u64,
    /// Bytes of the table in files. The queues take more: four bytes for each move between segments from the positions of
    /// two layers.
    pub table: u64,
}

impl Plan {
    /// A plan that stays below so many bytes of memory.
    pub(super) fn new(positions: u64, memory: u64, threads: NonZeroUsize) -> Option<Self> {
        let words = positions.div_ceil(PER_WORD);
        let batches = (threads.get() * 2 * BATCH * size_of::<u64>()) as u64;
        let with = |segments: u64, least: u64| {
            let segment_positions = words.div_ceil(segments) * PER_WORD;
            let fixed = Table::bytes(segment_positions) + batches + segments * BOOKKEEPING;
            // One buffer for each queue, and one for the file that is read or written.
            let free = memory.checked_sub(fixed)? / (segments + 1);
            let buffer = free.min(MOST_BUFFER) / 8 * 8;
            let memory = fixed + buffer * (segments + 1);
            let plan = Self { segments, segment_positions, buffer, memory, table: words * 8 };
            (buffer >= least && segment_positions <= MOST_POSITIONS).then_some(plan)
        };
        let most = MOST_SEGMENTS.min(words);
        BUFFERS.into_iter().find_map(|least| (2..=most).find_map(|segments| with(segments, least)))
    }
}

/// Places that wait for a segment.
#[derive(Debug, Default)]
struct Queue {
    /// Those that are not in the file yet.
    buffer: Vec<u8>,
    /// Bytes in the file.
    written: u64,
}

/// A segment that is on disk.
#[derive(Clone, Copy, Debug, Default)]
struct Segment {
    is_saved: bool,
    /// Positions in it that are of the next layer.
    pending: u64,
    /// Bytes in the queue of the layer that is expanded.
    queued: u64,
}

/// Counts with the table in files.
pub(super) fn count<G: RankGraph, O: Observer>(
    task: &Question<'_, G>,
    directory: &Path,
    books: &mut Books,
    meter: &mut Meter<'_, O>,
) -> Result<(), End> {
    let plan = Plan::new(task.graph.count(), meter.free_memory(), task.census.threads).ok_or(LimitKind::Memory)?;
    meter.claim(plan.memory - Table::bytes(plan.segment_positions))?;
    let size = |count: u64| usize::try_from(count).map_err(|_| LimitKind::Memory);
    let table = Table::new(plan.segment_positions, meter)?;
    let folder = Folder::new(directory)?;
    let segments = size(plan.segments)?;
    let queues = (0..segments).map(|_| Mutex::default()).collect();
    let room = size(plan.buffer)?;
    let mut disk = Disk { plan, room, folder, queues, segments: vec![Segment::default(); segments] };
    let result = disk.layers(task, &table, books, meter);
    books.peak_disk = disk.folder.peak();
    result
}

/// All that is on disk.
struct Disk {
    plan: Plan,
    /// The bytes of a buffer.
    room: usize,
    folder: Folder,
    /// The queues of the next layer.
    queues: Vec<Mutex<Queue>>,
    segments: Vec<Segment>,
}

impl Disk {
    fn layers<G: RankGraph, O: Observer>(
        &mut self,
        task: &Question<'_, G>,
        table: &Table,
        books: &mut Books,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), End> {
        self.enqueue(&mut task.starts.to_vec(), 0)?;
        loop {
            let depth = books.depth()?;
            self.turn_over(depth)?;
            let mut lowest = Lowest::new(task.census.samples);
            let mut width = 0;
            for segment in 0..self.segments.len() {
                width += self.pass(segment, depth, task, table, books, &mut lowest, meter)?;
            }
            if width == 0 {
                return Ok(());
            }
            books.deepest = lowest.ranks;
            books.enter(width, meter)?;
        }
    }

    /// Expands what a segment has of a layer; how many positions these were.
    #[expect(clippy::too_many_arguments, reason = "what is on disk, what is in memory, and what is known")]
    fn pass<G: RankGraph, O: Observer>(
        &mut self,
        segment: usize,
        depth: Cost,
        task: &Question<'_, G>,
        table: &Table,
        books: &mut Books,
        lowest: &mut Lowest,
        meter: &mut Meter<'_, O>,
    ) -> Result<u64, End> {
        let Segment { pending, queued, .. } = self.segments[segment];
        if pending == 0 && queued == 0 {
            return Ok(0);
        }
        let mut buffer = vec![0; self.room];
        self.load(segment, depth, table, &mut buffer, meter)?;
        let width = pending + self.merge(segment, depth, table, &mut buffer, meter)?;
        if width == 0 {
            return Ok(0);
        }
        let base = segment as u64 * self.plan.segment_positions;
        for (met, &rank) in books.met.iter_mut().zip(task.watched) {
            let place = rank.wrapping_sub(base);
            if met.is_none() && place < self.plan.segment_positions && table.is_met(place) {
                *met = Some(depth);
            }
        }
        let layer = Layer::new(task.graph, table, base, depth, task.census.samples);
        let pass_on = |beyond: &mut Vec<u64>| self.enqueue(beyond, depth + 1);
        let met = layer.expand(task.census.threads, width, lowest, meter, pass_on)?;
        self.segments[segment].pending = met;
        self.save(segment, table, &mut buffer, meter)?;
        Ok(width)
    }

    /// Adds positions of the layer of a depth to the queues of their segments.
    fn enqueue(&self, ranks: &mut Vec<u64>, depth: Cost) -> Result<(), DiskError> {
        ranks.sort_unstable();
        ranks.dedup();
        let mut rest = ranks.as_slice();
        while let Some(&first) = rest.first() {
            let segment = first / self.plan.segment_positions;
            let base = segment * self.plan.segment_positions;
            let (these, others) =
                rest.split_at(rest.partition_point(|&rank| rank - base < self.plan.segment_positions));
            rest = others;
            #[expect(clippy::cast_possible_truncation, reason = "there are no more than 65,536 segments")]
            let segment = segment as usize;
            let mut queue = lock(&self.queues[segment]);
            for &rank in these {
                if queue.buffer.capacity() == 0 {
                    queue.buffer.reserve_exact(self.room);
                }
                #[expect(clippy::cast_possible_truncation, reason = "a segment has no more than 2^32 positions")]
                let place = (rank - base) as u32;
                queue.buffer.extend_from_slice(&place.to_le_bytes());
                if queue.buffer.len() >= self.room {
                    self.flush(segment, &mut queue, depth)?;
                }
            }
        }
        ranks.clear();
        Ok(())
    }

    fn flush(&self, segment: usize, queue: &mut Queue, depth: Cost) -> Result<(), DiskError> {
        self.folder.append(&self.folder.queue(segment, depth % 2), &queue.buffer)?;
        queue.written += queue.buffer.len() as u64;
        queue.buffer.clear();
        Ok(())
    }

    /// Makes the queues that were written those that are read.
    fn turn_over(&mut self, depth: Cost) -> Result<(), DiskError> {
        for segment in 0..self.segments.len() {
            let mut queue = lock(&self.queues[segment]);
            if !queue.buffer.is_empty() {
                self.flush(segment, &mut queue, depth)?;
            }
            let queued = std::mem::take(&mut queue.written);
            drop(queue);
            self.segments[segment].queued = queued;
        }
        Ok(())
    }

    /// Reads a segment; one that was never written has met nothing.
    fn load<O: Observer>(
        &self,
        segment: usize,
        depth: Cost,
        table: &Table,
        buffer: &mut [u8],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), End> {
        table.clear_flags();
        if !self.segments[segment].is_saved {
            return Ok(table.clear(meter)?);
        }
        let mut reader = Stream::open(self.folder.table(segment))?;
        let words = table.words().len();
        let mut word = 0;
        while word < words {
            meter.poll()?;
            let bytes = buffer.len().min(8 * (words - word));
            reader.fill(&mut buffer[..bytes])?;
            for bytes in buffer[..bytes].as_chunks().0 {
                table.restore(word, u64::from_le_bytes(*bytes), depth);
                word += 1;
            }
        }
        Ok(())
    }

    /// Enters what waited for a segment; how much of it is new.
    fn merge<O: Observer>(
        &mut self,
        segment: usize,
        depth: Cost,
        table: &Table,
        buffer: &mut [u8],
        meter: &mut Meter<'_, O>,
    ) -> Result<u64, End> {
        let queued = std::mem::take(&mut self.segments[segment].queued);
        if queued == 0 {
            return Ok(0);
        }
        let path = self.folder.queue(segment, depth % 2);
        let mut reader = Stream::open(path.clone())?;
        let (mut met, mut left) = (0, queued);
        while left > 0 {
            meter.poll()?;
            let bytes = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            reader.fill(&mut buffer[..bytes])?;
            left -= bytes as u64;
            for place in buffer[..bytes].as_chunks::<PLACE>().0 {
                met += u64::from(table.mark(u32::from_le_bytes(*place).into(), depth));
            }
        }
        drop(reader);
        self.folder.remove(&path, queued)?;
        Ok(met)
    }

    fn save<O: Observer>(
        &mut self,
        segment: usize,
        table: &Table,
        buffer: &mut [u8],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), End> {
        let mut writer = Stream::create(self.folder.table(segment))?;
        for words in table.words().chunks(buffer.len() / 8) {
            meter.poll()?;
            for (word, bytes) in words.iter().zip(buffer.as_chunks_mut().0) {
                *bytes = word.load(Ordering::Relaxed).to_le_bytes();
            }
            writer.write(&buffer[..8 * words.len()])?;
        }
        if !std::mem::replace(&mut self.segments[segment].is_saved, true) {
            self.folder.grow(8 * table.words().len() as u64);
        }
        Ok(())
    }
}
