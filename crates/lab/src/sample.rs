//! Rows and a suite for tests.

use crate::row::{Ending, Row};
use crate::suite::Suite;

/// A suite with every form of plot.
pub(crate) const SUITE: &str = include_str!("sample.toml");

pub(crate) fn suite() -> Suite {
    Suite::parse(SUITE).expect("a suite of ours")
}

/// A run with a solution of so many moves, or as many tens of nodes without one.
pub(crate) fn row(group: &str, instance: &str, search: &str, outcome: Ending, length: u32) -> Row {
    let is_solved = outcome == Ending::Solved;
    Row {
        key: format!("{group}/{instance}/{search}"),
        suite: "sample".to_owned(),
        group: group.to_owned(),
        instance: instance.to_owned(),
        puzzle: "tiles".to_owned(),
        metric: "moves".to_owned(),
        search: search.to_owned(),
        algorithm: search.split(' ').next().unwrap_or_default().to_owned(),
        heuristic: search.split(' ').nth(1).unwrap_or_default().to_owned(),
        repetition: 1,
        outcome,
        length: is_solved.then_some(length),
        optimal: is_solved,
        reason: (!is_solved).then(|| "expansions".to_owned()),
        expanded: u64::from(length) * 10,
        generated: u64::from(length) * 20,
        iterations: 1,
        seconds: f64::from(length) / 1000.0,
        peak_memory_bytes: u64::from(length) * 1_000_000,
        abreast: 1,
        version: "0.1.0".to_owned(),
        ..Row::default()
    }
}

/// Many runs as they might be: four searches of two sizes, one of which is too hard for some.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "made up")]
pub(crate) fn many(instances: usize) -> Vec<Row> {
    let mut state = 1_u64;
    let mut chance = move || {
        // The constants of Knuth's MMIX; the upper bits are the better ones.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut rows = Vec::new();
    for (group, middle) in [("3x3", 22.0), ("4x4", 36.0)] {
        for index in 0..instances {
            let shuffle = [10, 20, 40, 80][index % 4];
            let bell = (0..6).map(|_| chance()).sum::<f64>() - 3.0;
            let length = (middle * (0.55 + 0.15 * (index % 4) as f64) + bell * 5.0).max(1.0) as u32;
            let luck = (0..4).map(|_| chance()).sum::<f64>() - 2.0;
            for (search, base, pace) in [
                ("A* none", 1.55, 1e6),
                ("A* manhattan", 1.32, 8e5),
                ("IDA* none", 1.7, 6e6),
                ("IDA* manhattan", 1.37, 5e6),
            ] {
                let wanted = f64::powf(base, f64::from(length)) * (luck + 0.2 * chance()).exp() + 1.0;
                let limit = 1e6;
                let outcome = if wanted > limit { Ending::Limit } else { Ending::Solved };
                let mut run = row(group, &(index + 1).to_string(), search, outcome, length);
                run.expanded = wanted.min(limit) as u64;
                run.generated = run.expanded * 2;
                run.seconds = (run.expanded as f64 / pace).max(2e-6);
                run.peak_memory_bytes = if search.starts_with("IDA*") { 20_000 } else { run.expanded * 60 + 4_000 };
                run.iterations = if search.starts_with("IDA*") { u64::from(length) / 3 + 1 } else { 1 };
                run.shuffle = Some(shuffle);
                run.seed = Some(1);
                let share = 0.55 + 0.3 * chance();
                run.estimate = search.ends_with("manhattan").then_some((f64::from(length) * share) as u32 / 2 * 2);
                let depths = (0..=length).map(|depth| f64::powf(base, f64::from(depth)) as u64);
                run.expanded_by_depth = Some(depths.collect());
                if index == 0 {
                    let wave =
                        |step: u32| (f64::from(step) / 9.0).sin().abs() * f64::from(length) * f64::from(step) / 400.0;
                    run.depth_by_step = Some((0..400).map(|step| wave(step) as u32).collect());
                    run.step_stride = Some(4);
                }
                rows.push(run);
            }
        }
    }
    rows
}
