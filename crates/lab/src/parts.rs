//! A suite that cannot be read, part by part: reading ends at the first fault, and people want to know them all.

use crate::plan::Plan;
use crate::suite::{Instances, PlotSpec, Searches, Suite, TableSpec};

/// What cannot be read in each part of a suite, as one cannot be read where the first fault ends the reading of all.
pub(crate) fn faults(text: &str) -> Vec<String> {
    let Ok(mut whole) = toml::from_str::<toml::Table>(text) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut mended = toml::Table::new();
    let mut part = |name: &str, read: fn(toml::Value) -> Result<(), toml::de::Error>| {
        let Some(toml::Value::Array(items)) = whole.insert(name.to_owned(), toml::Value::Array(Vec::new())) else {
            return;
        };
        let mut rest = Vec::new();
        for (number, item) in (1..).zip(items) {
            let own = ["group", "label", "name"].iter().find_map(|key| Some(format!("{:?}", item.get(key)?.as_str()?)));
            let own = own.unwrap_or_else(|| number.to_string());
            let (found, without) = faults_of_fields(item, read);
            faults.extend(found.iter().map(|fault| format!("{name} {own}: {fault}")));
            rest.push(without);
        }
        mended.insert(name.to_owned(), toml::Value::Array(rest));
    };
    part("instances", |item| item.try_into::<Instances>().map(drop));
    part("searches", |item| item.try_into::<Searches>().map(drop));
    part("tables", |item| item.try_into::<TableSpec>().map(drop));
    part("plots", |item| item.try_into::<PlotSpec>().map(drop));
    let (found, without) = faults_of_fields(toml::Value::Table(whole), |whole| whole.try_into::<Suite>().map(drop));
    faults.extend(found);
    // What is left may contradict itself as well.
    if let toml::Value::Table(mut whole) = without {
        whole.extend(mended);
        if let Ok(suite) = whole.try_into::<Suite>() {
            faults.extend(suite.faults());
            faults.extend(Plan::faults_of_names(&suite));
        }
    }
    faults
}

/// Everything that cannot be read in a table, and the table without the fields that it should not have: reading ends at the first
/// fault, so it begins again without the field that is at fault.
fn faults_of_fields(
    mut item: toml::Value,
    read: impl Fn(toml::Value) -> Result<(), toml::de::Error>,
) -> (Vec<String>, toml::Value) {
    let mut faults = Vec::new();
    while let Err(error) = read(item.clone()) {
        let said = error.message().to_owned();
        let Some(table) = item.as_table_mut() else {
            faults.push(said);
            break;
        };
        let unknown = said.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
        if let Some(field) = unknown.filter(|field| table.contains_key(*field)).map(str::to_owned) {
            table.remove(&field);
            faults.push(said);
            continue;
        }
        // Without the field whose value is at fault, something else is said, or nothing.
        let is_at_fault = |field: &&String| {
            let mut without = table.clone();
            without.remove(*field);
            read(toml::Value::Table(without)).err().is_none_or(|error| error.message() != said)
        };
        let field = table.keys().find(is_at_fault).filter(|_| !said.starts_with("missing field"));
        faults.push(field.map_or(said.clone(), |field| format!("{field}: {said}")));
        break;
    }
    (faults, item)
}
