//! A package of Debian: an `ar` archive of two `.tar.gz`. It is written here, because the program for it takes minutes to compile
//! and would need most of this as settings.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Release;
use crate::shell::{capture, execute, program, root};

/// Versions of libstdc++ by the newest symbol that a program wants: GCC has others than its library.
const LIBSTDCXX: [(u32, &str); 7] =
    [(33, "14"), (32, "13.2"), (31, "13.1"), (30, "12"), (29, "11"), (28, "10"), (26, "9")];

/// Writes the package.
pub(super) fn pack(release: &Release) -> Result<PathBuf> {
    let above = release.folder.parent().unwrap_or(&release.folder);
    let work = above.join("deb");
    if work.exists() {
        fs::remove_dir_all(&work).with_context(|| format!("cannot empty {}", work.display()))?;
    }
    let (data, control) = (work.join("data"), work.join("control"));
    fs::create_dir_all(&control).with_context(|| format!("cannot make {}", control.display()))?;
    lay_out(release, &data)?;
    let binary = fs::read(release.folder.join("fewest"))?;
    let size: u64 = sizes(&data)?.iter().map(|(_, size)| size.div_ceil(1024)).sum();
    let architecture = architecture(&release.triple);
    fs::write(control.join("control"), fields(&release.version, architecture, size, &depends(&binary)))?;
    fs::write(control.join("md5sums"), sums(&data)?)?;
    for (folder, name) in [(&data, "data.tar.gz"), (&control, "control.tar.gz")] {
        release.tar(folder, ".", &work.join(name))?;
    }
    let path = above.join(format!("fewest_{}_{architecture}.deb", release.version));
    let mut archive = b"!<arch>\n".to_vec();
    member(&mut archive, "debian-binary", b"2.0\n", &release.time)?;
    for name in ["control.tar.gz", "data.tar.gz"] {
        member(&mut archive, name, &fs::read(work.join(name))?, &release.time)?;
    }
    fs::write(&path, archive).with_context(|| format!("cannot write {}", path.display()))?;
    fs::remove_dir_all(&work)?;
    Ok(path)
}

/// Puts everything where Debian has it.
fn lay_out(release: &Release, data: &Path) -> Result<()> {
    let from = &release.folder;
    let place = |source: &Path, target: &str, mode: &str| -> Result<()> {
        let target = data.join(target);
        execute(program("install").args(["-D", "-m", mode]).arg(source).arg(target))
    };
    place(&from.join("fewest"), "usr/bin/fewest", "755")?;
    let completions = from.join("completions");
    place(&completions.join("fewest.bash"), "usr/share/bash-completion/completions/fewest", "644")?;
    place(&completions.join("_fewest"), "usr/share/zsh/vendor-completions/_fewest", "644")?;
    place(&completions.join("fewest.fish"), "usr/share/fish/vendor_completions.d/fewest.fish", "644")?;
    place(&root().join("README.md"), "usr/share/doc/fewest/README.md", "644")?;
    place(&from.join("LICENCES.md"), "usr/share/doc/fewest/LICENCES.md", "644")?;
    place(&root().join("CHANGELOG.md"), "usr/share/doc/fewest/changelog", "644")?;
    let copyright = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| fs::read_to_string(root().join(name)));
    let [mit, apache] = copyright;
    let copyright = format!(
        "fewest is licensed under either of these. LICENCES.md has those of its parts.\n\n{}\n{}",
        mit?, apache?
    );
    fs::write(data.join("usr/share/doc/fewest/copyright"), copyright)?;
    for page in fs::read_dir(from.join("man"))?.flatten() {
        place(&page.path(), &format!("usr/share/man/man1/{}", page.file_name().to_string_lossy()), "644")?;
    }
    let mut packed: Vec<PathBuf> = vec![data.join("usr/share/doc/fewest/changelog")];
    packed.extend(fs::read_dir(data.join("usr/share/man/man1"))?.flatten().map(|entry| entry.path()));
    execute(program("gzip").arg("-9n").args(packed))?;
    // Folders and files as a machine with a strict umask would not make them.
    execute(program("chmod").args(["-R", "u+rwX,go+rX,go-w"]).arg(data))
}

/// The name that Debian has for a processor.
fn architecture(triple: &str) -> &str {
    match triple.split('-').next().unwrap_or_default() {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "i686" => "i386",
        other => other,
    }
}

fn fields(version: &str, architecture: &str, kilobytes: u64, depends: &str) -> String {
    format!(
        "Package: fewest\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The fewest developers <fewest@localhost>\n\
         Installed-Size: {kilobytes}\nDepends: {depends}\nSection: games\nPriority: optional\n\
         Description: finds and proves the fewest moves that solve a puzzle\n \
         It solves sliding tiles, sliding blocks, Sokoban, Towers of Hanoi, tiles on\n \
         graphs, pancakes and Rubik's cube: on the command line, in the terminal\n \
         and, with `fewest serve`, in the browser.\n"
    )
}

/// The packages whose libraries a program is linked with, in the versions that its symbols want.
fn depends(binary: &[u8]) -> String {
    let mut depends = Vec::new();
    if let Some(minor) = newest(binary, b"GLIBC_2.") {
        depends.push(format!("libc6 (>= 2.{minor})"));
    }
    if has(binary, b"libgcc_s.so.1") {
        depends.push("libgcc-s1".to_owned());
    }
    if has(binary, b"libstdc++.so.6") {
        let newest = newest(binary, b"GLIBCXX_3.4.").unwrap_or_default();
        let version = LIBSTDCXX.iter().rev().find(|(symbol, _)| *symbol >= newest);
        depends
            .push(version.map_or_else(|| "libstdc++6".to_owned(), |(_, version)| format!("libstdc++6 (>= {version})")));
    }
    depends.join(", ")
}

/// The greatest number behind a name of symbols.
fn newest(binary: &[u8], name: &[u8]) -> Option<u32> {
    let places = binary.windows(name.len()).enumerate().filter(|(_, window)| *window == name);
    let number = |(place, _): (usize, &[u8])| {
        let digits = binary[place + name.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        String::from_utf8_lossy(&digits.copied().collect::<Vec<u8>>()).parse::<u32>().ok()
    };
    places.filter_map(number).max()
}

fn has(binary: &[u8], name: &[u8]) -> bool {
    binary.windows(name.len()).any(|window| window == name)
}

/// Every file below a folder with its size.
fn sizes(folder: &Path) -> Result<Vec<(PathBuf, u64)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?.flatten() {
        match entry.metadata()? {
            data if data.is_dir() => found.extend(sizes(&entry.path())?),
            data => found.push((entry.path(), data.len())),
        }
    }
    found.sort();
    Ok(found)
}

/// The checksums that dpkg verifies.
fn sums(data: &Path) -> Result<Vec<u8>> {
    let files = sizes(data)?;
    let names = files.iter().map(|(path, _)| path.strip_prefix(data).unwrap_or(path));
    Ok(capture(program("md5sum").args(names).current_dir(data))?.stdout)
}

/// Adds a file to an archive.
fn member(archive: &mut Vec<u8>, name: &str, content: &[u8], time: &str) -> Result<()> {
    writeln!(archive, "{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`", 0, 0, "100644", content.len())?;
    archive.extend_from_slice(content);
    if !content.len().is_multiple_of(2) {
        archive.push(b'\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_those_of_the_symbols() {
        let binary = b"\0libc.so.6\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.17\0libgcc_s.so.1\0libstdc++.so.6\0GLIBCXX_3.4.21\0GLIBCXX_3.4.29";
        assert_eq!(depends(binary), "libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11)");
        assert_eq!(depends(b"nothing"), "");
        assert_eq!(depends(b"libstdc++.so.6 GLIBCXX_3.4.99"), "libstdc++6");
    }

    #[test]
    fn members_have_headers_of_sixty_bytes_and_even_lengths() {
        let mut archive = Vec::new();
        member(&mut archive, "debian-binary", b"odd", "17").unwrap();
        assert_eq!(archive.len(), 64);
        assert_eq!(&archive[..18], b"debian-binary   17");
        assert_eq!(&archive[48..], b"3         `\nodd\n");
    }

    #[test]
    fn processors_have_other_names_in_debian() {
        assert_eq!(architecture("x86_64-unknown-linux-gnu"), "amd64");
        assert_eq!(architecture("riscv64-unknown-linux-gnu"), "riscv64");
    }
}
