//! Packages of Debian and its derivatives, installed where that takes no password.

use std::process::Command;

use crate::shell::{announce, execute, is_root, program, succeeds};

/// Tries to install packages. The caller looks again to see whether it helped; apt-get itself has printed why not.
pub(crate) fn install(packages: &[&str]) {
    if let Some(rights) = rights() {
        announce(&format!("install: apt-get install {}", packages.join(" ")));
        let _ = execute(apt(rights).arg("update"));
        let _ = execute(apt(rights).args(["install", "--yes", "--no-install-recommends"]).args(packages));
    }
}

/// How packages can be installed without asking anyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rights {
    Root,
    Sudo,
}

/// The rights that we have, if any.
pub(crate) fn rights() -> Option<Rights> {
    if !succeeds(program("apt-get").arg("--version")) {
        return None;
    }
    if is_root() {
        return Some(Rights::Root);
    }
    succeeds(program("sudo").args(["-n", "true"])).then_some(Rights::Sudo)
}

fn apt(rights: Rights) -> Command {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_needs_no_password_asks_for_none() {
        assert_eq!(crate::shell::render(apt(Rights::Sudo).arg("update")), "sudo -n apt-get update");
        assert_eq!(crate::shell::render(apt(Rights::Root).arg("update")), "apt-get update");
    }
}
