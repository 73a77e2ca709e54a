//! Builds tables and prints what they took: wall and processor time, the memory that was asked for, entries and
//! the histogram of values.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example table_builds -- 7-8 6-6-3 5-5-5 fringe corner fringe-mtm exact-3x4
//! ```
//!
//! Names are those of the named sets, with `-mtm` behind those that are not additive; `exact-WxH` and `exact-WxH-mtm` are
//! all distances of a board; anything else is a partition of 4×4 such as `1,2,3,4/5,6,7,8`. First may come `--threads N`,
//! then `--tables DIR`: the tables are taken from that folder, or stored there.

use std::error::Error;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Instant;

use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::Store;
use fewest_tiles::pdb::{Kind, NamedSet, Partition, Plan, Shape, Tables, exact_plan};
use fewest_tiles::{Goal, Mtm, Size, Stm};

fn plan(name: &str) -> Result<Plan, Box<dyn Error>> {
    let (name, slides) = match name.strip_suffix("-mtm") {
        Some(name) => (name, true),
        None => (name, false),
    };
    if let Some(board) = name.strip_prefix("exact-") {
        let (width, height) = board.split_once('x').ok_or("write exact-3x4")?;
        let goal = Goal::BlankLast.position(Size::new(width.parse()?, height.parse()?)?)?;
        return Ok(if slides { exact_plan::<Mtm>(&goal)? } else { exact_plan::<Stm>(&goal)? });
    }
    let goal = Goal::BlankLast.position(Size::new(4, 4)?)?;
    let (partitions, kind) = match NamedSet::find(name) {
        Some(set) => (set.partitions(&goal).ok_or("the blank is in a corner")?, set.kind()),
        None => (vec![Partition::parse(name, goal.size())?], Kind::Additive),
    };
    let (kind, encoding) = if slides { (Kind::FullSlides, Encoding::NIBBLE) } else { (kind, Encoding::NIBBLE) };
    Ok(Plan::new(&goal, &partitions, kind, encoding)?)
}

/// Processor time of this process so far, in seconds, where the system tells.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u32 = fields.get(11)?.parse::<u32>().ok()? + fields.get(12)?.parse::<u32>().ok()?;
    Some(f64::from(ticks) / 100.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let mut builder = Builder::default();
    if names.first().is_some_and(|name| name == "--threads") {
        builder.threads = names.get(1).ok_or("how many threads?")?.parse::<NonZero<usize>>()?;
        names.drain(..2);
    }
    let mut store = None;
    if names.first().is_some_and(|name| name == "--tables") {
        store = Some(Store::new(names.get(1).ok_or("which folder?")?));
        names.drain(..2);
    }
    for name in names {
        let plan = plan(&name)?;
        let needed = plan.shapes().iter().map(|shape| shape.memory_needed(&builder, plan.encoding())).max();
        let (start, cpu) = (Instant::now(), processor_seconds());
        let tables = match &store {
            None => Tables::build(&plan, &builder)?,
            Some(store) => {
                let watch = &mut |shape: &Shape, progress: &Progress| {
                    eprintln!("{shape}: level {}, {} of {}", progress.level, progress.known, progress.entries);
                    ControlFlow::Continue(())
                };
                let (tables, notices) = Tables::obtain(&plan, store, &builder, watch)?;
                for notice in notices {
                    eprintln!("{notice}");
                }
                tables
            }
        };
        let wall = start.elapsed().as_secs_f64();
        let cpu = processor_seconds().zip(cpu).map_or(f64::NAN, |(after, before)| after - before);
        let needed = needed.unwrap_or(0) / 1_000_000;
        println!("{name}: {wall:.2} s wall, {cpu:.2} s processor, {needed} MB while building");
        for table in tables.iter() {
            println!("  {}: {} entries, {:?}", table.recipe().key, table.recipe().entries, table.histogram());
        }
    }
    Ok(())
}
