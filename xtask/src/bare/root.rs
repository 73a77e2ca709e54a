//! A minimal Debian system in a folder.
//!
//! What is in it, and why:
//!
//! | what | why |
//! |---|---|
//! | the essential packages of Debian, and apt | the system itself |
//! | `ca-certificates`, `git`, the configuration of apt, cargo and npm, and the certificates of this machine | package clients as they work here |
//! | `gcc` and `libc6-dev` | rustc links with them: without them no Rust program builds |
//! | rustup and the toolchain in use here, without targets that were added to it | the Rust toolchain |
//! | Node.js with npm, copied from this machine | a package client, and not one of Debian's in the version that we need |
//!
//! Nothing that was built or downloaded comes along: no `target`, no registry of cargo's, no cache of npm's.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{announce, capture, execute, program};

/// Where the project is in the system.
pub(crate) const PROJECT: &str = "/root/fewest";

/// Packages beside the essential ones.
const PACKAGES: &str = "ca-certificates,gcc,git,libc6-dev";

/// What apt reads about where packages come from.
const APT: [&str; 10] = [
    "/etc/apt/auth.conf",
    "/etc/apt/auth.conf.d",
    "/etc/apt/keyrings",
    "/etc/apt/preferences",
    "/etc/apt/preferences.d",
    "/etc/apt/sources.list",
    "/etc/apt/sources.list.d",
    "/etc/apt/trusted.gpg",
    "/etc/apt/trusted.gpg.d",
    "/usr/share/keyrings",
];

/// Variables that say how to reach the registries, by the start of their names, in either case.
const VARIABLES: [&str; 18] = [
    "ALL_PROXY",
    "CARGO_HTTP_",
    "CARGO_NET_",
    "CARGO_REGISTRIES_",
    "CARGO_REGISTRY_",
    "CARGO_SOURCE_",
    "CURL_CA_BUNDLE",
    "FTP_PROXY",
    "GIT_SSL_",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "NPM_CONFIG_",
    "RUSTUP_AUTO_INSTALL",
    "RUSTUP_DIST_SERVER",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
];

/// Mounts what programs expect, in a namespace of our own, and changes the root. Only harmless devices are there, so that
/// nothing inside can touch those of this machine.
const ENTER: &str = r#"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
for node in full null random tty urandom zero; do
    touch "dev/$node"
    mount --bind "/dev/$node" "dev/$node"
done
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
exec chroot . bash -euc "$2"
"#;

/// The system.
pub(crate) struct Root {
    path: PathBuf,
}

impl Root {
    /// The one in this folder, whether or not it is there.
    pub(crate) fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn exists(&self) -> bool {
        self.path.join("bin/bash").exists()
    }

    /// Makes the system anew, with a clone of the project in it.
    pub(crate) fn make(&self) -> Result<()> {
        self.remove()?;
        fs::create_dir_all(&self.path).with_context(|| format!("cannot make {}", self.path.display()))?;
        self.install_debian()?;
        self.copy_settings()?;
        self.copy_rust()?;
        self.copy_node()?;
        announce("bare: clone the project");
        let clone = ["-c", "safe.directory=*", "clone", "--quiet", "--no-hardlinks", "."];
        execute(program("git").args(clone).arg(self.inside(PROJECT)))?;
        announce("bare: what is in the system");
        self.run(
            "update-ca-certificates >/dev/null\napt-get update --quiet=2\n\
             cargo --version; node --version; npm --version; gcc --version | head -n 1; git --version\n\
             dpkg --get-selections | wc -l | sed 's/$/ packages of Debian/'",
        )
    }

    /// Runs a script of bash in the system, with the environment of a newcomer.
    pub(crate) fn run(&self, script: &str) -> Result<()> {
        let mut command = alone();
        command.args(["sh", "-euc", ENTER, "sh"]).arg(&self.path).arg(script);
        command.env_clear().envs(environment());
        let status = command.status().context("cannot start unshare")?;
        ensure!(status.success(), "it ended with {status}");
        Ok(())
    }

    /// Removes the system.
    pub(crate) fn remove(&self) -> Result<()> {
        if !self.path.exists() {
            return Ok(());
        }
        // Mounts of ours end with their namespace. Whatever else is mounted there is not ours to remove.
        let mounts = fs::read_to_string("/proc/self/mountinfo").context("cannot read the list of mounts")?;
        let path = fs::canonicalize(&self.path)?;
        if let Some(mounted) = mounted_below(&mounts, &path) {
            bail!("{mounted} is mounted below {}; unmount it, and run this again", path.display());
        }
        execute(program("rm").args(["-rf", "--one-file-system"]).arg(&path))
    }

    fn install_debian(&self) -> Result<()> {
        let Release { codename, name } = release()?;
        announce(&format!("bare: make {name} in {}", self.path.display()));
        let mut command = alone();
        command.args(["debootstrap", "--variant=minbase", &format!("--include={PACKAGES}"), &codename]);
        let log = self.path.with_extension("log");
        let log_file = fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        command.arg(&self.path).arg(mirror(&codename)?).stdout(log_file);
        execute(&mut command).with_context(|| format!("debootstrap failed; see {}", log.display()))
    }

    /// How this machine reaches the network, and whom it trusts.
    fn copy_settings(&self) -> Result<()> {
        execute(program("rm").args(["-rf"]).args(APT.map(|path| self.inside(path))))?;
        for path in APT.into_iter().chain(["/etc/hosts", "/etc/resolv.conf", "/usr/local/share/ca-certificates"]) {
            self.copy(Path::new(path), path)?;
        }
        // How apt downloads, but not which indexes: those are for programs that are not there.
        let acquire = capture(program("apt-config").args(["dump", "Acquire"]))?;
        let acquire = String::from_utf8_lossy(&acquire.stdout);
        let lines = acquire.lines().filter(|line| !line.starts_with("Acquire::IndexTargets"));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        fs::write(self.path.join("etc/apt/apt.conf.d/90this-machine"), text).context("cannot configure apt")?;
        let cargo_home = home("CARGO_HOME", ".cargo")?;
        for name in ["config", "config.toml"] {
            self.copy(&cargo_home.join(name), &format!("/root/.cargo/{name}"))?;
        }
        for (scope, to) in [("userconfig", "/root/.npmrc"), ("globalconfig", "/usr/local/etc/npmrc")] {
            let path = capture(program("npm").args(["config", "get", scope]))?;
            self.copy(Path::new(String::from_utf8_lossy(&path.stdout).trim()), to)?;
        }
        // A variable may name a file, such as one with certificates.
        for (_, value) in environment() {
            if value.starts_with('/') && !value.contains(':') && !self.inside(&value).exists() {
                self.copy(Path::new(&value), &value)?;
            }
        }
        Ok(())
    }

    /// The toolchain as it is in use here, or rather as it was once installed.
    fn copy_rust(&self) -> Result<()> {
        announce("bare: copy the Rust toolchain");
        let (cargo_home, rustup_home) = (home("CARGO_HOME", ".cargo")?, home("RUSTUP_HOME", ".rustup")?);
        let active = capture(program("rustup").args(["show", "active-toolchain"])).context("bare needs rustup")?;
        let active = String::from_utf8_lossy(&active.stdout);
        let toolchain = active.split_whitespace().next().context("rustup has no active toolchain")?;
        self.copy(&cargo_home.join("bin"), "/root/.cargo/bin")?;
        self.copy(&rustup_home.join("settings.toml"), "/root/.rustup/settings.toml")?;
        for folder in ["toolchains", "update-hashes"] {
            self.copy(&rustup_home.join(folder).join(toolchain), &format!("/root/.rustup/{folder}/{toolchain}"))?;
        }
        self.run(
            "host=$(rustc -vV | sed -n 's/^host: //p')\n\
             for target in $(rustup target list --installed); do\n\
             [ \"$target\" = \"$host\" ] || rustup --quiet target remove \"$target\"\n\
             done",
        )
        .context("the Rust toolchain does not run in the bare system")
    }

    /// Node.js and npm, in the layout of Node.js itself, which is also that of the packages of its makers.
    fn copy_node(&self) -> Result<()> {
        let output = capture(program("node").args(["--print", "process.execPath"])).context("bare needs Node.js")?;
        let node = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        let prefix = node.parent().and_then(Path::parent).context("node is not in a folder `bin`")?;
        let npm = prefix.join("lib/node_modules/npm");
        ensure!(
            npm.is_dir(),
            "npm is not in {}, beside {}; use Node.js from nodejs.org",
            npm.display(),
            node.display()
        );
        self.copy(&node, "/usr/local/bin/node")?;
        self.copy(&npm, "/usr/local/lib/node_modules/npm")?;
        for name in ["npm", "npx"] {
            let script = format!("../lib/node_modules/npm/bin/{name}-cli.js");
            execute(program("ln").args(["-sf", &script]).arg(self.inside("/usr/local/bin").join(name)))?;
        }
        Ok(())
    }

    /// Copies a file or a folder, if it is there, with everything about it.
    fn copy(&self, from: &Path, to: &str) -> Result<()> {
        let Ok(from) = fs::canonicalize(from) else { return Ok(()) };
        let to = self.inside(to);
        let folder = to.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        execute(program("cp").args(["--archive", "--no-target-directory"]).arg(from).arg(to))
    }

    /// A path of the system as this machine sees it.
    fn inside(&self, path: &str) -> PathBuf {
        self.path.join(path.trim_start_matches('/'))
    }
}

/// A command in namespaces of its own: what it mounts, and what it starts, ends with it, and it ends with us.
fn alone() -> Command {
    let mut command = program("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--"]);
    command
}

/// The environment of a newcomer.
fn environment() -> Vec<(String, String)> {
    let fixed = [
        ("HOME", "/root"),
        ("LANG", "C.UTF-8"),
        ("PATH", "/root/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
        ("TERM", "xterm"),
    ];
    let fixed = fixed.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let variables =
        env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    fixed.into_iter().chain(variables.filter(|(name, _)| is_about_the_network(name))).collect()
}

fn is_about_the_network(variable: &str) -> bool {
    let variable = variable.to_uppercase();
    VARIABLES.iter().any(|start| variable.starts_with(start))
}

/// The folder that a variable names, or one of the user's.
fn home(variable: &str, folder: &str) -> Result<PathBuf> {
    if let Some(path) = env::var_os(variable) {
        return Ok(path.into());
    }
    Ok(Path::new(&env::var_os("HOME").context("HOME is not set")?).join(folder))
}

/// A release of Debian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    /// As archives call it: `bookworm`.
    pub(crate) codename: String,
    /// As people call it: `Debian GNU/Linux 12 (bookworm)`.
    pub(crate) name: String,
}

/// The release that this machine runs.
pub(crate) fn release() -> Result<Release> {
    let text = fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
    parse_release(&text)
}

fn parse_release(text: &str) -> Result<Release> {
    let field = |name: &str| {
        let mut values = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        values.next().map(|value| value.trim_matches('"').to_owned())
    };
    let codename = field("VERSION_CODENAME").filter(|_| field("ID").is_some_and(|id| id == "debian"));
    let name = field("PRETTY_NAME").context("/etc/os-release has no PRETTY_NAME")?;
    let codename = codename.with_context(|| format!("`cargo xtask bare` needs Debian, but this is {name}"))?;
    Ok(Release { codename, name })
}

/// Where this machine gets the packages of a release from.
fn mirror(codename: &str) -> Result<String> {
    let output = capture(program("apt-get").args(["indextargets", "--format", "$(REPO_URI) $(RELEASE)"]))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut targets = text.lines().filter_map(|line| line.split_once(' '));
    let found = targets.find(|(_, release)| *release == codename).map(|(uri, _)| uri.to_owned());
    found.with_context(|| format!("the sources of apt have no packages of {codename}"))
}

/// A mount point at or below a folder, in the list of mounts that Linux keeps (proc(5), mountinfo).
fn mounted_below(mounts: &str, folder: &Path) -> Option<String> {
    let mut points = mounts.lines().filter_map(|line| line.split(' ').nth(4));
    points.find(|point| Path::new(point).starts_with(folder)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_debian_is_taken_for_debian() {
        let debian = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_CODENAME=bookworm\nID=debian\n";
        let release = parse_release(debian).unwrap();
        assert_eq!((&*release.codename, &*release.name), ("bookworm", "Debian GNU/Linux 12 (bookworm)"));
        let other = "PRETTY_NAME=\"Other 1\"\nVERSION_CODENAME=jammy\nID=other\n";
        assert!(parse_release(other).unwrap_err().to_string().ends_with("but this is Other 1"));
    }

    #[test]
    fn variables_about_the_network_come_along_and_no_others() {
        for name in ["https_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "npm_config_registry", "CARGO_REGISTRIES_A_INDEX"] {
            assert!(is_about_the_network(name), "{name}");
        }
        for name in ["CARGO_TARGET_DIR", "CARGO", "RUSTUP_TOOLCHAIN", "LIBCLANG_PATH", "PATH", "CXX"] {
            assert!(!is_about_the_network(name), "{name}");
        }
    }

    #[test]
    fn a_mount_below_a_folder_is_found() {
        let mounts = "22 1 0:20 / /a/b rw - proc proc rw\n23 1 0:21 / /a/bare/dev/shm rw - tmpfs tmpfs rw\n";
        assert_eq!(mounted_below(mounts, Path::new("/a/bare")).as_deref(), Some("/a/bare/dev/shm"));
        assert_eq!(mounted_below(mounts, Path::new("/a/bar")), None);
        assert_eq!(mounted_below(mounts, Path::new("/a/b")).as_deref(), Some("/a/b"));
    }
}
