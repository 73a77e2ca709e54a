//! Writes the catalog as pages into a folder: `algorithms.md`, and one page for each algorithm below `algorithms/`.
//! `cargo xtask docs` calls it for `docs/`.

use std::path::PathBuf;
use std::{env, fs, io};

use fewest_engine::catalog::{markdown, pages};

fn main() -> io::Result<()> {
    let docs = env::args_os().nth(1).map(PathBuf::from).ok_or_else(|| io::Error::other("name the folder of docs"))?;
    let folder = docs.join("algorithms");
    fs::create_dir_all(&folder)?;
    // A page whose algorithm is gone goes too.
    for entry in fs::read_dir(&folder)? {
        fs::remove_file(entry?.path())?;
    }
    fs::write(docs.join("algorithms.md"), markdown())?;
    pages().into_iter().try_for_each(|(name, page)| fs::write(folder.join(name), page))
}
