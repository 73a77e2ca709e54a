//! Going on with files when memory is full: breadth-first search in external memory.
//!
//! Successors of a layer are gathered in memory, sorted, and written as runs. When the layer is done, the runs are merged, equal states
//! become one, and what is in the layer or the one before is left out: where every move can be taken back, nothing else can be met again
//! (Munagala and Ranade 1999; Korf 2004, delayed duplicate detection). Everything is read and written in order.
//!
//! Before that, the states met so far are written in three files by their depth modulo three. A file then holds older layers too. That
//! does no harm: these are known, and none of them is beside the layer that is asked for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use fewest_search::meter::Meter;
use fewest_search::scratch::DiskError;
use fewest_search::{LimitKind, Observer};

use crate::bits::Bits;
use crate::exhaustive::Visit;
use crate::exhaustive::exploration::Layer;
use crate::exhaustive::flood::{Flood, Table};
use crate::exhaustive::pack::{Expander, Spare};
use crate::exhaustive::runs::{Folder, Reader, Run};
use crate::exhaustive::scratch::CHUNK;
use crate::exhaustive::states::{Batch, States};
use crate::exhaustive::table::Scramble;
use crate::exhaustive::word::Word;
use crate::space::{Board, Move};

/// How many runs are merged at once.
const FAN_IN: usize = 16;
/// Files that are open at once beside those that are merged: two layers and what is written.
const OTHERS: usize = 4;
/// The most and the least bytes that a file is read or written by.
const MOST_BUFFER: u64 = 1 << 18;
const LEAST_BUFFER: u64 = 1 << 12;
/// Numbers that are merged between two looks at the limits.
const PERIOD: u64 = 1 << 14;

/// Where an [`Exhaustive`](super::Exhaustive) search goes on when memory is full, and what went wrong there.
///
/// Files are in a folder of their own within the directory and are gone when the search has ended.
#[derive(Clone, Debug)]
pub struct Spill {
    directory: PathBuf,
    failure: Arc<Mutex<Option<DiskError>>>,
}

impl Spill {
    /// Into this directory, which must be there when it is needed.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), failure: Arc::default() }
    }

    /// Why the last search that came so far could not go on; it ended with [`LimitKind::Memory`] then.
    pub fn failure(&self) -> Option<DiskError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells limits from failures, and notes these.
    pub(super) fn outcome<T>(&self, went_on: Result<T, Stop>) -> Result<T, LimitKind> {
        let (result, failure) = match went_on {
            Ok(found) => (Ok(found), None),
            Err(Stop::Limit(limit)) => (Err(limit), None),
            Err(Stop::Disk(error)) => (Err(LimitKind::Memory), Some(error)),
        };
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
        result
    }
}

impl PartialEq for Spill {
    fn eq(&self, other: &Self) -> bool {
        self.directory == other.directory
    }
}

impl Eq for Spill {}

/// Why it does not go on.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) enum Stop {
    Limit(#[from] LimitKind),
    Disk(#[from] DiskError),
}

/// A layer on disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved<'a> {
    folder: &'a Folder,
    run: &'a Run,
    scramble: Scramble,
    buffer: usize,
}

impl<'a> Saved<'a> {
    /// The packed states.
    pub(super) fn states<B: Bits, K: Word>(
        &self,
        expander: &'a Expander<'_, B, K>,
    ) -> impl Iterator<Item = K> + use<'a, B, K> {
        let scramble = self.scramble;
        self.folder.numbers(self.run, self.buffer).map(move |scrambled| expander.long(scramble.undo(scrambled)))
    }
}

/// A breadth-first search with files.
pub(super) struct Spilled {
    /// The states up to the layer that was being expanded, by phase.
    old: [Run; 3],
    /// That layer and all later ones.
    layers: Vec<Run>,
    /// The depth of the first of these.
    first: u32,
    /// How many states the last of these has, with images.
    len: usize,
    scramble: Scramble,
    /// Bytes by which files are read and written.
    buffer: usize,
    /// Successors that are not yet in a file.
    gathered: Vec<u64>,
    /// How many may be.
    room: usize,
    folder: Folder,
}

impl Spilled {
    /// Writes all that a flood knows, when memory is full, and gives back what it held.
    pub(super) fn new<B: Bits, K: Word, O: Observer>(
        flood: &mut Flood<'_, B, K>,
        spill: &Spill,
        meter: &mut Meter<'_, O>,
    ) -> Result<Self, Stop> {
        let folder = Folder::new(&spill.directory)?;
        let scramble = flood.table.scramble;
        meter.release(std::mem::take(&mut flood.next).bytes());
        // Those of the layer are not only numbers but places in memory, which come back when they are written.
        let frontiers: Vec<States<K>> =
            std::mem::take(&mut flood.rest).into_iter().chain([std::mem::take(&mut flood.frontier)]).collect();
        let buffer = usize::try_from((meter.free_memory() / 16).clamp(LEAST_BUFFER, MOST_BUFFER)).unwrap_or(1 << 12);
        let bytes = 4 * buffer as u64;
        meter.claim(bytes)?;
        let old = write_table(&flood.table, &folder, buffer, meter)?;
        let table = std::mem::replace(&mut flood.table, Table::new(scramble));
        meter.release(table.bytes());
        drop(table);
        let mut scrambled = Vec::new();
        let count = frontiers.iter().map(States::len).sum::<usize>();
        let len = frontiers.iter().map(States::len_with_images).sum();
        meter.claim(8 * count as u64)?;
        scrambled.reserve_exact(count);
        for states in frontiers {
            scrambled.extend(states.keys.iter().map(|&state| scramble.apply(flood.expander.short(state))));
            meter.release(states.bytes());
        }
        scrambled.sort_unstable();
        let mut writer = folder.write(buffer)?;
        scrambled.iter().try_for_each(|&number| writer.push(number))?;
        let layers = vec![writer.finish()?];
        drop(scrambled);
        meter.release(8 * count as u64 + bytes);
        // All that is free from now on: half for successors, and of the rest something for each file.
        let free = meter.free_memory();
        let buffer = (free / 2 / (FAN_IN + OTHERS) as u64).min(MOST_BUFFER);
        if buffer < LEAST_BUFFER {
            return Err(LimitKind::Memory.into());
        }
        let bytes = free / 2 + buffer * (FAN_IN + OTHERS) as u64;
        meter.claim(bytes)?;
        let size = |bytes: u64| usize::try_from(bytes).map_err(|_| LimitKind::Memory);
        let (buffer, room) = (size(buffer)?, size(free / 2 / 8)?);
        Ok(Self { old, layers, first: flood.depth, len, scramble, buffer, gathered: Vec::new(), room, folder })
    }

    /// The file that holds the layer of this depth, and of those before it maybe others.
    fn layer(&self, depth: u32) -> &Run {
        match depth.checked_sub(self.first).and_then(|index| self.layers.get(index as usize)) {
            Some(run) => run,
            None => &self.old[(depth % 3) as usize],
        }
    }

    /// Expands layer after layer, as the flood would.
    pub(super) fn layers<B: Bits, K: Word, O: Observer>(
        &mut self,
        flood: &mut Flood<'_, B, K>,
        meter: &mut Meter<'_, O>,
        visit: &mut Visit<'_, B, K>,
    ) -> Result<Option<K>, Stop> {
        while self.len > 0 {
            // The layer with which memory was full may have been shown.
            if !flood.is_entered {
                let (folder, scramble, buffer) = (&self.folder, self.scramble, self.buffer);
                let saved = Some(Saved { folder, run: self.layer(flood.depth), scramble, buffer });
                let layer = Layer { depth: flood.depth, expander: &flood.expander, parts: &[], saved, len: self.len };
                let flow = visit(layer);
                self.folder.failure()?;
                if flow.is_break() {
                    break;
                }
                flood.enter_layer(meter)?;
            }
            let goal = self.expand_layer(flood, meter)?;
            flood.leave_layer();
            if goal.is_some() {
                return Ok(goal);
            }
        }
        Ok(None)
    }

    /// Makes the next layer; a goal in it.
    fn expand_layer<B: Bits, K: Word, O: Observer>(
        &mut self,
        flood: &Flood<'_, B, K>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<K>, Stop> {
        let mut runs = Vec::new();
        let mut reader = self.layer(flood.depth).read(self.buffer)?;
        let mut batch = Batch::default();
        let mut is_done = false;
        while !is_done {
            let mut chunk = [K::ZERO; CHUNK];
            let mut count = 0;
            while count < CHUNK {
                let Some(scrambled) = reader.next()? else {
                    is_done = true;
                    break;
                };
                meter.expand(flood.depth)?;
                chunk[count] = flood.expander.long(self.scramble.undo(scrambled));
                count += 1;
            }
            batch.add(&flood.expander, flood.heading, &chunk[..count], &[Spare::NONE; CHUNK][..count]);
            meter.generate(batch.states.len() as u64);
            batch.scramble(&flood.expander, self.scramble);
            batch.states.clear();
            if self.gathered.len() + batch.scrambled.len() > self.room {
                self.write_run(&mut runs, meter)?;
            }
            if self.gathered.capacity() == 0 {
                self.gathered.reserve_exact(self.room);
            }
            if batch.scrambled.len() > self.room {
                return Err(LimitKind::Memory.into());
            }
            self.gathered.extend_from_slice(&batch.scrambled);
        }
        drop(reader);
        self.gathered.sort_unstable();
        self.gathered.dedup();
        self.merge_layer(flood, &runs, meter)
    }

    /// Writes what is gathered, and makes one run of many.
    fn write_run<O: Observer>(&mut self, runs: &mut Vec<Run>, meter: &mut Meter<'_, O>) -> Result<(), Stop> {
        self.gathered.sort_unstable();
        self.gathered.dedup();
        if runs.len() == FAN_IN {
            let mut writer = self.folder.write(self.buffer)?;
            merge(runs, &[], self.buffer, meter, |number| Ok(writer.push(number)?))?;
            runs.clear();
            runs.push(writer.finish()?);
        }
        let mut writer = self.folder.write(self.buffer)?;
        self.gathered.iter().try_for_each(|&number| writer.push(number))?;
        runs.push(writer.finish()?);
        self.gathered.clear();
        Ok(())
    }

    fn merge_layer<B: Bits, K: Word, O: Observer>(
        &mut self,
        flood: &Flood<'_, B, K>,
        runs: &[Run],
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<K>, Stop> {
        let known = [flood.depth.checked_sub(1), Some(flood.depth)];
        let known = known.into_iter().flatten().map(|depth| Known::new(self.layer(depth), self.buffer));
        let mut known: Vec<Known> = known.collect::<Result<_, _>>()?;
        let mut writer = self.folder.write(self.buffer)?;
        let (mut len, mut goal) = (0, None);
        merge(runs, &self.gathered, self.buffer, meter, |number| {
            for known in &mut known {
                if known.holds(number)? {
                    return Ok(());
                }
            }
            let state = flood.expander.long(self.scramble.undo(number));
            len += 1 + usize::from(flood.expander.twin(state) != state);
            if flood.stops_at_goal && goal.is_none() && flood.expander.is_goal(state) {
                goal = Some(state);
            }
            Ok(writer.push(number)?)
        })?;
        self.gathered.clear();
        self.layers.push(writer.finish()?);
        self.len = len;
        Ok(goal)
    }

    /// The moves from the start to a goal: of each layer a state is looked for that is beside the one of the next.
    pub(super) fn walk_back<B: Bits, K: Word, O: Observer>(
        &self,
        flood: &Flood<'_, B, K>,
        start: &Board<B, K>,
        goal: K,
        meter: &mut Meter<'_, O>,
    ) -> Result<Vec<Move>, Stop> {
        let mut batch = Batch::default();
        let mut way = Vec::with_capacity(flood.depth as usize);
        let mut state = goal;
        for before in (0..flood.depth).rev() {
            meter.poll()?;
            way.push(state);
            batch.states.clear();
            batch.add(&flood.expander, flood.heading, &[state], &[Spare::NONE]);
            batch.scramble(&flood.expander, self.scramble);
            batch.scrambled.sort_unstable();
            let last = batch.scrambled.last().copied().unwrap_or(0);
            let mut reader = self.layer(before).read(self.buffer)?;
            let mut found = None;
            while let Some(number) = reader.next()?.filter(|number| found.is_none() && *number <= last) {
                found = batch.scrambled.binary_search(&number).is_ok().then_some(number);
            }
            let found = found.expect("a state of one layer has a neighbour in the layer before");
            state = flood.expander.long(self.scramble.undo(found));
        }
        Ok(flood.expander.follow(start, way.into_iter().rev()))
    }
}

/// A file of which numbers are asked in rising order.
struct Known {
    reader: Reader,
    /// The number it has come to, unless it is at its end.
    head: Option<u64>,
}

impl Known {
    fn new(run: &Run, buffer: usize) -> Result<Self, DiskError> {
        let mut reader = run.read(buffer)?;
        Ok(Self { head: reader.next()?, reader })
    }

    fn holds(&mut self, number: u64) -> Result<bool, DiskError> {
        while self.head.is_some_and(|head| head < number) {
            self.head = self.reader.next()?;
        }
        Ok(self.head == Some(number))
    }
}

/// Writes the states of a table in order, each in the file of its phase.
fn write_table<O: Observer>(
    table: &Table,
    folder: &Folder,
    buffer: usize,
    meter: &mut Meter<'_, O>,
) -> Result<[Run; 3], Stop> {
    let mut writers = [folder.write(buffer)?, folder.write(buffer)?, folder.write(buffer)?];
    for part in table.parts() {
        // What is in one part is before all that is in the next.
        meter.poll()?;
        let mut counts = [0; 3];
        part(&mut |_, phase| counts[phase.index()] += 1);
        for (index, (writer, count)) in writers.iter_mut().zip(counts).enumerate() {
            let bytes = 8 * count as u64;
            meter.claim(bytes)?;
            let mut states: Vec<u64> = Vec::with_capacity(count);
            part(&mut |scrambled, phase| states.extend((phase.index() == index).then_some(scrambled)));
            states.sort_unstable();
            states.iter().try_for_each(|&scrambled| writer.push(scrambled))?;
            drop(states);
            meter.release(bytes);
        }
    }
    let [first, second, third] = writers;
    Ok([first.finish()?, second.finish()?, third.finish()?])
}

/// Calls `visit` with every number of some runs and a list, once, in order.
fn merge<O: Observer>(
    runs: &[Run],
    list: &[u64],
    buffer: usize,
    meter: &mut Meter<'_, O>,
    mut visit: impl FnMut(u64) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut readers: Vec<Reader> = runs.iter().map(|run| run.read(buffer)).collect::<Result<_, _>>()?;
    let mut list = list.iter().copied();
    let mut heads = BinaryHeap::with_capacity(readers.len() + 1);
    let from_list = readers.len();
    for (index, reader) in readers.iter_mut().enumerate() {
        heads.extend(reader.next()?.map(|number| Reverse((number, index))));
    }
    heads.extend(list.next().map(|number| Reverse((number, from_list))));
    let mut last = None;
    for count in 1.. {
        let Some(mut head) = heads.peek_mut() else { break };
        let Reverse((number, index)) = *head;
        let next = if index == from_list { list.next() } else { readers[index].next()? };
        match next {
            Some(next) => *head = Reverse((next, index)),
            None => drop(std::collections::binary_heap::PeekMut::pop(head)),
        }
        if last.replace(number) != Some(number) {
            visit(number)?;
        }
        if count % PERIOD == 0 {
            meter.poll()?;
        }
    }
    Ok(())
}
