//! Games played by key and by mouse on a screen that is a buffer.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use fewest_engine::{Puzzle, Session};
use fewest_kinds::KINDS;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use crate::app::App;
use crate::game::Opened;
use crate::search::Searcher;
use crate::theme::Colors;

/// A program without a terminal.
fn program(metric: Option<&str>) -> App {
    let searcher = Searcher::new(Session::in_memory(KINDS), 60.0);
    App::new(searcher, Colors::None, metric.map(str::to_owned))
}

fn game(puzzle: Puzzle) -> App {
    let mut app = program(None);
    app.open(Opened { puzzle, random: None }).unwrap();
    app
}

fn named(name: &str) -> Puzzle {
    KINDS.find(name).unwrap().1.puzzle
}

fn press(app: &mut App, code: KeyCode) {
    app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE))).unwrap();
}

fn type_in(app: &mut App, keys: &str) {
    keys.chars().for_each(|key| press(app, KeyCode::Char(key)));
}

fn mouse(app: &mut App, kind: MouseEventKind, (column, row): (u16, u16)) {
    app.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })).unwrap();
}

/// The screen as text.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    app.draw(&mut buffer);
    let rows = buffer.content().chunks(usize::from(width).max(1));
    let row = |cells: &[ratatui_core::buffer::Cell]| {
        cells.iter().map(ratatui_core::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

/// Where a text is on the screen of 80×24.
fn place(app: &mut App, text: &str) -> (u16, u16) {
    let screen = screen(app, 80, 24);
    let (y, line) =
        screen.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap_or_else(|| panic!("{screen}"));
    let x = line[..line.find(text).unwrap()].chars().count();
    (u16::try_from(x).unwrap(), u16::try_from(y).unwrap())
}

/// Waits for what searches say until the screen says this.
fn wait_for(app: &mut App, text: &str) -> String {
    let begun = Instant::now();
    loop {
        app.tick(Instant::now()).unwrap();
        let now = screen(app, 80, 24);
        if now.contains(text) {
            return now;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "no {text:?} on\n{now}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn examples() -> impl Iterator<Item = Puzzle> {
    let other = [Puzzle::new("pancake", "-3 +1 -2"), Puzzle::new("tiles", "5 1 2/3 4 0").with("metric", "mtm")];
    KINDS.infos().map(fewest_engine::KindInfo::example).filter(|puzzle| puzzle.kind != "blocks").chain(other)
}

#[test]
fn hints_lead_every_kind_to_the_goal_in_the_fewest_moves() {
    for puzzle in examples() {
        let name = puzzle.kind.clone();
        let mut app = game(puzzle);
        let mut steps = 0;
        loop {
            type_in(&mut app, "t");
            wait_for(&mut app, "t again");
            type_in(&mut app, "t");
            steps += 1;
            let shown = screen(&mut app, 80, 24);
            if shown.contains("Solved in") {
                break;
            }
            assert!(steps < 200, "{name} goes nowhere:\n{shown}");
        }
        let end = wait_for(&mut app, "no solution is shorter");
        assert!(end.contains("You took"), "{end}");
        // Back to the start and forth again, move by move.
        (0..steps).for_each(|_| type_in(&mut app, "u"));
        assert!(screen(&mut app, 80, 24).contains("Made            0 "), "{name}");
        (0..steps).for_each(|_| type_in(&mut app, "r"));
        assert!(screen(&mut app, 80, 24).contains("Solved in"), "{name}");
    }
}

#[test]
fn keys_and_mouse_move_every_kind() {
    let made = |app: &mut App| !screen(app, 80, 24).contains("Made            0 ");
    for puzzle in examples().chain([named("klotski")]) {
        // Where pushes are counted, a walk counts nothing.
        let puzzle = if puzzle.kind == "sokoban" { puzzle.with("metric", "move") } else { puzzle };
        let mut app = game(puzzle);
        assert!(!made(&mut app));
        // No puzzle withstands all arrows, a choice, and a disc that is taken and put.
        for code in [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right] {
            press(&mut app, code);
        }
        type_in(&mut app, "13");
        for _ in 0..3 {
            press(&mut app, KeyCode::Tab);
            press(&mut app, KeyCode::Enter);
        }
        let moved = made(&mut app);
        press(&mut app, KeyCode::Home);
        assert!(moved && !made(&mut app), "{}", screen(&mut app, 80, 24));
    }
    let mut app = game(Puzzle::new("tiles", "1 2 3/4 5 6/7 0 8"));
    let five = place(&mut app, "5");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), five);
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), five);
    assert!(made(&mut app));
    mouse(&mut app, MouseEventKind::Down(MouseButton::Right), five);
    assert!(!made(&mut app), "the right button takes it back");
    press(&mut app, KeyCode::Left);
    let end = wait_for(&mut app, "no solution is shorter");
    assert!(end.contains("Solved in 1 move:"), "{end}");
}

#[test]
fn letters_turn_a_cube() {
    let mut app = game(Puzzle::new("cube", "R U"));
    type_in(&mut app, "U");
    assert!(screen(&mut app, 80, 24).contains("Made            1 turn"));
    // What follows makes it another turn, and not one more.
    type_in(&mut app, "'");
    assert!(screen(&mut app, 80, 24).contains("Made            1 turn"));
    type_in(&mut app, "R'");
    let end = wait_for(&mut app, "no solution is shorter");
    assert!(end.contains("Solved in 2 turns:"), "{end}");
    let mut app = game(Puzzle::new("pancake", "3 1 2"));
    type_in(&mut app, "U'2");
    assert!(screen(&mut app, 80, 24).contains("Made            0 "), "letters turn nothing else");
}

#[test]
fn a_drag_of_several_steps_is_one_move_and_one_undo() {
    let mut app = game(Puzzle::new("blocks", "z...\n....\n\n...z\n...."));
    let from = place(&mut app, "z");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), from);
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), (from.0 + 10, from.1));
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), (from.0 + 10, from.1 + 5));
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), (from.0 + 10, from.1 + 5));
    assert_eq!(place(&mut app, "z"), (from.0 + 10, from.1 + 5));
    assert!(screen(&mut app, 80, 24).contains("Made            1 move"));
    type_in(&mut app, "u");
    assert_eq!(place(&mut app, "z"), from);
    // Shift goes as far as it can: to the edge, which is the goal.
    app.event(&Event::Key(KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT))).unwrap();
    assert!(screen(&mut app, 80, 24).contains("Solved in 1 move"));
}

#[test]
fn a_gap_is_no_optimum() {
    let fewest = crate::table::Fewest { least: Some(89), most: Some(113), is_unsolvable: false };
    assert_eq!((fewest.exactly(), fewest.brief().as_deref()), (None, Some("≤ 113 ≥ 89")));
    let mut app = game(Puzzle::new("tiles", "1 2 3/4 5 6/8 7 0"));
    type_in(&mut app, "o");
    let said = wait_for(&mut app, "There is no solution");
    assert!(said.contains("Fewest          no solution"), "{said}");
}

#[test]
fn a_solution_is_watched_step_by_step() {
    let mut app = game(Puzzle::new("tiles", "1 2 3/0 4 6/7 5 8"));
    type_in(&mut app, "v");
    wait_for(&mut app, "0 of 3");
    type_in(&mut app, " ");
    press(&mut app, KeyCode::Right);
    press(&mut app, KeyCode::Right);
    let shown = screen(&mut app, 80, 24);
    assert!(shown.contains("move 2 of 3: U") && shown.contains("paused"), "{shown}");
    press(&mut app, KeyCode::Left);
    assert!(screen(&mut app, 80, 24).contains("move 1 of 3: L"));
    type_in(&mut app, "q");
    assert!(screen(&mut app, 80, 24).contains("Made            0 moves"), "the game is as it was");
}

#[test]
fn a_small_terminal_says_what_it_lacks() {
    let mut app = game(named("klotski"));
    assert!(screen(&mut app, 80, 24).contains("Made"));
    assert!(screen(&mut app, 40, 14).contains("0 moves · fewest 81"), "{}", screen(&mut app, 40, 14));
    let small = screen(&mut app, 20, 6);
    assert!(small.starts_with("Terminal too small:") && small.contains("has 20 × 6."), "{small}");
    for (width, height) in [(0, 0), (1, 1), (24, 8), (300, 100)] {
        screen(&mut app, width, height);
        type_in(&mut app, "?");
        screen(&mut app, width, height);
        type_in(&mut app, "?");
    }
}

#[test]
fn the_picker_finds_a_puzzle_and_draws_random_ones() {
    let mut app = program(None);
    app.pick(None);
    let kinds = screen(&mut app, 80, 24);
    assert!(KINDS.infos().all(|info| kinds.contains(info.title)), "{kinds}");
    let at = place(&mut app, "Sokoban");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), at);
    assert!(screen(&mut app, 80, 24).contains("A random one"));
    type_in(&mut app, "two r");
    press(&mut app, KeyCode::Enter);
    assert!(screen(&mut app, 80, 24).contains("Two rooms"), "{}", screen(&mut app, 80, 24));
    type_in(&mut app, "p");
    press(&mut app, KeyCode::Esc);
    assert!(screen(&mut app, 80, 24).contains("What would you like"), "back to the kinds");
    press(&mut app, KeyCode::Esc);
    assert!(screen(&mut app, 80, 24).contains("Made "), "back to the game");

    let mut app = program(None);
    app.pick(None);
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Backspace);
    press(&mut app, KeyCode::Backspace);
    press(&mut app, KeyCode::Backspace);
    type_in(&mut app, "3x3");
    press(&mut app, KeyCode::Enter);
    wait_for(&mut app, "3×3 board");
    type_in(&mut app, "n");
    wait_for(&mut app, "3×3 board");
}
