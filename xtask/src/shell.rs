//! Running other programs from the root of the workspace.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The command `fewest` as a profile built it.
pub(crate) fn program_in(profile: &str) -> PathBuf {
    target_folder().join(profile).join(format!("fewest{}", env::consts::EXE_SUFFIX))
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A program that will run in the root of the workspace.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// The cargo that runs this chore, with these arguments.
pub(crate) fn cargo<const N: usize>(args: [&str; N]) -> Command {
    let mut command = program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    // With incremental data a small change to `hanoi` and its tests compiles in 2 seconds of the processor; without, all of both
    // is compiled again. Writing the data takes gigabytes and 5 % of a build from nothing (81 instead of 77 seconds for `search`,
    // `conformance`, `hanoi` and its tests), for nothing on a machine that builds once.
    if env::var_os("CI").is_some() && env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Runs a command whose output the user sees.
pub(crate) fn execute(command: &mut Command) -> Result<()> {
    let line = render(command);
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(())
}

/// Runs a command whose output we read; on failure the error holds what it wrote to stderr.
pub(crate) fn capture(command: &mut Command) -> Result<Output> {
    let line = render(command);
    let output = command.output().with_context(|| format!("cannot start `{line}`"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{line}` failed: {}\n{}", output.status, stderr.trim_end());
    Ok(output)
}

/// Runs a `cargo build`, and says where it put the programs with these names.
pub(crate) fn built<const N: usize>(command: &mut Command, names: [&str; N]) -> Result<[PathBuf; N]> {
    command.args(["--message-format", "json-render-diagnostics"]).stderr(Stdio::inherit());
    let output = capture(command)?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let found = names.map(|name| executable(&messages, name));
    for (name, path) in names.iter().zip(&found) {
        ensure!(path.is_some(), "`{}` does not say where it built {name}", render(command));
    }
    Ok(found.map(Option::unwrap_or_default))
}

/// The program of this name in cargo's messages.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let paths = messages.split("\"executable\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut paths = paths.map(|path| PathBuf::from(path.replace("\\\\", "\\")));
    paths.find(|path| path.file_stem().is_some_and(|stem| stem == name))
}

/// Whether we run as the superuser.
pub(crate) fn is_root() -> bool {
    program("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether a command starts and succeeds, silently.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Says what happens next.
pub(crate) fn announce(what: &str) {
    eprintln!("==> {what}");
}

/// A command as one would type it: the program without its folder, then the arguments.
pub(crate) fn render(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = std::iter::once(program.file_name().unwrap_or(program.as_os_str())).chain(command.get_args());
    words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_renders_as_one_would_type_it() {
        let mut command = Command::new("/some/where/cargo");
        command.args(["run", "--quiet", "--", "1 2/3 0", ""]);
        assert_eq!(render(&command), "cargo run --quiet -- '1 2/3 0' ''");
    }

    #[test]
    fn the_root_is_the_folder_above_xtask() {
        assert!(root().join("xtask/Cargo.toml").is_file());
    }

    #[test]
    fn a_failure_names_the_command_and_repeats_what_it_said() {
        let error = capture(&mut cargo(["no-such-subcommand"])).unwrap_err().to_string();
        assert!(error.starts_with("`cargo no-such-subcommand` failed"), "{error}");
        assert!(error.contains("no such command"), "{error}");
        assert!(execute(&mut program("no-such-program")).unwrap_err().to_string().contains("cannot start"));
    }

    #[test]
    fn cargo_says_where_a_program_is() {
        let messages =
            "{\"executable\":null}\n{\"executable\":\"/a/b\",\"fresh\":true}\n{\"executable\":\"/a/c.exe\"}\n";
        assert_eq!(executable(messages, "b"), Some(PathBuf::from("/a/b")));
        assert_eq!(executable(messages, "c"), Some(PathBuf::from("/a/c.exe")));
        assert_eq!(executable(messages, "d"), None);
    }
}
