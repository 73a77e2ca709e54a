//! Counts.
use fewest_blocks::design::rush::Census;
use std::ops::ControlFlow;
fn main() {
    let n: u16 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    let walls: u32 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(0);
    let started = std::time::Instant::now();
    let mut most = (0, String::new());
    let census = Census { walls: 0..=walls, ..Census::new(n, n) };
    let tally = census.run(&Default::default(), |cluster| {
        let length = cluster.length().unwrap_or(0);
        if length > most.0 {
            most = (length, cluster.start().to_string());
        }
        ControlFlow::Continue(())
    });
    println!("{tally:?} {most:?} {:?}", started.elapsed());
}
#[allow(dead_code)]
fn unused() {}
