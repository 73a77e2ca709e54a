//! What a file is called in the headers of HTTP: its type, how long it may be kept, and whether a client has it already.

pub(crate) fn media_type(name: &str) -> String {
    let kind = mime_guess::from_path(name).first_raw().unwrap_or("application/octet-stream");
    if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() }
}

/// How long a file may be kept: for ever where its name changes with its content, else it must be asked for each time.
pub(crate) fn caching(name: &str) -> &'static str {
    if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// Whether the builder of the page put a hash into the name: `assets/solver-B3dT9x_Q.wasm`.
fn is_hashed(name: &str) -> bool {
    let Some(file) = name.strip_prefix("assets/") else { return false };
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    // The hash has eight characters, of which one may itself be a hyphen.
    let Some((start, hash)) = stem.split_at_checked(stem.len().saturating_sub(8)) else { return false };
    start.ends_with('-') && hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Whether a client has this version already, by its `If-None-Match`.
pub(crate) fn has_version(header: &str, tag: &str) -> bool {
    header.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_browsers_insist_on() {
        assert_eq!(media_type("assets/tiles-B3dT9x_Q.wasm"), "application/wasm");
        assert_eq!(media_type("sw.js"), "text/javascript; charset=utf-8");
        assert_eq!(media_type("manifest.webmanifest"), "application/manifest+json");
        assert_eq!(media_type("LICENSE"), "application/octet-stream");
    }

    #[test]
    fn only_hashed_names_are_kept() {
        for name in ["assets/index-B3dT9x_Q.js", "assets/rules_bg-DfG-aB_1.wasm", "assets/a-b-12345678.css"] {
            assert!(caching(name).ends_with("immutable"), "{name}");
        }
        for name in
            ["index.html", "sw.js", "assets/logo.svg", "assets/index-short.js", "index-B3dT9x_Q.js", "assets/é-é.js"]
        {
            assert_eq!(caching(name), "no-cache", "{name}");
        }
    }

    #[test]
    fn versions_are_compared() {
        for header in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*"] {
            assert!(has_version(header, "\"a\""), "{header}");
        }
        assert!(!has_version("\"ab\"", "\"a\""));
    }
}
