use std::time::Instant;
use fewest_pdb::build::Builder;
use fewest_pdb::encoding::Encoding;
use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
use fewest_tiles::pdb::*;
use fewest_tiles::*;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let goal = Goal::BlankFirst.position(Size::new(4, 4).unwrap()).unwrap();
    let space = Tiles::<Nibbles, Stm>::new(&goal).unwrap();
    let partitions: Vec<Partition> = match NamedSet::find(&args[1]) {
        Some(set) => set.partitions(&goal).unwrap(),
        None => vec![Partition::parse(&args[1], goal.size()).unwrap()],
    };
    let mut all = Vec::new();
    for p in partitions { for m in p.with_mirrors(&goal) { println!("{m}"); all.push(m) } }
    let encoding: Encoding = args[2].parse().unwrap();
    let plan = Plan::new(&goal, &all, Kind::Additive, encoding).unwrap();
    println!("{} partitions, {} shapes, {} bytes", plan.partitions(), plan.shapes().len(), plan.bytes());
    let start = Instant::now();
    let tables = if let Ok(folder) = std::env::var("S") {
        let store = fewest_pdb::store::Store::new(folder);
        let b = Builder { threads: std::env::var("T").map_or(2, |t| t.parse().unwrap()).try_into().unwrap(), ..Builder::default() };
        for shape in plan.shapes() { println!("needs {}", shape.memory_needed(&b, encoding)); }
        let (t, notices) = Tables::obtain(&plan, &store, &b, &mut |_, p| { eprintln!("{p:?}"); std::ops::ControlFlow::Continue(()) }).unwrap();
        println!("{notices:?}");
        t
    } else { Tables::build(&plan, &Builder { threads: std::env::var("T").map_or(2, |t| t.parse().unwrap()).try_into().unwrap(), ..Builder::default() }).unwrap() };
    for table in tables.iter() {
        println!("{} {:?} {:?}", table.recipe().key, table.build_time(), table.histogram());
    }
    println!("built {:?}", start.elapsed());
    if args.len() > 3 {
        return;
    }
    let instances = std::fs::read_to_string("/work/shared/data/korf15_100.txt").unwrap();
    macro_rules! solve { ($g:literal, $t:literal) => {{
        let h = AdditivePdb::<_, $g, $t>::new(&space, &plan, &tables).unwrap();
        for _ in 0..3 {
        let (mut total, mut nodes) = (0, 0);
        let start = Instant::now();
        for line in instances.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let position: Position = words[2..].join(" ").parse().unwrap();
            let run = IdaStar.run(&space, &space.board(&position).unwrap(), &h, &Limits::default(), &mut ());
            let Outcome::Solved { cost, .. } = run.outcome else { panic!() };
            assert_eq!(cost.to_string(), words[1]);
            total += cost;
            nodes += run.stats.generated;
        }
        let t = start.elapsed();
        println!("{total} moves, {nodes} generated, {t:?}, {:.1} M/s", nodes as f64 / t.as_secs_f64() / 1e6);
        }
    }}}
    match (plan.partitions(), plan.most_patterns()) {
        (1, ..=2) => solve!(1, 2),
        (2, ..=2) => solve!(2, 2),
        (2, ..=3) => solve!(2, 3),
        (2, ..=4) => solve!(2, 4),
        (1, ..=4) => solve!(1, 4),
        (4, ..=3) => solve!(4, 3),
        other => println!("{other:?}"),
    }
}
