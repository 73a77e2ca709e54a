//! Everything that is asked of the engine itself.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use fewest_engine::generate::{GenerateEvent, GenerateRequest, Method};
use fewest_engine::tables::TablesRequest;
use fewest_engine::{
    Cancel, EngineError, ExploreRequest, Field, Limits, Notation, ProveRequest, Puzzle, Query, Request, Session,
    check_certificate, default_memory_limit, prove,
};
use fewest_kinds::KINDS;
use fewest_render::Style;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::input::{Asked, Unclear};
use crate::wait::{Stop, Tell, succeed, wait};
use crate::{error, tables};

/// An answer as JSON, and the exception that ended the work early.
type Answered = (String, Option<Py<PyBaseException>>);

/// Where a position of a text begins, the puzzle as JSON, or what is wrong with the line.
type Line = (u64, Option<String>, Option<String>);

/// The engine with its tables at hand.
#[pyclass(frozen, module = "fewest._engine")]
pub(crate) struct Engine {
    pub(crate) session: Arc<Session>,
}

/// A search for hard puzzles, as Python asks for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedDesigns {
    family: String,
    #[serde(default)]
    fields: BTreeMap<String, Field>,
    #[serde(default)]
    flags: Vec<String>,
    count: Option<NonZeroUsize>,
    min: Option<u32>,
    max: Option<u32>,
    method: Option<AskedMethod>,
    seed: Option<u64>,
    walks: Option<u64>,
    steps: Option<u32>,
    state: Option<PathBuf>,
    threads: Option<NonZeroUsize>,
    #[serde(default)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AskedMethod {
    Enumerate,
    Anneal,
}

/// A certificate, as Python asks for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedProof {
    puzzle: Puzzle,
    folder: PathBuf,
    optimum: Option<u32>,
    sat_solver: Option<String>,
    encoding: Option<String>,
    proof_bytes: Option<u64>,
    #[serde(default)]
    overwrite: bool,
    #[serde(default)]
    limits: Limits,
}

/// Reads what the package has written: a value that does not fit is the caller's.
fn read<T: DeserializeOwned>(py: Python<'_>, text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| {
        // The place in a text that nobody has seen helps nobody.
        let words = error.to_string();
        error::request(py, words.split(" at line ").next().unwrap_or(&words))
    })
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what the engine answers is JSON")
}

fn unclear(py: Python<'_>, unclear: Unclear) -> PyErr {
    match unclear {
        Unclear::Engine(error) => error::engine(py, error),
        Unclear::Name(message) => error::one(py, "PuzzleError", &message),
    }
}

impl Engine {
    /// Does some work that can be stopped and that tells what it does.
    fn work<T: Serialize + Send>(
        &self,
        py: Python<'_>,
        hear: Option<Py<PyAny>>,
        stop: Option<&Stop>,
        work: impl FnOnce(&Session, &Cancel, &Tell) -> Result<T, EngineError> + Send,
    ) -> PyResult<Answered> {
        let session = Arc::clone(&self.session);
        let ended = wait(py, hear, stop, move |cancel, tell| work(&session, cancel, tell))?;
        let (value, raised) = succeed(py, ended, error::engine)?;
        Ok((text(&value), raised))
    }
}

#[pymethods]
impl Engine {
    /// Tables in a folder; in that of the platform, where none is named; in memory alone, where the name is empty.
    #[new]
    fn new(folder: Option<PathBuf>) -> Self {
        let session = match folder {
            None => Session::on_platform(KINDS),
            Some(folder) if folder.as_os_str().is_empty() => Session::in_memory(KINDS),
            Some(folder) => Session::in_folder(KINDS, folder),
        };
        Self { session: Arc::new(session) }
    }

    /// The puzzle that is meant, as JSON.
    #[staticmethod]
    fn puzzle(py: Python<'_>, asked: &str, is_random: bool) -> PyResult<String> {
        let asked: Asked = read(py, asked)?;
        asked.puzzle(is_random).map(|puzzle| text(&puzzle)).map_err(|error| unclear(py, error))
    }

    /// The positions of a text: lines, and puzzles as JSON or what is wrong with the line.
    #[staticmethod]
    fn puzzles(py: Python<'_>, asked: &str) -> PyResult<Vec<Line>> {
        let asked: Asked = read(py, asked)?;
        let puzzles = asked.puzzles().map_err(|error| unclear(py, error))?;
        let told = |(line, puzzle): (u64, Result<Puzzle, _>)| match puzzle {
            Ok(puzzle) => (line, Some(text(&puzzle)), None),
            Err(fault) => (line, None, Some(format!("line {line}: {fault}"))),
        };
        Ok(puzzles.into_iter().map(told).collect())
    }

    /// The bytes that a search may hold where nothing is said.
    #[staticmethod]
    fn default_memory() -> u64 {
        default_memory_limit()
    }

    /// Solves a request.
    fn solve(&self, py: Python<'_>, request: &str, hear: Option<Py<PyAny>>, stop: Option<&Stop>) -> PyResult<Answered> {
        let request: Request = read(py, request)?;
        self.work(py, hear, stop, move |session, cancel, tell| {
            session.kinds().of(&request.puzzle)?;
            session.solve(&request, cancel, &mut |event| tell.json(&event))
        })
    }

    /// Answers a query.
    fn query(&self, py: Python<'_>, query: &str) -> PyResult<String> {
        let query: Query = read(py, query)?;
        let (reply, raised) = self.work(py, None, None, move |session, cancel, _| {
            session.query(&query, &Limits::default().for_search(cancel))
        })?;
        match raised {
            Some(raised) => Err(PyErr::from_value(raised.into_bound(py).into_any())),
            None => Ok(reply),
        }
    }

    /// Explores a puzzle; what was found as JSON, and as text for people.
    fn explore(&self, py: Python<'_>, request: &str, hear: Option<Py<PyAny>>) -> PyResult<Answered> {
        let request: ExploreRequest = read(py, request)?;
        self.work(py, hear, None, move |session, cancel, tell| {
            let found = session.kinds().explore(&request, cancel, &mut |event| tell.json(&event))?;
            Ok(json!([found, found.text]))
        })
    }

    /// Searches for hard puzzles.
    fn generate(&self, py: Python<'_>, request: &str, hear: Option<Py<PyAny>>) -> PyResult<Answered> {
        let asked: AskedDesigns = read(py, request)?;
        self.work(py, hear, None, move |_, cancel, tell| designs(asked, cancel, tell))
    }

    /// The families of puzzles that can be searched for hard ones, as JSON.
    #[staticmethod]
    fn families() -> String {
        let families = KINDS.iter().filter_map(|kind| Some((kind.info().name, kind.generate()?.families())));
        let family = |kind: &'static str| move |family: &'static fewest_engine::generate::FamilyInfo| json!({ "kind": kind, "name": family.name, "about": family.about, "fields": family.fields, "flags": family.flags });
        let all: Vec<Value> = families.flat_map(|(kind, families)| families.iter().map(family(kind))).collect();
        text(&all)
    }

    /// Certifies an optimum into a folder.
    fn prove(&self, py: Python<'_>, request: &str, hear: Option<Py<PyAny>>) -> PyResult<Answered> {
        let asked: AskedProof = read(py, request)?;
        let request = ProveRequest {
            optimum: asked.optimum,
            sat_solver: asked.sat_solver,
            encoding: asked.encoding,
            limits: asked.limits,
            proof_bytes: asked.proof_bytes,
            overwrite: asked.overwrite,
            ..ProveRequest::new(asked.puzzle, asked.folder)
        };
        self.work(py, hear, None, move |session, cancel, tell| {
            prove(&request, session, cancel, &mut |event| tell.json(&event))
        })
    }

    /// Checks a certificate.
    fn check_certificate(&self, py: Python<'_>, folder: PathBuf, limits: &str) -> PyResult<Answered> {
        let limits: Limits = read(py, limits)?;
        self.work(py, None, None, move |session, cancel, _| {
            check_certificate(session.kinds(), &folder, limits, cancel, &mut |_| ())
        })
    }

    /// Every position of a solution with the move that leads to it; the first has none.
    #[staticmethod]
    fn boards(py: Python<'_>, puzzle: &str, moves: &str, notation: &str) -> PyResult<Vec<(String, Option<String>)>> {
        let (puzzle, notation) = (read::<Puzzle>(py, puzzle)?, named(py, notation)?);
        let boards = || -> Result<Vec<(String, Option<String>)>, EngineError> {
            let kind = KINDS.of(&puzzle)?;
            let mut stage = kind.stage(&puzzle, moves, notation)?;
            let mut boards = vec![(stage.position(), None)];
            for index in 0..stage.moves() {
                let made = stage.make(index)?;
                boards.push((stage.position(), Some(made)));
            }
            if kind.info().fields.iter().any(|field| field.name == "goal") {
                return Ok(boards);
            }
            // The goal is a part of the position, and a picture in letters leaves it out.
            let mut so_far = String::new();
            for (position, made) in &mut boards {
                if let Some(made) = made {
                    so_far.push_str(made);
                    so_far.push(' ');
                }
                kind.view(&puzzle, &so_far)?.here.position().clone_into(position);
            }
            Ok(boards)
        };
        py.detach(boards).map_err(|error| error::engine(py, error))
    }

    /// A picture of a position, or of a solution that plays: `svg`, `html` or `text`.
    #[staticmethod]
    fn picture(py: Python<'_>, puzzle: &str, moves: &str, notation: &str, form: &str, cell: u16) -> PyResult<String> {
        let (puzzle, notation) = (read::<Puzzle>(py, puzzle)?, named(py, notation)?);
        let draw = || -> Result<String, EngineError> {
            let kind = KINDS.of(&puzzle)?;
            if form == "text" {
                let picture = kind.stage(&puzzle, moves, notation)?.draw(usize::MAX >> 1, false);
                let line = |line: &Vec<(_, String)>| {
                    let text: String = line.iter().map(|(_, text)| text.as_str()).collect();
                    text.trim_end().to_owned()
                };
                return Ok(picture.lines.iter().map(line).collect::<Vec<_>>().join("\n"));
            }
            let film = kind.film(&puzzle, moves, notation, false)?;
            let style = Style { cell, caption: false, ..Style::default() };
            let last = film.scenes.last().ok_or_else(|| EngineError::internal("a film without scenes"))?;
            if form == "svg" {
                return Ok(fewest_render::svg(last, &style));
            }
            fewest_render::html(&film, &style, || true).map_err(EngineError::internal)
        };
        py.detach(draw).map_err(|error| error::engine(py, error))
    }

    /// What lies in the folder of tables.
    fn inventory(&self, py: Python<'_>) -> PyResult<String> {
        self.session.inventory().map(|inventory| text(&inventory)).map_err(|error| error::engine(py, error))
    }

    /// What a set of tables would take.
    fn propose_tables(&self, py: Python<'_>, request: &str) -> PyResult<String> {
        let request: TablesRequest = read(py, request)?;
        tables::propose(&request, &self.session)
            .map(|proposal| text(&proposal))
            .map_err(|error| error::engine(py, error))
    }

    /// Builds a set of tables.
    fn build_tables(&self, py: Python<'_>, request: &str, hear: Option<Py<PyAny>>) -> PyResult<Answered> {
        let request: TablesRequest = read(py, request)?;
        self.work(py, hear, None, move |session, cancel, tell| {
            tables::build(&request, session, cancel, &mut |event| tell.json(&event))
        })
    }

    /// Removes tables.
    fn remove_tables(&self, py: Python<'_>, names: Vec<String>) -> PyResult<String> {
        tables::remove(&self.session, &names).map(|removed| text(&removed)).map_err(|error| error::engine(py, error))
    }

    /// Compares the checksums of tables.
    fn verify_tables(&self, py: Python<'_>, names: Vec<String>) -> PyResult<String> {
        let session = &self.session;
        let found = py.detach(|| tables::verify(session, &names));
        found.map(|faults| text(&faults)).map_err(|error| error::engine(py, error))
    }
}

fn named(py: Python<'_>, notation: &str) -> PyResult<Notation> {
    read(py, &text(&notation))
}

/// Searches for hard puzzles; what was found, as JSON.
fn designs(asked: AskedDesigns, cancel: &Cancel, tell: &Tell) -> Result<Value, EngineError> {
    let families = || KINDS.iter().filter_map(|kind| kind.generate());
    let has = |name: &str| families().find(|generate| generate.families().iter().any(|family| family.name == name));
    let generate = has(&asked.family).or_else(|| families().next());
    let generate = generate.ok_or_else(|| EngineError::internal("no kind searches for puzzles"))?;
    let method = asked.method.map(|method| match method {
        AskedMethod::Enumerate => Method::Enumerate,
        AskedMethod::Anneal => Method::Anneal,
    });
    let request = GenerateRequest {
        family: asked.family,
        fields: asked.fields,
        flags: asked.flags,
        count: asked.count,
        min: asked.min,
        max: asked.max,
        method,
        seed: asked.seed,
        walks: asked.walks,
        steps: asked.steps,
        state: asked.state,
        threads: asked.threads,
        limits: asked.limits,
    };
    let found = generate.run(&request, cancel, &mut |event| {
        tell.json(&match event {
            GenerateEvent::Warning(text) => json!({ "event": "warning", "text": text }),
            GenerateEvent::Unsaved(text) => json!({ "event": "unsaved", "text": text }),
            GenerateEvent::Progress { done, parts, best, seconds } => {
                json!({ "event": "designing", "done": done, "parts": parts, "best": best, "seconds": seconds })
            }
        });
    })?;
    Ok(json!({
        "found": found.found,
        "tally": found.tally.map(|tally| tally.json),
        "done": found.done,
        "limit": found.limit.map(|limit| limit.to_string()),
        "unsaved": found.unsaved,
        "remark": found.remark,
    }))
}
