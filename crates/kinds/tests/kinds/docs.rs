//! What is made from the kinds and the catalog for `docs/` is up to date.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fewest_engine::catalog::{BY_HAND, markdown, pages};
use fewest_kinds::INFOS;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn the_pages_in_docs_are_up_to_date() {
    assert_eq!(read(&docs().join("algorithms.md")), markdown(INFOS), "run `cargo xtask docs`");
    let folder = docs().join("algorithms");
    let mut expected: BTreeSet<String> = BY_HAND.map(str::to_owned).into();
    for (name, page) in pages(INFOS) {
        assert_eq!(read(&folder.join(&name)), page, "{name}: run `cargo xtask docs`");
        expected.insert(name);
    }
    let found = fs::read_dir(folder).expect("the folder of pages");
    let found: BTreeSet<String> =
        found.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(found, expected, "run `cargo xtask docs`");
}

#[cfg(feature = "schema")]
mod schema {
    use std::collections::BTreeSet;

    use fewest_engine::schema::{json, text};
    use fewest_kinds::INFOS;
    use serde_json::Value;

    #[test]
    fn the_schema_in_docs_is_up_to_date() {
        let found = super::read(&super::docs().join("schema.json"));
        assert!(found == text(INFOS), "run `cargo xtask docs`");
    }

    /// Everything that is named is defined, and everything is described.
    #[test]
    fn the_document_is_whole() {
        let schema = json(INFOS);
        let definitions = schema["definitions"].as_object().expect("definitions");
        let mut named = BTreeSet::new();
        collect(&schema, &mut named);
        for name in &named {
            assert!(definitions.contains_key(name.trim_start_matches("#/definitions/")), "{name}");
        }
        for (name, definition) in definitions {
            assert!(definition["description"].is_string(), "{name}");
        }
    }

    fn collect(value: &Value, named: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    if let ("$ref", Value::String(name)) = (key.as_str(), member) {
                        named.insert(name.clone());
                    }
                    collect(member, named);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, named)),
            _ => {}
        }
    }

    /// What may be left out of a request may be left out by the schema too; what is always told is required.
    #[test]
    fn defaults_are_optional_where_they_are_read() {
        let schema = json(INFOS);
        let required = |name: &str| schema["definitions"][name]["required"].to_string();
        assert_eq!(required("Request"), r#"["puzzle"]"#);
        let puzzles = schema["definitions"]["Puzzle"]["oneOf"].as_array().expect("kinds");
        let needs = |kind: &str| {
            let puzzle = puzzles.iter().find(|puzzle| puzzle["properties"]["kind"]["const"] == kind);
            puzzle.expect("every kind")["required"].to_string()
        };
        assert_eq!(needs("tiles"), r#"["kind","position"]"#);
        assert_eq!(needs("hanoi"), r#"["kind"]"#);
        assert_eq!(needs("graph"), r#"["kind","edges","position"]"#);
        assert_eq!(puzzles.len(), INFOS.len());
        assert!(required("Answer").contains("\"expanded\"") && required("Answer").contains("\"length\""));
        assert!(!required("Answer").contains("\"notices\""));
        assert!(required("View").contains("\"lengths\"") && !required("View").contains("\"illegal\""));
    }
}
