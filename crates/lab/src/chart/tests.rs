use super::*;
use crate::sample::{many, row, suite};

fn spec(name: &str) -> PlotSpec {
    suite().plots.iter().find(|spec| spec.name == name).expect("a plot of the sample").clone()
}

fn names(chart: &Chart) -> Vec<&str> {
    chart.layers.iter().map(|layer| layer.name.as_str()).collect()
}

#[test]
fn every_form_is_drawn() {
    let rows = many(60);
    for spec in &suite().plots {
        let chart = chart(spec, &suite(), &rows);
        let svg = chart.svg();
        assert!(!chart.layers.is_empty() && !svg.contains("NaN") && !svg.contains("no data"), "{}", spec.name);
        assert_eq!(chart.title, spec.title);
        assert!(chart.about.ends_with('.') && !chart.x.label.is_empty() && !chart.y.label.is_empty(), "{}", spec.name);
        // Nothing at all is drawn as nothing.
        let empty = super::chart(spec, &suite(), &[]);
        assert!(!empty.svg().contains("NaN"), "{}", spec.name);
        assert!(!empty.about.contains("all solved") && !empty.about.contains("0 runs"), "{}", empty.about);
    }
}

#[test]
fn layers_are_in_the_order_of_the_suite() {
    let mut rows = many(40);
    rows.reverse();
    let searches = ["A* none", "A* manhattan", "IDA* none", "IDA* manhattan"];
    let bare = |name: &str| name.split(" (").next().unwrap_or_default().to_owned();
    let cactus = chart(&spec("cactus"), &suite(), &rows);
    assert_eq!(names(&cactus).into_iter().map(bare).collect::<Vec<_>>(), searches);
    let lines = chart(&spec("scaling"), &suite(), &rows);
    assert_eq!(names(&lines)[..4].iter().map(|name| bare(name)).collect::<Vec<_>>(), searches);
    assert!(matches!(lines.layers[0].marks, Marks::Line(_)) && matches!(lines.layers[4].marks, Marks::Band(_)));
}

#[test]
fn a_band_is_broken_where_there_is_no_interval() {
    let runs = (0..).zip([1, 1, 2, 2, 3, 4, 4, 5, 5]);
    let run = |(index, length): (u32, u32)| row("3x3", &index.to_string(), "A* none", Ending::Solved, length);
    let mut rows: Vec<Row> = runs.map(run).collect();
    rows[0].expanded = 11;
    let chart = chart(&spec("scaling"), &suite(), &rows);
    let bands: Vec<&Marks> = chart.layers[1..].iter().map(|layer| &layer.marks).collect();
    // There is one run of length 3.
    let [Marks::Band(first), second] = bands[..] else { panic!("{bands:?}") };
    assert!((first[0].2 - 10.5 - 12.706_205 * 0.5).abs() < 1e-3 && first[1] == (2.0, 20.0, 20.0), "{first:?}");
    assert_eq!(*second, Marks::Band(vec![(4.0, 40.0, 40.0), (5.0, 50.0, 50.0)]));
    assert!(chart.about.contains("of the means."), "{}", chart.about);
    // An interval of 5.5 ± 57 has no place on a log axis.
    rows[0].expanded = 1;
    let chart = super::chart(&spec("scaling"), &suite(), &rows);
    assert_eq!(chart.layers.len(), 2);
    assert!(chart.about.contains("of the means and are not drawn where they would reach zero."), "{}", chart.about);
}

#[test]
fn what_is_told_apart_along_the_axis_has_one_layer() {
    for name in ["solved", "boxes"] {
        let spec = PlotSpec { x: Some(By::Search), ..spec(name) };
        let chart = chart(&spec, &suite(), &many(8));
        assert_eq!((names(&chart), &chart.legend), (vec![""], &None));
    }
}

#[test]
fn a_histogram_counts_solved_runs() {
    let rows = [
        row("3x3", "1", "IDA* manhattan", Ending::Solved, 4),
        row("3x3", "2", "IDA* manhattan", Ending::Solved, 4),
        row("3x3", "3", "IDA* manhattan", Ending::Solved, 6),
        row("3x3", "4", "IDA* manhattan", Ending::Limit, 9),
    ];
    let chart = chart(&spec("lengths"), &suite(), &rows);
    assert_eq!(chart.layers[0].marks, Marks::Bars(vec![(4.0, 2.0), (6.0, 1.0)]));
    assert!(chart.about.ends_with("4 runs; 1 of them not solved: left out."), "{}", chart.about);
}

#[test]
fn legends_say_what_was_not_solved() {
    let rows = [
        row("3x3", "1", "A* none", Ending::Limit, 9),
        row("3x3", "2", "A* none", Ending::Limit, 9),
        row("3x3", "1", "A* manhattan", Ending::Solved, 9),
        row("3x3", "2", "A* manhattan", Ending::Solved, 3),
    ]
    .map(|row| Row { shuffle: Some(5), ..row });
    let said = ["A* none (2 of 2 not solved)", "A* manhattan"];
    assert_eq!(names(&chart(&spec("cactus"), &suite(), &rows)), said);
    assert_eq!(names(&chart(&spec("boxes"), &suite(), &rows)), said);
    assert_eq!(names(&chart(&spec("scaling"), &suite(), &rows))[..2], said);
    let mean = PlotSpec { y: Some("mean expanded".to_owned()), ..spec("solved") };
    assert_eq!(names(&chart(&mean, &suite(), &rows)), said);
    // How many were solved is what these bars show.
    assert_eq!(names(&chart(&spec("solved"), &suite(), &rows)), ["A* none", "A* manhattan"]);
    // One name is not left out where it says something, and a cactus shows what was solved, also of memory.
    let memory = PlotSpec { y: Some("memory".to_owned()), ..spec("cactus") };
    let alone = chart(&memory, &suite(), &rows[..2]);
    assert_eq!((names(&alone), &alone.layers[0].marks), (vec![said[0]], &Marks::Line(Vec::new())));
}

#[test]
fn boxes_count_what_was_stopped_as_more() {
    let run = |index: u32, outcome| Row {
        shuffle: Some(5),
        ..row("3x3", &index.to_string(), "A* none", outcome, 10 * (index + 1))
    };
    let rows: Vec<Row> =
        (0..5).map(|index| run(index, if index < 4 { Ending::Solved } else { Ending::Limit })).collect();
    let drawn = chart(&spec("boxes"), &suite(), &rows);
    let Marks::Boxes(boxes) = &drawn.layers[0].marks else { panic!("boxes") };
    let summary = &boxes[0].1;
    assert_eq!((summary.low, summary.median, summary.high, summary.mean), (200.0, 300.0, 400.0, 250.0));
    // Of six, two of them stopped, the upper quartile is not known.
    let mut rows = rows;
    rows.push(run(5, Ending::Limit));
    let none = chart(&spec("boxes"), &suite(), &rows);
    assert_eq!(none.layers[0].marks, Marks::Boxes(Vec::new()));
    assert!(none.about.ends_with("Not drawn: 1 box, because a quartile is beyond the limit."), "{}", none.about);
    // Repetitions make no sample larger.
    let again: Vec<Row> = rows[..5].iter().map(|row| Row { repetition: 2, ..row.clone() }).collect();
    let repeated: Vec<Row> = rows[..5].iter().cloned().chain(again).collect();
    assert_eq!(chart(&spec("boxes"), &suite(), &repeated).layers, drawn.layers);
}

#[test]
fn a_line_is_broken_where_values_are_missing() {
    let lengths = [1, 2, 3, 7, 8, 11];
    let rows = lengths.map(|length| row("3x3", &length.to_string(), "A* none", Ending::Solved, length));
    let median = PlotSpec { y: Some("median expanded".to_owned()), ..spec("scaling") };
    let line = |spec: &PlotSpec, rows: &[Row]| {
        let Marks::Line(points) = chart(spec, &suite(), rows).layers[0].marks.clone() else { panic!("a line") };
        points.split(|(_, y)| !y.is_finite()).map(<[_]>::len).collect::<Vec<_>>()
    };
    let mut failed = rows.to_vec();
    failed.push(row("3x3", "f", "A* none", Ending::Limit, 5));
    let about = chart(&median, &suite(), &failed).about;
    assert!(about.ends_with("7 runs; 1 of them not solved: left out unless they have a length."), "{about}");
    // From 3 to 7 is four steps, from 8 to 11 three.
    assert_eq!(line(&median, &rows), [3, 3]);
    // Shuffles are where the suite has them.
    let shuffles = PlotSpec { x: Some(By::Shuffle), ..median.clone() };
    let shuffled = rows.clone().map(|row| Row { shuffle: row.length.map(u64::from), ..row });
    assert_eq!(line(&shuffles, &shuffled), [6]);
    // A median beyond the limit breaks a line too.
    let mut stopped = shuffled.clone();
    stopped[2].outcome = Ending::Limit;
    assert_eq!(line(&shuffles, &stopped), [2, 3]);
    // So is a band.
    let twice: Vec<Row> = (0..2)
        .flat_map(|_| rows.clone())
        .enumerate()
        .map(|(index, row)| Row { instance: index.to_string(), ..row })
        .collect();
    let bands = chart(&spec("scaling"), &suite(), &twice).layers;
    let widths: Vec<usize> = bands
        .iter()
        .filter_map(|layer| if let Marks::Band(band) = &layer.marks { Some(band.len()) } else { None })
        .collect();
    assert_eq!(widths, [3, 3]);
}

#[test]
fn classes_are_as_wide_as_they_are_said_to_be() {
    let lengths = |spec: &PlotSpec, step: usize, most: u32| {
        let rows: Vec<Row> = (0..most)
            .step_by(step)
            .map(|length| Row {
                estimate: Some(length),
                ..row(
                    "3x3",
                    &length.to_string(),
                    if spec.form == PlotForm::Histogram { "IDA* manhattan" } else { "A* manhattan" },
                    Ending::Solved,
                    length,
                )
            })
            .collect();
        chart(spec, &suite(), &rows)
    };
    // Even ones alone: a class of 1 each, not one of 2.
    let even = lengths(&spec("lengths"), 2, 40);
    assert_eq!((even.class, even.x.label.as_str()), (Some(1.0), "length of the solution (moves)"));
    let wide = lengths(&spec("lengths"), 1, 80);
    assert_eq!((wide.class, wide.x.label.as_str()), (Some(2.0), "length of the solution (moves, in classes of 2)"));
    let Marks::Bars(bars) = &wide.layers[0].marks else { panic!("bars") };
    assert_eq!(bars[..2], [(0.5, 2.0), (2.5, 2.0)]);
    let even = lengths(&spec("estimates"), 2, 40);
    assert_eq!((even.class, even.y.label.as_str()), (Some(1.0), "estimate h (moves)"));
    let wide = lengths(&spec("estimates"), 1, 80);
    assert_eq!((wide.class, wide.y.label.as_str()), (Some(2.0), "estimate h (moves, in classes of 2)"));
    let Marks::Cells(cells) = &wide.layers[0].marks else { panic!("cells") };
    assert_eq!(cells[..2], [(0.5, 0.5, 2.0), (2.5, 2.5, 2.0)]);
}

#[test]
fn axes_of_pairs_end_in_the_unit() {
    let times = PlotSpec { y: Some("seconds".to_owned()), ..spec("pair") };
    let chart = chart(&times, &suite(), &many(4));
    assert_eq!((chart.x.label.as_str(), chart.y.label.as_str()), ("A* manhattan: time (s)", "IDA* none: time (s)"));
}

#[test]
fn a_scatter_puts_what_one_did_not_solve_at_the_edge() {
    let (one, other) = ("A* manhattan", "IDA* none");
    let rows = [
        row("3x3", "1", one, Ending::Solved, 2),
        row("3x3", "1", other, Ending::Solved, 30),
        row("3x3", "2", one, Ending::Solved, 5),
        row("3x3", "2", other, Ending::Limit, 99),
        row("3x3", "3", one, Ending::Limit, 99),
        row("3x3", "3", other, Ending::Limit, 99),
        row("3x3", "4", one, Ending::Solved, 5),
    ];
    let chart = chart(&spec("pair"), &suite(), &rows);
    assert_eq!(names(&chart), ["3x3", "not solved by IDA* none", "equal"]);
    assert_eq!(chart.layers[0].marks, Marks::Points(vec![(20.0, 300.0)]));
    let Marks::Points(edge) = &chart.layers[1].marks else { panic!("points") };
    assert!(edge.len() == 1 && edge[0].1 > 350.0 && edge[0].1 < 500.0, "{edge:?}");
    for part in [
        "At the upper edge: 1 not solved by IDA* none.",
        "1 that neither solved.",
        "1 that only one search was run on.",
    ] {
        assert!(chart.about.contains(part), "{}", chart.about);
    }
}

#[test]
fn a_cactus_is_sorted_and_counts() {
    let rows = [
        row("3x3", "1", "A* none", Ending::Solved, 9),
        row("3x3", "2", "A* none", Ending::Solved, 3),
        row("3x3", "3", "A* none", Ending::Limit, 1),
    ];
    let chart = chart(&spec("cactus"), &suite(), &rows);
    assert_eq!(chart.layers[0].marks, Marks::Line(vec![(1.0, 30.0), (2.0, 90.0)]));
    assert!(chart.about.contains("A* none 2 of 3") && chart.x.label == "solved instances", "{}", chart.about);
}

#[test]
fn depths_are_means_and_steps_are_spread_by_their_stride() {
    let mut rows =
        [row("3x3", "1", "A* manhattan", Ending::Solved, 2), row("3x3", "2", "A* manhattan", Ending::Solved, 2)];
    rows[0].expanded_by_depth = Some(vec![1, 2, 6]);
    rows[1].expanded_by_depth = Some(vec![1, 4]);
    rows[0].depth_by_step = Some(vec![0, 2, 5]);
    rows[0].step_stride = Some(10);
    let depths = chart(&spec("depths"), &suite(), &rows);
    assert_eq!(depths.layers[0].marks, Marks::Line(vec![(0.0, 1.0), (1.0, 3.0), (2.0, 3.0)]));
    let steps = chart(&spec("steps"), &suite(), &rows);
    assert_eq!(steps.layers[0].marks, Marks::Line(vec![(1.0, 0.0), (11.0, 2.0), (21.0, 5.0)]));
}

#[test]
fn estimates_count_each_start_once_and_proven_lengths_alone() {
    let mut rows = [
        row("3x3", "1", "A* manhattan", Ending::Solved, 8),
        row("3x3", "1", "A* manhattan", Ending::Solved, 8),
        row("3x3", "2", "A* manhattan", Ending::Solved, 8),
        row("3x3", "3", "A* manhattan", Ending::Solved, 9),
    ];
    for row in &mut rows {
        row.estimate = Some(6);
    }
    rows[1].repetition = 2;
    rows[3].optimal = false;
    let chart = chart(&spec("estimates"), &suite(), &rows);
    assert_eq!(chart.layers[0].marks, Marks::Cells(vec![(8.0, 6.0, 2.0)]));
    assert!(chart.about.contains("2 starts, of which 0 are above"), "{}", chart.about);
}

#[test]
fn bars_and_boxes_stand_at_names() {
    let rows = many(20);
    let bars = chart(&spec("solved"), &suite(), &rows);
    assert_eq!(bars.x.scale, fewest_plot::Scale::Categories(vec!["3x3".to_owned(), "4x4".to_owned()]));
    let boxes = chart(&spec("boxes"), &suite(), &rows);
    let shuffles = ["10", "20", "40", "80"].map(str::to_owned).to_vec();
    assert_eq!(boxes.x.scale, fewest_plot::Scale::Categories(shuffles));
}

#[test]
fn a_search_from_both_ends_is_drawn_as_points() {
    let steps = |depths: &[u32]| {
        let mut run = row("3x3", "1", "A* manhattan", Ending::Solved, 2);
        run.depth_by_step = Some(depths.to_vec());
        chart(&spec("steps"), &suite(), &[run]).layers.remove(0).marks
    };
    assert!(matches!(steps(&[0, 9, 1, 8, 2, 7]), Marks::Points(_)));
    assert!(matches!(steps(&[0, 1, 2, 1, 2, 3]), Marks::Line(_)));
}
