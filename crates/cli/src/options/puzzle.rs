//! Which puzzle: the options that go with every position.
//!
//! The options are those of the registered kinds: a field of a kind is an option of the same name.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs};

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, CommandFactory, FromArgMatches, value_parser};
use fewest_engine::{EngineError, Field, FieldInfo, Kind, KindInfo, Puzzle};
use fewest_kinds::KINDS;

use crate::cli::Cli;
use crate::input::{Argument, Pick, kind_shown, looks, named, no_input};
use crate::interrupt::Interrupt;
use crate::options::Hinted;

/// The most bytes that a file may have which stands for a field.
const MOST_BYTES: u64 = 1 << 20;

/// The kind of puzzle, and what a position alone does not tell: fields of puzzles, or of random puzzles.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldArgs<const RANDOM: bool> {
    kind: Option<String>,
    /// One position of a collection.
    pick: Option<Pick>,
    /// The fields that are given.
    fields: Vec<(&'static str, Field)>,
}

impl<const RANDOM: bool> FieldArgs<RANDOM> {
    /// Whether none of these options is given.
    pub(crate) fn is_empty(&self) -> bool {
        self.kind.is_none() && self.pick.is_none() && self.fields.is_empty()
    }
}

pub(crate) type PuzzleArgs = FieldArgs<false>;
pub(crate) type RandomFieldArgs = FieldArgs<true>;

/// Every field that is an option, with the kinds that have it.
fn options(is_random: bool) -> Vec<(&'static FieldInfo, Vec<&'static str>, String)> {
    let mut found: Vec<(&FieldInfo, Vec<&str>, String)> = Vec::new();
    for info in KINDS.infos() {
        for field in fields(info, is_random).iter().filter(|field| field.name != "position") {
            let default = field.default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
            let help = format!("{}: {}{default}", info.name, field.about);
            match found.iter_mut().find(|(known, ..)| known.name == field.name) {
                Some((_, kinds, text)) => {
                    kinds.push(info.name);
                    text.push_str("; ");
                    text.push_str(&help);
                }
                None => found.push((field, vec![info.name], help)),
            }
        }
    }
    found
}

fn having(name: &str, is_random: bool) -> Vec<&'static str> {
    let found = options(is_random).into_iter().find(|(field, ..)| field.name == name);
    found.map(|(_, kinds, _)| kinds).unwrap_or_default()
}

fn fields(info: &KindInfo, is_random: bool) -> &'static [FieldInfo] {
    if is_random { info.random_fields } else { info.fields }
}

impl<const RANDOM: bool> Args for FieldArgs<RANDOM> {
    fn augment_args(command: Command) -> Command {
        let kinds = KINDS.infos().map(|info| PossibleValue::new(info.name).help(info.title));
        let kind = Arg::new("kind")
            .long("kind")
            .value_name("KIND")
            .value_parser(PossibleValuesParser::new(kinds))
            .ignore_case(true)
            .help("The kind of puzzle [default: detected from the input and the other options]");
        let pick = Arg::new("pick").long("pick").value_name("N|TITLE").value_parser(Pick::read).help(
            "Use only one position of a collection: write its number, counted from 1, or its title, or a part of the \
             title that no other has",
        );
        options(RANDOM).into_iter().fold(command.arg(kind).arg(pick), |command, (field, _, help)| {
            let arg = Arg::new(field.name).long(field.name).value_name(field.value).help(help);
            let arg = if field.is_number {
                arg.value_parser(value_parser!(u64))
            } else {
                let all = KINDS.infos().flat_map(|info| fields(info, RANDOM)).filter(|other| other.name == field.name);
                let mut hints: Vec<&str> = all.flat_map(|field| hints(field.about)).collect();
                hints.sort_unstable();
                hints.dedup();
                let parser = Hinted { inner: StringValueParser::new(), hints };
                arg.allow_hyphen_values(true).value_parser(parser).hide_possible_values(true)
            };
            command.arg(arg)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const RANDOM: bool> FromArgMatches for FieldArgs<RANDOM> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |(field, ..): (&'static FieldInfo, Vec<&str>, String)| {
            let value = if field.is_number {
                matches.get_one::<u64>(field.name).map(|&number| number.into())
            } else {
                matches.get_one::<String>(field.name).map(Into::into)
            };
            value.map(|value| (field.name, value))
        };
        Ok(Self {
            kind: matches.get_one::<String>("kind").map(|name| name.to_ascii_lowercase()),
            pick: matches.try_get_one("pick").ok().flatten().cloned(),
            fields: options(RANDOM).into_iter().filter_map(value).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options, understood: a kind, and what all positions share.
#[derive(Clone)]
pub(crate) struct Spec {
    pub(crate) kind: &'static dyn Kind,
    pub(crate) shared: Puzzle,
    /// The one position of a collection that is meant.
    pub(crate) pick: Option<Pick>,
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spec").field("shared", &self.shared).field("pick", &self.pick).finish_non_exhaustive()
    }
}

impl<const RANDOM: bool> FieldArgs<RANDOM> {
    /// Understands the options together, and what the argument shows where they leave the kind open.
    ///
    /// # Errors
    /// Which of them do not go together, as an error of usage.
    pub(crate) fn spec(
        &self,
        argument: Option<&OsStr>,
        metric: Option<&str>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Spec> {
        self.check_metric(argument, metric, interrupt)?;
        let kind = if let Some(kind) = self.kind(metric)? {
            kind
        } else {
            let shown = kind_shown(argument, interrupt)?;
            let of_metric = metric.map(kinds_of_metric).unwrap_or_default();
            // A metric of several kinds leaves it to the looks of the input, as far as it allows.
            match of_metric.first() {
                Some(first) if !of_metric.contains(&shown.info().name) => KINDS.named(first)?,
                _ => shown,
            }
        };
        let info = kind.info();
        let is_foreign = |name: &str| !fields(info, RANDOM).iter().any(|field| field.name == name);
        if let Some((name, _)) = self.fields.iter().find(|(name, _)| is_foreign(name)) {
            let meant = having(name, RANDOM).join(" and ");
            return Err(usage(&format!("--{name} is for {meant}, but the puzzle is of the kind {}", info.name)));
        }
        let mut shared = Puzzle::empty(info.name);
        // A puzzle of the library brings its goal, and whatever else it has.
        if let Some((_, entry)) = argument.and_then(named).filter(|(found, _)| found.info().name == info.name) {
            shared = entry.puzzle.without("position").without("metric");
        }
        for (name, value) in &self.fields {
            let field = fields(info, RANDOM).iter().find(|field| field.name == *name);
            let value = match value {
                Field::Text(text) if field.is_some_and(|field| field.may_be_file) => Field::Text(read_file(text)?),
                value => value.clone(),
            };
            shared = shared.with(name, value);
        }
        let missing = fields(info, RANDOM)
            .iter()
            .find(|field| field.is_required && field.name != "position" && !shared.fields.contains_key(field.name));
        if let Some(field) = missing {
            return Err(usage(&format!("{} needs --{}: {}", info.name, field.name, field.about)));
        }
        kind.check_fields(&shared).map_err(|error| match error {
            EngineError::Size(_) => usage(&format!("--size: {error}")),
            EngineError::Format(_) => usage(&format!("--format: {error}")),
            error => usage(&error.to_string()),
        })?;
        Ok(Spec { kind, shared, pick: self.pick.clone() })
    }

    /// The same for every argument, where a command reads several; stdin where there is none.
    pub(crate) fn arguments<'a>(
        &self,
        arguments: impl IntoIterator<Item = &'a OsString>,
        metric: Option<&str>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<VecDeque<Argument>> {
        let mut all: Vec<Option<&OsString>> = arguments.into_iter().map(Some).collect();
        if all.iter().filter(|argument| argument.is_some_and(|argument| argument == "-")).count() > 1 {
            return Err(usage("- stands for stdin, which can be read only once; write it only once"));
        }
        if all.is_empty() {
            all.push(None);
        }
        let is_many = all.len() > 1;
        let argument = |argument: Option<&OsString>| {
            let spec = self.spec(argument.map(OsString::as_os_str), metric, interrupt)?;
            // Nothing is begun where one of several arguments is a mistake.
            if let Some(refusal) = argument.filter(|_| is_many).and_then(|argument| no_input(argument, &spec)) {
                return Err(usage(&refusal));
            }
            Ok((argument.cloned(), Arc::new(spec)))
        };
        all.into_iter().map(argument).collect()
    }

    /// Whether one position of a collection is picked.
    pub(crate) fn picks(&self) -> bool {
        self.pick.is_some()
    }

    /// The kind, where it is all that is given.
    pub(crate) fn only_kind(&self) -> Option<&str> {
        self.kind.as_deref().filter(|_| self.fields.is_empty())
    }

    /// Refuses a metric of other kinds than the one that the input looks like, where nothing else tells the kind.
    fn check_metric(
        &self,
        argument: Option<&OsStr>,
        metric: Option<&str>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<()> {
        let Some(metric) = metric.filter(|_| self.kind.is_none() && self.fields.is_empty()) else { return Ok(()) };
        let (counting, Some(shown)) = (kinds_of_metric(metric), looks(argument, interrupt)?) else { return Ok(()) };
        let info = shown.info();
        // An empty argument stands for a puzzle that is described by options.
        if counting.contains(&info.name) || argument.is_some_and(OsStr::is_empty) {
            return Ok(());
        }
        let named = argument.and_then(named).map(|(_, entry)| entry.name);
        let what = named.map_or_else(|| "the input looks like".to_owned(), |name| format!("{name} is"));
        let metrics: Vec<&str> = info.metrics.iter().map(|metric| metric.name).collect();
        let known = match &metrics[..] {
            [_] => "which has only one metric".to_owned(),
            several => format!("which has the metrics {}", several.join(", ")),
        };
        Err(usage(&format!(
            "--metric {metric} is for {}, but {what} a puzzle of the kind {}, {known}",
            counting.join(" and "),
            info.name
        )))
    }

    /// Whether anything is said of the puzzle beside its kind.
    pub(crate) fn has_fields(&self) -> bool {
        !self.fields.is_empty()
    }

    /// The kind that is named or meant, where one is.
    fn kind(&self, metric: Option<&str>) -> anyhow::Result<Option<&'static dyn Kind>> {
        let all = options(RANDOM);
        let tells = |name: &str| all.iter().any(|(field, ..)| field.name == name && field.tells_kind);
        let given = self.fields.iter().map(|(name, _)| (format!("--{name}"), having(name, RANDOM), tells(name)));
        let of_metric = metric.map(|metric| (format!("--metric {metric}"), kinds_of_metric(metric), true));
        let given: Vec<(String, Vec<&str>, bool)> = given.chain(of_metric).collect();
        let telling = given.iter().find(|(_, kinds, tells)| *tells && kinds.len() == 1);
        let (kind, because) = match (&self.kind, telling) {
            (Some(kind), _) => (KINDS.named(kind)?, "--kind"),
            (None, Some((option, kinds, _))) => (KINDS.named(kinds[0])?, option.as_str()),
            (None, None) => return Ok(None),
        };
        let name = kind.info().name;
        match given.iter().find(|(_, kinds, _)| !kinds.contains(&name)) {
            Some((option, kinds, _)) => {
                let meant = kinds.join(" and ");
                Err(usage(&format!(
                    "{option} is for {meant}, but {because} says that the puzzle is of the kind {name}"
                )))
            }
            None => Ok(Some(kind)),
        }
    }
}

impl Spec {
    pub(crate) fn info(&self) -> &'static KindInfo {
        self.kind.info()
    }

    /// The puzzle that starts at a position. An empty one is the usual start, where there is such a thing.
    pub(crate) fn puzzle(&self, position: String, metric: Option<&str>) -> Puzzle {
        let puzzle = self.shared.clone().with_some("metric", metric);
        if position.is_empty() && self.kind.has_start(&puzzle) { puzzle } else { puzzle.with("position", position) }
    }

    /// Whether there is a usual start, so that no position need be given.
    pub(crate) fn has_start(&self) -> bool {
        self.kind.has_start(&self.shared)
    }
}

/// The kinds of puzzles that a metric counts moves of, the usual one first.
fn kinds_of_metric(metric: &str) -> Vec<&'static str> {
    KINDS.infos().filter(|info| info.metrics.len() > 1 && info.has_metric(metric)).map(|info| info.name).collect()
}

/// Reads the name of a metric of any kind.
pub(crate) fn metric() -> impl TypedValueParser<Value = String> {
    let mut values: Vec<(&str, String)> = Vec::new();
    for info in KINDS.infos().filter(|info| info.metrics.len() > 1) {
        for (place, metric) in info.metrics.iter().enumerate() {
            let default = if place == 0 { " (default)" } else { "" };
            let help = format!("{}{default}: {}", info.name, metric.about);
            match values.iter_mut().find(|(name, _)| *name == metric.name) {
                Some((_, text)) => *text = format!("{text}; {help}"),
                None => values.push((metric.name, help)),
            }
        }
    }
    PossibleValuesParser::new(values.into_iter().map(|(name, help)| PossibleValue::new(name).help(help)))
}

/// An error of usage, which ends with exit code 2 and shows how the command that runs is used.
pub(crate) fn usage(message: &str) -> anyhow::Error {
    let mut command = Cli::command();
    let matches = Cli::command().try_get_matches().ok();
    command.build();
    let (mut current, mut matches) = (&mut command, matches.as_ref());
    while let Some((name, inner)) = matches.and_then(ArgMatches::subcommand) {
        if current.find_subcommand(name).is_none() {
            break;
        }
        current = current.find_subcommand_mut(name).expect("it was found");
        matches = Some(inner);
    }
    current.error(ErrorKind::ValueValidation, message).into()
}

/// The words between back quotes in what is said of a field: values that a shell can offer.
fn hints(about: &'static str) -> impl Iterator<Item = &'static str> {
    about.split('`').skip(1).step_by(2).filter(|word| !word.contains(char::is_whitespace))
}

/// Reads a position, the name of a file or `-`. A position may begin with `-`, such as that of an empty peg or of floor; an
/// option that does not exist is none.
pub(crate) fn position() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().try_map(|text| {
        let rest = text.to_str().and_then(|text| text.strip_prefix('-')).unwrap_or_default();
        if rest.starts_with(|first: char| first == '-' || first.is_alphabetic()) && !rest.contains('#') {
            return Err("there is no such option; to name a file that begins with -, write ./ before it");
        }
        Ok(text)
    })
}

/// A text itself, or what is in a file of this name, without comments.
fn read_file(text: &str) -> anyhow::Result<String> {
    use anyhow::Context;
    let path = Path::new(text);
    if !path.is_file() {
        return Ok(text.to_owned());
    }
    let bytes = fs::metadata(path).with_context(|| format!("cannot open {text}"))?.len();
    if bytes > MOST_BYTES {
        anyhow::bail!("{text} has {bytes} bytes; no puzzle needs more than {MOST_BYTES}");
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {text}"))?;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(kind: Option<&str>, fields: &[(&'static str, &str)]) -> PuzzleArgs {
        let fields = fields.iter().map(|&(name, value)| (name, value.into())).collect();
        FieldArgs { kind: kind.map(str::to_owned), pick: None, fields }
    }

    fn spec(args: &PuzzleArgs, argument: &str) -> anyhow::Result<Spec> {
        args.spec(Some(OsStr::new(argument)), None, &Interrupt::default())
    }

    #[test]
    fn options_tell_the_kind() {
        let kind = |fields: &[(&'static str, &str)]| spec(&args(None, fields), "1 2 3 0").unwrap().info().name;
        assert_eq!(kind(&[]), "tiles");
        assert_eq!(kind(&[("discs", "3")]), "hanoi");
        assert_eq!(kind(&[("edges", "1-2")]), "graph");
        assert_eq!(kind(&[("format", "rush")]), "blocks");
        let refusal = |args: PuzzleArgs| spec(&args, "1 2 3 0").expect_err("refused").to_string();
        let error = refusal(args(None, &[("discs", "3"), ("edges", "1-2")]));
        assert!(
            error.contains("--edges is for graph, but --discs says that the puzzle is of the kind hanoi"),
            "{error}"
        );
        assert!(refusal(args(Some("graph"), &[])).contains("graph needs --edges"));
        let error = refusal(args(Some("blocks"), &[("goal", "last")]));
        assert!(error.contains("--goal is for tiles and hanoi and graph"), "{error}");
    }

    #[test]
    fn the_position_or_the_metric_tells_the_kind() {
        for text in [
            "klotski",
            "1A9BF0C",
            "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM",
            "ab.\n...\n\n..a\n...",
            "{\"board\": []}",
            "start:\n12.\ngoal:\n.12",
            "display 7\nsize 2 1\ninitial\n1.\ntarget\n.1",
            "xsize: 99999999999",
            "####\n#1.#\n####",
            "#######\n#b**cc#\n#--####",
            "start:\n###\n#$.\n###\ngoal:\n###\n#.$\n###",
        ] {
            assert_eq!(spec(&args(None, &[]), text).unwrap().info().name, "blocks", "{text}");
        }
        for text in [
            "5#|#@$.#|5#",
            "; 1\n\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
            "#####\n#   #\n#+$ #\n#####\nTitle: start\n",
            "####\n#@ #\n####",
            "two-rooms",
            "--####\n--#@*#\n--####",
        ] {
            assert_eq!(spec(&args(None, &[]), text).unwrap().info().name, "sokoban", "{text}");
        }
        for text in
            ["1 2 3/4 5 6/7 8 a", "1 2 x/3 4 5", "_", "", "nobody", "## Korf\n# 1985 #\n1 2/3 0", "# me@home: $1\n0 1"]
        {
            assert_eq!(spec(&args(None, &[]), text).unwrap().info().name, "tiles", "{text}");
        }
        let by_metric = |text: &str, metric| {
            let found = args(None, &[]).spec(Some(OsStr::new(text)), Some(metric), &Interrupt::default());
            found.unwrap().info().name
        };
        assert_eq!(by_metric("nobody", "step"), "blocks");
        assert_eq!(by_metric("nobody", "move"), "blocks");
        assert_eq!(by_metric("nobody", "push"), "sokoban");
        assert_eq!(by_metric("5#|#@$.#|5#", "move"), "sokoban");
        assert!(args(None, &[("size", "3x3")]).spec(None, Some("step"), &Interrupt::default()).is_err());
    }

    #[test]
    fn values_are_checked_early() {
        for (name, wrong) in [("size", "1000x1000"), ("size", "big"), ("goal", "blank-middle"), ("format", "mine")] {
            assert!(spec(&args(None, &[(name, wrong)]), "1 2 3 0").is_err(), "{name} {wrong}");
        }
    }
}
