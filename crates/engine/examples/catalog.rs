//! Prints the catalog as the page `docs/algorithms.md`; `cargo xtask docs` puts it there.

fn main() {
    print!("{}", fewest_engine::catalog::markdown());
}
