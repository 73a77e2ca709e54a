//! Pages that the sources name: comments, help and messages send people to `docs/…`, and no compiler looks there.

use std::path::Path;
use std::{fs, io};

/// Where people are sent to pages from, under the root, and how these files end.
const FOLDERS: [&str; 6] = ["benches", "crates", "fuzz", "web/src", "web/tests", "xtask"];
const ENDINGS: [&str; 5] = ["rs", "svelte", "ts", "js", "json"];
/// What is built or installed, and is nobody's source; and this module, whose tests name pages that never were.
const SKIPPED: [&str; 5] = ["target", "node_modules", "wasm", "runs", "book"];
const DOCS: &str = "docs/";

/// Every page that is named and is not there.
pub(super) fn faults(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    for folder in FOLDERS {
        gather(root, folder, &mut faults)?;
    }
    faults.sort_unstable();
    Ok(faults)
}

fn gather(root: &Path, folder: &str, faults: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            if !SKIPPED.contains(&name) {
                gather(root, &path, faults)?;
            }
        } else if ENDINGS.iter().any(|ending| Path::new(name).extension().is_some_and(|found| found == *ending)) {
            let text = fs::read_to_string(entry.path())?;
            let lines = text.lines().zip(1..).filter(|(line, _)| line.contains(DOCS));
            for (line, number) in lines {
                let gone = pages(line).filter(|page| !root.join(page).is_file());
                faults.extend(gone.map(|page| format!("{path}:{number}: there is no {page}")));
            }
        }
    }
    Ok(())
}

/// The pages that a line names.
fn pages(line: &str) -> impl Iterator<Item = &str> {
    let places = line.match_indices(DOCS).filter(|(at, _)| {
        // Not the end of another folder's name, nor below one.
        !line[..*at].ends_with(|c: char| c.is_alphanumeric() || "/-_.".contains(c))
    });
    places.filter_map(|(at, _)| {
        let rest = &line[at..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"/-_.".contains(c)).unwrap_or(rest.len());
        let page = rest[..end].trim_end_matches('.');
        [".md", ".json", ".png", ".svg"].iter().any(|ending| page.ends_with(ending)).then_some(page)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_in_prose() {
        let found = |line: &'static str| pages(line).collect::<Vec<_>>();
        assert_eq!(
            found("//! `docs/web.md`, (docs/lab/README.md). See docs/schema.json."),
            ["docs/web.md", "docs/lab/README.md", "docs/schema.json"]
        );
        assert_eq!(found("docs/ docs/algorithms web/docs/x.md my-docs/y.md"), [""; 0]);
    }
}
