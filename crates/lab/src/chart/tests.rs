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
    }
}

#[test]
fn layers_are_in_the_order_of_the_suite() {
    let mut rows = many(40);
    rows.reverse();
    let searches = ["A* none", "A* manhattan", "IDA* none", "IDA* manhattan"];
    assert_eq!(names(&chart(&spec("cactus"), &suite(), &rows)), searches);
    let lines = chart(&spec("scaling"), &suite(), &rows);
    assert_eq!(names(&lines)[..4], searches);
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
    assert!(chart.about.ends_with("4 runs; 1 of them not solved and left out."), "{}", chart.about);
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
    for part in
        ["At the upper edge: 1 not solved by IDA* none.", "1 that neither solved.", "1 that only one was asked."]
    {
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
    assert!(chart.about.contains("2 starts, 0 of them above"), "{}", chart.about);
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
fn a_line_is_broken_where_values_are_missing() {
    let points: Vec<(f64, f64)> = [1.0, 2.0, 3.0, 9.0].map(|x| (x, x)).to_vec();
    let line = broken(points.clone());
    assert_eq!((line.len(), line[3].0), (5, 6.0));
    assert!(line[3].1.is_nan() && line[4] == (9.0, 9.0));
    assert_eq!(broken(points[..3].to_vec()), points[..3]);
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
