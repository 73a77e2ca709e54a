//! A file of tables that is truncated while it is mapped into memory: the system ends whoever reads on with SIGBUS. Here it is
//! said what happened.

/// Installs what prints a message when the system raises SIGBUS.
#[cfg(target_os = "linux")]
pub(crate) fn report_politely() {
    use std::{mem, ptr};

    #[expect(unsafe_code, reason = "the standard library handles no signals, and safe wrappers refuse this one")]
    // SAFETY: `action` is a plain C struct whose fields are all set, and `say` does only what signal-safety(7) allows. No code
    // depends on how SIGBUS was handled before: on this system the standard library handles it only to report a stack that
    // overflows, and an overflow raises SIGSEGV.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = say as extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut());
    }
}

/// There is nothing to handle.
#[cfg(not(target_os = "linux"))]
pub(crate) fn report_politely() {}

/// Says what happened and ends the process. It may have been interrupted anywhere, so it takes no lock and allocates nothing.
#[cfg(target_os = "linux")]
extern "C" fn say(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    const TEXT: &[u8] =
        b"\nerror: a table in use was truncated, or its disk cannot be read, so there is no answer; `fewest tables \
        verify` finds the table, and running the command again rebuilds it\n";
    #[expect(unsafe_code, reason = "what a signal handler may call is C")]
    // SAFETY: the system hands over a valid `info` because of SA_SIGINFO. `write`, `_exit` and `raise` are async-signal-safe;
    // the text is a constant. A SIGBUS for another reason is raised again, and the default, restored by SA_RESETHAND, ends
    // the process.
    unsafe {
        if (*info).si_code == libc::BUS_ADRERR {
            libc::write(libc::STDERR_FILENO, TEXT.as_ptr().cast(), TEXT.len());
            libc::_exit(crate::exit::Exit::Failure as libc::c_int);
        }
        libc::raise(signal);
    }
}
