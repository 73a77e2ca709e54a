//! Solutions without a search.
//!
//! Discs larger than the largest one that must move never move: they are in nobody's way. That disc moves once, with all
//! smaller discs on one other peg, or on three pegs perhaps twice, with all smaller ones on its goal peg first and on its
//! first peg then; a shortest solution needs no third move of it (Hinz 1992). To bring smaller discs together on a peg is
//! the same question again for one disc less, with one answer for each peg, so a table of discs × pegs has the lengths of
//! both ways, and the shorter one is chosen (Romik 2006 does the same with an automaton). On three pegs this is exact; two
//! solutions are shortest where both ways are equally long.
//!
//! On more pegs whole towers move by the method of Frame and of Stewart (1941), and other arrangements are first made towers:
//! a solution, but only for towers on four pegs a shortest one for certain (Bousch 2014).
//!
//! The moves of a route are made one by one from a short list of what remains to be done: 64 discs take 2^64 − 1 moves, but
//! no more memory than 6.

use crate::known::frame_stewart;
use crate::notation::Transfer;
use crate::position::Position;
use crate::size::{Peg, Size};
use crate::space::HanoiError;

/// A solution from one position to another: its length, and its moves one by one.
///
/// ```
/// use fewest_hanoi::{Goal, Position, Route, Size, format_transfers};
/// let size = Size::new(64, 3)?;
/// let route = Route::best(&Position::stacked(size), &Goal::Last.position(size)?)?;
/// assert_eq!((route.length(), route.is_shortest()), (u64::MAX, true));
/// let first: Vec<_> = route.transfers().take(3).collect();
/// assert_eq!(format_transfers(&first), "A>B A>C B>C");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Route {
    size: Size,
    start: End,
    goal: End,
    way: Way,
    length: u64,
}

/// One of the two positions.
#[derive(Clone, Debug)]
struct End {
    /// The peg of each disc, the smallest first.
    pegs: Vec<u8>,
    /// For each number of discs, the smallest ones, and each peg: the moves to a tower of them there.
    gathering: Vec<Vec<u64>>,
}

/// What the largest disc that must move does.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// No disc must move.
    Nothing,
    /// It is the lowest of a tower, which becomes a tower elsewhere.
    Tower { discs: usize },
    /// It moves once, with the smaller discs on the peg `via`.
    Once { disc: usize, via: usize },
    /// It moves twice, first to the third of three pegs.
    Twice { disc: usize },
}

impl End {
    fn new(position: &Position, towers: &[u64]) -> Self {
        let pegs = position.pegs_of_discs();
        let mut gathering = vec![vec![0; position.size().pegs()]];
        for discs in 1..=pegs.len() {
            let home = usize::from(pegs[discs - 1]);
            let smaller = &gathering[discs - 1];
            let cost = |to: usize| match (is_tower(&pegs[..discs]), home == to) {
                (true, true) => 0,
                (true, false) => towers[discs],
                (false, true) => smaller[to],
                // At most 2^discs − 1, as on three pegs.
                (false, false) => smaller[best_via(smaller, home, to)] + 1 + towers[discs - 1],
            };
            let row = (0..smaller.len()).map(cost).collect();
            gathering.push(row);
        }
        Self { pegs, gathering }
    }

    fn peg(&self, disc: usize) -> usize {
        usize::from(self.pegs[disc])
    }
}

/// Whether all discs are on one peg.
fn is_tower(pegs: &[u8]) -> bool {
    pegs.windows(2).all(|pair| pair[0] == pair[1])
}

/// The peg beside two others where smaller discs gather soonest.
fn best_via(gathering: &[u64], one: usize, other: usize) -> usize {
    let free = (0..gathering.len()).filter(|&peg| peg != one && peg != other);
    free.min_by_key(|&peg| gathering[peg]).expect("there are at least three pegs")
}

impl Route {
    /// The shortest route that is known without a search.
    ///
    /// # Errors
    /// [`HanoiError::Size`] where the positions differ in size.
    pub fn best(start: &Position, goal: &Position) -> Result<Self, HanoiError> {
        Ok(Self::all(start, goal)?.swap_remove(0))
    }

    /// On three pegs, every shortest route: one or two. On more, the best one that is known without a search.
    ///
    /// # Errors
    /// [`HanoiError::Size`] where the positions differ in size.
    pub fn all(start: &Position, goal: &Position) -> Result<Vec<Self>, HanoiError> {
        let size = start.size();
        if goal.size() != size {
            return Err(HanoiError::Size { found: size, goal: goal.size() });
        }
        let towers = tower_lengths(size);
        let (start, goal) = (End::new(start, &towers), End::new(goal, &towers));
        let ways = ways(size, &start, &goal, &towers);
        let shortest = ways.iter().map(|&(_, length)| length).min().unwrap_or_default();
        let best = ways.into_iter().filter(|&(_, length)| length == shortest);
        Ok(best
            .map(|(way, length)| Self {
                size,
                start: start.clone(),
                goal: goal.clone(),
                way,
                length: u64::try_from(length).expect("64 discs on three pegs take at most 2^64 − 1 moves"),
            })
            .collect())
    }

    /// How many moves it has.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether it is proven that no solution is shorter.
    pub fn is_shortest(&self) -> bool {
        matches!((self.way, self.size.pegs()), (Way::Nothing, _) | (_, 3) | (Way::Tower { .. }, 4))
    }

    /// Its moves, made when they are asked for.
    pub fn transfers(&self) -> Transfers {
        let all = u32::MAX >> (u32::BITS - u32::from(self.size.last_peg()) - 1);
        let mut tasks = match self.way {
            Way::Nothing => Vec::new(),
            Way::Tower { discs } => {
                let [from, to] = self.ends(discs - 1);
                vec![Task::Tower { first: 0, discs, from, to, pegs: all }]
            }
            Way::Once { disc, via } => {
                let [from, to] = self.ends(disc);
                vec![
                    Task::Gather { discs: disc, to: via },
                    Task::Shift { from, to },
                    Task::Spread { discs: disc, from: via },
                ]
            }
            Way::Twice { disc } => {
                let [from, to] = self.ends(disc);
                let third = 3 - from - to;
                vec![
                    Task::Gather { discs: disc, to },
                    Task::Shift { from, to: third },
                    Task::Tower { first: 0, discs: disc, from: to, to: from, pegs: all },
                    Task::Shift { from: third, to },
                    Task::Spread { discs: disc, from },
                ]
            }
        };
        tasks.reverse();
        Transfers { route: self.clone(), all, tasks }
    }

    /// The pegs between which a disc moves in the end.
    fn ends(&self, disc: usize) -> [usize; 2] {
        [self.start.peg(disc), self.goal.peg(disc)]
    }
}

/// The moves that a tower of no disc, of one, of two … needs.
fn tower_lengths(size: Size) -> Vec<u64> {
    let pegs = u32::try_from(size.pegs()).expect("there are at most 26 pegs");
    let length = |discs| u64::try_from(frame_stewart(discs, pegs)?).ok();
    (0..).map_while(length).take(size.discs() + 1).collect()
}

/// The ways there are, with their lengths.
fn ways(size: Size, start: &End, goal: &End, towers: &[u64]) -> Vec<(Way, u128)> {
    let Some(disc) = (0..size.discs()).rev().find(|&disc| start.peg(disc) != goal.peg(disc)) else {
        return vec![(Way::Nothing, 0)];
    };
    if is_tower(&start.pegs[..=disc]) && is_tower(&goal.pegs[..=disc]) {
        return vec![(Way::Tower { discs: disc + 1 }, u128::from(towers[disc + 1]))];
    }
    let (from, to) = (start.peg(disc), goal.peg(disc));
    let (before, after) = (&start.gathering[disc], &goal.gathering[disc]);
    let once = |via: usize| u128::from(before[via]) + 1 + u128::from(after[via]);
    let free = (0..size.pegs()).filter(|&peg| peg != from && peg != to);
    let via = free.min_by_key(|&via| once(via)).expect("there are at least three pegs");
    let mut ways = vec![(Way::Once { disc, via }, once(via))];
    if size.pegs() == 3 {
        let twice = u128::from(before[to]) + 1 + u128::from(towers[disc]) + 1 + u128::from(after[from]);
        ways.push((Way::Twice { disc }, twice));
    }
    ways
}

/// Something that remains to be done. Discs and pegs are numbered from 0.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// The smallest discs, which are as in the start, become a tower.
    Gather { discs: usize, to: usize },
    /// Discs from `first` on, which are a tower, become one elsewhere, with the help of these pegs, a bit for each.
    Tower { first: usize, discs: usize, from: usize, to: usize, pegs: u32 },
    /// One disc moves.
    Shift { from: usize, to: usize },
    /// The smallest discs, which are a tower, go where the goal has them.
    Spread { discs: usize, from: usize },
}

/// The moves of a [`Route`] in order.
#[derive(Clone, Debug)]
pub struct Transfers {
    route: Route,
    /// Every peg, a bit for each.
    all: u32,
    /// The next one last.
    tasks: Vec<Task>,
}

impl Transfers {
    /// What comes first is given first.
    fn then(&mut self, tasks: [Task; 3]) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn whole(&self, discs: usize, from: usize, to: usize) -> Task {
        Task::Tower { first: 0, discs, from, to, pegs: self.all }
    }

    fn gather(&mut self, discs: usize, to: usize) {
        let End { pegs, gathering } = &self.route.start;
        let home = usize::from(pegs[discs - 1]);
        if is_tower(&pegs[..discs]) {
            if home != to {
                self.tasks.push(self.whole(discs, home, to));
            }
        } else if home == to {
            self.tasks.push(Task::Gather { discs: discs - 1, to });
        } else {
            let via = best_via(&gathering[discs - 1], home, to);
            let above = Task::Gather { discs: discs - 1, to: via };
            self.then([above, Task::Shift { from: home, to }, self.whole(discs - 1, via, to)]);
        }
    }

    fn spread(&mut self, discs: usize, from: usize) {
        let End { pegs, gathering } = &self.route.goal;
        let home = usize::from(pegs[discs - 1]);
        if is_tower(&pegs[..discs]) {
            if home != from {
                self.tasks.push(self.whole(discs, from, home));
            }
        } else if home == from {
            self.tasks.push(Task::Spread { discs: discs - 1, from });
        } else {
            let via = best_via(&gathering[discs - 1], home, from);
            let above = Task::Spread { discs: discs - 1, from: via };
            self.then([self.whole(discs - 1, from, via), Task::Shift { from, to: home }, above]);
        }
    }

    fn tower(&mut self, first: usize, discs: usize, from: usize, to: usize, pegs: u32) {
        if discs <= 1 {
            self.tasks.extend((discs == 1).then_some(Task::Shift { from, to }));
            return;
        }
        let aside = best_split(discs, pegs.count_ones());
        let spare = (pegs & !(1 << from) & !(1 << to)).trailing_zeros() as usize;
        let rest = pegs & !(1 << spare);
        self.then([
            Task::Tower { first, discs: aside, from, to: spare, pegs },
            Task::Tower { first: first + aside, discs: discs - aside, from, to, pegs: rest },
            Task::Tower { first, discs: aside, from: spare, to, pegs },
        ]);
    }
}

/// How many of the smallest discs of a tower are best set aside first.
fn best_split(discs: usize, pegs: u32) -> usize {
    if pegs == 3 {
        return discs - 1;
    }
    let moves = |discs: usize, pegs| u32::try_from(discs).ok().and_then(|discs| frame_stewart(discs, pegs));
    let cost = |&aside: &usize| Some(2 * moves(aside, pegs)? + moves(discs - aside, pegs - 1)?);
    (1..discs).min_by_key(|aside| cost(aside).unwrap_or(u128::MAX)).unwrap_or_default()
}

impl Iterator for Transfers {
    type Item = Transfer;

    fn next(&mut self) -> Option<Transfer> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Shift { from, to } => {
                    let peg = |index| Peg::new(index).expect("a route is between pegs that have letters");
                    return Some(Transfer { from: peg(from), to: peg(to) });
                }
                Task::Tower { first, discs, from, to, pegs } => self.tower(first, discs, from, to, pegs),
                Task::Gather { discs: 0, .. } | Task::Spread { discs: 0, .. } => {}
                Task::Gather { discs, to } => self.gather(discs, to),
                Task::Spread { discs, from } => self.spread(discs, from),
            }
        }
        None
    }
}
