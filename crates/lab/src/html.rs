//! Text in HTML.

/// Text that stands for itself, in an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The beginning of a `div` that can be scrolled sideways, by keys as well.
pub(crate) fn wide(name: &str) -> String {
    format!("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n", escape(name))
}
