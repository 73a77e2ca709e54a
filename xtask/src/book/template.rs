//! What stands around the text of a page: the head, the way through the book, the search.

use std::fmt::Write as _;

use pulldown_cmark::HeadingLevel;

use super::markdown::{Heading, escape};
use super::site::relative;

/// Files that every page loads.
pub(super) const ASSETS: [(&str, &str); 4] = [
    ("assets/book.css", include_str!("assets/book.css")),
    ("assets/book.js", include_str!("assets/book.js")),
    ("assets/theme.js", include_str!("assets/theme.js")),
    (ICON, include_str!("../../../web/public/icons/icon.svg")),
];
const ICON: &str = "assets/icon.svg";

/// What the search looks through; `book.js` loads it when somebody searches.
pub(super) const SEARCH: &str = "search-index.js";

/// From this number of parts on, a page has a list of them.
const PARTS: usize = 3;

/// A page and all that is around it.
pub(super) struct Frame<'a> {
    pub(super) file: &'a str,
    pub(super) title: &'a str,
    pub(super) body: &'a str,
    pub(super) headings: &'a [Heading],
    pub(super) nav: &'a str,
    /// File and title of the pages before and behind.
    pub(super) previous: Option<(&'a str, &'a str)>,
    pub(super) next: Option<(&'a str, &'a str)>,
}

impl Frame<'_> {
    pub(super) fn render(&self) -> String {
        let Self { file, body, nav, .. } = self;
        let to = |target: &str| escape(&relative(file, target));
        let (icon, css, theme, book, home) =
            (to(ICON), to("assets/book.css"), to("assets/theme.js"), to("assets/book.js"), to("index.html"));
        let title = match self.title {
            "fewest" => "fewest".to_owned(),
            title => format!("{} · fewest", escape(title)),
        };
        let turn = |class: &str, word: &str, page: Option<(&str, &str)>| {
            let link = |(file, title)| {
                format!(
                    "<a class=\"{class}\" rel=\"{class}\" href=\"{}\"><span>{word}</span> {}</a>",
                    to(file),
                    escape(title)
                )
            };
            page.map(link).unwrap_or_default()
        };
        let previous = turn("prev", "Previous", self.previous);
        let next = turn("next", "Next", self.next);
        let parts = self.parts();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n<script src=\"{theme}\"></script>\n\
             <link rel=\"stylesheet\" href=\"{css}\">\n<script src=\"{book}\" defer></script>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#content\">Skip to the text</a>\n\
             <header>\n<a class=\"menu\" href=\"#nav\">Menu</a>\n\
             <a class=\"home\" href=\"{home}\"><img src=\"{icon}\" alt=\"\" width=\"24\" height=\"24\"> fewest</a>\n\
             <div class=\"search\" role=\"search\" hidden><input type=\"search\" placeholder=\"Search\" aria-label=\"Search the documentation\" \
             autocomplete=\"off\" spellcheck=\"false\"><kbd>/</kbd><div class=\"found\" hidden></div></div>\n\
             <button type=\"button\" class=\"theme\" hidden></button>\n</header>\n\
             <div class=\"book\">\n<nav id=\"nav\" aria-label=\"Pages\">\n{nav}</nav>\n<main id=\"content\" tabindex=\"-1\">\n{body}\
             <div class=\"turn\">{previous}{next}</div>\n</main>\n{parts}</div>\n</body>\n</html>\n"
        )
    }

    /// The parts of a long page.
    fn parts(&self) -> String {
        let level = |heading: &&Heading| matches!(heading.level, HeadingLevel::H2 | HeadingLevel::H3);
        let parts: Vec<&Heading> = self.headings.iter().filter(level).collect();
        if parts.len() < PARTS {
            return String::new();
        }
        let mut html = "<aside aria-label=\"On this page\">\n<p>On this page</p>\n<ul>\n".to_owned();
        for Heading { level, id, text, .. } in parts {
            let _ = writeln!(html, "<li class=\"{level}\"><a href=\"#{}\">{}</a></li>", escape(id), escape(text));
        }
        html.push_str("</ul>\n</aside>\n");
        html
    }
}

/// The way to all pages, while it is written.
pub(super) struct Nav<'a> {
    file: &'a str,
    html: String,
}

impl<'a> Nav<'a> {
    /// The way from one page of the book.
    pub(super) fn new(file: &'a str) -> Self {
        Self { file, html: "<ul>\n".to_owned() }
    }

    pub(super) fn section(&mut self, title: &str) {
        let _ = write!(self.html, "</ul>\n<p>{}</p>\n<ul>\n", escape(title));
    }

    /// A page by file and title.
    pub(super) fn entry(&mut self, page: Option<(&str, &str)>, is_current: bool) {
        let Some((file, title)) = page else { return };
        let current = if is_current { " aria-current=\"page\"" } else { "" };
        let address = escape(&relative(self.file, file));
        let _ = writeln!(self.html, "<li><a href=\"{address}\"{current}>{}</a></li>", escape(title));
    }

    /// The pages below the last one.
    pub(super) fn below<'b>(&mut self, pages: impl Iterator<Item = (Option<(&'b str, &'b str)>, bool)>) {
        self.html.push_str("<li><ul>\n");
        for (page, is_current) in pages {
            self.entry(page, is_current);
        }
        self.html.push_str("</ul></li>\n");
    }

    pub(super) fn finish(mut self) -> String {
        self.html.push_str("</ul>\n");
        self.html
    }
}

/// A file that is no page: its name and its text.
pub(super) fn source(name: &str, text: &str) -> String {
    format!("<h1>{}</h1>\n<pre tabindex=\"0\"><code>{}</code></pre>\n", escape(name), escape(text))
}
