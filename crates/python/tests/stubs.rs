//! The stub of the compiled module names everything that Python can call. This test also makes cargo build the module with the
//! features that all tests have, so that `cargo xtask test` has nothing to compile for Python alone.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    found.flatten().collect()
}

/// The names of functions that Python sees: those behind `#[pyfunction]`, and all in blocks of `#[pymethods]`.
fn exported(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut is_function, mut is_block) = (false, false);
    for line in source.lines() {
        is_function |= line == "#[pyfunction]";
        is_block = (is_block || line == "#[pymethods]") && line != "}";
        let words = line.trim_start().trim_start_matches("pub(crate) ");
        let is_inside = is_block && line.starts_with("    fn ");
        if let (true, Some(rest)) = (is_inside || is_function, words.strip_prefix("fn ")) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            names.push(if name == "new" { "__init__".to_owned() } else { name });
            is_function = false;
        }
    }
    names
}

#[test]
fn the_stub_names_every_function() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stub = fs::read_to_string(root.join("python/fewest/_engine.pyi")).unwrap();
    let names: Vec<String> =
        sources(&root.join("src")).iter().flat_map(|path| exported(&fs::read_to_string(path).unwrap())).collect();
    assert!(
        names.len() > 20 && names.contains(&"solve".to_owned()) && names.contains(&"lab_run".to_owned()),
        "{names:?}"
    );
    for name in names {
        assert!(stub.contains(&format!("def {name}(")), "_engine.pyi lacks {name}");
    }
}

#[test]
fn only_what_python_sees_is_exported() {
    let source =
        "fn hidden() {}\n#[pymethods]\nimpl A {\n    fn new() {\n        fn inner() {}\n    }\n}\nfn other() {}\n";
    assert_eq!(exported(source), ["__init__"]);
    assert_eq!(exported("#[pyfunction]\npub(crate) fn seen(\nfn hidden() {}\n"), ["seen"]);
}
