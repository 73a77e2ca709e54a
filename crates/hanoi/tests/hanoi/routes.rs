//! Routes against breadth-first search over moves that people's rules allow, which share no code with them.

use std::collections::{HashMap, VecDeque};

use fewest_hanoi::random::Shuffler;
use fewest_hanoi::{Bytes, Goal, Hanoi, Peg, Position, Route, Transfer, frame_stewart};
use fewest_search::capability::Ranked;

use crate::support::size;

/// Every position of a size, and for each the positions one move away.
struct Graph {
    positions: Vec<Position>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn new(discs: usize, pegs: usize) -> Self {
        let size = size(discs, pegs);
        let space = Hanoi::<Bytes>::new(&Position::stacked(size)).unwrap();
        let positions: Vec<Position> =
            (0..space.rank_count().unwrap()).map(|rank| space.position(&space.unrank(rank))).collect();
        let numbers: HashMap<String, usize> =
            positions.iter().enumerate().map(|(number, position)| (position.to_string(), number)).collect();
        let next = positions
            .iter()
            .map(|position| {
                let pairs = size.each_peg().flat_map(|from| size.each_peg().map(move |to| Transfer { from, to }));
                let made = pairs.filter_map(|transfer| {
                    let mut after = position.clone();
                    after.try_move(transfer).ok().map(|()| numbers[&after.to_string()])
                });
                made.collect()
            })
            .collect();
        Self { positions, next }
    }

    /// The distance of every position from one, and in how many shortest ways it is reached.
    fn from(&self, start: usize) -> Vec<(u64, u64)> {
        let mut found: Vec<Option<(u64, u64)>> = vec![None; self.positions.len()];
        found[start] = Some((0, 1));
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            let (distance, ways) = found[here].unwrap();
            for &next in &self.next[here] {
                match &mut found[next] {
                    None => {
                        found[next] = Some((distance + 1, ways));
                        queue.push_back(next);
                    }
                    Some((other, more)) if *other == distance + 1 => *more += ways,
                    Some(_) => {}
                }
            }
        }
        found.into_iter().map(|found| found.expect("every arrangement can be reached")).collect()
    }
}

/// Makes the moves of a route.
fn replay(route: &Route, start: &Position, goal: &Position) {
    let mut position = start.clone();
    let mut made = 0;
    for transfer in route.transfers() {
        position.try_move(transfer).unwrap_or_else(|fault| panic!("{start} to {goal}, move {}: {fault}", made + 1));
        made += 1;
    }
    assert_eq!((&position, made), (goal, route.length()), "{start} to {goal}");
}

/// All pairs of arrangements of up to 5 discs on 3 pegs: length, moves and the number of shortest solutions.
#[test]
fn on_three_pegs_every_route_is_shortest_and_none_is_missing() {
    for discs in 1..=5 {
        let graph = Graph::new(discs, 3);
        let mut twice = 0;
        for (number, start) in graph.positions.iter().enumerate() {
            for (goal, (distance, ways)) in graph.positions.iter().zip(graph.from(number)) {
                let routes = Route::all(start, goal).unwrap();
                assert_eq!((routes[0].length(), routes.len() as u64), (distance, ways), "{start} to {goal}");
                for route in &routes {
                    assert!(route.is_shortest());
                    replay(route, start, goal);
                }
                twice += u64::from(routes.len() == 2);
            }
        }
        // Two discs are the fewest for which two ways are equally long.
        assert_eq!(twice > 0, discs >= 2, "{discs} discs: {twice} pairs");
    }
}

#[test]
fn lengths_of_six_discs_are_exact() {
    let graph = Graph::new(6, 3);
    for (number, start) in graph.positions.iter().enumerate().step_by(7) {
        for (goal, (distance, _)) in graph.positions.iter().zip(graph.from(number)) {
            assert_eq!(Route::best(start, goal).unwrap().length(), distance, "{start} to {goal}");
        }
    }
}

#[test]
fn on_more_pegs_routes_are_solutions_and_towers_are_as_known() {
    for (discs, pegs, stride) in [(5, 4, 31), (4, 5, 17), (3, 6, 7), (2, 26, 101)] {
        let graph = Graph::new(discs, pegs);
        let is_tower = |position: &Position| position.pegs_of_discs().windows(2).all(|pair| pair[0] == pair[1]);
        let mut towers = 0;
        for (number, start) in graph.positions.iter().enumerate().step_by(stride) {
            for (goal, (distance, _)) in graph.positions.iter().zip(graph.from(number)) {
                let route = Route::best(start, goal).unwrap();
                replay(&route, start, goal);
                assert!(route.length() >= distance, "{start} to {goal}");
                assert!(!route.is_shortest() || route.length() == distance, "{start} to {goal}");
                if is_tower(start) && is_tower(goal) {
                    assert_eq!(route.length(), distance, "{start} to {goal}");
                    towers += 1;
                }
            }
        }
        assert!(towers >= pegs, "{discs} discs on {pegs} pegs: {towers}");
        let size = size(discs, pegs);
        let route = Route::best(&Position::stacked(size), &Goal::Last.position(size).unwrap()).unwrap();
        assert_eq!(
            Some(u128::from(route.length())),
            frame_stewart(u32::try_from(discs).unwrap(), u32::try_from(pegs).unwrap())
        );
        assert_eq!(route.is_shortest(), pegs == 4);
    }
}

#[test]
fn many_discs_take_no_memory() {
    let whole = size(64, 3);
    let (start, goal) = (Position::stacked(whole), Goal::Last.position(whole).unwrap());
    let route = Route::best(&start, &goal).unwrap();
    assert_eq!(route.length(), u64::MAX);
    let mut position = start;
    for transfer in route.transfers().take(100_000) {
        position.try_move(transfer).unwrap();
    }
    // After 2^16 moves, disc 17 has moved once.
    assert_ne!(position.pegs_of_discs()[16], 0);
    assert_eq!(position.pegs_of_discs()[17..], [0; 47]);

    let mut shuffler = Shuffler::new(3);
    for (discs, pegs) in [(12, 3), (16, 3), (64, 4), (40, 7), (64, 26)] {
        let size = size(discs, pegs);
        for _ in 0..3 {
            let (start, goal) = (shuffler.uniform(size), shuffler.uniform(size));
            replay(&Route::best(&start, &goal).unwrap(), &start, &goal);
        }
        let towers = [Position::stacked(size), Goal::Peg(Peg::new(1).unwrap()).position(size).unwrap()];
        replay(&Route::best(&towers[0], &towers[1]).unwrap(), &towers[0], &towers[1]);
    }
}

#[test]
fn sizes_must_agree() {
    let fault = Route::best(&"2 1/-/-".parse().unwrap(), &"-/-/-/2 1".parse().unwrap()).unwrap_err();
    assert!(fault.to_string().contains("both must have the same size"), "{fault}");
}
