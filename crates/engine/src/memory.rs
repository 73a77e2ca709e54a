//! How much memory a search may use where nobody says.

use std::path::Path;

/// What is assumed free where it cannot be found out.
const ASSUMED_FREE: u64 = 1 << 30;

/// Three quarters of what is free now, within this process's own limits: a search stops before the machine suffers.
pub fn default_memory_limit() -> u64 {
    let free = free_memory().unwrap_or(ASSUMED_FREE) / 4 * 3;
    room().map_or(free, |room| room.min(free))
}

/// As many bytes as were asked for, or fewer where this process may not have so many addresses: a search ends at its memory
/// limit, and the whole program where memory is refused.
pub(crate) fn within_room(bytes: u64) -> u64 {
    room().map_or(bytes, |room| room.min(bytes))
}

/// Half of the addresses that `ulimit -v` leaves this process. The other half is for what is not counted: the program's threads
/// with their stacks and heaps, what a list holds twice while it grows, what solvers take at once. `None` where there is no such limit.
#[cfg(target_os = "linux")]
fn room() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let allowed = getrlimit(Resource::As).current?;
    let status = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = status.split_whitespace().next()?.parse().ok()?;
    let mapped = pages.saturating_mul(rustix::param::page_size() as u64);
    Some(allowed.saturating_sub(mapped) / 2)
}

/// No other system holds programs to such a limit.
#[cfg(not(target_os = "linux"))]
fn room() -> Option<u64> {
    None
}

#[cfg(not(target_family = "wasm"))]
fn free_memory() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};
    let refresh = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(refresh).ok()?;
    let machine = system.available_memory();
    let group = system.cgroup_limits().map(|limits| limits.free_memory);
    Some(group.map_or(machine, |group| group.min(machine))).filter(|&free| free > 0)
}

#[cfg(target_family = "wasm")]
fn free_memory() -> Option<u64> {
    None
}

/// Bytes that are free on the disk of a folder, which need not be there yet; `None` where that cannot be found out.
#[cfg(unix)]
pub fn free_disk(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    let there = folder.ancestors().find(|ancestor| ancestor.exists())?;
    let disk = rustix::fs::statvfs(there).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// It cannot be found out here.
#[cfg(not(unix))]
pub fn free_disk(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_memory_is_allowed_but_never_all() {
        let limit = default_memory_limit();
        assert!(limit > 1 << 20, "{limit}");
        assert!(free_memory().is_none_or(|free| limit < free));
    }

    #[test]
    fn a_disk_has_room_before_its_folder_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let known = free_disk(folder.path());
        assert_eq!(free_disk(&folder.path().join("not/yet/there")).is_some(), known.is_some());
        assert_eq!(known.is_some_and(|free| free > 0), cfg!(unix));
    }
}
