//! `cargo xtask test --needs`: what is found on a machine, and what only looks like it.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// A folder that is removed at the end of a test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> io::Result<Self> {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether libclang is found, where this path is the only place to look for it.
fn finds_libclang(path: &Path) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    // The compiler that is looked for besides takes longer than all else, and is not what matters here.
    command.args(["test", "--needs", "--only", "tests"]).env("LIBCLANG_PATH", path).env("CXX", "true");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.starts_with("libclang ")).unwrap_or_else(|| panic!("{text}"));
    match line.split_whitespace().nth(1) {
        Some("found") => true,
        Some("missing") => false,
        _ => panic!("{line}"),
    }
}

/// Compiles a library that bindgen would take for libclang.
#[cfg(target_os = "linux")]
fn compile(library: &Path) {
    let source = library.with_extension("c");
    fs::write(&source, "void clang_Type_getNumTemplateArguments(void) {}\n").unwrap();
    let status = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(library).arg(&source).status().unwrap();
    assert!(status.success());
}

#[cfg(target_os = "linux")]
#[test]
fn libclang_is_what_bindgen_loads() {
    let folder = Folder::new("libclang").unwrap();
    let library = folder.0.join("library");
    compile(&library);
    // The C++ libraries of Clang and LLVM, which plain images of Debian have, and a name that nothing looks for.
    for name in ["libclang-cpp.so.14", "libclang-cpp.so", "libclangAST.so", "libLLVM-14.so", "clang.so", "libclang.a"] {
        let beside = folder.0.join(name);
        fs::copy(&library, &beside).unwrap();
        assert!(!finds_libclang(&folder.0), "{name}");
        assert!(!finds_libclang(&beside), "{name}");
        fs::remove_file(beside).unwrap();
    }
    for name in ["libclang.so", "libclang.so.1", "libclang-14.so", "libclang-14.so.14.0.6"] {
        let beside = folder.0.join(name);
        fs::copy(&library, &beside).unwrap();
        assert!(finds_libclang(&folder.0), "{name}");
        assert!(finds_libclang(&beside), "{name}");
        // The right name with something else in it.
        fs::write(&beside, "no library").unwrap();
        assert!(!finds_libclang(&folder.0), "{name}");
        fs::remove_file(beside).unwrap();
    }
}

#[test]
fn a_folder_that_does_not_exist_has_no_libclang() {
    assert!(!finds_libclang(Path::new("no/such/folder")));
}
