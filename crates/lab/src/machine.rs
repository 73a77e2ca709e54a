//! Where and by what a suite was run: without that, times say nothing.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The version of the program, with the commit that it was built from where that is known.
pub fn version() -> String {
    match env!("FEWEST_COMMIT") {
        "" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{}+{commit}", env!("CARGO_PKG_VERSION")),
    }
}

/// How a suite is run, and by which machine and program it was begun: `machine.json`. What is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Machine {
    /// When the first search began, as RFC 3339 writes it, in UTC.
    pub(crate) begun: String,
    pub(crate) quick: bool,
    pub(crate) threads: usize,
    /// The bytes that a search may hold where the suite says nothing.
    pub(crate) memory_limit_bytes: u64,
    pub(crate) cpu: String,
    /// Its cores, as programs count them.
    pub(crate) cores: usize,
    pub(crate) memory_bytes: u64,
    pub(crate) os: String,
    pub(crate) version: String,
    pub(crate) rustc: String,
}

impl Machine {
    pub(crate) fn here(quick: bool, threads: usize, memory_limit_bytes: u64) -> Self {
        let refresh = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(refresh).ok();
        let cpu = system.as_ref().and_then(|system| system.cpus().first().map(|cpu| cpu.brand().trim().to_owned()));
        let unknown = || "unknown".to_owned();
        Self {
            begun: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            quick,
            threads,
            memory_limit_bytes,
            cpu: cpu.filter(|model| !model.is_empty()).unwrap_or_else(unknown),
            cores: cores(),
            memory_bytes: system.map_or(0, |system| system.total_memory()),
            os: System::long_os_version().ok().unwrap_or_else(unknown),
            version: version(),
            rustc: env!("FEWEST_RUSTC").to_owned(),
        }
    }

    /// Why rows of this run cannot be set beside those that were made before, where they cannot.
    pub(crate) fn differences(&self, before: &Self) -> Vec<String> {
        let facts = [
            ("processor", &before.cpu, &self.cpu),
            ("operating system", &before.os, &self.os),
            ("program", &before.version, &self.version),
            ("compiler", &before.rustc, &self.rustc),
        ];
        let differ = facts.into_iter().filter(|(_, before, now)| before != now);
        differ.map(|(what, before, now)| format!("the {what} was {before} but is now {now}")).collect()
    }
}

/// How many searches run beside one another where nobody says.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Keeps the calling thread, and those that it starts, on the core where it runs.
///
/// Returns why not, where the system does not allow it.
#[cfg(target_os = "linux")]
pub(crate) fn pin() -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
    let mut here = CpuSet::new();
    here.set(sched_getcpu());
    sched_setaffinity(None, &here).map_err(|error| error.to_string())
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn pin() -> Result<(), String> {
    Err("this system is not asked to".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_machine_is_noticed() {
        let here = Machine::here(false, 1, 1);
        assert_eq!(here.differences(&here), [""; 0]);
        let there = Machine { cpu: "abacus".to_owned(), begun: String::new(), ..here.clone() };
        let said = here.differences(&there);
        assert!(said.len() == 1 && said[0].starts_with("the processor was abacus but is now "), "{said:?}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_pinned_thread_stays() {
        std::thread::spawn(|| {
            pin().unwrap();
            let allowed = rustix::thread::sched_getaffinity(None).unwrap();
            assert_eq!(allowed.count(), 1);
            assert_eq!(cores(), 1);
        })
        .join()
        .unwrap();
    }
}
