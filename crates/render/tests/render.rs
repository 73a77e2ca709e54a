//! Pictures are well formed, the same each time, and show what the scene says; no scene is too odd to be drawn.
#![cfg(all(feature = "gif", feature = "pdf", feature = "png"))]

use fewest_render::{
    Colour, Film, Mark, MarkKind, Motion, Pace, Paper, Piece, RenderError, Rgb, Scene, SheetItem, Side, Style, Theme,
    gif, html, pdf, png, svg,
};
use proptest::prelude::*;

/// A scene with one of everything.
fn rich() -> Scene {
    let mut scene = Scene::new("Nice & \"quoted\" <title>", 4, 3);
    scene.description.push_str("Three pieces > two");
    scene.caption.push_str("1/2 aR2");
    scene.floor.retain(|cell| *cell != (3, 0) && *cell != (0, 2));
    scene.walls.push((3, 0));
    scene.marks = vec![
        Mark { kind: MarkKind::Target, cells: vec![(1, 1), (2, 1)], colour: Colour::Accent },
        Mark { kind: MarkKind::Gate, cells: vec![(1, 2)], colour: Colour::Hue(1) },
        Mark { kind: MarkKind::Opening(Side::Right), cells: vec![(3, 1), (3, 2)], colour: Colour::Accent },
    ];
    scene.pieces = vec![
        Piece::new(0, vec![(0, 0), (1, 0)], "a", Colour::Accent),
        Piece { motion: Motion::Vertical, ..Piece::new(1, vec![(2, 0), (2, 1)], "Q", Colour::Hue(2)) },
        Piece { motion: Motion::Fixed, ..Piece::new(2, vec![(3, 2)], "12", Colour::Grey) },
    ];
    scene
}

/// The same with the first piece elsewhere.
fn moved() -> Scene {
    let mut scene = rich();
    scene.pieces[0].cells = vec![(0, 1), (1, 1)];
    scene.pieces.pop();
    scene
}

/// Whether no pixel lets through what lies behind.
fn is_opaque(pixels: &tiny_skia::Pixmap) -> bool {
    pixels.pixels().iter().all(|pixel| pixel.alpha() == 255)
}

/// Reads a text as XML and counts its elements; panics where tags do not match, or a sign is not escaped.
fn elements(text: &str) -> usize {
    let mut open: Vec<&str> = Vec::new();
    let mut count = 0;
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let between = &rest[..start];
        assert!(!between.contains('>'), "{between:?}");
        for part in between.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| part.starts_with(known)), "{part:?}");
        }
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "{tag:?}");
        rest = &rest[end + 1..];
        if tag.starts_with('!') {
            continue;
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{text}");
        } else {
            count += 1;
            if !tag.ends_with('/') && !matches!(name, "meta") {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    count
}

#[test]
fn svg_is_xml_with_words_for_those_who_cannot_see() {
    let text = svg(&rich(), &Style::default());
    assert!(elements(&text) > 30);
    assert!(text.contains("role=\"img\"") && text.contains("aria-labelledby=\"fewest-title fewest-desc\""));
    assert!(text.contains("<title id=\"fewest-title\">Nice &amp; &quot;quoted&quot; &lt;title&gt;</title>"));
    assert!(text.contains("<desc id=\"fewest-desc\">Three pieces &gt; two</desc>"));
    assert!(!text.contains("<text"), "letters are strokes");
    // Four squares and two margins of 0.45; a caption of 0.55 below.
    assert!(text.contains("viewBox=\"0 0 4.9 4.45\""), "{text}");
    let bare = Style { labels: false, marks: false, caption: false, ..Style::default() };
    assert!(svg(&rich(), &bare).contains("viewBox=\"0 0 4.9 3.9\""));
    assert!(elements(&svg(&rich(), &bare)) < elements(&text));
}

#[test]
fn png_has_its_size_and_the_colours_of_its_pieces() {
    let style = Style { cell: 20, caption: false, ..Style::default() };
    let file = png(&rich(), &style).expect("a picture");
    let pixels = tiny_skia::Pixmap::decode_png(&file).expect("a PNG");
    assert_eq!((pixels.width(), pixels.height()), (98, 78));
    let at = |x: f32, y: f32| {
        // Squares have 20 pixels, behind a margin of nine.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let pixel = pixels.pixel((9.0 + 20.0 * x) as u32, (9.0 + 20.0 * y) as u32).expect("on the picture");
        Rgb(pixel.red(), pixel.green(), pixel.blue())
    };
    let theme = Theme::light();
    assert_eq!(at(0.3, 0.7), theme.accent);
    assert_eq!(at(2.25, 1.55), theme.hues[2]);
    assert_eq!(at(3.5, 0.5), theme.frame);
    assert_eq!(at(-0.4, 2.5), theme.background.expect("light"));
    // Outside is not drawn, and the frame goes round it.
    assert_eq!(at(0.3, 2.7), theme.background.expect("light"));
    assert_eq!(at(0.5, 2.1), theme.frame);
    // No pixel is left half empty, also where the picture does not end with a pixel.
    assert!(is_opaque(&pixels));
    let odd = png(&rich(), &Style { cell: 23, ..Style::default() }).expect("a picture");
    let odd = tiny_skia::Pixmap::decode_png(&odd).expect("a PNG");
    assert!(is_opaque(&odd));
    // The opening.
    assert_eq!(at(4.12, 2.9), theme.floor);
    assert_eq!(at(-0.12, 0.5), theme.frame);
}

#[test]
fn pictures_are_the_same_each_time() {
    let film = Film::new("Film", vec![rich(), moved(), rich()]);
    let style = Style { cell: 24, ..Style::default() };
    let draw = || {
        let items = vec![SheetItem { scene: rich(), heading: "H".to_owned(), note: "n".to_owned() }];
        let sheet = pdf("T", &items, Paper::A4, &style).expect("a sheet");
        let animation = gif(&film, &style, Pace::default(), || true).expect("a film");
        (png(&rich(), &style).expect("a picture"), animation, sheet, html(&film, &style, || true), svg(&rich(), &style))
    };
    assert!(draw() == draw());
}

/// The frames of a GIF, put over each other, and their delays.
fn frames(file: &[u8]) -> Vec<(Vec<[u8; 4]>, u16)> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF");
    let width = usize::from(decoder.width());
    let mut canvas = vec![[0u8; 4]; width * usize::from(decoder.height())];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
            canvas[(top + y) * width + left + x] = pixel.try_into().expect("four bytes");
        }
        frames.push((canvas.clone(), frame.delay));
    }
    frames
}

#[test]
fn gif_moves_from_scene_to_scene() {
    let style = Style { cell: 24, ..Style::default() };
    let mut film = Film::new("Film", vec![rich(), moved(), rich()]);
    let pace = Pace { frames: 3, frame: 5, rest: 30, ends: 100 };
    let shown = frames(&gif(&film, &style, pace, || true).expect("a film"));
    let delays: Vec<u16> = shown.iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays, [100, 5, 5, 35, 5, 5, 100]);
    assert!(shown[0].0 == shown[6].0 && shown[0].0 != shown[3].0 && shown[1].0 != shown[2].0);
    // Colours are those of the picture, but for the rarest shades.
    let still = tiny_skia::Pixmap::decode_png(&png(&moved(), &style).expect("a picture")).expect("a PNG");
    let far = |most: u8| {
        let pairs = still.pixels().iter().zip(&shown[3].0);
        let apart = |a: &tiny_skia::PremultipliedColorU8, b: &[u8; 4]| {
            [a.red(), a.green(), a.blue()].iter().zip(b).any(|(a, b)| a.abs_diff(*b) > most)
        };
        pairs.filter(|(a, b)| apart(a, b)).count()
    };
    let all = still.pixels().len();
    assert!(far(0) * 10 < all && far(16) * 100 < all && far(40) == 0, "{} {} {} of {all}", far(0), far(16), far(40));
    // Where the film does not rest, it goes on.
    film.rests = vec![true, false, true];
    let delays: Vec<u16> =
        frames(&gif(&film, &style, pace, || true).expect("a film")).iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays, [100, 5, 5, 5, 5, 5, 100]);
    // The file loops.
    assert!(gif(&film, &style, pace, || true).expect("a film").windows(11).any(|bytes| bytes == b"NETSCAPE2.0"));
}

/// Whoever waits for a film may lose patience while its colours are chosen, while a frame is drawn, or between two.
#[test]
fn a_film_can_be_stopped_at_any_moment() {
    let film = Film::new("Film", vec![rich(), moved(), rich()]);
    let style = Style { cell: 120, ..Style::default() };
    let asked = std::cell::Cell::new(0);
    let until = |most: usize| {
        asked.set(0);
        let asked = &asked;
        move || {
            asked.set(asked.get() + 1);
            asked.get() <= most
        }
    };
    gif(&film, &style, Pace::default(), until(usize::MAX)).expect("a film");
    let picture = png(&rich(), &style).expect("a picture");
    let pixels = tiny_skia::Pixmap::decode_png(&picture).expect("pixels").pixels().len();
    // Four pictures for the colours, and nine frames: each is asked about again after so many pixels.
    assert!(asked.get() >= 9 + (4 + 9) * pixels.div_ceil(1 << 17), "{} times for {pixels} pixels", asked.get());
    for most in 0..asked.get() {
        assert_eq!(gif(&film, &style, Pace::default(), until(most)), Err(RenderError::Stopped));
    }
    for most in 0..3 {
        assert_eq!(html(&film, &style, until(most)), Err(RenderError::Stopped));
    }
    assert!(html(&film, &style, until(3)).is_ok());
}

#[test]
fn html_needs_nothing_else() {
    let mut film = Film::new("A <film>", vec![rich(), moved(), rich()]);
    let page = html(&film, &Style::default(), || true).expect("a page");
    let (body, script) = page.split_once("<script>").expect("a player");
    let (head, body) = body.split_once("<style>").expect("looks");
    let (css, body) = body.split_once("</style>").expect("looks");
    elements(&format!("{head}{body}</body></html>"));
    assert_eq!(body.matches("<figure>").count(), 3);
    assert!(body.contains("<h1>A &lt;film&gt;</h1>") && body.contains("aria-label=\"Three pieces &gt; two\""));
    for part in [head, css, body, script] {
        for outside in ["http", "url(", "src=", "@import", "<link"] {
            assert!(!part.contains(outside), "{outside}");
        }
    }
    // What scenes share is there once: each of the three pieces, the board and the marks, and three labels.
    assert_eq!(page.matches("<g id=\"s").count(), 8);
    for (index, _) in page.match_indices("href=\"#s") {
        let number: String = page[index + 8..].chars().take_while(char::is_ascii_digit).collect();
        assert!(page.contains(&format!("<g id=\"s{number}\">")));
    }
    // Scenes that are passed are not in the strip.
    film.rests = vec![true, false, true];
    let page = html(&film, &Style::default(), || true).expect("a page");
    assert_eq!(page.matches("<figure>").count(), 2);
    assert_eq!(film.stills().count(), 2);
}

#[test]
fn pdf_has_the_pages_it_needs() {
    let item = SheetItem { scene: rich(), heading: "L'Âne Rouge (1932)".to_owned(), note: "漢 81".to_owned() };
    for (count, pages) in [(1, 1), (6, 1), (7, 2), (13, 3)] {
        let file = pdf("Sheet", &vec![item.clone(); count], Paper::LETTER, &Style::default()).expect("a sheet");
        assert!(file.starts_with(b"%PDF-1.7") && file.trim_ascii_end().ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains(&format!("/Count {pages}")), "{count}");
        assert_eq!(text.matches("/MediaBox [0 0 612 792]").count(), pages);
    }
    assert_eq!(pdf("Sheet", &[], Paper::A4, &Style::default()), Err(RenderError::Nothing));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let large = Style { cell: 60_000, ..Style::default() };
    let error = png(&rich(), &large).expect_err("too large").to_string();
    assert!(error.contains("294000 by 267000 pixels, but at most 8192"), "{error}");
    assert_eq!(gif(&Film::default(), &Style::default(), Pace::default(), || true), Err(RenderError::Nothing));
    let film = Film::new("", vec![rich(), Scene::new("", 9, 9)]);
    assert_eq!(gif(&film, &Style::default(), Pace::default(), || true), Err(RenderError::Sizes(2)));
    let film = Film::new("", vec![rich(), rich()]);
    let pace = Pace { frames: u16::MAX, ..Pace::default() };
    assert_eq!(gif(&film, &Style::default(), pace, || true), Err(RenderError::TooLong(65_536)));
}

prop_compose! {
    fn odd_scenes()(
        columns in 0u16..20,
        rows in 0u16..20,
        title in "\\PC{0,12}",
        caption in "\\PC{0,12}",
        cells in prop::collection::vec(prop::collection::vec((0u16..24, 0u16..24), 0..6), 0..6),
        far in any::<bool>(),
        offset in (-30.0f32..30.0, -30.0f32..30.0),
        opacity in -1.0f32..2.0,
    ) -> Scene {
        let mut scene = Scene::new(title.clone(), columns, rows);
        scene.caption = caption;
        for (id, mut cells) in cells.into_iter().enumerate() {
            if far {
                cells.push((u16::MAX, 0));
            }
            scene.walls.extend(cells.iter().copied().take(1));
            scene.marks.push(Mark { kind: MarkKind::Target, cells: cells.clone(), colour: Colour::Hue(id) });
            scene.marks.push(Mark { kind: MarkKind::Opening(Side::Up), cells: cells.clone(), colour: Colour::Grey });
            scene.marks.push(Mark { kind: MarkKind::Gate, cells: cells.clone(), colour: Colour::Grey });
            let motion = [Motion::Free, Motion::Horizontal, Motion::Vertical, Motion::Fixed][id % 4];
            scene.pieces.push(Piece { offset, opacity, motion, ..Piece::new(id % 3, cells, title.clone(), Colour::Hue(id)) });
        }
        scene
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_scene_is_too_odd(scene in odd_scenes()) {
        let style = Style { cell: 7, ..Style::default() };
        elements(&svg(&scene, &style));
        prop_assert!(png(&scene, &style).is_ok());
        let mut still = scene.clone();
        still.pieces.reverse();
        let film = Film::new("", vec![scene.clone(), still]);
        prop_assert!(gif(&film, &style, Pace::default(), || true).is_ok());
        prop_assert!(html(&film, &style, || true).is_ok());
        let items = [SheetItem { scene, heading: String::new(), note: String::new() }];
        let paper = Paper { columns: 0, rows: 0, ..Paper::A4 };
        prop_assert!(pdf("", &items, paper, &style).is_ok());
    }
}
