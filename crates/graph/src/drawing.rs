//! Where to draw the vertices of a graph, so that what is few steps apart lies close together.
//!
//! Places are moved until the distances of the picture are as near as possible to those of the graph (Kamada and Kawai 1989),
//! each vertex in its turn to the mean of where the others want it (Gansner, Koren and North 2004). The drawing begins with
//! four vertices that lie far apart, and knows neither chance nor functions that machines compute in different ways: a graph
//! looks the same everywhere.

use crate::graph::Graph;

/// How often every vertex is moved.
const ROUNDS: usize = 120;
/// Places have so many steps between 0 and 1.
const STEPS: f64 = 10_000.0;

type Point = (f64, f64);

/// Places between (0, 0), the upper left corner, and (1, 1), one for each vertex in order.
///
/// ```
/// use fewest_graph::{Graph, drawing};
/// let square: Graph = "1-2 2-3 3-4 4-1".parse()?;
/// assert_eq!(drawing::places(&square), [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]);
/// # Ok::<(), fewest_graph::Faults>(())
/// ```
pub fn places(graph: &Graph) -> Vec<Point> {
    let distances: Vec<Vec<f64>> =
        (0..graph.vertices()).map(|vertex| graph.distances_from(vertex).into_iter().map(f64::from).collect()).collect();
    let mut places = sketch(&distances);
    for _ in 0..ROUNDS {
        for vertex in 0..places.len() {
            places[vertex] = wanted(vertex, &places, &distances);
        }
    }
    let turned = upright(&places, graph);
    framed(&turned)
}

/// A first sketch: how much nearer each vertex is to one of two far vertices than to the other, and the same for two more
/// that lie across.
fn sketch(distances: &[Vec<f64>]) -> Vec<Point> {
    let all = 0..distances.len();
    let farthest = |measure: &dyn Fn(usize) -> f64| {
        all.clone().max_by(|&a, &b| measure(a).total_cmp(&measure(b)).then(b.cmp(&a))).unwrap_or(0)
    };
    let west = farthest(&|vertex| distances[0][vertex]);
    let east = farthest(&|vertex| distances[west][vertex]);
    let askew = |vertex: usize| (distances[west][vertex] - distances[east][vertex]).abs();
    let north = farthest(&|vertex| distances[west][vertex].min(distances[east][vertex]) - askew(vertex));
    let south = farthest(&|vertex| distances[north][vertex] - askew(vertex));
    let nearer = |vertex: usize, one: usize, other: usize| distances[one][vertex] - distances[other][vertex];
    // Vertices in the same place would never part: each is put a little aside, and no two alike.
    let aside = |vertex: usize, step: f64| 0.2 * (f64::from(u32::try_from(vertex).unwrap_or(0)) * step).fract();
    all.clone()
        .map(|vertex| {
            let (x, y) = (nearer(vertex, west, east), nearer(vertex, north, south));
            (x + aside(vertex, 0.618_034), y + aside(vertex, 0.754_878))
        })
        .collect()
}

/// Where the others want a vertex: each at its distance in the graph, those that are near the most.
fn wanted(vertex: usize, places: &[Point], distances: &[Vec<f64>]) -> Point {
    let (x, y) = places[vertex];
    let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
    for (other, &(there_x, there_y)) in places.iter().enumerate().filter(|(other, _)| *other != vertex) {
        let distance = distances[vertex][other];
        let weight = 1.0 / (distance * distance);
        let (dx, dy) = (x - there_x, y - there_y);
        let length = (dx * dx + dy * dy).sqrt().max(1e-9);
        sum.0 += weight * (there_x + distance * dx / length);
        sum.1 += weight * (there_y + distance * dy / length);
        weights += weight;
    }
    if weights > 0.0 { (sum.0 / weights, sum.1 / weights) } else { (x, y) }
}

/// Turns a drawing until its edges lie along rows and columns as far as they can, the longer side across, the first vertex
/// on the left and above the last.
fn upright(places: &[Point], graph: &Graph) -> Vec<Point> {
    let along = |&(a, b): &(u8, u8)| {
        let ((ax, ay), (bx, by)) = (places[usize::from(a)], places[usize::from(b)]);
        (bx - ax, by - ay)
    };
    let turned = |(x, y): Point, (dx, dy): Point| (x * dx + y * dy, y * dx - x * dy);
    let slant = |axis: Point| -> f64 {
        let lengths = graph.edges().iter().map(|edge| turned(along(edge), axis));
        lengths.map(|(x, y)| x.abs() + y.abs()).sum()
    };
    let axes = graph.edges().iter().map(along).filter_map(|(dx, dy)| {
        let length = (dx * dx + dy * dy).sqrt();
        (length > 1e-9).then(|| (dx / length, dy / length))
    });
    // An edge further down the list must be better by more than the last digits.
    let mut best: Option<(f64, Point)> = None;
    for axis in axes {
        let slant = slant(axis);
        if best.is_none_or(|(least, _)| slant < least - 1e-6) {
            best = Some((slant, axis));
        }
    }
    let axis = best.map_or((1.0, 0.0), |(_, axis)| axis);
    let mut places: Vec<Point> = places.iter().map(|&place| turned(place, axis)).collect();
    let ((left, top), (right, bottom)) = corners(&places);
    if bottom - top > right - left + 1e-6 {
        places.iter_mut().for_each(|(x, y)| std::mem::swap(x, y));
    }
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return places };
    let flip = |first: f64, last: f64| if first > last + 1e-6 { -1.0 } else { 1.0 };
    let (across, down) = (flip(first.0, last.0), flip(first.1, last.1));
    places.into_iter().map(|(x, y)| (x * across, y * down)).collect()
}

/// The upper left and the lower right corner of the smallest frame.
fn corners(places: &[Point]) -> (Point, Point) {
    let far = f64::INFINITY;
    places.iter().fold(((far, far), (-far, -far)), |((left, top), (right, bottom)), &(x, y)| {
        ((left.min(x), top.min(y)), (right.max(x), bottom.max(y)))
    })
}

/// Makes a drawing as large as the frame allows, in its middle.
fn framed(places: &[Point]) -> Vec<Point> {
    let ((left, top), (right, bottom)) = corners(places);
    let side = (right - left).max(bottom - top).max(1e-9);
    let (centre_x, centre_y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    let fit = |value: f64, centre: f64| (((value - centre) / side + 0.5) * STEPS).round() / STEPS;
    places.iter().map(|&(x, y)| (fit(x, centre_x), fit(y, centre_y))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(edges: &str) -> (Graph, Vec<Point>) {
        let graph: Graph = edges.parse().unwrap();
        let places = places(&graph);
        (graph, places)
    }

    #[test]
    fn a_grid_looks_like_one() {
        let (_, places) = drawn("1-2 2-3 4-5 5-6 7-8 8-9 1-4 4-7 2-5 5-8 3-6 6-9");
        for (vertex, (x, y)) in places.iter().enumerate() {
            let (column, row) = ([0.0, 0.5, 1.0][vertex % 3], [0.0, 0.5, 1.0][vertex / 3]);
            let is_there = |a: f64, b: f64| (x - a).abs() < 0.08 && (y - b).abs() < 0.08;
            assert!(is_there(column, row) || is_there(row, column), "{vertex}: {x} {y}");
        }
    }

    #[test]
    fn nothing_lies_on_anything_else() {
        let ring = (1..64).map(|vertex| format!("{vertex}-{} ", vertex + 1)).collect::<String>() + "64-1";
        let complete = (2..=12).flat_map(|b| (1..b).map(move |a| format!("{a}-{b} "))).collect::<String>();
        let star = (2..=20).map(|vertex| format!("1-{vertex} ")).collect::<String>();
        let theta = "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4";
        for edges in ["1", "1-2", "1-2 2-3", theta, &ring, &complete, &star] {
            let (graph, places) = drawn(edges);
            assert_eq!(places.len(), graph.vertices());
            assert!(places.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)), "{edges}");
            for (a, &(ax, ay)) in places.iter().enumerate() {
                for &(bx, by) in &places[..a] {
                    assert!((ax - bx).abs() + (ay - by).abs() > 0.02, "{edges}: {places:?}");
                }
            }
        }
        assert_eq!(drawn("1").1, [(0.5, 0.5)]);
    }

    /// What is joined lies closer, on the whole, than what is not.
    #[test]
    fn neighbours_are_near() {
        let (graph, places) = drawn("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4 4-8 8-9");
        let length = |a: usize, b: usize| {
            let (dx, dy) = (places[a].0 - places[b].0, places[a].1 - places[b].1);
            (dx * dx + dy * dy).sqrt()
        };
        let (mut joined, mut apart) = (Vec::new(), Vec::new());
        for (a, b) in (0..9).flat_map(|a| (0..a).map(move |b| (a, b))) {
            if graph.has_edge(a, b) { joined.push(length(a, b)) } else { apart.push(length(a, b)) }
        }
        let mean = |lengths: &[f64]| lengths.iter().sum::<f64>() / lengths.len() as f64;
        assert!(mean(&joined) * 1.7 < mean(&apart), "{joined:?} {apart:?}");
    }
}
