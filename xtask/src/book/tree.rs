//! The tree that the book is made from, by paths under its root, with `/` between folders.

use std::fs;
use std::path::PathBuf;

/// Where the sources of the book are.
pub(super) trait Tree {
    /// The content of a file.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    fn is_folder(&self, path: &str) -> bool;
}

/// A folder on disk.
pub(super) struct Disk(pub(super) PathBuf);

impl Tree for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.0.join(path)).ok()
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.join(path).is_dir()
    }
}

/// The folder that a file is in; empty for the root.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path as a link in a folder writes it, without `.` and `..`; `None` if it leads out of the tree.
pub(super) fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
impl Tree for std::collections::BTreeMap<&str, &str> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.get(path).map(|text| text.as_bytes().to_vec())
    }

    fn is_folder(&self, path: &str) -> bool {
        self.keys().any(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_followed_from_its_folder() {
        assert_eq!(join("docs/lab", "../img/a.png").as_deref(), Some("docs/img/a.png"));
        assert_eq!(join("docs", "./a//b/").as_deref(), Some("docs/a/b"));
        assert_eq!(join("docs", "..").as_deref(), Some(""));
        assert_eq!(join("docs", "../../a"), None);
        assert_eq!((folder("docs/lab/a.md"), folder("README.md")), ("docs/lab", ""));
    }
}
