//! What must hold of every chart, seen in its SVG.

use fewest_plot::{Axis, Chart, HEIGHT, Marks, PlotError, Summary, WIDTH};
use kurbo::{BezPath, Rect, Shape as _};
use proptest::prelude::*;
use roxmltree::{Document, Node};

/// A path of a chart: the group it is in, its words if it is text, its looks and the rectangle around it.
#[derive(Debug)]
struct Shape {
    part: String,
    text: Option<String>,
    looks: String,
    bounds: Rect,
}

fn part(node: &Node<'_, '_>) -> String {
    node.ancestors().find_map(|node| node.attribute("data-part")).unwrap_or_default().to_owned()
}

fn shapes(svg: &str) -> Vec<Shape> {
    let document = Document::parse(svg).expect("well-formed");
    let paths = document.descendants().filter(|node| node.has_tag_name("path"));
    let shape = |node: Node<'_, '_>| {
        let data = node.attribute("d").expect("data");
        let bounds = BezPath::from_svg(data).expect("a path").bounding_box();
        let looks =
            ["fill", "stroke", "stroke-dasharray"].map(|name| node.attribute(name).unwrap_or_default()).join(" ");
        Shape { part: part(&node), text: node.attribute("data-text").map(str::to_owned), looks, bounds }
    };
    paths.map(shape).collect()
}

fn view_box(svg: &str) -> (f64, f64) {
    let document = Document::parse(svg).expect("well-formed");
    let numbers: Vec<f64> = document
        .root_element()
        .attribute("viewBox")
        .expect("a view box")
        .split(' ')
        .map(|number| number.parse().expect("a number"))
        .collect();
    (numbers[2], numbers[3])
}

/// The rectangle of the data: the frame is the first path of the axes, with ticks that stick out at the left and below.
fn plot(shapes: &[Shape]) -> Rect {
    let frame = shapes.iter().find(|shape| shape.part == "axes").expect("a frame").bounds;
    Rect::new(frame.x0 + 4.0, frame.y0, frame.x1, frame.y1 - 4.0)
}

fn apart(a: Rect, b: Rect) -> bool {
    a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0
}

/// Checks what holds of every chart, and returns its shapes.
fn check(chart: &Chart) -> Vec<Shape> {
    let svg = chart.svg();
    assert_eq!(svg, chart.svg(), "the same chart gives the same bytes");
    assert!(svg.contains("role=\"img\"") && svg.contains("<title>") && svg.contains("<desc>"));
    assert!(!svg.contains("href") && !svg.contains("url(") && !svg.contains("NaN") && !svg.contains("inf\""));
    let (width, height) = view_box(&svg);
    assert!(svg.contains(&format!("viewBox=\"0 0 {WIDTH} ")));
    assert!(height >= f64::from(HEIGHT));
    let shapes = shapes(&svg);
    let area = plot(&shapes);
    for shape in &shapes {
        let b = shape.bounds;
        assert!(b.x0 >= 0.0 && b.y0 >= 0.0 && b.x1 <= width && b.y1 <= height, "{shape:?}");
        let outside = ["legend", "heat", "x-ticks", "y-ticks", "labels", "title"].contains(&shape.part.as_str());
        assert!(!outside || apart(b, area), "{shape:?} in {area:?}");
    }
    for part in ["x-ticks", "y-ticks"] {
        let words: Vec<&Shape> = shapes.iter().filter(|shape| shape.part == part).collect();
        // Slanted names have rectangles that overlap; those that stand upright must not.
        if words.iter().all(|shape| shape.bounds.height() < 12.0) {
            for (index, a) in words.iter().enumerate() {
                assert!(words[index + 1..].iter().all(|b| apart(a.bounds, b.bounds)), "{a:?}");
            }
        }
    }
    shapes
}

fn words<'a>(shapes: &'a [Shape], part: &str) -> Vec<&'a str> {
    shapes.iter().filter(|shape| shape.part == part).filter_map(|shape| shape.text.as_deref()).collect()
}

fn line(count: i32) -> Vec<(f64, f64)> {
    (1..=count).map(|n| (f64::from(n), f64::from(n * n))).collect()
}

#[test]
fn log_axes_have_powers_of_ten() {
    let points = vec![(0.5, 1.0), (3.0, 200_000.0)];
    let chart = Chart::new("t", Axis::linear("x"), Axis::log("y")).layer("a", Marks::Line(points));
    assert_eq!(words(&check(&chart), "y-ticks"), ["1", "10", "100", "10³", "10⁴", "10⁵"]);
}

#[test]
fn zeros_are_marked_on_a_log_axis() {
    let with = |value: f64| {
        let points = vec![(1.0, value), (2.0, 10.0), (3.0, 1e4)];
        check(&Chart::new("t", Axis::linear("x"), Axis::log("y")).layer("a", Marks::Points(points)))
    };
    let strokes = |shapes: &[Shape]| shapes.iter().filter(|shape| shape.part == "axes").count();
    assert_eq!(words(&with(0.0), "y-ticks")[0], "0");
    assert_eq!(words(&with(-3.0), "y-ticks")[0], "≤ 0");
    assert_eq!(words(&with(1.0), "y-ticks")[0], "1");
    assert_eq!((strokes(&with(0.0)), strokes(&with(1.0))), (3, 1), "the axis is broken above zeros alone");
}

#[test]
fn what_is_not_finite_is_left_out() {
    let clean = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Points(line(5)));
    let mut points = line(5);
    points.extend([(f64::NAN, 1.0), (2.0, f64::INFINITY), (f64::NEG_INFINITY, f64::NAN), (1e301, 3.0)]);
    let dirty = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Points(points));
    assert_eq!(clean.svg(), dirty.svg());
}

#[test]
fn a_line_is_broken_where_a_value_is_missing() {
    let lines = |middle: f64| {
        let points = vec![(1.0, 1.0), (2.0, 2.0), (3.0, middle), (4.0, 2.0), (5.0, 1.0)];
        let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Line(points));
        check(&chart).iter().filter(|shape| shape.part == "layer" && shape.looks.starts_with("none")).count()
    };
    assert_eq!((lines(3.0), lines(f64::NAN)), (1, 2));
}

#[test]
fn nothing_is_said_to_be_nothing() {
    let empty = [
        Chart::new("", Axis::linear(""), Axis::log("")),
        Chart::new("t", Axis::log("x"), Axis::linear("y")).layer("a", Marks::Line(vec![(f64::NAN, 1.0)])),
        Chart::new("t", Axis::categories("x", ["a"]), Axis::linear("y")).layer("a", Marks::Bars(vec![(7.0, 1.0)])),
        Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Diagonal),
        Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Cells(vec![(1.0, 1.0, 0.0)])),
        Chart::new("t", Axis::categories("x", [""; 0]), Axis::linear("y")),
    ];
    for chart in empty {
        assert!(check(&chart).iter().any(|shape| shape.text.as_deref() == Some("no data")), "{chart:?}");
    }
    let one = Chart::new("t", Axis::log("x"), Axis::log("y")).layer("a", Marks::Points(vec![(5.0, 0.0)]));
    assert!(check(&one).iter().all(|shape| shape.text.as_deref() != Some("no data")));
}

#[test]
fn layers_look_different_and_are_all_in_the_legend() {
    let mut chart = Chart::new("t", Axis::linear("x"), Axis::linear("y")).legend("all");
    for layer in 0..20 {
        chart = chart.layer(format!("layer {layer}"), Marks::Line(line(60)));
    }
    let shapes = check(&chart);
    let names = words(&shapes, "legend");
    assert_eq!(names.len(), 21);
    assert!((0..20).all(|layer| names.contains(&format!("layer {layer}").as_str())));
    let mut looks: Vec<&str> = shapes
        .iter()
        .filter(|shape| shape.part == "layer" && shape.looks.starts_with("none") && shape.bounds.width() > 300.0)
        .map(|shape| shape.looks.as_str())
        .collect();
    assert!(looks.len() >= 20);
    looks.sort_unstable();
    looks.dedup();
    assert!(looks.len() >= 20, "{looks:?}");
}

#[test]
fn layers_of_one_name_share_looks_and_entry() {
    let band = line(9).into_iter().map(|(x, y)| (x, y - 1.0, y + 1.0)).collect();
    let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y"))
        .layer("a", Marks::Band(band))
        .layer("a", Marks::Line(line(9)))
        .layer("", Marks::Points(line(3)));
    let shapes = check(&chart);
    assert_eq!(words(&shapes, "legend"), ["a"]);
    let colour = "#0072b2";
    assert_eq!(shapes.iter().filter(|shape| shape.part == "layer" && shape.looks.contains(colour)).count(), 4);
}

#[test]
fn a_band_without_a_name_looks_like_its_line() {
    let band = |from: usize| Marks::Band(line(9)[from..].iter().map(|&(x, y)| (x, y - 1.0, y + 1.0)).collect());
    let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y"))
        .layer("", Marks::Line(line(9)))
        .layer("", band(0))
        .layer("", band(4));
    let shapes = check(&chart);
    let layers: Vec<&Shape> = shapes.iter().filter(|shape| shape.part == "layer").collect();
    assert!(layers.len() >= 4 && layers.iter().all(|shape| shape.looks.contains("#0072b2")), "{layers:?}");
}

#[test]
fn a_long_line_has_markers_only_if_it_must_be_told_from_another() {
    let figures = |chart: &Chart| check(chart).iter().filter(|shape| shape.part == "layer").count();
    let alone = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Line(line(41)));
    assert_eq!(figures(&alone), 1);
    assert_eq!(figures(&alone.layer("b", Marks::Line(line(40)))), 4);
    let short = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Line(line(40)));
    assert_eq!(figures(&short), 2);
}

#[test]
fn long_words_are_wrapped_and_lose_nothing() {
    let long = "word ".repeat(90) + &"x".repeat(300);
    for names in [1, 2, 9] {
        let mut chart =
            Chart::new(long.clone(), Axis::linear(long.clone()), Axis::linear(long.clone())).legend(long.clone());
        for index in 0..names {
            chart = chart.layer(format!("{index} {long}"), Marks::Steps(line(4)));
        }
        let shapes = check(&chart);
        let letters: usize = words(&shapes, "legend").iter().map(|line| line.matches('x').count()).sum();
        assert_eq!(letters, 300 * (names + 1));
    }
}

#[test]
fn category_names_stay_inside() {
    for count in [1, 3, 8, 30, 400] {
        let names: Vec<String> = (0..count).map(|n| format!("category {n} with a long and telling name")).collect();
        let bars: Vec<(f64, f64)> = (0..count).map(|n| (f64::from(n), f64::from(n))).collect();
        let points = bars.iter().map(|&(x, y)| (y, x)).collect();
        let upright = Axis::categories("x", names.clone());
        check(&Chart::new("t", upright, Axis::linear("y")).layer("a", Marks::Bars(bars)));
        let beside =
            check(&Chart::new("t", Axis::linear("x"), Axis::categories("y", names)).layer("a", Marks::Points(points)));
        assert!(!words(&beside, "y-ticks").is_empty());
    }
}

#[test]
fn bars_stand_side_by_side() {
    let bars = || Marks::Bars(vec![(0.0, 3.0), (1.0, 5.0)]);
    let chart =
        Chart::new("t", Axis::categories("x", ["a", "b"]), Axis::linear("y")).layer("p", bars()).layer("q", bars());
    let shapes = check(&chart);
    let areas: Vec<&Shape> =
        shapes.iter().filter(|shape| shape.part == "layer" && shape.looks.starts_with('#')).collect();
    assert_eq!(areas.len(), 2);
    // Both reach from one name to the other, the second further to the right by its width.
    let (first, second) = (areas[0].bounds, areas[1].bounds);
    assert!(second.x0 - first.x0 > 50.0 && (second.y0 - first.y0).abs() < 0.01);
    assert!((first.y1 - plot(&shapes).y1).abs() < 0.6, "bars stand on zero");
}

#[test]
fn many_points_stay_small() {
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        f64::from(u32::try_from(seed >> 32).expect("32 bits"))
    };
    let points: Vec<(f64, f64)> = (0..50_000).map(|_| (next(), next())).collect();
    let cells = points.iter().map(|&(x, y)| (x, y, 1.0)).collect();
    let bars = points.iter().map(|&(x, y)| (x, y)).collect();
    let sorted: Vec<(f64, f64)> = points.iter().zip(0..).map(|(&(_, y), x)| (f64::from(x), y)).collect();
    let band = sorted.iter().map(|&(x, y)| (x, y, y + 1e9)).collect();
    let boxes =
        sorted.iter().take(5_000).filter_map(|&(x, y)| Some((x, Summary::of(&[y, y + 1.0, y + 9.0])?))).collect();
    let all = [
        Marks::Points(points.clone()),
        Marks::Line(points),
        Marks::Line(sorted.clone()),
        Marks::Steps(sorted),
        Marks::Cells(cells),
        Marks::Bars(bars),
        Marks::Band(band),
        Marks::Boxes(boxes),
    ];
    for marks in all {
        let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", marks);
        check(&chart);
        let size = chart.svg().len();
        assert!(size < 300_000, "{size} bytes of {:?}", std::mem::discriminant(&chart.layers[0].marks));
    }
}

#[test]
fn pictures_have_the_width_asked_for() {
    let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y")).layer("a", Marks::Line(line(5)));
    for width in [1, 380, 1521] {
        let png = chart.png(width).expect("a picture");
        let picture = tiny_skia::Pixmap::decode_png(&png).expect("PNG");
        assert_eq!(picture.width(), width);
    }
    let picture = tiny_skia::Pixmap::decode_png(&chart.png(760).expect("a picture")).expect("PNG");
    let dark = picture.pixels().iter().filter(|pixel| pixel.red() < 100 && pixel.blue() < 100).count();
    assert!(dark > 1_000, "words and frame are there");
    assert_eq!(picture.pixel(1, 1).map(|pixel| (pixel.red(), pixel.alpha())), Some((255, 255)));
    assert!(matches!(chart.png(0), Err(PlotError::Size { .. })));
    assert!(matches!(chart.png(1_000_000), Err(PlotError::Size { .. })));
}

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -100.0..1000.0_f64,
        2 => (0..20_i32).prop_map(f64::from),
        2 => (-320.0..308.0_f64).prop_map(|exponent| 10_f64.powf(exponent)),
        1 => any::<f64>(),
        1 => Just(0.0),
    ]
}

fn marks() -> impl Strategy<Value = Marks> {
    let pairs = || prop::collection::vec((value(), value()), 0..12);
    let triples = || prop::collection::vec((value(), value(), value()), 0..12);
    let summary = prop::collection::vec(value(), 0..9).prop_map(|sample| Summary::of(&sample));
    prop_oneof![
        pairs().prop_map(Marks::Line),
        pairs().prop_map(Marks::Steps),
        pairs().prop_map(Marks::Points),
        pairs().prop_map(Marks::Bars),
        prop::collection::vec((value(), summary), 0..6)
            .prop_map(|boxes| Marks::Boxes(boxes.into_iter().filter_map(|(x, summary)| Some((x, summary?))).collect())),
        triples().prop_map(Marks::Band),
        triples().prop_map(Marks::Cells),
        Just(Marks::Diagonal),
    ]
}

fn axis() -> impl Strategy<Value = Axis> {
    prop_oneof![
        "\\PC{0,30}".prop_map(Axis::linear),
        "\\PC{0,30}".prop_map(|label| Axis::log(label + " (s)")),
        Just(Axis::log("y")),
        prop::collection::vec("\\PC{0,40}", 0..15).prop_map(|names| Axis::categories("", names)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) })]

    #[test]
    fn every_chart_can_be_drawn(
        title in any::<String>(),
        (x, y) in (axis(), axis()),
        layers in prop::collection::vec(("\\PC{0,60}", marks()), 0..6),
    ) {
        let chart = layers.into_iter().fold(Chart::new(title, x, y), |chart, (name, marks)| chart.layer(name, marks));
        check(&chart);
        prop_assert!(chart.png(200).is_ok());
    }
}
