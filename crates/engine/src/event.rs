//! What the engine tells while it works.

use serde::{Deserialize, Serialize};

use crate::choice::Choice;

/// Hears the events of a request as they come.
pub type Sink<'a> = dyn FnMut(Event) + 'a;

/// Something that happened during a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The search is about to begin.
    Chosen {
        /// The algorithm's name.
        algorithm: String,
        /// The heuristic's name.
        heuristic: String,
        /// Why these were chosen, in words.
        because: String,
    },
    /// A table of a pattern database is being built; sent for every level.
    Building {
        /// The description of the table in its file.
        table: String,
        /// Which of the tables it is, from 1.
        number: u64,
        /// How many tables there are.
        tables: u64,
        /// The level that is complete.
        level: u32,
        /// Entries known so far.
        known: u64,
        /// The most entries that there can be: some may be unreachable.
        entries: u64,
        /// Time since the build of the first table began.
        seconds: f64,
    },
    /// A round of an iterative algorithm, or a layer of a breadth-first one, is complete.
    Iteration {
        /// The greatest f, or depth, that was searched completely.
        bound: u32,
        /// Nodes expanded so far.
        expanded: u64,
        /// Nodes generated so far.
        generated: u64,
    },
    /// The progress of the search; sent a few times a second.
    Progress {
        /// No solution is shorter than this.
        lower_bound: u32,
        /// Nodes expanded so far.
        expanded: u64,
        /// Nodes generated so far.
        generated: u64,
        /// Bytes held now.
        memory_bytes: u64,
        /// Time since the start.
        seconds: f64,
    },
    /// A better solution was found, and the search continues.
    Improved {
        /// Its length.
        length: u32,
        /// No solution is shorter than this.
        lower_bound: u32,
    },
    /// The depths of the latest expansions, in order. Only if the request asks to trace depths.
    Depths {
        /// One depth for each expansion since the last such event.
        depths: Vec<u32>,
    },
    /// The latest nodes that were expanded, in order. Only if the request asks to trace the tree.
    Nodes {
        /// One node for each expansion since the last such event.
        nodes: Vec<TreeNode>,
    },
    /// The node that is expanded now; sent a few times a second. Only if the request asks for samples, and not by searches
    /// that expand whole layers at once or on several threads.
    Sample {
        /// The length of the path to it.
        g: u32,
        /// The heuristic's estimate of the rest; absent if the search uses no heuristic.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        h: Option<u32>,
        /// Whether it was found from the goal; `g` is then the distance from here to a goal.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        backward: bool,
        /// Its position.
        position: String,
    },
}

/// A node of the tree that a search grows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeNode {
    /// Its number, from 0 in the order of expansion. A position that is expanded again gets a new one.
    pub id: u32,
    /// The parent of the node; absent where the search, or a round of it, begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Whether it was found from the goal; `g` is then the distance from here to a goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub backward: bool,
    /// The length of the path to it.
    pub g: u32,
    /// The heuristic's estimate of the rest; absent if the search uses no heuristic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<u32>,
    /// The move from the parent to it; `backward`: from it to the parent.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Its position.
    pub position: String,
}

impl Event {
    /// That this will search.
    pub fn chosen(choice: &Choice) -> Self {
        Self::Chosen {
            algorithm: choice.algorithm.info().name.to_owned(),
            heuristic: choice.heuristic.name.to_owned(),
            because: choice.because(),
        }
    }
}
