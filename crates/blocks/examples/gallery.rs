//! Draws the library in every way there is, to be looked at.
//!
//! ```text
//! cargo run -p fewest-blocks --example gallery -- FOLDER
//! ```

use std::path::Path;
use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Blocks, Metric, Position, Puzzle, formats, library, scene};
use fewest_render::{Pace, Paper, SheetItem, Style, Theme};
use fewest_search::{Limits, Outcome, Search, Zero};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let light = Style::default();
    let dark = Style { theme: Theme::dark(), ..Style::default() };
    let mut items = Vec::new();
    for entry in library::all() {
        let scene = scene::scene(&Position::start(Arc::new(entry.puzzle())));
        std::fs::write(folder.join(format!("{}.svg", entry.name)), fewest_render::svg(&scene, &light))?;
        std::fs::write(folder.join(format!("{}.png", entry.name)), fewest_render::png(&scene, &light)?)?;
        let by = entry.by.map_or(String::new(), |by| format!("{by}, "));
        let note = format!(
            "{by}{} moves, {} steps",
            entry.optimum(Metric::Move).unwrap_or(0),
            entry.optimum(Metric::Step).unwrap_or(0)
        );
        items.push(SheetItem { scene, heading: entry.title.to_owned(), note });
    }
    let print = Style { theme: Theme::print(), ..Style::default() };
    std::fs::write(folder.join("library.pdf"), fewest_render::pdf("Sliding blocks", &items, Paper::A4, &print)?)?;

    let board = "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM";
    let rush = formats::read(board)?.1.validate()?;
    std::fs::write(
        folder.join("rush.png"),
        fewest_render::png(&scene::scene(&Position::start(Arc::new(rush))), &dark)?,
    )?;
    let odd: Puzzle = "title: Odd shapes\nlock fixed: f\ngate a:\n.......\n.......\n.......\n.......\n+......\n\
                       exit out right:\n.......\n.......\n......+\n......+\n.......\nstart:\n\
                       aa.bbb\naacb.b.\n.cccbbb\n f.dd..\n.....#e\ngoal:\n.......\n.......\n.......\n.......\n.......\nleaves a: out\n"
        .parse()?;
    std::fs::write(
        folder.join("odd.png"),
        fewest_render::png(&scene::scene(&Position::start(Arc::new(odd))), &light)?,
    )?;

    for name in ["pennant", "hughes"] {
        let puzzle = library::find(name).ok_or("it is there")?.puzzle();
        let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Move)?;
        let run = Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
        let Outcome::Solved { moves, .. } = run.outcome else { return Err("no solution".into()) };
        let start = Position::start(space.puzzle().clone());
        let film = scene::film(&start, &space.shifts(&start, &moves)?, Metric::Move)?;
        std::fs::write(folder.join(format!("{name}.html")), fewest_render::html(&film, &light))?;
        let style = Style { cell: 48, ..light.clone() };
        std::fs::write(folder.join(format!("{name}.gif")), fewest_render::gif(&film, &style, Pace::default())?)?;
        std::fs::write(folder.join(format!("{name}-frame.png")), fewest_render::png(&film.scenes[7], &light)?)?;
    }
    Ok(())
}
