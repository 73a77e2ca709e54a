//! Hunts.
use fewest_blocks::design::{
    Anneal, Event, Hunt, Method,
    rush::{Census, RushHunt},
};
use fewest_search::Limits;
use std::ops::ControlFlow;
fn main() {
    let arg = |n: usize, d: u64| std::env::args().nth(n).and_then(|n| n.parse().ok()).unwrap_or(d);
    let size = u16::try_from(arg(1, 6)).unwrap();
    let anneal = Anneal { seed: arg(2, 1), steps: arg(4, 1500) as u32, heat: arg(5, 400) as u32 };
    let limits = Limits { time: Some(std::time::Duration::from_secs(arg(3, 20))), ..Limits::default() };
    let family =
        RushHunt { positions: arg(6, 100_000), ..RushHunt::new(Census::new(size, size), Method::Anneal(anneal)) };
    let hunt = Hunt { threads: std::num::NonZeroUsize::MIN, ..Hunt::default() };
    let catch = hunt
        .run(&family, &limits, |event| {
            if let Event::Found(d) = event {
                eprintln!("{} {} {}", d.find.length, d.find.text, d.find.positions);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    println!("{} {:?}", catch.done, catch.limit);
    for d in catch.best {
        println!("{} {} {}", d.find.length, d.find.text, d.find.positions);
    }
}
