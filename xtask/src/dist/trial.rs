//! What was packed, unpacked into a root folder that has nothing else but the libraries that the program is linked with, and run
//! there.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::Release;
use crate::shell::{announce, capture, execute, is_root, program, succeeds};

/// What it is asked, and what it must say.
const PUZZLE: &str = "5 3 8/0 2 4/1 7 6";
const ANSWER: &str = "21 moves, proven optimal";

/// Unpacks each archive and runs the program in it.
pub(super) fn unpack_and_run(release: &Release, archives: &[PathBuf]) -> Result<()> {
    if !is_root() {
        announce("dist: NOT tried in an empty root folder, because that takes the rights of root");
        return Ok(());
    }
    for archive in archives {
        let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let root = release.folder.with_file_name("root");
        if root.exists() {
            fs::remove_dir_all(&root).with_context(|| format!("cannot empty {}", root.display()))?;
        }
        fs::create_dir_all(root.join("tmp")).with_context(|| format!("cannot make {}", root.display()))?;
        let inside = if archive.extension().is_some_and(|extension| extension == "deb") {
            if !succeeds(program("dpkg-deb").arg("--version")) {
                announce(&format!("dist: {name} is NOT tried, because there is no dpkg-deb"));
                continue;
            }
            execute(program("dpkg-deb").arg("--extract").arg(archive).arg(&root))?;
            "/usr/bin/fewest".to_owned()
        } else {
            execute(program("tar").arg("-xzf").arg(archive).arg("-C").arg(&root))?;
            let folder = release.folder.file_name().unwrap_or_default().to_string_lossy();
            format!("/{folder}/fewest")
        };
        let libraries = copy_libraries(&root, &inside)?;
        announce(&format!("dist: {name} in an empty root folder, with {libraries} libraries"));
        solve(&root, &inside)?;
        serve(&root, &inside)?;
        fs::remove_dir_all(&root)?;
    }
    Ok(())
}

/// Copies the libraries that a program is linked with to where it looks for them; none, if it is static.
fn copy_libraries(root: &Path, inside: &str) -> Result<usize> {
    let Ok(output) = capture(program("ldd").arg(root.join(inside.trim_start_matches('/')))) else { return Ok(0) };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let paths = libraries(&text);
    for path in &paths {
        let to = root.join(path.trim_start_matches('/'));
        fs::create_dir_all(to.parent().unwrap_or(root))?;
        fs::copy(path, &to).with_context(|| format!("cannot copy {path}"))?;
    }
    Ok(paths.len())
}

/// The paths in what `ldd` prints.
fn libraries(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| word.starts_with('/')).collect()
}

/// The program in the root folder, which knows nothing of this machine.
fn there(root: &Path, inside: &str) -> Command {
    let mut command = program("chroot");
    command.arg(root).arg(inside).env_clear().env("HOME", "/tmp").env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command
}

fn solve(root: &Path, inside: &str) -> Result<()> {
    let output = capture(there(root, inside).args(["solve", PUZZLE]))?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(text.contains(ANSWER), "`fewest solve` does not say {ANSWER:?}, but:\n{text}");
    print!("{text}");
    Ok(())
}

/// A server that ends with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(root: &Path, inside: &str) -> Result<()> {
    let mut command = there(root, inside);
    command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Server(command.spawn().context("cannot start `fewest serve`")?);
    let mut url = String::new();
    BufReader::new(server.0.stdout.take().context("it has no output")?).read_line(&mut url)?;
    let address = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    ensure!(!address.is_empty(), "`fewest serve` does not say where it is");
    for (path, part) in [("/", "<html"), ("/api/about", "\"fewest\"")] {
        let answer = fetch(&address, path).with_context(|| format!("cannot fetch {path} from {address}"))?;
        ensure!(
            answer.starts_with("HTTP/1.1 200") && answer.contains(part),
            "{path} is not what it should be:\n{answer}"
        );
        println!("GET {path}: {}", answer.lines().next().unwrap_or_default());
    }
    Ok(())
}

/// What a server answers, header and all.
fn fetch(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_paths() {
        let text =
            "\tlinux-vdso.so.1 (0x0)\n\tlibc.so.6 => /lib/libc.so.6 (0x0)\n\t/lib64/ld-linux-x86-64.so.2 (0x0)\n";
        assert_eq!(libraries(text), ["/lib/libc.so.6", "/lib64/ld-linux-x86-64.so.2"]);
        assert_eq!(libraries("\tnot a dynamic executable\n"), [""; 0]);
    }
}
