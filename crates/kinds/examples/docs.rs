//! Writes what is made from the engine's own lists into a folder: `algorithms.md`, one page for each algorithm below
//! `algorithms/`, and `schema.json`. `cargo xtask docs` calls it for `docs/`.

use std::path::PathBuf;
use std::{env, fs, io};

use fewest_engine::catalog::{BY_HAND, markdown, pages};
use fewest_engine::schema;
use fewest_kinds::INFOS;

fn main() -> io::Result<()> {
    let docs = env::args_os().nth(1).map(PathBuf::from).ok_or_else(|| io::Error::other("name the folder of docs"))?;
    let folder = docs.join("algorithms");
    fs::create_dir_all(&folder)?;
    // A page whose algorithm is gone goes too.
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        if !BY_HAND.iter().any(|name| entry.file_name() == *name) {
            fs::remove_file(entry.path())?;
        }
    }
    fs::write(docs.join("algorithms.md"), markdown(INFOS))?;
    fs::write(docs.join("schema.json"), schema::text(INFOS))?;
    pages(INFOS).into_iter().try_for_each(|(name, page)| fs::write(folder.join(name), page))
}
