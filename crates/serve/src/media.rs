//! What a file is called in the headers of HTTP: its type, how long it may be kept, and what encodings a client takes.

/// The media type, by the end of the name.
pub(crate) fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md" | "xsb") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
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

/// Whether a client takes compressed bytes, by its `Accept-Encoding`.
pub(crate) fn accepts_gzip(header: &str) -> bool {
    let mut any = false;
    for part in header.split(',') {
        let mut parameters = part.split(';').map(str::trim);
        let name = parameters.next().unwrap_or_default();
        let weight = parameters.find_map(|parameter| parameter.strip_prefix("q="));
        let is_wanted = weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0));
        if name.eq_ignore_ascii_case("gzip") {
            return is_wanted;
        }
        any |= name == "*" && is_wanted;
    }
    any
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
    fn encodings_are_weighed() {
        for header in ["gzip", "br, GZIP;q=0.5", "*", "identity, * ; q=1"] {
            assert!(accepts_gzip(header), "{header}");
        }
        for header in ["", "br", "gzip;q=0", "gzip; q=0.0, *", "*;q=0", "xgzip", "gzip;q=x"] {
            assert!(!accepts_gzip(header), "{header}");
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
