//! The chore `dist`: what people download. A folder with the program, its manual pages, completions and licences, packed as
//! `.tar.gz` and as a package of Debian, with checksums; then both are unpacked where there is nothing else, and run there.

mod deb;
mod licences;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::native::Solvers;
use crate::need::{self, Need, Source, runs};
use crate::shell::{announce, capture, cargo, execute, program, root, target_folder};
use crate::{web, workspace};

/// What the chore is asked to do.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    /// Link everything into the program (musl), so that it runs on every Linux; without the SAT solvers in C and C++
    #[arg(long = "static")]
    is_static: bool,
    /// Build without the SAT solvers in C and C++, which need a C++ compiler, `CMake`, make and libclang
    #[arg(long)]
    without_native: bool,
    /// Pack the program that the tests use, which is slower and larger: to try the packing, not to ship
    #[arg(long, conflicts_with = "is_static")]
    quick: bool,
    /// Put the page that is in web/dist into the program, and build none
    #[arg(long)]
    keep_page: bool,
}

/// Where everything is made, under the target folder.
const FOLDER: &str = "downloads";
/// Shells that have completions, with the file that each of them looks for.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "fewest.bash"),
    ("zsh", "_fewest"),
    ("fish", "fewest.fish"),
    ("powershell", "_fewest.ps1"),
    ("elvish", "fewest.elv"),
];

const TAR: Need = Need { name: "tar", find: || runs("tar"), source: Source::Debian("tar") };
const GZIP: Need = Need { name: "gzip", find: || runs("gzip"), source: Source::Debian("gzip") };
const STATIC: Need = Need {
    name: "the target for static programs",
    find: find_static,
    source: Source::Rustup(["target", "add", "x86_64-unknown-linux-musl"]),
};

fn find_static() -> Result<(), String> {
    let folder = capture(program("rustc").args(["--print", "target-libdir", "--target", &triple(true)?]));
    let found = folder.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir());
    if found { Ok(()) } else { Err("the compiler cannot build for musl".to_owned()) }
}

/// The target: this machine's, or the static one of its processor.
fn triple(is_static: bool) -> Result<String, String> {
    let output = capture(program("rustc").arg("-vV")).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not name its host")?;
    Ok(if is_static { host.replace("-gnu", "-musl") } else { host.to_owned() })
}

/// What is packed.
struct Release {
    /// The version of the program.
    version: String,
    /// The target.
    triple: String,
    /// The folder with everything in it.
    folder: PathBuf,
    /// When the last commit was made, in seconds since 1970: files of the same commit are the same.
    time: String,
}

/// Makes the packages and tries them.
pub(crate) fn run(args: &Args) -> Result<()> {
    let solvers = if args.without_native || args.is_static { Solvers::InRust } else { Solvers::All };
    let page: &[Need] = if args.keep_page { &[] } else { &web::NEEDS };
    let target: &[Need] = if args.is_static { &[STATIC] } else { &[] };
    need::ensure(&[&[TAR, GZIP], page, target, solvers.needs()].concat())?;
    if args.keep_page {
        ensure!(root().join("web/dist/index.html").is_file(), "there is no page in web/dist; leave out --keep-page");
    } else {
        web::run()?;
    }
    let triple = triple(args.is_static).map_err(anyhow::Error::msg)?;
    let program = build(args, &triple, solvers)?;
    let release = gather(&program, triple, solvers)?;
    let mut made = vec![release.pack()?];
    if !args.is_static {
        made.push(deb::pack(&release)?);
    }
    let sums = checksums(&made)?;
    trial::unpack_and_run(&release, &made)?;
    for path in made.iter().chain([&sums]) {
        let path = path.strip_prefix(root()).unwrap_or(path);
        announce(&format!("dist: wrote {}, {} bytes", path.display(), fs::metadata(root().join(path))?.len()));
    }
    Ok(())
}

/// Builds the program as it is shipped.
fn build(args: &Args, triple: &str, solvers: Solvers) -> Result<PathBuf> {
    if args.quick {
        return workspace::programs(solvers).map(|[program, _]| program);
    }
    announce("dist: build the program; this takes some minutes");
    let mut command = cargo(["build", "--locked", "--profile", "dist", "--package", "fewest", "--target", triple]);
    if solvers == Solvers::All {
        command.args(["--features", "native-sat"]);
    }
    execute(&mut command)?;
    Ok(target_folder().join(triple).join("dist/fewest"))
}

/// Puts everything into one folder.
fn gather(built: &Path, triple: String, solvers: Solvers) -> Result<Release> {
    let version = capture(program(built).arg("--version"))?;
    let version = String::from_utf8_lossy(&version.stdout);
    // The first line is `fewest 1.2.3`; others say what the build has.
    let version = version.split_whitespace().nth(1).context("the program does not tell its version")?.to_owned();
    let time = capture(program("git").args(["-c", "safe.directory=*", "log", "-1", "--format=%ct"]));
    let time = time.map_or_else(|_| "0".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let folder = target_folder().join(FOLDER).join(format!("fewest-{version}-{triple}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let completions = folder.join("completions");
    fs::create_dir_all(&completions).with_context(|| format!("cannot make {}", completions.display()))?;
    fs::copy(built, folder.join("fewest")).with_context(|| format!("cannot copy {}", built.display()))?;
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(name), folder.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    execute(program(built).args(["man", "--dir"]).arg(folder.join("man")))?;
    for (shell, file) in SHELLS {
        let script = capture(program(built).args(["completions", shell]))?;
        fs::write(completions.join(file), script.stdout)?;
    }
    fs::write(folder.join("LICENCES.md"), licences::collect(&triple, solvers)?)?;
    Ok(Release { version, triple, folder, time })
}

impl Release {
    /// A folder as `.tar.gz`, the same bytes for the same files.
    fn tar(&self, folder: &Path, member: &str, archive: &Path) -> Result<()> {
        let fixed = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
        let mut command = program("tar");
        command.args(fixed).arg(format!("--mtime=@{}", self.time)).args(["--use-compress-program", "gzip -9n"]);
        execute(command.arg("-C").arg(folder).arg("-cf").arg(archive).arg(member))
    }

    fn pack(&self) -> Result<PathBuf> {
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let above = self.folder.parent().unwrap_or(&self.folder);
        let archive = above.join(format!("{name}.tar.gz"));
        self.tar(above, &name, &archive)?;
        Ok(archive)
    }
}

/// The checksums of files that lie in one folder, as `sha256sum --check` reads them.
fn checksums(files: &[PathBuf]) -> Result<PathBuf> {
    let folder = files.first().and_then(|file| file.parent()).context("nothing was packed")?;
    let names = files.iter().filter_map(|file| file.file_name());
    let output = capture(program("sha256sum").args(names).current_dir(folder))?;
    let sums = folder.join(match files {
        [one] => format!("{}.sha256", one.file_name().unwrap_or_default().to_string_lossy()),
        _ => "SHA256SUMS".to_owned(),
    });
    fs::write(&sums, output.stdout).with_context(|| format!("cannot write {}", sums.display()))?;
    Ok(sums)
}
