//! A fault of `fewest` itself reaches the user as one line, not as a stack of them.

use std::panic::PanicHookInfo;

use crate::exit::{Exit, complain};

/// Replaces the message of a panic, and ends the process with the exit code of a failure.
pub(crate) fn report_politely() {
    std::panic::set_hook(Box::new(|info| {
        complain(&message(info));
        std::process::exit(Exit::Failure as i32);
    }));
}

/// The same for a server, where others go on: only the work that met the fault ends.
pub(crate) fn report_and_go_on() {
    std::panic::set_hook(Box::new(|info| complain(&message(info))));
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let what = payload(info).lines().next().unwrap_or_default();
    let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
    format!(
        "internal error in fewest {} ({what}{place}): please report it with the command line",
        env!("CARGO_PKG_VERSION")
    )
}

fn payload<'a>(info: &'a PanicHookInfo<'_>) -> &'a str {
    let text = info.payload().downcast_ref::<&str>().copied();
    text.or_else(|| info.payload().downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn a_panic_is_one_line_that_asks_for_a_report() {
        let seen = Arc::new(Mutex::new(String::new()));
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new({
            let seen = Arc::clone(&seen);
            move |info| *seen.lock().unwrap() = message(info)
        }));
        let result = std::panic::catch_unwind(|| panic!("first line\nsecond line"));
        std::panic::set_hook(previous);
        assert!(result.is_err());
        let seen = seen.lock().unwrap();
        assert!(
            seen.contains("internal error in fewest")
                && seen.contains("(first line at ")
                && seen.ends_with("with the command line"),
            "{seen}"
        );
        assert_eq!(seen.lines().count(), 1);
    }
}
