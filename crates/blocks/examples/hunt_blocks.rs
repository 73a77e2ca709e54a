//! Hunts.
use fewest_blocks::design::*;
use fewest_blocks::*;
use fewest_search::Limits;
use std::ops::ControlFlow;
fn main() {
    let arg = |n: usize, d: u64| std::env::args().nth(n).and_then(|n| n.parse().ok()).unwrap_or(d);
    let anneal = Anneal { seed: arg(2, 1), steps: arg(4, 300) as u32, ..Anneal::default() };
    let limits = Limits { time: Some(std::time::Duration::from_secs(arg(3, 20))), ..Limits::default() };
    let mut wish = BlocksWish::new(LayoutCensus::huarong_dao(), 0, Square::new(1, 3));
    if arg(1, 0) == 1 {
        wish.method = Method::Anneal(anneal);
    }
    let family = BlocksHunt::new(wish, &Limits::default()).unwrap();
    let hunt = Hunt { threads: std::num::NonZeroUsize::MIN, keep: 3, ..Hunt::default() };
    let started = std::time::Instant::now();
    let catch = hunt
        .run(&family, &limits, |event| {
            if let Event::Found(d) = event {
                eprintln!("{} {}", d.find.length, d.find.positions);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    println!("{} {:?} {:?}", catch.done, catch.limit, started.elapsed());
    for d in catch.best {
        println!("{} {}\n{}", d.find.length, d.find.positions, d.find.text);
    }
}
