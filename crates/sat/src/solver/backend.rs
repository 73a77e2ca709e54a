//! The solvers by name.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "rustsat")]
use rustsat::solvers::Solve;

use super::batsat;

/// A solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// BatSat 0.6 (Simon Cruanes), MiniSat's algorithm in Rust: in every build, and in the browser.
    Batsat,
    /// CaDiCaL (Armin Biere and others).
    #[cfg(feature = "cadical")]
    Cadical,
    /// Glucose 4 (Gilles Audemard and Laurent Simon).
    #[cfg(feature = "glucose")]
    Glucose,
    /// Kissat (Armin Biere).
    #[cfg(feature = "kissat")]
    Kissat,
    /// MiniSat 2.2 (Niklas Eén and Niklas Sörensson).
    #[cfg(feature = "minisat")]
    Minisat,
}

impl Backend {
    /// Those of this build, in alphabetical order.
    pub const ALL: &[Self] = &[
        Self::Batsat,
        #[cfg(feature = "cadical")]
        Self::Cadical,
        #[cfg(feature = "glucose")]
        Self::Glucose,
        #[cfg(feature = "kissat")]
        Self::Kissat,
        #[cfg(feature = "minisat")]
        Self::Minisat,
    ];

    /// The names of all solvers, of which a build may lack those in C and C++.
    pub const NAMES: [&str; 5] = ["batsat", "cadical", "glucose", "kissat", "minisat"];

    /// The one that is fastest on puzzles, of those of this build.
    pub const BEST: Self = {
        #[cfg(feature = "glucose")]
        {
            Self::Glucose
        }
        #[cfg(not(feature = "glucose"))]
        {
            Self::Batsat
        }
    };

    /// The name and version, as the solver itself gives them.
    pub fn signature(self) -> &'static str {
        match self {
            Self::Batsat => batsat::SIGNATURE,
            #[cfg(feature = "cadical")]
            Self::Cadical => rustsat_cadical::CaDiCaL::default().signature(),
            #[cfg(feature = "glucose")]
            Self::Glucose => rustsat_glucose::core::Glucose::default().signature(),
            #[cfg(feature = "kissat")]
            Self::Kissat => rustsat_kissat::Kissat::default().signature(),
            #[cfg(feature = "minisat")]
            Self::Minisat => rustsat_minisat::core::Minisat::default().signature(),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
            #[cfg(feature = "glucose")]
            Self::Glucose => "glucose",
            #[cfg(feature = "kissat")]
            Self::Kissat => "kissat",
            #[cfg(feature = "minisat")]
            Self::Minisat => "minisat",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no solver's, or one of a solver that this build lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBackend {
    /// There is no such solver.
    #[error("there is no SAT solver `{0}`; choose one of {names}", names = Backend::NAMES.join(", "))]
    Unknown(String),
    /// It was left out.
    #[error(
        "this build does not have `{0}`, only {names}. Build with `--features native-sat` to have all (this needs a \
         C++ compiler, CMake and libclang: on Debian, the packages g++, cmake and libclang-dev)",
        names = Backend::ALL.iter().map(|backend| backend.name()).collect::<Vec<_>>().join(", ")
    )]
    LeftOut(String),
}

impl FromStr for Backend {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        let name = name.to_ascii_lowercase();
        match Self::ALL.iter().find(|backend| backend.name() == name) {
            Some(&backend) => Ok(backend),
            None if Self::NAMES.contains(&&*name) => Err(UnknownBackend::LeftOut(name)),
            None => Err(UnknownBackend::Unknown(name)),
        }
    }
}
