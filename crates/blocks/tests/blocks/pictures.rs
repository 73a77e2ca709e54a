//! Scenes say what positions are, and films what moves are.

use std::sync::Arc;

use fewest_blocks::{Metric, Position, Puzzle, library, parse_shifts, scene};
use fewest_render::{Colour, MarkKind, Motion, Side};

#[test]
fn a_scene_shows_its_position() {
    let text = "lock vertical: c\ngate a:\n....\n+...\nexit out right:\n...+\n....\nstart:\naab.\n.#bc\ngoal:\n....\n....\nleaves a: out";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let scene = scene::scene(&Position::start(Arc::new(puzzle)));
    assert_eq!((scene.columns, scene.rows), (4, 2));
    assert_eq!((scene.floor.len(), scene.walls.as_slice()), (7, &[(1, 1)][..]));
    let cells: Vec<_> = scene.pieces.iter().map(|piece| (piece.label.as_str(), piece.cells.clone())).collect();
    assert_eq!(cells, [("a", vec![(0, 0), (1, 0)]), ("b", vec![(2, 0), (2, 1)]), ("c", vec![(3, 1)])]);
    assert_eq!(scene.pieces[0].colour, Colour::Accent);
    assert_ne!(scene.pieces[1].colour, scene.pieces[2].colour);
    assert_eq!(scene.pieces[2].motion, Motion::Vertical);
    let kinds: Vec<_> = scene.marks.iter().map(|mark| (mark.kind, mark.cells.clone())).collect();
    assert_eq!(kinds, [(MarkKind::Gate, vec![(0, 1)]), (MarkKind::Opening(Side::Right), vec![(3, 0)])]);
    assert!(scene.description.contains("a at row 1, column 1; b at row 1, column 3"), "{}", scene.description);
}

#[test]
fn alike_pieces_share_a_colour_and_goals_are_marked() {
    let klotski = library::find("klotski").expect("it is there").puzzle();
    let scene = scene::scene(&Position::start(Arc::new(klotski)));
    let colour = |label: &str| scene.pieces.iter().find(|piece| piece.label == label).expect(label).colour;
    assert_eq!(colour("a"), Colour::Accent);
    assert!(
        colour("b") == colour("e")
            && colour("g") == colour("j")
            && colour("b") != colour("f")
            && colour("f") != colour("g")
    );
    let [mark] = scene.marks.as_slice() else { panic!("{:?}", scene.marks) };
    assert_eq!((mark.kind, mark.cells.as_slice()), (MarkKind::Target, &[(1, 3), (2, 3), (1, 4), (2, 4)][..]));
    // A goal for all pieces would hide the board.
    let century = library::find("century-and-a-half").expect("it is there").puzzle();
    assert!(scene::scene(&Position::start(Arc::new(century))).marks.is_empty());
}

#[test]
fn a_film_rests_after_each_move_and_turns_corners() {
    let puzzle: Puzzle =
        "exit out down:\n..\n.+\nstart:\na.\nb.\ngoal:\n..\n..\nleaves a: out".parse().expect("a puzzle");
    let start = Position::start(Arc::new(puzzle));
    let shifts = parse_shifts("aRD2 bU").expect("moves");
    let film = scene::film(&start, &shifts, Metric::Move).expect("legal");
    let captions: Vec<&str> = film.scenes.iter().map(|scene| scene.caption.as_str()).collect();
    assert_eq!(captions, ["0/2 start", "1/2 aRD2", "1/2 aRD2", "1/2 aRD2", "2/2 bU"]);
    assert_eq!(film.rests, [true, false, false, true, true]);
    // It goes to the right, then fades on its way down, then is gone.
    assert_eq!(film.scenes[1].pieces[0].cells, [(1, 0)]);
    let leaving = &film.scenes[2].pieces[0];
    assert!((leaving.offset.1 - 2.0).abs() < 1e-6 && leaving.opacity == 0.0, "{leaving:?}");
    assert_eq!(film.scenes[3].pieces.len(), 1);
    assert_eq!(film.stills().count(), 3);
    let error =
        scene::film(&start, &parse_shifts("bR bR").expect("moves"), Metric::Move).expect_err("a wall").to_string();
    assert!(error.contains("piece `b` cannot go right"), "{error}");
}
