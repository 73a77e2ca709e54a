//! Asking for a byte of a table before it is needed. Lookups are scattered over hundreds of megabytes, and each that is
//! not at hand takes as long as some hundred instructions; a search that knows early where it will look does not wait.

/// Fetches the byte at an index towards the processor, where there is one: a hint that changes nothing.
#[inline]
pub fn prefetch(bytes: &[u8], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(byte) = bytes.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction reads nothing that the program could see and never faults, whatever the address; this
        // one is even that of a byte borrowed here. Every processor of this architecture has it.
        #[expect(unsafe_code, reason = "the standard library has no safe way to say it")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, index);
}
