//! A strict validator for the part of JSON Schema (draft 7) that `docs/schema.json` is written in.
//!
//! It is stricter than the standard in two points. A keyword that it does not know is an error of the schema; and a property
//! that no part of the schema describes is an error of the value, whatever `additionalProperties` says: what a command prints
//! must be described.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The names that were described, of an object; or what is wrong, and where.
type Described = Result<BTreeSet<String>, String>;

/// A schema with definitions.
pub(crate) struct Validator {
    definitions: Map<String, Value>,
}

/// Keywords that say nothing of a value.
const REMARKS: [&str; 3] = ["description", "default", "title"];

impl Validator {
    pub(crate) fn new(schema: &Value) -> Self {
        Self { definitions: schema["definitions"].as_object().expect("definitions").clone() }
    }

    /// Compares a value with a definition.
    pub(crate) fn check(&self, definition: &str, value: &Value) -> Result<(), String> {
        let schema = self.definitions.get(definition).ok_or_else(|| format!("there is no definition {definition}"))?;
        self.whole(schema, value, definition)
    }

    /// Compares a value with a schema that must describe all of it.
    fn whole(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let described = self.part(schema, value, at)?;
        match value.as_object().and_then(|object| object.keys().find(|name| !described.contains(*name))) {
            Some(name) => Err(format!("{at}: nothing describes the property {name:?}")),
            None => Ok(()),
        }
    }

    /// Compares a value with a schema that may describe a part of it.
    fn part(&self, schema: &Value, value: &Value, at: &str) -> Described {
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(true) => return Ok(value.as_object().into_iter().flat_map(Map::keys).cloned().collect()),
            _ => return Err(format!("{at}: nothing may stand here")),
        };
        let mut described = BTreeSet::new();
        for (keyword, rule) in schema {
            match keyword.as_str() {
                "$ref" => {
                    let name =
                        rule.as_str().and_then(|name| name.strip_prefix("#/definitions/")).expect("a definition");
                    let target = self.definitions.get(name).ok_or_else(|| format!("{at}: no definition {name}"))?;
                    described.extend(self.part(target, value, at)?);
                }
                "type" => check_type(rule, value, at)?,
                "const" if rule != value => return Err(format!("{at}: {value} is not {rule}")),
                "enum" if !items(rule).contains(value) => return Err(format!("{at}: {value} is none of {rule}")),
                "minimum" if value.as_f64().zip(rule.as_f64()).is_some_and(|(value, least)| value < least) => {
                    return Err(format!("{at}: {value} is less than {rule}"));
                }
                "minItems" | "maxItems" => {
                    let (count, bound) =
                        (value.as_array().map(|list| list.len() as u64), rule.as_u64().expect("a count"));
                    let is_bad = |count| if keyword == "minItems" { count < bound } else { count > bound };
                    if count.is_some_and(is_bad) {
                        return Err(format!("{at}: {keyword} is {bound}"));
                    }
                }
                "allOf" => {
                    for part in items(rule) {
                        described.extend(self.part(part, value, at)?);
                    }
                }
                "anyOf" | "oneOf" => {
                    let results: Vec<Described> = items(rule).iter().map(|part| self.part(part, value, at)).collect();
                    let fitting: Vec<&BTreeSet<String>> = results.iter().flatten().collect();
                    if fitting.is_empty() || keyword == "oneOf" && fitting.len() > 1 {
                        let faults: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
                        return Err(format!("{at}: {} of {keyword} fit {value:.300}; {faults:?}", fitting.len()));
                    }
                    for names in fitting {
                        described.extend(names.iter().cloned());
                    }
                }
                "required" => {
                    let has = |name: &Value| value.get(name.as_str().expect("a name")).is_some();
                    if let (true, Some(name)) = (value.is_object(), items(rule).iter().find(|name| !has(name))) {
                        return Err(format!("{at}: {name} is missing"));
                    }
                }
                "properties" => {
                    for (name, schema) in rule.as_object().expect("properties") {
                        if let Some(value) = value.get(name) {
                            self.whole(schema, value, &format!("{at}.{name}"))?;
                            described.insert(name.clone());
                        }
                    }
                }
                "additionalProperties" => {
                    let known = schema.get("properties").and_then(Value::as_object);
                    let others = value.as_object().into_iter().flatten();
                    for (name, value) in others.filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)))
                    {
                        self.whole(rule, value, &format!("{at}.{name}"))?;
                        described.insert(name.clone());
                    }
                }
                "items" => {
                    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                        let schema =
                            rule.as_array().map_or(rule, |each| each.get(index).unwrap_or(&Value::Bool(false)));
                        self.whole(schema, value, &format!("{at}[{index}]"))?;
                    }
                }
                // What numbers fit is checked by `type` and `minimum`.
                "format" => check_format(rule.as_str().expect("a name"), value, at)?,
                "const" | "enum" | "minimum" => {}
                remark if REMARKS.contains(&remark) => {}
                other => {
                    return Err(format!("{at}: the schema has a keyword {other:?} that this validator does not know"));
                }
            }
        }
        Ok(described)
    }
}

fn items(rule: &Value) -> &[Value] {
    rule.as_array().expect("a list")
}

fn check_type(rule: &Value, value: &Value, at: &str) -> Result<(), String> {
    let names = if rule.is_array() { items(rule) } else { std::slice::from_ref(rule) };
    let fits = |name: &Value| match name.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("{other} is no type"),
    };
    if names.iter().any(fits) { Ok(()) } else { Err(format!("{at}: {value:.100} is no {rule}")) }
}

fn check_format(format: &str, value: &Value, at: &str) -> Result<(), String> {
    let most = match format {
        "uint8" => u64::from(u8::MAX),
        "uint16" => u64::from(u16::MAX),
        "uint32" => u64::from(u32::MAX),
        "uint" | "uint64" | "double" | "float" | "int32" | "int64" => return Ok(()),
        other => return Err(format!("{at}: the schema has a format {other:?} that this validator does not know")),
    };
    if value.as_u64().is_some_and(|value| value > most) { Err(format!("{at}: {value} is no {format}")) } else { Ok(()) }
}

#[test]
fn a_validator_refuses_what_is_wrong() {
    let schema = serde_json::json!({ "definitions": {
        "Name": { "type": "string" },
        "Base": { "type": "object", "properties": { "a": { "type": "integer", "minimum": 0 } }, "required": ["a"] },
        "Line": { "allOf": [
            { "$ref": "#/definitions/Base" },
            { "type": "object", "properties": { "b": { "anyOf": [{ "$ref": "#/definitions/Name" }, { "type": "null" }] } } },
        ] },
        "Map": { "type": "object", "additionalProperties": { "type": "array", "items": { "const": "x" } } },
        "Odd": { "pattern": "x" },
    } });
    let validator = Validator::new(&schema);
    let check = |name: &str, text: &str| validator.check(name, &serde_json::from_str(text).unwrap());
    for (name, text) in [("Line", r#"{"a": 1, "b": null}"#), ("Line", r#"{"a": 0}"#), ("Map", r#"{"k": ["x"]}"#)] {
        assert_eq!(check(name, text), Ok(()), "{text}");
    }
    for (name, text, fault) in [
        ("Line", r#"{"b": "x"}"#, "missing"),
        ("Line", r#"{"a": -1}"#, "less"),
        ("Line", r#"{"a": 1.5}"#, "is no"),
        ("Line", r#"{"a": 1, "b": 2}"#, "0 of anyOf"),
        ("Line", r#"{"a": 1, "c": 2}"#, "nothing describes"),
        ("Map", r#"{"k": ["y"]}"#, "is not"),
        ("Odd", r#""x""#, "keyword"),
        ("None", "1", "no definition"),
    ] {
        let found = check(name, text).expect_err(text);
        assert!(found.contains(fault), "{text}: {found}");
    }
}
