//! Heuristics, described. Each kind of puzzle lists its own.

use serde::Serialize;

use super::answers;

/// A heuristic, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeuristicInfo {
    /// The name to write.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// What it counts, in a sentence.
    pub summary: &'static str,
    /// The metrics it serves; none is named where it serves all of its kind.
    #[serde(skip)]
    pub metrics: &'static [&'static str],
    /// Whether it never overestimates.
    pub admissible: bool,
    /// Whether it never drops faster than the path grows.
    pub consistent: bool,
    /// Where it comes from.
    pub source: &'static str,
    /// The name of its page in `docs/algorithms` and what stands there, where it has one of its own.
    #[serde(skip)]
    pub page: Option<(&'static str, &'static str)>,
}

impl HeuristicInfo {
    /// No estimate at all, which every kind has.
    pub const NONE: Self = Self {
        name: "none",
        aliases: &["zero", "blind"],
        summary: "no estimate: every position looks equally good",
        metrics: &[],
        admissible: true,
        consistent: true,
        source: "Dijkstra 1959",
        page: None,
    };

    /// Whether this is its name, or another one for it.
    pub fn answers_to(&self, name: &str) -> bool {
        answers(self.name, self.aliases, name)
    }

    /// Whether it looks up pattern databases that a request can describe.
    pub fn is_pdb(&self) -> bool {
        self.name == "pdb"
    }

    /// Whether it serves a metric of its kind.
    pub fn serves(&self, metric: &str) -> bool {
        self.metrics.is_empty() || self.metrics.contains(&metric)
    }
}

/// Makes an enum of the heuristics of a kind, in the order in which the kind lists them, and that list, `HEURISTICS`.
///
/// ```
/// use fewest_engine::HeuristicInfo;
/// fewest_engine::heuristics! {
///     /// The heuristics of this puzzle.
///     enum Named {
///         Zero = HeuristicInfo::NONE,
///         Far = HeuristicInfo { name: "far", aliases: &[], summary: "how far it is", ..HeuristicInfo::NONE },
///     }
/// }
/// assert_eq!(Named::of(&HEURISTICS[1]), Named::Far);
/// assert_eq!(Named::Far.info().name, "far");
/// ```
#[macro_export]
macro_rules! heuristics {
    ($(#[$doc:meta])* enum $enum:ident { $($variant:ident = $info:expr,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $enum {
            $(
                #[doc = concat!("`", stringify!($variant), "`.")]
                $variant,
            )+
        }

        /// Every heuristic of this kind, described.
        pub(crate) static HEURISTICS: &[$crate::HeuristicInfo] = &[$($info,)+];

        impl $enum {
            const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The one that is described so.
            pub(crate) fn of(info: &$crate::HeuristicInfo) -> Self {
                let place = HEURISTICS.iter().position(|known| known.name == info.name);
                Self::ALL[place.expect("a heuristic of this kind")]
            }

            /// Its description.
            pub(crate) fn info(self) -> &'static $crate::HeuristicInfo {
                &HEURISTICS[self as usize]
            }
        }
    };
}
