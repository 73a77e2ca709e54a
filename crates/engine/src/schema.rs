//! Everything that is JSON, described: one JSON Schema (draft 7, which most tools read) for requests and their events and
//! answers, and for queries and their replies.
//!
//! `docs/schema.json` is this document; programs in other languages make their types from it.

use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::event::Event;
use crate::query::{Query, Reply};
use crate::request::{Request, SCHEMA_VERSION};

/// The document. What is asked is described as it is read, where everything with a default may be left out; what is told as it
/// is written.
///
/// ```
/// let schema = fewest_engine::schema::json();
/// for name in ["Request", "Event", "Answer", "Query", "Reply"] {
///     assert!(schema["definitions"][name].is_object(), "{name}");
/// }
/// ```
pub fn json() -> Value {
    let mut asked = generator(Contract::Deserialize);
    asked.subschema_for::<Request>();
    asked.subschema_for::<Query>();
    let mut told = generator(Contract::Serialize);
    told.subschema_for::<Event>();
    told.subschema_for::<Answer>();
    told.subschema_for::<Reply>();
    // What is both asked and told is described as it is read: that is true of what is written too.
    let mut definitions: Map<String, Value> = told.take_definitions(true);
    definitions.extend(asked.take_definitions(true));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "fewest",
        "description": format!(
            "What fewest is asked and what it tells, schema version {SCHEMA_VERSION}: a Request is answered by Events and \
             an Answer, a Query by a Reply."
        ),
        "definitions": definitions,
    })
}

/// The document as the file in `docs` has it.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&json()).expect("a value is JSON");
    text.push('\n');
    text
}

fn generator(contract: Contract) -> schemars::SchemaGenerator {
    SchemaSettings::draft07().with(|settings| settings.contract = contract).into_generator()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_schema_in_docs_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
        assert!(fs::read_to_string(path).unwrap_or_default() == text(), "run `cargo xtask docs`");
    }

    /// Everything that is named is defined, and everything is described.
    #[test]
    fn the_document_is_whole() {
        let schema = json();
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
        let schema = json();
        let required = |name: &str| schema["definitions"][name]["required"].to_string();
        assert_eq!(required("Request"), r#"["puzzle"]"#);
        let tiles = &schema["definitions"]["Puzzle"]["oneOf"][0];
        assert_eq!(tiles["required"].to_string(), r#"["kind","position"]"#);
        assert!(required("Answer").contains("\"expanded\"") && required("Answer").contains("\"length\""));
        assert!(!required("Answer").contains("\"notices\""));
        assert!(required("View").contains("\"lengths\"") && !required("View").contains("\"illegal\""));
    }
}
