//! How large a picture is.

/// Width and height in pixels of a PNG, or of an SVG that says so.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if let Some(header) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") {
        // The first chunk begins with its length and name, then come both sizes.
        let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
        return Some((number(8)?, number(12)?));
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let tag = text.get(text.find("<svg")?..)?.split('>').next()?;
    let number = |name: &str| tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse().ok();
    Some((number("width")?, number("height")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_where_a_picture_has_them() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x05\0\0\0\x03\x20\x08";
        assert_eq!(size(png), Some((1280, 800)));
        assert_eq!(size(b"<?xml?><svg xmlns=\"x\" width=\"760\" height=\"460\"><a width=\"1\"/>"), Some((760, 460)));
        for none in [&png[..20], b"<svg viewBox=\"0 0 1 1\"><a width=\"1\" height=\"2\"/></svg>", b"text", b"\xff"] {
            assert_eq!(size(none), None);
        }
    }
}
