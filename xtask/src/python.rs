//! The package for Python: `cargo xtask python` makes its wheel and tries it in an environment that has nothing else; the step
//! `python` of `cargo xtask test` checks the same package over the module that the tests have compiled.

use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::native::Solvers;
use crate::need::{self, Need, Source};
use crate::shell::{announce, capture, execute, program, root, succeeds};
use crate::{web, workspace};

/// What the chore is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Build without the SAT solvers in C and C++, which need a C++ compiler, `CMake`, make and libclang
    #[arg(long)]
    without_native: bool,
}

/// The crate, and where everything is made, both under the root.
const CRATE: &str = "crates/python";
const FOLDER: &str = "target/python";
const WHEELS: &str = "target/wheels";
/// The program that makes wheels, which `pyproject.toml` names too.
const MATURIN: &str = "maturin==1.10.2";
/// What a user would try first.
const FIRST: &str = "import fewest; answer = fewest.solve('5 3 8/0 2 4/1 7 6'); print('fewest', fewest.__version__, 'from', \
                     fewest.__file__); print(answer); print(answer.moves); print(', '.join(fewest.sat_solvers()))";

/// Python itself. Debian has the part that makes environments in a package of its own.
const PYTHON: Need =
    Need { name: "Python 3.9 or later with venv", find: find_python, source: Source::Debian("python3-venv") };

/// What checking the package needs: pyright is a program for Node.js.
pub(crate) const NEEDS: [Need; 2] = [PYTHON, web::NODE];

fn find_python() -> Result<(), String> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))";
    let found = succeeds(program("python3").args(["-c", check]));
    if found { Ok(()) } else { Err("there is no `python3` from 3.9 on that can make environments".to_owned()) }
}

/// Makes the wheel, and runs all tests of the package on it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let solvers = if args.without_native { Solvers::InRust } else { Solvers::All };
    need::ensure(&[&NEEDS, solvers.needs()].concat())?;
    let tools = Environment::ensure("tools", MATURIN)?;
    let wheels = root().join(WHEELS);
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("cannot empty {WHEELS}"))?;
    }
    announce("python: build the wheel");
    let mut maturin = program(tools.program("maturin"));
    maturin.args(["build", "--release", "--locked", "--out", WHEELS, "--manifest-path"]);
    maturin.arg(Path::new(CRATE).join("Cargo.toml"));
    if solvers == Solvers::All {
        maturin.args(["--features", "native-sat"]);
    }
    execute(&mut maturin)?;
    let wheel = only_wheel(&wheels)?;
    announce("python: install it where nothing else is, and solve a puzzle");
    let fresh = Environment::make("fresh")?;
    fresh.pip(&["--no-index", "--no-deps"], &[wheel.as_os_str()])?;
    execute(fresh.python().args(["-c", FIRST]))?;
    announce("python: test it");
    fresh.pip(&["--no-deps", "--only-binary", ":all:", "--requirement", REQUIREMENTS], &[])?;
    fresh.test()?;
    let size = fs::metadata(&wheel)?.len();
    announce(&format!("python: wrote {}, {size} bytes; `pip install` it", wheel.display()));
    Ok(())
}

/// Checks the package over the module that the tests have compiled.
pub(crate) fn check(solvers: Solvers) -> Result<()> {
    let module = workspace::python_module(solvers)?;
    let text = fs::read_to_string(root().join(REQUIREMENTS)).with_context(|| format!("cannot read {REQUIREMENTS}"))?;
    let environment = Environment::ensure("venv", &text)?;
    environment.place(&module)?;
    environment.test()?;
    environment.check_types()
}

/// What the checks need, in exact versions.
const REQUIREMENTS: &str = "crates/python/requirements.txt";

/// The wheel that was made.
fn only_wheel(folder: &Path) -> Result<PathBuf> {
    let found: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    ensure!(found.len() == 1, "maturin made {} files in {WHEELS} where it should make one", found.len());
    Ok(found.into_iter().next().unwrap_or_default())
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// An environment with nothing in it.
    fn make(name: &str) -> Result<Self> {
        let folder = root().join(FOLDER).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        execute(program("python3").args(["-m", "venv"]).arg(&folder))?;
        Ok(Self { folder })
    }

    /// An environment with these packages, which is made if it is not there, or was made for others or by another Python.
    fn ensure(name: &str, requirements: &str) -> Result<Self> {
        let version = capture(program("python3").args(["-c", "import sys; print(sys.version, sys.base_prefix)"]))?;
        let wanted = format!("{}{requirements}", String::from_utf8_lossy(&version.stdout));
        let folder = root().join(FOLDER).join(name);
        let stamp = folder.join("installed.txt");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(Self { folder });
        }
        announce(&format!("install: an environment of Python in {}", folder.display()));
        let environment = Self::make(name)?;
        let list = folder.join("requirements.txt");
        fs::write(&list, requirements).with_context(|| format!("cannot write {}", list.display()))?;
        environment.pip(&["--no-deps", "--only-binary", ":all:", "--requirement"], &[list.as_os_str()])?;
        fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
        Ok(environment)
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    fn python(&self) -> Command {
        let mut command = program(self.program("python"));
        // Tables that tests make are no one's, and neither are compiled files.
        command.env("XDG_CACHE_HOME", root().join(FOLDER).join("cache")).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    }

    fn pip(&self, options: &[&str], packages: &[&std::ffi::OsStr]) -> Result<()> {
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        execute(self.python().args(pip).args(options).args(packages))
    }

    /// Puts the package there as its wheel would, with a module that is compiled already.
    fn place(&self, module: &Path) -> Result<()> {
        let ask = "import sysconfig; print(sysconfig.get_path('platlib'))";
        let output = capture(self.python().args(["-c", ask]))?;
        let package = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join("fewest");
        if package.exists() {
            fs::remove_dir_all(&package).with_context(|| format!("cannot empty {}", package.display()))?;
        }
        fs::create_dir_all(&package).with_context(|| format!("cannot make {}", package.display()))?;
        for entry in fs::read_dir(root().join(CRATE).join("python/fewest"))?.flatten() {
            if entry.path().is_file() {
                fs::copy(entry.path(), package.join(entry.file_name()))?;
            }
        }
        let name = if cfg!(windows) { "_engine.pyd" } else { "_engine.abi3.so" };
        fs::copy(module, package.join(name)).with_context(|| format!("cannot copy {}", module.display()))?;
        Ok(())
    }

    /// The tests, the examples in the documentation, and the notebook.
    fn test(&self) -> Result<()> {
        let mut pytest = self.python();
        pytest.args(["-m", "pytest", "--quiet", "--config-file", "pyproject.toml", "tests", "--pyargs", "fewest"]);
        execute(pytest.current_dir(root().join(CRATE)))
    }

    /// Both checkers of types, as strict as they are.
    fn check_types(&self) -> Result<()> {
        let mut mypy = self.python();
        mypy.args(["-m", "mypy", "--cache-dir"]).arg(root().join(FOLDER).join("mypy"));
        execute(mypy.args(["python/fewest", "examples"]).current_dir(root().join(CRATE)))?;
        let mut pyright = self.python();
        pyright.args(["-m", "pyright", "--project", ".", "--warnings", "--pythonpath"]).arg(self.program("python"));
        // It is a program for Node.js, which is fetched once.
        pyright.env("PYRIGHT_PYTHON_CACHE_DIR", root().join(FOLDER).join("pyright"));
        pyright.env("PYRIGHT_PYTHON_IGNORE_WARNINGS", "1");
        execute(pyright.current_dir(root().join(CRATE)))
    }
}

/// The file of the module in cargo's messages.
pub(crate) fn module_in(messages: &str) -> Option<PathBuf> {
    let ending = format!("fewest_python{DLL_SUFFIX}");
    let paths = messages.split('"').filter(|text| text.ends_with(&ending));
    paths.map(|path| PathBuf::from(path.replace("\\\\", "\\"))).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_found_among_other_files() {
        let name = format!("libfewest_python{DLL_SUFFIX}");
        let line = format!("{{\"filenames\":[\"/a/{name}\",\"/a/libfewest_python.rlib\"],\"executable\":null}}\n");
        assert_eq!(module_in(&line), Some(PathBuf::from(format!("/a/{name}"))));
        assert_eq!(module_in("{\"filenames\":[\"/a/libfewest_python.rlib\"]}"), None);
    }

    #[test]
    fn the_build_backend_is_the_one_that_is_installed_here() {
        let project = fs::read_to_string(root().join(CRATE).join("pyproject.toml")).unwrap();
        assert!(project.contains(&format!("requires = [\"{MATURIN}\"]")));
    }
}
