//! Measures searches on a card, and prints figures as Markdown.
//!
//! `suite FILE [small|large|pair] [SECONDS] [NUMBERS]` reads a puzzle a line, `number length cells…` as `examples/korf24.txt`
//! has them, and writes a row of a Markdown table for each. A length that differs ends it with an error, and so does a
//! solution that does not replay.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{env, fs};

use fewest_gpu::{Frame, Partition, Solver};
use fewest_search::{Limits, Outcome};

struct Puzzle {
    number: u32,
    length: u32,
    board: Vec<u8>,
}

fn read(text: &str) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let puzzle = |line: &str| -> Result<Puzzle, Box<dyn Error>> {
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
        let [number, length, board @ ..] = &numbers[..] else { return Err("a line is too short".into()) };
        let board = board.iter().map(|&tile| u8::try_from(tile)).collect::<Result<_, _>>()?;
        Ok(Puzzle { number: *number, length: *length, board })
    };
    lines.map(puzzle).collect()
}

#[expect(clippy::cast_precision_loss, reason = "figures are shown with some digits")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("name a file of puzzles")?;
    let tables = arguments.next().unwrap_or_else(|| "small".to_owned());
    let seconds: f64 = arguments.next().map_or(Ok(10.0), |text| text.parse())?;
    let only: Option<Vec<u32>> =
        arguments.next().map(|text| text.split(',').map(str::parse).collect::<Result<_, _>>()).transpose()?;
    let puzzles = read(&fs::read_to_string(file)?)?;
    let (width, height) = match puzzles.first().map(|puzzle| puzzle.board.len()) {
        Some(25) => (5, 5),
        Some(20) => (4, 5),
        Some(16) => (4, 4),
        _ => return Err("puzzles have 16, 20 or 25 cells".into()),
    };
    let partitions = match tables.as_str() {
        "small" => vec![Partition::small(width, height)],
        "large" => vec![Partition::large(width, height).ok_or("there are no large tables for this board")?],
        "pair" => vec![
            Partition::large(width, height).ok_or("there are no large tables for this board")?,
            ".aaaaaaaabccbbbcccbbcccbb".parse()?,
        ],
        written => vec![written.parse()?],
    };
    let begun = Instant::now();
    let device = fewest_gpu::cuda::cards()?.remove(0);
    let goal: Vec<u8> = (0..width * height).map(|cell| u8::try_from(cell).expect("few cells")).collect();
    let frame = Frame::new(width, height, &goal)?;
    let opened = begun.elapsed();
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let mut solver = Solver::new(&device, &frame, &partitions, None, go_on)?.ok_or("the build was stopped")?;
    let facts = device.facts();
    println!("{} ({}), {} processors; {}", facts.name, facts.architecture, facts.processors, solver.name());
    println!(
        "driver opened after {:.2} s; kernels compiled and {:.3} GB of tables built after {:.2} s\n",
        opened.as_secs_f64(),
        solver.table_bytes() as f64 / 1e9,
        begun.elapsed().as_secs_f64()
    );
    println!(
        "| # | length | expansions | seconds | 10⁹ expansions/s | lookups a node | nodes a step | spilled | launches |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let (mut solved, mut all, mut expanded, mut slowest, mut wrong) = (0_u32, 0.0_f64, 0_u64, 0.0_f64, 0_u32);
    let chosen = |puzzle: &&Puzzle| only.as_ref().is_none_or(|only| only.contains(&puzzle.number));
    for Puzzle { number, length, board } in puzzles.iter().filter(chosen) {
        let limits = Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() };
        let begun = Instant::now();
        let run = solver.solve(board, 0, &limits, &mut ())?;
        let (time, counts) = (begun.elapsed().as_secs_f64(), solver.counts());
        let result = match &run.outcome {
            Outcome::Solved { moves, cost, .. } => {
                let mut end = board.clone();
                for &to in moves {
                    let blank = end.iter().position(|&tile| tile == 0).ok_or("no blank")?;
                    end.swap(blank, usize::from(to));
                }
                wrong += u32::from(end != goal || moves.len() != *cost as usize || (*length > 0 && cost != length));
                (solved, all, slowest) = (solved + 1, all + time, slowest.max(time));
                expanded += run.stats.expanded;
                cost.to_string()
            }
            Outcome::LimitReached { lower_bound, .. } => format!("at least {lower_bound}"),
            other @ Outcome::Unsolvable { .. } => format!("{other:?}"),
        };
        let nodes = run.stats.expanded.max(1) as f64;
        println!(
            "| {number} | {result} | {} | {time:.3} | {:.2} | {:.2} | {:.1} | {:.1} % | {} |",
            run.stats.expanded,
            nodes / time / 1e9,
            counts.lookups as f64 / nodes,
            nodes / counts.steps.max(1) as f64,
            100.0 * counts.spilled as f64 / nodes,
            counts.launches,
        );
    }
    println!(
        "\n{solved} solved, {wrong} wrong; {all:.2} s together, mean {:.3} s, worst {slowest:.2} s; {expanded} expansions, {:.2}·10⁹ a second",
        all / f64::from(solved.max(1)),
        expanded as f64 / all.max(1e-9) / 1e9
    );
    if wrong > 0 { Err(format!("{wrong} solutions are wrong").into()) } else { Ok(()) }
}
