//! What is to be run: every search of every instance, in one order that never changes.
//!
//! A plan may have millions of runs, so a run is three numbers, and its key is written when it is wanted.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use fewest_engine::catalog::Algorithm;
use fewest_engine::{KindInfo, Limits, Options, Puzzle, Request};
use fewest_kinds::{INFOS, KINDS};

use crate::error::LabError;
use crate::instances::Instance;
use crate::label::{heuristic_named, label};
use crate::suite::{Instances, Record, Searches, Suite};

/// The most runs that a plan may have: they are held in memory.
const MOST: u64 = 10_000_000;

/// A search with everything settled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) label: String,
    pub(crate) algorithm: String,
    pub(crate) heuristic: String,
    /// What counts as one move; none: as the instance says.
    metric: Option<String>,
    pub(crate) options: Options,
    pub(crate) limits: Limits,
    repetitions: u32,
    pub(crate) record: Vec<Record>,
    /// The groups that are searched; empty: all.
    groups: Vec<String>,
    /// How many instances of a part of a group.
    most: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) instance: u32,
    pub(crate) search: u32,
    /// Which repetition it is, from 1.
    pub(crate) repetition: u32,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) instances: Vec<Instance>,
    pub(crate) searches: Vec<Search>,
    /// By instance, search and repetition.
    pub(crate) jobs: Vec<Job>,
    /// Where the jobs of each instance begin, and where all end.
    begins: Vec<usize>,
    /// The number of each instance by group and name.
    named: HashMap<String, u32>,
}

impl Plan {
    /// Names that nobody has: what can be said before instances are made, which may take long.
    pub(crate) fn faults_of_names(suite: &Suite) -> Vec<String> {
        let mut faults: Vec<String> = suite.instances.iter().flat_map(unknown_kinds).collect();
        let has = |metric: &str| INFOS.iter().any(|info| info.has_metric(metric));
        let known: BTreeSet<&str> = INFOS.iter().flat_map(|info| info.metrics).map(|metric| metric.name).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        for (number, asked) in (1..).zip(&suite.searches) {
            let found = expand(suite, asked, false).err().unwrap_or_default();
            faults.extend(found.iter().map(|fault| named(number, fault)));
            for metric in asked.metrics.iter().filter(|metric| !has(metric)) {
                faults
                    .push(named(number, &format!("there is no metric {metric:?} for any kind; choose one of {known}")));
            }
        }
        faults
    }

    /// What a suite asks for, or every fault of its searches.
    pub(crate) fn new(suite: &Suite, quick: bool, instances: Vec<Instance>) -> Result<Self, LabError> {
        let mut faults = Vec::new();
        let mut searches: Vec<Search> = Vec::new();
        for (number, asked) in (1..).zip(&suite.searches) {
            match expand(suite, asked, quick) {
                Ok(found) => {
                    faults.extend(foreign_metrics(asked, &instances).iter().map(|fault| named(number, fault)));
                    searches.extend(found);
                }
                Err(found) => faults.extend(found.iter().map(|fault| named(number, fault))),
            }
        }
        if faults.is_empty() {
            faults.extend(collisions(&instances, &searches));
        }
        if !faults.is_empty() {
            return Err(LabError::Faults(faults));
        }
        let ranks = ranks(&instances);
        let is_run =
            |search: &Search, number: usize| search.serves(&instances[number].group) && ranks[number] < search.most;
        // Before room is made for any.
        let asked = (0..instances.len())
            .flat_map(|number| searches.iter().filter(move |search| is_run(search, number)))
            .fold(0u64, |runs, search| runs.saturating_add(u64::from(search.repetitions)));
        if asked == 0 {
            return Err(LabError::Faults(vec!["there is nothing to run: no search has an instance".to_owned()]));
        }
        if asked > MOST {
            return Err(LabError::Faults(vec![format!(
                "the suite has {asked} runs, but at most {MOST} are allowed; use fewer instances or repetitions"
            )]));
        }
        let mut jobs = Vec::new();
        let mut begins = vec![0];
        for (number, place) in (0u32..).zip(0..instances.len()) {
            for (index, search) in (0u32..).zip(&searches).filter(|(_, search)| is_run(search, place)) {
                let job = |repetition| Job { instance: number, search: index, repetition };
                jobs.extend((1..=search.repetitions).map(job));
            }
            begins.push(jobs.len());
        }
        let named = (0..).zip(&instances).map(|(number, instance)| (full_name(instance), number)).collect();
        Ok(Self { instances, searches, jobs, begins, named })
    }

    pub(crate) fn instance(&self, job: Job) -> &Instance {
        &self.instances[job.instance as usize]
    }

    pub(crate) fn search(&self, job: Job) -> &Search {
        &self.searches[job.search as usize]
    }

    pub(crate) fn metric(&self, job: Job) -> String {
        self.search(job).metric_of(&self.instance(job).puzzle)
    }

    /// What tells a run from all others, such as `3x3/s10-0007|stm|A* manhattan|1`.
    pub(crate) fn key(&self, job: Job) -> String {
        let (instance, label) = (self.instance(job), &self.search(job).label);
        format!("{}/{}|{}|{label}|{}", instance.group, instance.name, self.metric(job), job.repetition)
    }

    /// The place in the plan of the run with this key.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        let mut parts = key.split('|');
        let (name, metric, label) = (parts.next()?, parts.next()?, parts.next()?);
        let repetition: u32 = parts.next().filter(|text| !text.starts_with(['0', '+']))?.parse().ok()?;
        let number = *self.named.get(name)? as usize;
        let mut range: Range<usize> = self.begins[number]..self.begins[number + 1];
        range
            .find(|&index| {
                let job = self.jobs[index];
                job.repetition == repetition && self.search(job).label == label && self.metric(job) == metric
            })
            .filter(|_| parts.next().is_none())
    }

    pub(crate) fn request(&self, job: Job, memory: u64) -> Request {
        let search = self.search(job);
        let mut puzzle = self.instance(job).puzzle.clone();
        if let Some(metric) = &search.metric {
            puzzle = with_metric(puzzle, metric);
        }
        let mut options = search.options.clone();
        options.threads = options.threads.or(Some(1));
        Request {
            algorithm: search.algorithm.clone(),
            heuristic: search.heuristic.clone(),
            options,
            limits: Limits { memory_bytes: search.limits.memory_bytes.or(Some(memory)), ..search.limits },
            trace_depths: search.record.contains(&Record::Steps),
            ..Request::new(puzzle)
        }
    }

    pub(crate) fn is_parallel(&self) -> bool {
        self.searches.iter().any(|search| search.options.threads.is_some_and(|threads| threads > 1))
    }
}

/// A fault of searches, which are numbered because they need no name.
fn named(number: usize, fault: &str) -> String {
    format!("searches {number}: {fault}")
}

/// The place of each instance within its part of its group, from 0.
fn ranks(instances: &[Instance]) -> Vec<usize> {
    let mut within: HashMap<(&str, usize), usize> = HashMap::new();
    let mut ranks = Vec::with_capacity(instances.len());
    for instance in instances {
        let next = within.entry((&instance.group, instance.part)).or_default();
        ranks.push(*next);
        *next += 1;
    }
    ranks
}

fn full_name(instance: &Instance) -> String {
    format!("{}/{}", instance.group, instance.name)
}

impl Search {
    fn serves(&self, group: &str) -> bool {
        self.groups.is_empty() || self.groups.iter().any(|name| name == group)
    }

    fn metric_of(&self, puzzle: &Puzzle) -> String {
        self.metric.clone().unwrap_or_else(|| metric_of(puzzle).to_owned())
    }
}

/// The kinds that a part of a suite names and that there are not.
fn unknown_kinds(instances: &Instances) -> Vec<String> {
    let puzzles = instances.puzzles.iter().chain(&instances.random).chain(&instances.every).chain(&instances.like);
    let kinds: BTreeSet<&String> = puzzles.map(|puzzle| &puzzle.kind).chain(&instances.library).collect();
    let errors = kinds.into_iter().filter_map(|kind| KINDS.named(kind).err());
    errors.map(|error| format!("instances {:?}: {error}", instances.group)).collect()
}

/// Every search that is meant, or what is wrong with its names.
fn expand(suite: &Suite, asked: &Searches, quick: bool) -> Result<Vec<Search>, Vec<String>> {
    let mut faults = Vec::new();
    let mut known = |name: &str, found: Result<&'static str, String>| match found {
        _ if name.eq_ignore_ascii_case("auto") => "auto",
        Ok(name) => name,
        Err(error) => {
            faults.push(error);
            ""
        }
    };
    let algorithm =
        |name: &str| Algorithm::named(name).map(|found| found.info().name).map_err(|error| error.to_string());
    let algorithms: Vec<&str> = asked.algorithms.iter().map(|name| known(name, algorithm(name))).collect();
    let heuristic = |name: &str| heuristic_named(name).ok_or_else(|| format!("there is no heuristic {name:?}"));
    let heuristics: Vec<&str> = asked.heuristics.iter().map(|name| known(name, heuristic(name))).collect();
    if asked.label.as_ref().is_some_and(|label| label.contains('|')) {
        faults.push("a label must not contain |".to_owned());
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let most = if quick { asked.quick.or(asked.take) } else { asked.take };
    let metrics: Vec<Option<String>> = match &asked.metrics[..] {
        [] => vec![None],
        metrics => metrics.iter().cloned().map(Some).collect(),
    };
    let mut searches = Vec::new();
    for algorithm in algorithms {
        // One that uses no heuristic is the same search with all of them.
        let is_blind = Algorithm::named(algorithm).is_ok_and(|algorithm| !algorithm.info().uses_heuristic);
        let heuristics = if is_blind { &["auto"][..] } else { &heuristics };
        for heuristic in heuristics {
            for metric in &metrics {
                searches.push(Search {
                    label: asked
                        .label
                        .clone()
                        .unwrap_or_else(|| label(algorithm, (!is_blind).then_some(heuristic), &asked.options)),
                    algorithm: algorithm.to_owned(),
                    heuristic: (*heuristic).to_owned(),
                    metric: metric.clone(),
                    options: asked.options.clone(),
                    limits: asked.limits.unwrap_or(suite.limits),
                    repetitions: asked.repetitions.unwrap_or(suite.repetitions),
                    record: asked.record.clone(),
                    groups: asked.groups.clone(),
                    most: most.unwrap_or(usize::MAX),
                });
            }
        }
    }
    Ok(searches)
}

/// Metrics that an instance to be searched does not have.
fn foreign_metrics(asked: &Searches, instances: &[Instance]) -> Vec<String> {
    let searched = |instance: &&Instance| asked.groups.is_empty() || asked.groups.contains(&instance.group);
    let mut faults = Vec::new();
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for instance in instances.iter().filter(searched) {
        let (group, kind) = (instance.group.as_str(), instance.puzzle.kind.as_str());
        // Instances of a group stand together.
        if seen.iter().rev().take(8).any(|known| *known == (group, kind)) {
            continue;
        }
        seen.push((group, kind));
        let there: Vec<&str> = info_of(&instance.puzzle)
            .map_or(Vec::new(), |info| info.metrics.iter().map(|metric| metric.name).collect());
        for metric in asked.metrics.iter().filter(|metric| !there.contains(&metric.as_str())) {
            faults.push(format!(
                "there is no metric {metric:?} for {kind}, the puzzles of group {group:?}, only {}; name the groups to \
                 search with `groups`",
                there.join(", ")
            ));
        }
    }
    faults
}

/// Searches of one instance that have the same label and metric.
fn collisions(instances: &[Instance], searches: &[Search]) -> BTreeSet<String> {
    let mut faults = BTreeSet::new();
    let mut looked: Vec<(&str, &str)> = Vec::new();
    for instance in instances {
        let ground = (instance.group.as_str(), metric_of(&instance.puzzle));
        if looked.iter().rev().take(8).any(|known| *known == ground) {
            continue;
        }
        let mut seen = BTreeSet::new();
        for search in searches.iter().filter(|search| search.serves(&instance.group)) {
            if !seen.insert((&search.label, search.metric_of(&instance.puzzle))) {
                let (label, group) = (&search.label, &instance.group);
                faults.insert(format!(
                    "two searches of group {group:?} are called {label:?}; give one a different `label`, or remove one"
                ));
            }
        }
        looked.push(ground);
    }
    faults
}

fn info_of(puzzle: &Puzzle) -> Option<&'static KindInfo> {
    INFOS.iter().find(|info| info.name == puzzle.kind).copied()
}

fn metric_of(puzzle: &Puzzle) -> &str {
    info_of(puzzle).and_then(|info| info.metric(puzzle).ok()).map_or("moves", |metric| metric.name)
}

/// Counts moves in another way, where the kind has several. Metrics are looked at before.
fn with_metric(puzzle: Puzzle, name: &str) -> Puzzle {
    if info_of(&puzzle).is_some_and(|info| info.metrics.len() > 1) { puzzle.with("metric", name) } else { puzzle }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two groups of three positions, two searches of both and one of the second.
    pub(crate) fn plan() -> Plan {
        let suite = Suite::parse(
            r#"
            name = "plan"
            title = "Plan"
            [[instances]]
            group = "one"
            puzzles = [{ kind = "tiles", position = "1 2/3 0" }]
            [[instances]]
            group = "two"
            puzzles = [{ kind = "tiles", position = "1 2/3 0" }]
            [[searches]]
            algorithms = ["astar", "BFS"]
            heuristics = ["Manhattan"]
            [[searches]]
            groups = ["two"]
            algorithms = ["WA*"]
            heuristics = ["manhattan"]
            options = { weight = 1.5, pdb_mirrors = true }
            repetitions = 2
            "#,
        )
        .unwrap();
        let puzzle = Puzzle::new("tiles", "1 2/3 0");
        let instance = |group, number: usize| Instance::new(group, number.to_string(), String::new(), puzzle.clone());
        let instances = ["one", "two"].iter().flat_map(|group| (1..=3).map(|number| instance(group, number)));
        Plan::new(&suite, false, instances.collect()).unwrap()
    }

    #[test]
    fn every_run_is_found_by_its_key() {
        let plan = plan();
        assert_eq!(plan.jobs.len(), 3 * 2 + 3 * 4);
        for (index, &job) in plan.jobs.iter().enumerate() {
            assert_eq!(plan.find(&plan.key(job)), Some(index));
        }
        assert_eq!(plan.key(plan.jobs[0]), "one/1|stm|A* manhattan|1");
        assert_eq!(plan.key(plan.jobs[17]), "two/3|stm|WA* manhattan pdb-mirrors=true weight=1.5|2");
        for key in [
            "",
            "one/1",
            "one/4|stm|A* manhattan|1",
            "one/1|stm|A* manhattan|2",
            "one/1|mtm|BFS|1",
            "one/1|stm|BFS|01",
            "one/1|stm|BFS|1|",
        ] {
            assert_eq!(plan.find(key), None, "{key}");
        }
    }

    #[test]
    fn too_many_runs_are_refused_before_room_is_made() {
        let Plan { instances, .. } = plan();
        let text = |repetitions: &str| {
            format!(
                "name = \"many\"\ntitle = \"Many\"\nrepetitions = {repetitions}\n[[instances]]\ngroup = \"one\"\n\
                 puzzles = [{{ kind = \"tiles\", position = \"1 2/3 0\" }}]\n[[searches]]\nalgorithms = [\"BFS\"]\n"
            )
        };
        let said = |repetitions| {
            let suite = Suite::parse(&text(repetitions)).unwrap();
            Plan::new(&suite, false, instances.clone()).unwrap_err().to_string()
        };
        assert!(said("4_000_000_000").starts_with("the suite has 24000000000 runs, but at most 10000000 are allowed"));
        assert!(said("1_666_667").starts_with("the suite has 10000002 runs, "));
        let suite = Suite::parse(&text("3")).unwrap();
        assert_eq!(Plan::new(&suite, false, instances.clone()).unwrap().jobs.len(), 18);
    }

    #[test]
    fn a_search_uses_one_thread_unless_it_is_told_otherwise() {
        let mut plan = plan();
        let request = plan.request(plan.jobs[0], 1000);
        assert_eq!((request.options.threads, request.limits.memory_bytes), (Some(1), Some(1000)));
        plan.searches[0].options.threads = Some(3);
        plan.searches[0].limits.memory_bytes = Some(5);
        let request = plan.request(plan.jobs[0], 1000);
        assert_eq!((request.options.threads, request.limits.memory_bytes), (Some(3), Some(5)));
        assert!(plan.is_parallel());
    }
}
