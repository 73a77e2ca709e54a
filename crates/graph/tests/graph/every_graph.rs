//! Wilson's theorem, and what follows from it for graphs with cut vertices, against enumeration: every connected graph
//! of up to seven vertices, every position of it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use fewest_conformance::Check;
use fewest_graph::{BlockKind, Class, Graph, Obstacle, Position, Solvability, blocks, reachable_count, solvability};

use crate::support::{THETA, connected_graphs, goals, graph, on_every_core, permutations, position};

/// The place of each arrangement in the list of all.
type Indices = HashMap<Vec<u8>, usize>;

/// All positions of a graph, and the class of each, found by making moves.
struct Enumerated {
    positions: Vec<Position>,
    class: Vec<usize>,
    classes: usize,
    indices: Arc<Indices>,
}

impl Enumerated {
    fn new(graph: &Arc<Graph>, arrangements: &[Vec<u8>], indices: &Arc<Indices>) -> Self {
        const UNSEEN: usize = usize::MAX;
        let mut class = vec![UNSEEN; arrangements.len()];
        let mut classes = 0;
        for start in 0..arrangements.len() {
            if class[start] != UNSEEN {
                continue;
            }
            class[start] = classes;
            let mut open = vec![start];
            while let Some(index) = open.pop() {
                let tiles = &arrangements[index];
                let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
                for &(a, b) in graph.edges() {
                    let (a, b) = (usize::from(a), usize::from(b));
                    if a == blank || b == blank {
                        let mut next = tiles.clone();
                        next.swap(a, b);
                        let next = indices[&next];
                        if class[next] == UNSEEN {
                            class[next] = classes;
                            open.push(next);
                        }
                    }
                }
            }
            classes += 1;
        }
        let positions = arrangements.iter().map(|tiles| position(graph, tiles)).collect();
        Self { positions, class, classes, indices: indices.clone() }
    }

    fn class_of(&self, position: &Position) -> usize {
        self.class[self.indices[position.tiles()]]
    }
}

fn indexed(vertices: usize) -> (Vec<Vec<u8>>, Arc<Indices>) {
    let arrangements = permutations(vertices);
    let indices = arrangements.iter().cloned().zip(0..).collect();
    (arrangements, Arc::new(indices))
}

fn exchanged(position: &Position, (a, b): (u8, u8)) -> Position {
    let other = |&tile: &u8| match tile {
        tile if tile == a => b,
        tile if tile == b => a,
        tile => tile,
    };
    let tiles: Vec<u8> = position.tiles().iter().map(other).collect();
    Position::new(position.graph(), &tiles).unwrap()
}

/// The decision for every position and this goal is what enumeration found.
fn decided(found: &Enumerated, goal: &Position) -> Check {
    let class = Class::of(goal);
    let wanted = found.class_of(goal);
    for (position, &number) in found.positions.iter().zip(&found.class) {
        if class.contains(position) != (number == wanted) {
            return Err(format!("{}: {position} to {goal}: decided wrongly", goal.graph()));
        }
    }
    Ok(())
}

/// The explanation for every position is that of the decision, and what would mend it does.
fn explained(found: &Enumerated, goal: &Position) -> Check {
    let class = Class::of(goal);
    let wanted = found.class_of(goal);
    for (position, &number) in found.positions.iter().zip(&found.class) {
        let verdict = class.solvability(position);
        let obstacles = match &verdict {
            Solvability::Solvable => &[],
            Solvability::Unsolvable(obstacles) => &obstacles[..],
        };
        if (verdict == Solvability::Solvable) != (number == wanted) || obstacles.is_empty() != (number == wanted) {
            return Err(format!("{}: {position} to {goal}: {verdict:?}", goal.graph()));
        }
        for obstacle in obstacles {
            let (Obstacle::OddPermutation { remedy, .. } | Obstacle::OtherThetaClass { remedy, .. }) = obstacle else {
                continue;
            };
            let mended = exchanged(position, *remedy);
            let left = match solvability(&mended, goal) {
                Solvability::Solvable => 0,
                Solvability::Unsolvable(obstacles) => obstacles.len(),
            };
            if left != obstacles.len() - 1 || (left == 0) != (found.class_of(&mended) == wanted) {
                return Err(format!("{}: {position} to {goal}: {obstacle} was not mended", goal.graph()));
            }
        }
    }
    Ok(())
}

#[test]
fn every_graph_of_up_to_seven_vertices_is_decided() {
    let graphs = connected_graphs(7);
    // OEIS A001349.
    assert_eq!(graphs.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 2, 6, 21, 112, 853]);
    for (list, vertices) in graphs.iter().zip(1..) {
        let (arrangements, indices) = indexed(vertices);
        on_every_core(list, |graph| {
            let found = Enumerated::new(graph, &arrangements, &indices);
            let mut sizes = vec![0; found.classes];
            found.class.iter().for_each(|&class| sizes[class] += 1);
            if sizes.iter().any(|&size| reachable_count(graph) != Some(size)) {
                return Err(format!("{graph}: classes of {sizes:?}, said to be {:?}", reachable_count(graph)));
            }
            let goals = goals(graph);
            explained(&found, &goals[goals.len() / 2])?;
            goals.iter().try_for_each(|goal| decided(&found, goal))
        })
        .unwrap();
    }
}

#[test]
fn theta_has_six_classes_of_120_for_each_vertex_of_the_blank() {
    let theta = graph(THETA);
    let (arrangements, indices) = indexed(7);
    let found = Enumerated::new(&theta, &arrangements, &indices);
    assert_eq!(found.classes, 6);
    let mut sizes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (position, &class) in found.positions.iter().zip(&found.class) {
        *sizes.entry((class, position.blank())).or_default() += 1;
    }
    assert_eq!(sizes.len(), 6 * 7);
    assert!(sizes.values().all(|&size| size == 120));
}

/// θ₀ is the only graph of up to seven vertices, without cut vertices and no polygon, that has more than two classes.
#[test]
fn theta_is_the_only_exception() {
    let whole = |graph: &Arc<Graph>| match &blocks(graph)[..] {
        [block] => (block.kind() != BlockKind::Polygon).then_some((block.kind(), graph.clone())),
        _ => None,
    };
    let mut exceptions = Vec::new();
    for list in connected_graphs(7) {
        let (arrangements, indices) = indexed(list[0].vertices());
        for (kind, graph) in list.iter().filter_map(whole) {
            let found = Enumerated::new(&graph, &arrangements, &indices);
            match kind {
                BlockKind::Theta => exceptions.push(found.classes),
                BlockKind::Bipartite => assert_eq!(found.classes, 2, "{graph}"),
                _ => assert_eq!(found.classes, 1, "{graph}"),
            }
        }
    }
    assert_eq!(exceptions, [6]);
}
