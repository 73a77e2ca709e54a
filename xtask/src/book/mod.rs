//! The chore `book`: the documentation as a folder of static pages, and the check of every link in it.
//!
//! The book has the README, everything in `docs/`, and whatever they link to. It needs no program but this one: `mdBook` costs
//! forty times the processor time to install that the parser below costs to compile, `VitePress` ten times, and the policy of
//! `fewest serve` forbids the scripts and styles that both write into their pages. All addresses are relative, and nothing is
//! fetched by a script, so the book works under any address and from a folder.

mod integrity;
mod link;
mod markdown;
mod mentions;
mod nav;
mod picture;
mod search;
mod site;
mod template;
mod tree;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Result, bail};

use crate::shell::{announce, root};
use tree::Disk;

/// Where the book is written, under the root: beside the page, which links to it, and whose hosts serve it too.
const OUTPUT: &str = "web/dist/docs";

/// Files by their names in the book.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds the book, checks it, and writes it.
pub(crate) fn run() -> Result<()> {
    let files = build()?;
    write(&root().join(OUTPUT), &files)?;
    announce(&format!("book: wrote {OUTPUT}; open {OUTPUT}/index.html"));
    Ok(())
}

/// Builds the book and checks every link, and writes nothing.
pub(crate) fn check() -> Result<()> {
    build().map(drop)
}

fn build() -> Result<Files> {
    let tree = Disk(root());
    let (site, mut faults) = site::Site::read(&tree);
    faults.extend(mentions::faults(&root()).context("cannot read the sources")?);
    refuse(&faults)?;
    let files = site.render();
    // What the pages became is read again, by other means: their frame has links too.
    let (links, faults) = integrity::check(&files);
    refuse(&faults)?;
    announce(&format!("book: {} pages, {} files, {links} links, all of which lead somewhere", site.len(), files.len()));
    Ok(files)
}

fn refuse(faults: &[String]) -> Result<()> {
    match faults.len() {
        0 => Ok(()),
        1 => bail!("a fault in the documentation:\n  {}", faults[0]),
        count => bail!("{count} faults in the documentation:\n  {}", faults.join("\n  ")),
    }
}

/// Writes what has changed, and removes what is no more. A file that stays the same keeps its date, so nothing is built again on
/// its account.
fn write(folder: &Path, files: &Files) -> Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|old| old == *bytes) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    remove_others(folder, "", files).with_context(|| format!("cannot tidy {}", folder.display()))
}

fn remove_others(folder: &Path, prefix: &str, files: &Files) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            remove_others(&entry.path(), &format!("{name}/"), files)?;
            if fs::read_dir(entry.path())?.next().is_none() {
                fs::remove_dir(entry.path())?;
            }
        } else if !files.contains_key(&name) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::target_folder;

    #[test]
    fn what_is_no_more_is_removed_and_what_stays_is_not_touched() {
        let folder = target_folder().join("xtask/book-test");
        let _ = fs::remove_dir_all(&folder);
        let files = |names: &[&str]| -> Files {
            names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect()
        };
        write(&folder, &files(&["a.html", "b/c.html", "b/d.html", "e/f.html"])).unwrap();
        let date = |name: &str| fs::metadata(folder.join(name)).unwrap().modified().unwrap();
        let before = date("a.html");
        write(&folder, &files(&["a.html", "b/c.html"])).unwrap();
        assert_eq!(date("a.html"), before);
        assert_eq!(fs::read(folder.join("b/c.html")).unwrap(), b"b/c.html");
        assert!(!folder.join("b/d.html").exists() && !folder.join("e").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        assert!(refuse(&[]).is_ok());
        let error = refuse(&["a.md:1: x".to_owned(), "b.md:2: y".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "2 faults in the documentation:\n  a.md:1: x\n  b.md:2: y");
    }
}
