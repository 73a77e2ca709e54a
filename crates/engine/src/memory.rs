//! How much memory a search may use where nobody says.

/// What is assumed free where it cannot be found out.
const ASSUMED_FREE: u64 = 1 << 30;

/// Three quarters of what is free now, within this process's own limits: a search stops before the machine suffers.
pub fn default_memory_limit() -> u64 {
    free_memory().unwrap_or(ASSUMED_FREE) / 4 * 3
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_memory_is_allowed_but_never_all() {
        let limit = default_memory_limit();
        assert!(limit > 1 << 20, "{limit}");
        assert!(free_memory().is_none_or(|free| limit < free));
    }
}
