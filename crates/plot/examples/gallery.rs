//! Writes one chart of each kind, as SVG and PNG, to the folder that is named first, or to `gallery`.
//!
//! `cargo run -p fewest-plot --example gallery -- target/gallery`

use std::path::PathBuf;

use fewest_plot::{Axis, Chart, Marks, Summary};

/// Numbers between 0 and 1 that look random and are the same every time.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 32).expect("32 bits")) / f64::from(u32::MAX)
    }

    /// Twelve of them less six: close to the normal distribution.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

fn growth(rate: f64, start: f64) -> Vec<(f64, f64)> {
    (0..16).map(|n| (f64::from(10 + 3 * n), start * rate.powi(n))).collect()
}

fn lines() -> Chart {
    Chart::new("Expanded nodes by solution length, 15-puzzle", Axis::linear("moves"), Axis::log("expanded nodes"))
        .about("Nodes grow tenfold every six moves; pattern databases stay a hundredfold below Manhattan distance.")
        .legend("heuristic")
        .layer("Manhattan", Marks::Line(growth(2.3, 30.0)))
        .layer("linear conflict", Marks::Line(growth(2.1, 22.0)))
        .layer("pattern database 6-6-3", Marks::Line(growth(1.75, 14.0)))
        .layer("walking distance", Marks::Line(growth(2.0, 25.0)))
}

fn cactus(noise: &mut Noise) -> Chart {
    let mut chart = Chart::new("Instances solved within a time", Axis::linear("instances"), Axis::log("time (s)"));
    for (name, slow) in [("IDA*", 1.0), ("A*", 0.4), ("breadth-first", 9.0)] {
        let mut times: Vec<f64> = (0..100).map(|_| 10_f64.powf(noise.normal() * 1.2 - 2.0) * slow).collect();
        times.sort_by(f64::total_cmp);
        let steps = times.into_iter().zip(1..).map(|(time, solved)| (f64::from(solved), time));
        chart = chart.layer(name, Marks::Steps(steps.collect()));
    }
    chart
}

fn scatter(noise: &mut Noise, count: usize) -> Chart {
    let mut pairs = || -> Vec<(f64, f64)> {
        let pair = |noise: &mut Noise| {
            let ease = noise.normal();
            (10_f64.powf(ease), 10_f64.powf(ease * 0.9 - 0.4 + 0.3 * noise.normal()))
        };
        (0..count).map(|_| pair(noise)).collect()
    };
    let (tiles, blocks) = (pairs(), pairs());
    Chart::new(
        "Time of two solvers on the same instances",
        Axis::log("CaDiCaL, time (s)"),
        Axis::log("Kissat, time (s)"),
    )
    .layer("equal", Marks::Diagonal)
    .layer("sliding tiles", Marks::Points(tiles))
    .layer("sliding blocks", Marks::Points(blocks))
}

fn bars() -> Chart {
    let names = ["Manhattan", "linear conflict", "walking distance", "pattern database", "max of all"];
    let bars = |factor: f64| (0..5).map(|n| (f64::from(n), factor * (6.0 - f64::from(n)).powi(3))).collect();
    Chart::new("Mean expansions", Axis::categories("heuristic", names), Axis::linear("expanded nodes"))
        .layer("3×3", Marks::Bars(bars(12.0)))
        .layer("3×4", Marks::Bars(bars(17.0)))
        .layer("4×4", Marks::Bars(bars(21.5)))
}

fn boxes(noise: &mut Noise) -> Chart {
    let names = [
        "A* with Manhattan distance",
        "A* with linear conflict",
        "IDA* with additive pattern databases 7-8",
        "weighted A*, w = 1.5",
        "bidirectional (NBS)",
        "HDA* on 8 threads with a shared transposition table and a long name",
        "greedy",
        "breadth-first",
    ];
    let mut chart =
        Chart::new("Time per instance, µ and quartiles", Axis::categories("", names), Axis::log("time (s)"))
            .legend("board");
    for (board, shift) in [("3×3", -4.0), ("4×4", -2.0)] {
        let mut all = Vec::new();
        for place in 0..8 {
            let sample: Vec<f64> =
                (0..200).map(|_| 10_f64.powf(shift + 0.2 * f64::from(place) + 0.6 * noise.normal())).collect();
            all.extend(Summary::of(&sample).map(|summary| (f64::from(place), summary)));
        }
        chart = chart.layer(board, Marks::Boxes(all));
    }
    chart
}

fn band(noise: &mut Noise) -> Chart {
    let mut chart = Chart::new("Bounds while the search runs", Axis::linear("time in s"), Axis::linear("moves"));
    for (name, level) in [("with tables", 60.0), ("without", 80.0)] {
        let middle: Vec<(f64, f64)> = (0..60)
            .map(|n| (f64::from(n) * 0.01, level + 60.0 * (-f64::from(n) / 15.0).exp() + noise.next()))
            .collect();
        let band = middle.iter().map(|&(x, y)| (x, y - 4.0 - noise.next(), y + 5.0 + noise.next())).collect();
        chart = chart.layer(name, Marks::Band(band)).layer(name, Marks::Line(middle));
    }
    chart
}

fn heat(noise: &mut Noise) -> Chart {
    let cells = (0..200_000).map(|_| {
        let true_length = (28.0 + 5.0 * noise.normal()).round().clamp(0.0, 48.0);
        (true_length, (true_length * 0.7 + 2.0 * noise.normal()).round().clamp(0.0, true_length), 1.0)
    });
    Chart::new("Heuristic against true distance", Axis::linear("true distance"), Axis::linear("heuristic value"))
        .layer("positions", Marks::Cells(cells.collect()))
        .layer("h = h*", Marks::Diagonal)
}

fn many_layers() -> Chart {
    let mut chart =
        Chart::new("Sixteen layers", Axis::linear("x"), Axis::linear("y")).legend("all alike but for their looks");
    for layer in 0..16 {
        let level = f64::from(layer);
        let line = (0..12).map(|x| (f64::from(x), level * 3.0 + (f64::from(x) * 0.7 + level).sin() * 2.0));
        chart = chart.layer(format!("layer {layer} with a rather long name"), Marks::Line(line.collect()));
    }
    chart
}

fn many_bars() -> Chart {
    let mut chart = Chart::new("Fourteen hatches", Axis::categories("suite", ["easy", "hard"]), Axis::log("nodes"));
    for layer in 0..14 {
        let level = 1.0 + f64::from(layer);
        chart = chart.layer(format!("s{layer}"), Marks::Bars(vec![(0.0, level * 3.0), (1.0, level * level * 40.0)]));
    }
    chart
}

fn zeros() -> Chart {
    let points = |shift: f64| {
        (0..20).map(move |n| (f64::from(n), if n % 4 == 0 { 0.0 } else { 1.5_f64.powf(f64::from(n)) + shift }))
    };
    Chart::new("Zeros on a log axis", Axis::linear("instance"), Axis::log("backtracks"))
        .layer("with learning", Marks::Points(points(0.0).collect()))
        .layer("without", Marks::Line(points(40.0).collect()))
}

fn layers_of_states() -> Chart {
    let counts = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10_878, 16_993,
        17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6274, 3910, 760, 221, 2,
    ];
    let bars = counts.iter().zip(0..).map(|(&count, depth)| (f64::from(depth), f64::from(count)));
    Chart::new("States of the 8-puzzle by depth", Axis::linear("depth"), Axis::linear("states"))
        .layer("", Marks::Bars(bars.collect()))
}

fn letters() -> Chart {
    let ascii: String = (' '..='~').collect();
    let (first, second) = ascii.split_at(48);
    let names = [
        first.replace(' ', "_"),
        second.to_owned(),
        "× · – — − ≤ ≥ ± ≈ → … ° µ Δ σ ø Ø ä ö ü Ä Ö Ü ß".to_owned(),
        "10⁰ 10¹ 10² 10³ 10⁴ 10⁵ 10⁶ 10⁷ 10⁸ 10⁹ 10⁻¹² 2ⁿ 10⁺³ Fußgängerübergänge: größer als Öl".to_owned(),
    ];
    let mut chart = Chart::new(
        ascii,
        Axis::linear("\"quoted\" {braces} [brackets] 50 % & $5; a_b ~c ^d `e` |f| g\\h <i> #j @k"),
        Axis::linear("Δ in µs²"),
    );
    for (name, x) in names.into_iter().zip(0..) {
        chart = chart.layer(name, Marks::Points(vec![(f64::from(x), f64::from(x))]));
    }
    chart
}

fn long_legend() -> Chart {
    let long = "a name that goes on and on, because whoever ran this experiment wanted to tell every parameter of the search: \
                weight 1.5, tie-breaking by depth, tables 7-8, eight threads, and averyveryverylongidentifierwithoutanyspaceatallinsideofitself_0123456789";
    Chart::new(format!("A long title too: {long}"), Axis::log("x"), Axis::log("y"))
        .layer(long, Marks::Line(vec![(1.0, 1.0), (2.0, 3.0)]))
        .layer("short", Marks::Steps(vec![(1.0, 2.0), (2.0, 1.0)]))
}

fn many_names(noise: &mut Noise) -> Chart {
    let names: Vec<String> = (1..=100).map(|n| format!("instance {n}")).collect();
    let bars = (0..100).map(|n| (f64::from(n), 1.0 + 10.0 * noise.next())).collect();
    Chart::new("A hundred instances", Axis::categories("instance", names), Axis::linear("moves"))
        .layer("", Marks::Bars(bars))
}

fn names_at_the_left(noise: &mut Noise) -> Chart {
    let names =
        ["short", "a longer name of a heuristic", "pattern database that was built for all of the tiles but two"];
    let points = (0..90).map(|n| (10_f64.powf(2.0 * noise.next()), f64::from(n % 3))).collect();
    Chart::new("Names at the left", Axis::log("nodes"), Axis::categories("heuristic", names))
        .layer("run", Marks::Points(points))
}

fn walk(noise: &mut Noise) -> Chart {
    let mut level = 0.0;
    let mut walk = |_| {
        level += noise.normal();
        level
    };
    let line = (0..80_000).map(|n| (f64::from(n) * 1e4, walk(n))).collect();
    Chart::new("A line of 80,000 points", Axis::linear("expanded nodes"), Axis::linear("open list"))
        .layer("A*", Marks::Line(line))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    std::fs::create_dir_all(&folder)?;
    let noise = &mut Noise(1);
    let charts = [
        ("lines", lines()),
        ("steps", cactus(noise)),
        ("scatter", scatter(noise, 60)),
        ("scatter-many", scatter(noise, 30_000)),
        ("bars", bars()),
        ("bars-many", many_bars()),
        ("boxes", boxes(noise)),
        ("band", band(noise)),
        ("heat", heat(noise)),
        ("layers", many_layers()),
        ("zeros", zeros()),
        ("states", layers_of_states()),
        ("letters", letters()),
        ("long-legend", long_legend()),
        ("names-many", many_names(noise)),
        ("names-left", names_at_the_left(noise)),
        ("walk", walk(noise)),
        ("empty", Chart::new("Nothing", Axis::linear("x"), Axis::log("y")).layer("none", Marks::Line(Vec::new()))),
        (
            "one",
            Chart::new("One point", Axis::linear("x"), Axis::log("y")).layer("it", Marks::Points(vec![(3.0, 42.0)])),
        ),
        (
            "equal",
            Chart::new("All equal", Axis::log("x"), Axis::linear("y"))
                .layer("level", Marks::Line((1..9).map(|x| (f64::from(x), 5.0)).collect())),
        ),
    ];
    for (name, chart) in charts {
        let svg = chart.svg();
        println!("{name:<14}{:>8} bytes", svg.len());
        std::fs::write(folder.join(format!("{name}.svg")), svg)?;
        std::fs::write(folder.join(format!("{name}.png")), chart.png(1140)?)?;
    }
    Ok(())
}
