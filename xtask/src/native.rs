//! The SAT solvers in C and C++: the features that build them, and what building them needs of the machine.

use std::env;

use crate::need::{Need, Source, runs};
use crate::shell::{program, succeeds};

/// Which SAT solvers are built.
///
/// All steps of `cargo xtask test` use the same ones: the features of `fewest-sat` reach every crate above it, so that a step
/// with other features would compile the engine again, which takes longer than all four solvers together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solvers {
    /// All of them.
    All,
    /// The one in Rust, `BatSat`, which is part of every build.
    InRust,
}

impl Solvers {
    /// The features that the workspace is built with.
    pub(crate) fn features(self) -> &'static str {
        match self {
            Self::All => "fewest/native-sat,fewest-kinds/schema",
            Self::InRust => "fewest-kinds/schema",
        }
    }

    /// What building them needs.
    pub(crate) fn needs(self) -> &'static [Need] {
        match self {
            Self::All => &NEEDS,
            Self::InRust => &[],
        }
    }
}

/// A C++ compiler that finds its own headers.
pub(crate) const COMPILER: Need = Need { name: "a C++ compiler", find: find_compiler, source: Source::Debian("g++") };

/// `CMake` builds Glucose and `MiniSat`, and calls make, which Debian does not install with it; bindgen reads the headers of all
/// solvers with libclang.
const NEEDS: [Need; 4] = [
    COMPILER,
    Need { name: "CMake", find: || runs("cmake"), source: Source::Debian("cmake") },
    Need { name: "make", find: find_make, source: Source::Debian("make") },
    Need { name: "libclang", find: find_libclang, source: Source::Debian("libclang-dev") },
];

fn find_compiler() -> Result<(), String> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let arguments = ["-fsyntax-only", "-include", "vector", "-x", "c++", "/dev/null"];
    if succeeds(program(&compiler).args(arguments)) {
        return Ok(());
    }
    Err(format!("`{} {}` does not run", compiler.display(), arguments.join(" ")))
}

fn find_make() -> Result<(), String> {
    // Whoever names another generator has one.
    if env::var_os("CMAKE_GENERATOR").is_some() { Ok(()) } else { runs("make") }
}

/// Loads libclang as bindgen does, with the same code: clang-sys decides which file is it, and which only looks like it.
fn find_libclang() -> Result<(), String> {
    let library = clang_sys::load_manually()?;
    match library.version() {
        Some(_) => Ok(()),
        None => Err(format!("{} is not libclang 3.5 or later", library.path().display())),
    }
}
