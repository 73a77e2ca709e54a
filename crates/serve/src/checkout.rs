//! The sources that this binary was built from, where they still are: there the page can be built.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::ServeError;

/// A checkout of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkout {
    /// Its folder.
    pub root: PathBuf,
}

impl Checkout {
    /// The checkout that this binary was built in, if it is still there.
    pub fn of_this_binary() -> Option<Self> {
        Self::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
    }

    fn at(root: &Path) -> Option<Self> {
        let root = root.canonicalize().ok()?;
        let is_ours = root.join("xtask/Cargo.toml").is_file() && root.join("web/package.json").is_file();
        is_ours.then_some(Self { root })
    }

    /// The folder of the page, where it has been built.
    pub fn page(&self) -> Option<PathBuf> {
        let folder = self.root.join("web/dist");
        folder.join("index.html").is_file().then_some(folder)
    }

    /// Builds the page with `cargo xtask web`, whose output goes to stderr, and returns its folder.
    ///
    /// # Errors
    /// What became of that command.
    pub fn build_page(&self) -> Result<PathBuf, ServeError> {
        let wrong = |what: String| ServeError::Build(self.root.clone(), what);
        let mut command = Command::new("cargo");
        command.args(["xtask", "web"]).current_dir(&self.root).stdin(Stdio::null()).stdout(io::stderr());
        let status = command.status().map_err(|error| wrong(format!("could not be run: {error}")))?;
        if !status.success() {
            return Err(wrong(format!("failed ({status})")));
        }
        self.page().ok_or_else(|| wrong("left no web/dist/index.html".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_checkout_has_chores_and_a_page_to_build() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Checkout::at(folder.path()), None);
        assert_eq!(Checkout::at(&folder.path().join("gone")), None);
        for file in ["xtask/Cargo.toml", "web/package.json"] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let checkout = Checkout::at(folder.path()).unwrap();
        assert_eq!(checkout.page(), None);
        fs::create_dir(folder.path().join("web/dist")).unwrap();
        assert_eq!(checkout.page(), None);
        fs::write(folder.path().join("web/dist/index.html"), "").unwrap();
        assert_eq!(checkout.page(), Some(checkout.root.join("web/dist")));
    }
}
