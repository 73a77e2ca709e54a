//! Counts.
use fewest_blocks::design::LayoutCensus;
fn main() {
    let started = std::time::Instant::now();
    let all = LayoutCensus::huarong_dao().run(&Default::default()).unwrap();
    println!("{} {} {} {} {:?}", all.sets.len(), all.layouts(), all.groups(), all.classes, started.elapsed());
}
