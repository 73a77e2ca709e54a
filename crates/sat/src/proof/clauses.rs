//! Clauses that propagate: two watched literals each (Moskewicz and others, *Chaff*, 2001), found again by what they say.

use std::mem;

use fewest_search::{LimitKind, Meter, Observer};

/// Where a clause is in the arena.
pub(super) type ClauseRef = u32;

/// A literal: twice its variable, and one more where it is negated.
pub(super) type Code = u32;

const NONE: ClauseRef = u32::MAX;
const DELETED: u32 = 1 << 31;
/// Words of a clause before its literals: its length, and the next clause of its bucket.
const HEADER: usize = 2;
/// What a clause costs beside its words: two watches, in lists that may be half empty, and its bucket.
const PER_CLAUSE: u64 = 2 * 2 * size_of::<Watch>() as u64 + 8;
/// What a variable costs: two lists of watches, two values and a reason.
const PER_VARIABLE: u64 = 2 * size_of::<Vec<Watch>>() as u64 + 2 + 4;

const TRUE: i8 = 1;
const FALSE: i8 = -1;

#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    /// Another literal of the clause: where it is true, the clause needs no look.
    blocker: Code,
}

pub(super) fn code(literal: i32) -> Code {
    2 * literal.unsigned_abs() + u32::from(literal < 0)
}

pub(super) fn dimacs(code: Code) -> i32 {
    let variable = i32::try_from(code / 2).expect("literals were read as 32 bits");
    if code % 2 == 1 { -variable } else { variable }
}

/// Clauses, and the literals that they fix.
#[derive(Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// Words of deleted clauses.
    wasted: usize,
    /// Clauses by hash: the first of each chain.
    buckets: Vec<ClauseRef>,
    live: usize,
    /// By literal: the clauses that must be looked at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal.
    values: Vec<i8>,
    /// By variable: the clause that made its literal true.
    reasons: Vec<ClauseRef>,
    trail: Vec<Code>,
    /// The trail up to here was propagated.
    head: usize,
    /// Whether the clauses contradict each other by propagation alone.
    pub(super) contradictory: bool,
    held: u64,
    /// Watches that were looked at so far.
    pub(super) visits: u64,
}

impl Clauses {
    pub(super) fn release<O: Observer>(self, meter: &mut Meter<'_, O>) {
        meter.release(self.held);
    }

    fn claim<O: Observer>(&mut self, bytes: u64, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.claim(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// Makes room for the variables of a clause.
    pub(super) fn reserve_variables<O: Observer>(
        &mut self,
        literals: &[Code],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let Some(most) = literals.iter().map(|&lit| lit as usize / 2).max() else { return Ok(()) };
        let known = self.reasons.len();
        if most >= known {
            self.claim(PER_VARIABLE * (most + 1 - known) as u64, meter)?;
            self.reasons.resize(most + 1, NONE);
            self.values.resize(2 * (most + 1), 0);
            self.watches.resize_with(2 * (most + 1), Vec::new);
        }
        Ok(())
    }

    /// Adds a clause without repeated literals and propagates what it fixes. Its variables must have room.
    pub(super) fn add<O: Observer>(
        &mut self,
        literals: &mut [Code],
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        self.reserve(HEADER + literals.len(), meter)?;
        // The literals that are not false go first: true ones, then open ones.
        literals.sort_by_key(|&lit| -self.values[lit as usize]);
        let clause = u32::try_from(self.arena.len()).map_err(|_| LimitKind::Memory)?;
        self.arena.push(u32::try_from(literals.len()).map_err(|_| LimitKind::Memory)?);
        self.arena.push(NONE);
        self.arena.extend_from_slice(literals);
        self.live += 1;
        self.link(clause);
        let value = |at: usize| literals.get(at).map(|&lit| self.values[lit as usize]);
        match (value(0), value(1)) {
            (None | Some(FALSE), _) => self.contradictory = true,
            // True for good: it never has to be looked at.
            (Some(TRUE), _) => {}
            (Some(_), None | Some(FALSE)) => {
                self.assign(literals[0], clause);
                self.contradictory |= self.propagate();
            }
            (Some(_), Some(_)) => self.watch(clause),
        }
        Ok(())
    }

    /// Makes sure that so many words fit into the arena.
    fn reserve<O: Observer>(&mut self, words: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        self.claim(PER_CLAUSE, meter)?;
        if self.buckets.len() <= self.live {
            self.rehash((2 * self.live).next_power_of_two().max(1 << 10));
        }
        if self.arena.len() + words > self.arena.capacity() {
            let (old, new) =
                (self.arena.capacity(), (self.arena.capacity() / 2 * 3).max(self.arena.len() + words).max(1 << 12));
            let bytes = |words: usize| 4 * words as u64;
            // While it grows there are two.
            self.claim(bytes(new), meter)?;
            self.arena.reserve_exact(new - self.arena.len());
            meter.release(bytes(old));
            self.held -= bytes(old);
        }
        Ok(())
    }

    fn literals(&self, clause: ClauseRef) -> &[Code] {
        let at = clause as usize;
        let length = (self.arena[at] & !DELETED) as usize;
        &self.arena[at + HEADER..at + HEADER + length]
    }

    fn watch(&mut self, clause: ClauseRef) {
        let (first, second) = (self.literals(clause)[0], self.literals(clause)[1]);
        self.watches[first as usize].push(Watch { clause, blocker: second });
        self.watches[second as usize].push(Watch { clause, blocker: first });
    }

    /// Deletes a clause with these literals, which are sorted, if there is one; `false` where there is none, or where it gives a fixed
    /// literal its value.
    pub(super) fn delete<O: Observer>(
        &mut self,
        sorted: &[Code],
        workplace: &mut Vec<Code>,
        meter: &mut Meter<'_, O>,
    ) -> bool {
        if self.buckets.is_empty() {
            return false;
        }
        let bucket = self.bucket(sorted);
        let mut before = NONE;
        let mut clause = self.buckets[bucket];
        while clause != NONE {
            let next = self.arena[clause as usize + 1];
            if same(self.literals(clause), sorted, workplace) && !self.is_reason(clause) {
                match before {
                    NONE => self.buckets[bucket] = next,
                    _ => self.arena[before as usize + 1] = next,
                }
                self.wasted += HEADER + self.literals(clause).len();
                self.arena[clause as usize] |= DELETED;
                self.live -= 1;
                meter.release(PER_CLAUSE);
                self.held -= PER_CLAUSE;
                return true;
            }
            before = clause;
            clause = next;
        }
        false
    }

    /// Whether a clause gives a fixed literal its value. To be asked while nothing is assumed.
    fn is_reason(&self, clause: ClauseRef) -> bool {
        let gives = |&lit: &Code| self.values[lit as usize] == TRUE && self.reasons[lit as usize / 2] == clause;
        self.literals(clause).iter().any(gives)
    }

    /// The bucket of a clause, whatever the order of its literals.
    fn bucket(&self, literals: &[Code]) -> usize {
        let mix = |lit: Code| {
            let lit = u64::from(lit).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (lit ^ lit >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let sum = literals.iter().fold(literals.len() as u64, |sum, &lit| sum.wrapping_add(mix(lit)));
        let mask = self.buckets.len() as u64 - 1;
        usize::try_from((sum ^ sum >> 32) & mask).expect("it is below a number of buckets")
    }

    fn link(&mut self, clause: ClauseRef) {
        let bucket = self.bucket(self.literals(clause));
        self.arena[clause as usize + 1] = self.buckets[bucket];
        self.buckets[bucket] = clause;
    }

    fn rehash(&mut self, buckets: usize) {
        self.buckets = vec![NONE; buckets];
        let mut at = 0;
        while at < self.arena.len() {
            let clause = clause_at(at);
            at += HEADER + self.literals(clause).len();
            if self.arena[clause as usize] & DELETED == 0 {
                self.link(clause);
            }
        }
    }

    /// All clauses with this literal.
    pub(super) fn with(&self, literal: Code) -> Vec<ClauseRef> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < self.arena.len() {
            let clause = clause_at(at);
            let literals = self.literals(clause);
            at += HEADER + literals.len();
            if self.arena[clause as usize] & DELETED == 0 && literals.contains(&literal) {
                found.push(clause);
            }
        }
        found
    }

    /// Closes the holes that deleted clauses leave, where they are most of the arena. To be called while nothing is assumed.
    pub(super) fn collect_garbage(&mut self) {
        const LEAST: usize = 1 << 12;
        if self.wasted < LEAST || 2 * self.wasted < self.arena.len() {
            return;
        }
        for watches in &mut self.watches {
            watches.clear();
        }
        let mut reasons: Vec<(ClauseRef, Code)> =
            self.trail.iter().map(|&lit| (self.reasons[lit as usize / 2], lit)).collect();
        reasons.sort_unstable();
        let mut reasons = reasons.into_iter().peekable();
        let (mut from, mut to) = (0, 0);
        while from < self.arena.len() {
            let words = HEADER + self.literals(clause_at(from)).len();
            if self.arena[from] & DELETED == 0 {
                self.arena.copy_within(from..from + words, to);
                while let Some((_, lit)) = reasons.next_if(|&(reason, _)| reason as usize == from) {
                    self.reasons[lit as usize / 2] = clause_at(to);
                }
                to += words;
            }
            from += words;
        }
        self.arena.truncate(to);
        self.wasted = 0;
        self.rehash(self.buckets.len());
        let mut at = 0;
        while at < self.arena.len() {
            let clause = clause_at(at);
            at += HEADER + self.literals(clause).len();
            self.attach_again(clause);
        }
    }

    /// Watches a clause that was moved. Where it has a true literal it never has to be looked at; else, since all is
    /// propagated, two of its literals are open, and they need not stand first: a literal that is fixed does not come back.
    fn attach_again(&mut self, clause: ClauseRef) {
        let at = clause as usize + HEADER;
        let length = self.literals(clause).len();
        if self.literals(clause).iter().any(|&lit| self.values[lit as usize] == TRUE) {
            return;
        }
        let mut open = 0;
        for k in at..at + length {
            if open < 2 && self.values[self.arena[k] as usize] != FALSE {
                self.arena.swap(at + open, k);
                open += 1;
            }
        }
        if open == 2 {
            self.watch(clause);
        }
    }

    fn assign(&mut self, literal: Code, reason: ClauseRef) {
        self.values[literal as usize] = TRUE;
        self.values[literal as usize ^ 1] = FALSE;
        self.reasons[literal as usize / 2] = reason;
        self.trail.push(literal);
    }

    /// How much is assigned at present; what is assumed later goes by [`undo_to`](Self::undo_to).
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn undo_to(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[lit as usize] = 0;
            self.values[lit as usize ^ 1] = 0;
        }
        self.head = mark;
    }

    /// Assumes that these literals are false, and propagates. Whether that is contradictory.
    pub(super) fn refutes(&mut self, literals: impl IntoIterator<Item = Code>) -> bool {
        for lit in literals {
            match self.values[lit as usize] {
                TRUE => return true,
                FALSE => {}
                _ => self.assign(lit ^ 1, NONE),
            }
        }
        self.propagate()
    }

    /// The literals of a clause that [`with`](Self::with) found, but for one.
    pub(super) fn sides(&self, clause: ClauseRef, but: Code) -> Vec<Code> {
        self.literals(clause).iter().copied().filter(|&lit| lit != but).collect()
    }

    /// Makes true what must be. Whether a clause became false.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = lit ^ 1;
            let mut list = mem::take(&mut self.watches[falsified as usize]);
            let conflict = self.visit(falsified, &mut list);
            self.watches[falsified as usize] = list;
            if conflict {
                return true;
            }
        }
        false
    }

    /// Looks at all clauses that watch a literal which became false; those that watch another from now on leave the list.
    fn visit(&mut self, falsified: Code, list: &mut Vec<Watch>) -> bool {
        self.visits += list.len() as u64;
        let (mut from, mut to) = (0, 0);
        let mut conflict = false;
        'watches: while from < list.len() {
            let Watch { clause, blocker } = list[from];
            from += 1;
            if self.values[blocker as usize] == TRUE {
                list[to] = Watch { clause, blocker };
                to += 1;
                continue;
            }
            let at = clause as usize;
            let header = self.arena[at];
            if header & DELETED != 0 {
                continue;
            }
            let literals = &mut self.arena[at + HEADER..at + HEADER + header as usize];
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let watch = Watch { clause, blocker: first };
            let value = self.values[first as usize];
            if value != TRUE {
                for k in 2..literals.len() {
                    if self.values[literals[k] as usize] != FALSE {
                        literals.swap(1, k);
                        self.watches[literals[1] as usize].push(watch);
                        continue 'watches;
                    }
                }
            }
            list[to] = watch;
            to += 1;
            if value == FALSE {
                conflict = true;
                break;
            }
            if value != TRUE {
                self.assign(first, clause);
            }
        }
        list.copy_within(from.., to);
        list.truncate(to + list.len() - from);
        conflict
    }
}

/// The clause that begins at this word.
fn clause_at(word: usize) -> ClauseRef {
    u32::try_from(word).expect("a clause is only added where its place has 32 bits")
}

/// Whether a clause has just these literals, which are sorted; `workplace` is for sorting its own.
fn same(clause: &[Code], sorted: &[Code], workplace: &mut Vec<Code>) -> bool {
    if clause.len() != sorted.len() {
        return false;
    }
    workplace.clear();
    workplace.extend_from_slice(clause);
    workplace.sort_unstable();
    workplace == sorted
}
