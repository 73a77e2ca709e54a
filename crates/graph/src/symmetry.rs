//! Symmetries of a graph: renumberings of its vertices that keep every edge.

use crate::graph::{Graph, byte, ones};

/// The most symmetries that are listed.
pub const MAX_SYMMETRIES: usize = 256;

/// How many partial renumberings are tried before a group is given up as too hard to list.
const MAX_TRIALS: usize = 1 << 14;

/// Symmetries that keep one vertex in place, as images of the vertices; the identity first. They are always a group: all
/// there are, or, where these are more than [`MAX_SYMMETRIES`] or too hard to find, those that keep some more
/// vertices in place.
pub(crate) fn symmetries(graph: &Graph, fixed: usize) -> Vec<Vec<u8>> {
    let distances = graph.distances_from(fixed);
    let mut order: Vec<usize> = (0..graph.vertices()).collect();
    // In the order of distance every vertex but the first has a neighbour before it, which leaves few choices.
    order.sort_by_key(|&vertex| distances[vertex]);
    let listed = |kept| {
        let image = vec![0; graph.vertices()];
        let mut listing =
            Listing { graph, order: &order, kept, distances: &distances, image, used: 0, trials: 0, found: Vec::new() };
        listing.extend(0).then_some(listing.found)
    };
    (1..=order.len()).find_map(listed).expect("only the identity keeps every vertex")
}

struct Listing<'a> {
    graph: &'a Graph,
    order: &'a [usize],
    /// How many vertices, from the first in order, keep their places.
    kept: usize,
    distances: &'a [u8],
    image: Vec<u8>,
    used: u64,
    trials: usize,
    found: Vec<Vec<u8>>,
}

impl Listing<'_> {
    /// Lists the symmetries that extend the images of the first `placed` vertices; `false` where there are too many.
    fn extend(&mut self, placed: usize) -> bool {
        let Some(&vertex) = self.order.get(placed) else {
            self.found.push(self.image.clone());
            return self.found.len() <= MAX_SYMMETRIES;
        };
        // The vertex itself first, so that the identity is found first.
        let others = if placed < self.kept { 0 } else { !(1u64 << vertex) };
        let candidates = std::iter::once(vertex).chain(ones(others & (u64::MAX >> (64 - self.order.len()))));
        for candidate in candidates {
            if self.used & 1 << candidate != 0 || !self.fits(placed, vertex, candidate) {
                continue;
            }
            self.trials += 1;
            self.used |= 1 << candidate;
            self.image[vertex] = byte(candidate);
            let listed = self.trials <= MAX_TRIALS && self.extend(placed + 1);
            self.used &= !(1 << candidate);
            if !listed {
                return false;
            }
        }
        true
    }

    /// Whether `vertex` may go to `candidate`: edges to the vertices placed before it are kept, and none is added.
    fn fits(&self, placed: usize, vertex: usize, candidate: usize) -> bool {
        let (from, to) = (self.graph.neighbour_bits(vertex), self.graph.neighbour_bits(candidate));
        self.distances[vertex] == self.distances[candidate]
            && from.count_ones() == to.count_ones()
            && self.order[..placed].iter().all(|&before| (from >> before & 1) == (to >> self.image[before] & 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, fixed: usize) -> usize {
        let graph: Graph = text.parse().expect(text);
        let found = symmetries(&graph, fixed);
        assert!(found[0].iter().zip(0..).all(|(&image, vertex)| image == vertex), "the identity first");
        for image in &found {
            assert_eq!(usize::from(image[fixed]), fixed);
            let kept = graph
                .edges()
                .iter()
                .all(|&(a, b)| graph.has_edge(usize::from(image[usize::from(a)]), usize::from(image[usize::from(b)])));
            assert!(kept, "{text}: {image:?}");
            // A group: what two of them do one after the other is another of them.
            for other in &found {
                let product: Vec<u8> = image.iter().map(|&vertex| other[usize::from(vertex)]).collect();
                assert!(found.contains(&product));
            }
        }
        found.len()
    }

    fn complete(vertices: usize) -> String {
        (1..=vertices).flat_map(|b| (1..b).map(move |a| format!("{a}-{b} "))).collect()
    }

    #[test]
    fn known_groups_are_listed() {
        assert_eq!(count("1", 0), 1);
        assert_eq!(count("1-2 2-3 3-4 4-1", 2), 2);
        assert_eq!(count("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4", 6), 4);
        assert_eq!(count("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4", 1), 1);
        let petersen = "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-8 8-10 10-7 7-9 9-6";
        assert_eq!(count(petersen, 3), 12);
        assert_eq!(count(&complete(6), 0), 120);
        // Of 7! = 5040, those that keep two more vertices in place: 5! = 120.
        assert_eq!(count(&complete(8), 0), 120);
        let star: Vec<String> = (2..=64).map(|leaf| format!("1-{leaf}")).collect();
        assert_eq!(count(&star.join(" "), 0), 120);
        let long: Vec<String> = (1..64).map(|vertex| format!("{vertex}-{}", vertex + 1)).collect();
        let long = long.join(" ");
        assert_eq!((count(&long, 0), count(&long, 30)), (1, 1));
    }
}
