//! The comparison as a picture: how many nodes each search expanded.

use anyhow::bail;
use fewest_plot::{Axis, Chart, Marks};

use super::{Run, Way};

pub(super) fn chart(runs: &[Run], searches: &[Way], positions: usize) -> anyhow::Result<Chart> {
    let solved = |way: &Way| {
        let own = |run: &&Run| run.solver == way.algorithm && run.heuristic == way.heuristic && run.is_solved();
        runs.iter().filter(own).map(|run| run.expanded as f64).collect::<Vec<f64>>()
    };
    if searches.iter().all(|way| solved(way).is_empty()) {
        bail!("there is nothing to draw: no search found a solution");
    }
    let name = |way: &Way| {
        if way.heuristic == "-" { way.algorithm.clone() } else { format!("{} {}", way.algorithm, way.heuristic) }
    };
    if positions == 1 {
        let ways: Vec<&Way> = searches.iter().filter(|way| !solved(way).is_empty()).collect();
        let x = Axis::categories("search", ways.iter().map(|way| name(way)));
        let bars = ways.iter().enumerate().map(|(place, way)| (place as f64, solved(way)[0])).collect();
        let about = "The number of nodes that each search expanded before it had its answer.";
        return Ok(Chart::new("Expanded nodes", x, Axis::log("expanded nodes"))
            .about(about)
            .layer("", Marks::Bars(bars)));
    }
    let about = "The number of positions that each search solves with at most so many expanded nodes per position.";
    let title = format!("{positions} positions");
    let mut chart = Chart::new(title, Axis::log("expanded nodes"), Axis::linear("positions solved")).about(about);
    for way in searches {
        let mut nodes = solved(way);
        nodes.sort_by(f64::total_cmp);
        let steps: Vec<(f64, f64)> =
            nodes.iter().enumerate().map(|(index, &nodes)| (nodes, (index + 1) as f64)).collect();
        if !steps.is_empty() {
            chart = chart.layer(name(way), Marks::Steps(steps));
        }
    }
    Ok(chart)
}
