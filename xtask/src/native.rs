//! What the SAT solvers in C and C++ need of the system, and the feature that builds them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Result, bail};

use crate::shell::{announce, execute, program, succeeds};

/// All steps build with the same features, so that nothing is compiled twice.
pub(crate) const FEATURES: &str = "fewest/native-sat,fewest-engine/schema";

/// Something that a build needs, and the package of Debian that brings it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Compiler,
    CMake,
    LibClang,
}

impl Need {
    const ALL: [Self; 3] = [Self::Compiler, Self::CMake, Self::LibClang];

    fn package(self) -> &'static str {
        match self {
            Self::Compiler => "g++",
            Self::CMake => "cmake",
            Self::LibClang => "libclang-dev",
        }
    }

    fn is_there(self) -> bool {
        match self {
            Self::Compiler => {
                let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
                succeeds(program(compiler).arg("--version"))
            }
            Self::CMake => succeeds(program("cmake").arg("--version")),
            Self::LibClang => env::var_os("LIBCLANG_PATH").is_some() || folders().iter().any(|path| has_libclang(path)),
        }
    }
}

/// Makes sure that the solvers in C and C++ can be built. Installs what is missing where that needs no password.
pub(crate) fn ensure() -> Result<()> {
    let missing = || Need::ALL.into_iter().filter(|need| !need.is_there()).map(Need::package).collect::<Vec<_>>();
    let packages = missing();
    if packages.is_empty() {
        return Ok(());
    }
    if let Some(rights) = rights() {
        announce(&format!("install: apt-get install {}", packages.join(" ")));
        // Whether it helped is seen by asking again; why not, it has said itself.
        let _ = execute(apt(rights).arg("update"));
        let _ = execute(apt(rights).args(["install", "--yes", "--no-install-recommends"]).args(&packages));
    }
    let packages = missing();
    if packages.is_empty() {
        return Ok(());
    }
    bail!(
        "the SAT solvers in C and C++ cannot be built without a C++ compiler, CMake and libclang; install what is missing, on \
         Debian with `sudo apt-get install {}`",
        packages.join(" ")
    )
}

/// How packages can be installed without asking anyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rights {
    Root,
    Sudo,
}

fn rights() -> Option<Rights> {
    if !succeeds(program("apt-get").arg("--version")) {
        return None;
    }
    let output = program("id").arg("-u").output().ok()?;
    if output.stdout.trim_ascii() == b"0" {
        return Some(Rights::Root);
    }
    succeeds(program("sudo").args(["-n", "true"])).then_some(Rights::Sudo)
}

fn apt(rights: Rights) -> std::process::Command {
    let mut command = match rights {
        Rights::Root => program("apt-get"),
        Rights::Sudo => {
            let mut command = program("sudo");
            command.args(["-n", "apt-get"]);
            command
        }
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// Where libclang may be: where the linker looks, and beside each version of LLVM.
fn folders() -> Vec<PathBuf> {
    let list = |path: &str| fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let beside = list("/usr/lib").map(|path| if path.join("lib").is_dir() { path.join("lib") } else { path });
    let fixed = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/opt/llvm/lib", "/usr/local/opt/llvm/lib"];
    let apple = "/Library/Developer/CommandLineTools/usr/lib";
    beside.chain(fixed.into_iter().chain([apple]).map(PathBuf::from)).collect()
}

fn has_libclang(folder: &Path) -> bool {
    let is_it = |name: &str| {
        name.strip_prefix("libclang").is_some_and(|rest| {
            (rest.starts_with('.') || rest.starts_with('-')) && (rest.contains(".so") || rest.contains(".dylib"))
        })
    };
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .any(|entry| entry.file_name().to_str().is_some_and(is_it) && entry.path().exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libclang_is_known_by_its_name() {
        let folder = env::temp_dir().join(format!("fewest-libclang-{}", std::process::id()));
        let has = |name: &str| {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), "").unwrap();
            let found = has_libclang(&folder);
            fs::remove_dir_all(&folder).unwrap();
            found
        };
        for name in ["libclang.so", "libclang.so.1", "libclang-19.so.1", "libclang.dylib"] {
            assert!(has(name), "{name}");
        }
        for name in ["libclang-cpp.a", "libclangAST.so", "clang.so", "libclang.txt"] {
            assert!(!has(name), "{name}");
        }
        assert!(!has_libclang(Path::new("no/such/folder")));
    }

    #[test]
    fn a_command_that_needs_no_password_asks_for_none() {
        assert_eq!(crate::shell::render(apt(Rights::Sudo).arg("update")), "sudo -n apt-get update");
        assert_eq!(crate::shell::render(apt(Rights::Root).arg("update")), "apt-get update");
    }
}
