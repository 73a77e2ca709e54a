//! Tables that are looked up together, by name: which there are, which serve a goal, and how large they are.
//!
//! | name | tables | size | for |
//! |---|---|--:|---|
//! | `cosets-small` | flips with slice, slice with twists, corners | 8 MB | whole 3×3×3 |
//! | `cosets-medium` | flips, slice and twists together, corners | 77 MB | whole 3×3×3 |
//! | `edges-N` | corners, and sets of N edges | 6 MB to 49 MB | 3×3×3, also parts |
//! | `phases` | of the two phases | 4 MB | whole 3×3×3 |
//! | `exact` | every position | 4 MB | 2×2×2 |

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_cube::heuristics::{Patterns, coset_shapes};
use fewest_cube::quick;
use fewest_cube::tables::{MOST_EDGES, Shape};
use fewest_cube::{Goal, Metric, Size};
use fewest_engine::kit::{Readiness, TablePart, TableSet};
use fewest_engine::{EngineError, Faults, Options, Result, Session};
use fewest_pdb::abstraction::Progress;
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::store::{Notice, Store};
use fewest_pdb::table::Table;

use crate::asked::Aim;

/// How large tables of cosets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Small,
    Medium,
}

/// A set by its name, or left to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Auto,
    Exact,
    Edges(usize),
    Cosets(Extent),
    Phases,
}

/// How many edges a table has where nobody says it: three tables of 3 million values, built in seconds.
const USUAL_EDGES: usize = 5;

impl Extent {
    /// The largest first.
    pub(crate) const ALL: [Self; 2] = [Self::Medium, Self::Small];

    fn name(self) -> &'static str {
        match self {
            Self::Small => "cosets-small",
            Self::Medium => "cosets-medium",
        }
    }
}

impl Wanted {
    /// What the options of pattern databases ask for.
    pub(crate) fn of(options: &Options) -> Result<Self> {
        let others = [
            ("pdb-kind", options.pdb_kind.is_some()),
            ("pdb-encoding", options.pdb_encoding.is_some()),
            ("pdb-mirrors", options.pdb_mirrors.is_some()),
        ];
        if let Some((option, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
            let reason = "each set of the cube counts, packs and mirrors its tables in one way".to_owned();
            return Err(EngineError::UselessPdb { option, reason });
        }
        options.pdb.as_deref().map_or(Ok(Self::Auto), Self::named)
    }

    fn named(name: &str) -> Result<Self> {
        let edges = |text: &str| text.parse::<usize>().ok().filter(|edges| (1..=MOST_EDGES).contains(edges));
        match name.trim() {
            "auto" => Ok(Self::Auto),
            "exact" => Ok(Self::Exact),
            "phases" => Ok(Self::Phases),
            "cosets-small" => Ok(Self::Cosets(Extent::Small)),
            "cosets-medium" => Ok(Self::Cosets(Extent::Medium)),
            other => other.strip_prefix("edges-").and_then(edges).map(Self::Edges).ok_or_else(|| {
                let found: String = other.chars().take(40).collect();
                EngineError::Pdb(Faults::of([format!(
                    "{found:?} is not a set of tables of the cube; write cosets-small, cosets-medium, edges-1 to \
                     edges-{MOST_EDGES}, phases, exact (2×2×2) or auto"
                )]))
            }),
        }
    }
}

/// What a set is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Exact,
    Patterns,
    Cosets,
    Phases,
}

/// A set of tables for a goal and a metric.
#[derive(Debug)]
pub(crate) struct Set {
    name: String,
    content: Content,
    metric: Metric,
    shapes: Vec<Shape>,
}

impl Set {
    /// What it is for.
    pub(crate) fn content(&self) -> Content {
        self.content
    }

    /// What its tables are about.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The name by which it can be asked for.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What the files of its tables are known by.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.shapes.iter().map(|shape| shape.recipe(self.metric).key).collect()
    }

    /// The sets of edges for whole cubes.
    pub(crate) fn named_edges(metric: Metric) -> impl Iterator<Item = Arc<Self>> {
        (1..=MOST_EDGES).map(move |edges| Self::edges(edges, None, metric))
    }

    /// The distances of all 2×2×2.
    pub(crate) fn exact(metric: Metric) -> Arc<Self> {
        Arc::new(Self { name: "exact".to_owned(), content: Content::Exact, metric, shapes: vec![Shape::Pocket] })
    }

    /// The tables of cosets.
    pub(crate) fn cosets(extent: Extent, metric: Metric) -> Arc<Self> {
        let shapes = coset_shapes(extent == Extent::Medium).to_vec();
        Arc::new(Self { name: extent.name().to_owned(), content: Content::Cosets, metric, shapes })
    }

    /// The tables of the two phases, which count turns of faces.
    pub(crate) fn phases() -> Arc<Self> {
        let (name, shapes) = ("phases".to_owned(), quick::SHAPES.to_vec());
        Arc::new(Self { name, content: Content::Phases, metric: Metric::Htm, shapes })
    }

    /// The set of this name that serves a goal; where it is left to us, the patterns that do.
    pub(crate) fn patterns(wanted: Wanted, aim: &Aim) -> Result<Arc<Self>> {
        let refuse = |reason: &str| Err(EngineError::PdbHere(Faults::of([reason])));
        let mask = match &aim.goal {
            Goal::Part(mask) => Some(mask),
            Goal::Cube(_) => None,
        };
        let metric = aim.metric;
        Ok(match (wanted, aim.size, mask) {
            (Wanted::Auto | Wanted::Exact, Size::Two, _) => Self::exact(metric),
            (_, Size::Two, _) => {
                return refuse("the 2×2×2 has one table, of the distances of all positions; write exact");
            }
            (Wanted::Exact, ..) => {
                return refuse("only the 2×2×2 has a table of all distances; write cosets-medium or edges-5");
            }
            (Wanted::Cosets(_) | Wanted::Phases, _, Some(_)) => {
                return refuse(
                    "these tables are about whole cubes, but the goal is a part of one; write edges-5 or auto",
                );
            }
            (Wanted::Cosets(extent), _, None) => Self::cosets(extent, metric),
            (Wanted::Phases, _, None) => Self::phases(),
            (Wanted::Auto, ..) => Self::edges(USUAL_EDGES, mask, metric),
            (Wanted::Edges(edges), ..) => Self::edges(edges, mask, metric),
        })
    }

    fn edges(edges: usize, mask: Option<&fewest_cube::Mask>, metric: Metric) -> Arc<Self> {
        let shapes = Patterns::shapes(mask, edges);
        Arc::new(Self { name: format!("edges-{edges}"), content: Content::Patterns, metric, shapes })
    }

    /// The best tables of cosets that are at hand or in files; where there are none, the largest that may be built in this
    /// memory, up to `most`.
    pub(crate) fn best_cosets(session: &Session, metric: Metric, most: Extent, memory: u64) -> Arc<Self> {
        let sets = Extent::ALL.map(|extent| (extent, Self::cosets(extent, metric)));
        let is_ready = |set: &Arc<Self>| session.readiness(&**set) != Readiness::Missing;
        if let Some((_, set)) = sets.iter().find(|(_, set)| is_ready(set)) {
            return Arc::clone(set);
        }
        let allowed = sets.iter().skip_while(|(extent, _)| *extent != most);
        let fits = |set: &Arc<Self>| session.need(&**set).memory <= memory / 2;
        let found = allowed.clone().find(|(_, set)| fits(set)).or_else(|| sets.last());
        let (_, set) = found.expect("there are several sizes");
        Arc::clone(set)
    }
}

impl TableSet for Set {
    type Tables = Vec<Table>;

    fn key(&self) -> String {
        format!("cube {}: {}", self.name, self.keys().join("; "))
    }

    fn parts(&self) -> Vec<TablePart> {
        let part = |shape: &Shape| {
            let recipe = shape.recipe(self.metric);
            TablePart {
                text: recipe.key.clone(),
                bytes: recipe.encoding.bytes(recipe.entries),
                memory: shape.memory_needed(),
                recipe,
            }
        };
        self.shapes.iter().map(part).collect()
    }

    fn obtain(
        &self,
        store: Option<&Store>,
        builder: &Builder,
        watch: &mut dyn FnMut(usize, &Progress) -> ControlFlow<()>,
    ) -> Result<(Vec<Table>, Vec<Notice>), BuildError> {
        let (mut tables, mut notices) = (Vec::new(), Vec::new());
        for (number, shape) in self.shapes.iter().enumerate() {
            let mut build = || shape.build(self.metric, builder, &mut |progress: &Progress| watch(number, progress));
            let Some(store) = store else {
                tables.push(build()?);
                continue;
            };
            let obtained = store.obtain(&shape.recipe(self.metric), &builder.cancel, |_| build())?;
            let obtained = obtained.ok_or(BuildError::Cancelled)?;
            notices.extend(obtained.notices);
            tables.push(obtained.table);
        }
        Ok((tables, notices))
    }

    fn open(&self, store: &Store) -> (Option<Vec<Table>>, Vec<Notice>) {
        let opened = self.shapes.iter().map(|shape| store.open(&shape.recipe(self.metric)));
        let (tables, notices): (Vec<_>, Vec<_>) = opened.unzip();
        (tables.into_iter().collect(), notices.into_iter().flatten().collect())
    }

    fn bytes_in_memory(tables: &Vec<Table>) -> u64 {
        tables.iter().filter(|table| !table.is_mapped()).map(|table| table.bytes().len() as u64).sum()
    }
}
