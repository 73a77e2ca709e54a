//! Everything that is JSON, described: one JSON Schema (draft 7, which most tools read) for requests and their events and
//! answers, for queries and their replies, and for the lines that the command line prints with `--json`.
//!
//! `docs/schema.json` is this document; programs in other languages make their types from it.

mod printed;

use std::borrow::Cow;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::event::Event;
use crate::kind::{FieldInfo, KindInfo, MetricInfo};
use crate::puzzle::Puzzle;
use crate::query::{Query, Reply};
use crate::request::{Request, SCHEMA_VERSION};

/// The document, for these kinds of puzzles. What is asked is described as it is read, where everything with a default may be
/// left out; what is told as it is written.
pub fn json(kinds: &[&KindInfo]) -> Value {
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
    definitions.insert("Kind".to_owned(), kind_names(kinds));
    definitions.insert("Puzzle".to_owned(), one_of("A puzzle of any kind.", kinds, |kind| (kind.fields, kind.metrics)));
    definitions.insert(
        "RandomPuzzle".to_owned(),
        one_of("Describes random puzzles of any kind.", kinds, |kind| (kind.random_fields, &[])),
    );
    definitions.extend(printed::definitions());
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "fewest",
        "description": format!(
            "The input and output of fewest, schema version {SCHEMA_VERSION}: a Request is answered by Events and an \
             Answer, a Query by a Reply. With --json, each command prints lines that have a definition: fewest solve prints \
             a SolveLine, fewest tables list a TablesListLine, and so on."
        ),
        "definitions": definitions,
    })
}

/// The document as the file in `docs` has it.
pub fn text(kinds: &[&KindInfo]) -> String {
    let mut text = serde_json::to_string_pretty(&json(kinds)).expect("a value is JSON");
    text.push('\n');
    text
}

fn generator(contract: Contract) -> schemars::SchemaGenerator {
    SchemaSettings::draft07().with(|settings| settings.contract = contract).into_generator()
}

/// The name of a kind of puzzle.
pub(crate) struct Kind;

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    /// Replaced by [`json()`].
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// A random puzzle, whose schema depends on the kinds there are.
pub(crate) struct RandomPuzzle;

impl JsonSchema for RandomPuzzle {
    fn schema_name() -> Cow<'static, str> {
        "RandomPuzzle".into()
    }

    /// Replaced by [`json()`].
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}

impl JsonSchema for Puzzle {
    fn schema_name() -> Cow<'static, str> {
        "Puzzle".into()
    }

    /// Replaced by [`json()`].
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}

/// The names of the kinds.
fn kind_names(kinds: &[&KindInfo]) -> Value {
    let names: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({ "const": kind.name, "description": format!("{}.", kind.title), "type": "string" }))
        .collect();
    json!({ "description": "The kinds of puzzles.", "oneOf": names })
}

/// Objects told apart by their kind.
fn one_of(
    description: &str,
    kinds: &[&KindInfo],
    parts: impl Fn(&KindInfo) -> (&'static [FieldInfo], &'static [MetricInfo]),
) -> Value {
    let object = |kind: &&KindInfo| {
        let (fields, metrics) = parts(kind);
        let mut properties = Map::new();
        properties.insert("kind".to_owned(), json!({ "const": kind.name, "type": "string" }));
        for field in fields {
            let mut property = json!({ "description": sentence(field.about) });
            property["type"] = json!(if field.is_number { "integer" } else { "string" });
            if field.is_number {
                property["minimum"] = json!(0);
            }
            if let Some(default) = field.default {
                property["default"] = if field.is_number { json!(default.parse::<u64>().ok()) } else { json!(default) };
            }
            properties.insert(field.name.to_owned(), property);
        }
        if metrics.len() > 1 {
            let names: Vec<Value> = metrics
                .iter()
                .map(|metric| json!({ "const": metric.name, "description": sentence(metric.about), "type": "string" }))
                .collect();
            let description = "What counts as one move.";
            properties.insert(
                "metric".to_owned(),
                json!({ "description": description, "oneOf": names, "default": metrics[0].name }),
            );
        }
        let required: Vec<&str> = std::iter::once("kind")
            .chain(fields.iter().filter(|field| field.is_required).map(|field| field.name))
            .collect();
        json!({
            "description": format!("{}.", kind.title),
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
            "required": required,
        })
    };
    json!({ "description": description, "oneOf": kinds.iter().map(object).collect::<Vec<Value>>() })
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
