//! What a search is called where its suite does not say.

use fewest_engine::Options;
use fewest_engine::catalog::Algorithm;
use fewest_kinds::INFOS;
use serde_json::Value;

/// The label of a search: the algorithm, the heuristic where it uses one, and every option that is given.
pub(crate) fn label(algorithm: &str, heuristic: Option<&str>, options: &Options) -> String {
    let mut words = vec![algorithm.to_owned()];
    match heuristic {
        // The tables say which heuristic it is.
        Some("auto") if options.pdb.is_some() => words.push("pdb".to_owned()),
        Some("auto") if algorithm == "auto" => {}
        Some(heuristic) => words.push(heuristic.to_owned()),
        None => {}
    }
    words.extend(options_in_words(options).into_iter().map(|(name, value)| format!("{name}={value}")));
    words.join(" ")
}

/// The same for names as a suite writes them, which may be by-names, or nobody's.
pub(crate) fn label_as_written(algorithm: &str, heuristic: &str, options: &Options) -> String {
    let known = Algorithm::named(algorithm).ok();
    let name = known.map_or(algorithm, |algorithm| algorithm.info().name);
    let is_blind = known.is_some_and(|algorithm| !algorithm.info().uses_heuristic);
    let heuristic = heuristic_named(heuristic).unwrap_or(heuristic);
    label(name, (!is_blind).then_some(heuristic), options)
}

/// The name of the heuristic of any kind that answers to a name.
pub(crate) fn heuristic_named(name: &str) -> Option<&'static str> {
    INFOS.iter().find_map(|kind| kind.heuristic(name).ok()).map(|info| info.name)
}

/// The options that are given, by name.
pub(crate) fn options_in_words(options: &Options) -> Vec<(String, String)> {
    let Ok(Value::Object(given)) = serde_json::to_value(options) else { return Vec::new() };
    let in_words = |(name, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (name.replace('_', "-"), value.replace('|', "/"))
    };
    given.iter().map(in_words).collect()
}
