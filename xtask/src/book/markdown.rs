//! One file of Markdown: its outline, and the HTML that becomes of it.
//!
//! Headings get the anchors that GitHub gives them, so the same links work there and in the book. The policy of the server
//! forbids styles in attributes, which is how Markdown's tables are usually aligned; here they have classes.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::ops::Range;

use pulldown_cmark::{
    Alignment, BrokenLink, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html,
};

use super::link::has_ending;

/// What a file says about itself before it is rendered.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// The first heading, without marks.
    pub(super) title: String,
    pub(super) headings: Vec<Heading>,
    pub(super) links: Vec<Link>,
    /// What is wrong, by line.
    pub(super) faults: Vec<(usize, String)>,
}

#[derive(Clone, Debug)]
pub(super) struct Heading {
    pub(super) level: HeadingLevel,
    /// Its anchor.
    pub(super) id: String,
    /// Its words, without marks.
    pub(super) text: String,
    /// All that stands below it, up to the next heading, for the search.
    pub(super) content: String,
}

/// A link or a picture.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) line: usize,
    pub(super) target: String,
    pub(super) is_image: bool,
}

type Located<'a> = (Event<'a>, Range<usize>);

/// The events of a text, and references that lead to no definition.
fn parse(text: &str) -> (Vec<Located<'_>>, Vec<Range<usize>>) {
    let mut broken = Vec::new();
    let mut note = |link: BrokenLink<'_>| {
        // A single pair of brackets is mostly what it looks like.
        if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
            broken.push(link.span);
        }
        None
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let parser = Parser::new_with_broken_link_callback(text, options, Some(&mut note));
    let events = parser.into_offset_iter().collect();
    (events, broken)
}

/// Reads what a page has.
pub(super) fn outline(text: &str) -> Outline {
    let (events, broken) = parse(text);
    let line = |range: &Range<usize>| 1 + text[..range.start].matches('\n').count();
    let mut outline = Outline::default();
    for range in &broken {
        outline.faults.push((line(range), format!("{} has no definition", &text[range.clone()])));
    }
    let mut anchors = Anchors::default();
    let mut in_heading = false;
    for (event, range) in &events {
        let words = match event {
            Event::Start(Tag::Heading { level, .. }) => {
                in_heading = true;
                let (id, text, content) = Default::default();
                outline.headings.push(Heading { level: *level, id, text, content });
                continue;
            }
            Event::End(TagEnd::Heading(_)) => {
                in_heading = false;
                if let Some(heading) = outline.headings.last_mut() {
                    heading.id = anchors.next(&heading.text);
                }
                continue;
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let is_image = matches!(event, Event::Start(Tag::Image { .. }));
                outline.links.push(Link { line: line(range), target: dest_url.to_string(), is_image });
                continue;
            }
            Event::Html(html) | Event::InlineHtml(html) if !html.trim_start().starts_with("<!--") => {
                outline.faults.push((line(range), format!("HTML, which the book leaves out: {}", html.trim_end())));
                continue;
            }
            Event::Text(words) | Event::Code(words) => words.as_ref(),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item) => {
                " "
            }
            _ => continue,
        };
        if let Some(heading) = outline.headings.last_mut() {
            let part = if in_heading { &mut heading.text } else { &mut heading.content };
            part.push_str(words);
        }
    }
    match outline.headings.first() {
        Some(heading) if heading.level == HeadingLevel::H1 => outline.title.clone_from(&heading.text),
        _ => outline.faults.push((1, "the first heading must be the title, # TITLE".to_owned())),
    }
    outline
}

/// The anchors of a page, each once.
#[derive(Default)]
struct Anchors(BTreeMap<String, usize>);

impl Anchors {
    fn next(&mut self, heading: &str) -> String {
        let mut slug = String::new();
        for c in heading.trim().chars().flat_map(char::to_lowercase) {
            match c {
                ' ' => slug.push('-'),
                c if c.is_alphanumeric() || c == '-' || c == '_' => slug.push(c),
                _ => {}
            }
        }
        let count = self.0.entry(slug.clone()).or_default();
        *count += 1;
        if *count > 1 {
            let _ = write!(slug, "-{}", *count - 1);
        }
        slug
    }
}

/// What the links of a page become.
pub(super) trait Links {
    /// The address of a link.
    fn address(&self, target: &str) -> String;
    /// Width and height of a picture, in pixels, where they are known: a page that knows them does not move while it loads.
    fn size(&self, target: &str) -> Option<(u32, u32)>;
}

/// Makes HTML.
pub(super) fn render(text: &str, outline: &Outline, links: &dyn Links) -> String {
    let mut headings = outline.headings.iter();
    let mut id = "";
    let events = parse(text).0;
    let mut table = Table { widths: widths(&events), ..Table::default() };
    let mut picture: Option<(String, String)> = None;
    let events = events.into_iter().filter_map(|(event, _)| {
        if let Some((address, alt)) = &mut picture {
            match event {
                Event::Text(words) | Event::Code(words) => alt.push_str(&words),
                Event::End(TagEnd::Image) => {
                    let html = image(address, alt, links.size(address), &links.address(address));
                    picture = None;
                    return Some(Event::InlineHtml(html.into()));
                }
                _ => {}
            }
            return None;
        }
        Some(match event {
            Event::Start(Tag::Heading { level, .. }) => {
                id = headings.next().map_or("", |heading| &heading.id);
                Event::Html(format!("<{level} id=\"{}\">", escape(id)).into())
            }
            Event::End(TagEnd::Heading(level)) => {
                let anchor =
                    format!(" <a class=\"anchor\" href=\"#{}\" aria-label=\"Link to this section\">#</a>", escape(id));
                let anchor = if level == HeadingLevel::H1 { "" } else { &anchor };
                Event::Html(format!("{anchor}</{level}>\n").into())
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(links.address(&dest_url));
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                picture = Some((dest_url.to_string(), String::new()));
                return None;
            }
            Event::Start(Tag::CodeBlock(_)) => Event::Html("<pre tabindex=\"0\"><code>".into()),
            Event::End(TagEnd::CodeBlock) => Event::Html("</code></pre>\n".into()),
            Event::Html(_) | Event::InlineHtml(_) => return None,
            event => table.render(event),
        })
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// The longest cell of each column, for every table: browsers would squeeze sentences to give numbers room.
fn widths(events: &[Located<'_>]) -> VecDeque<Vec<usize>> {
    let mut tables = VecDeque::new();
    let (mut column, mut length) = (0, 0);
    for (event, _) in events {
        match event {
            Event::Start(Tag::Table(alignments)) => tables.push_back(vec![0; alignments.len()]),
            Event::Start(Tag::TableRow) => column = 0,
            Event::Start(Tag::TableCell) => length = 0,
            Event::Text(words) | Event::Code(words) => length += words.chars().count(),
            Event::End(TagEnd::TableCell) => {
                if let Some(longest) = tables.back_mut().and_then(|table| table.get_mut(column)) {
                    *longest = length.max(*longest);
                }
                column += 1;
            }
            // Titles may break anywhere.
            Event::End(TagEnd::TableHead) => tables.back_mut().into_iter().for_each(|table| table.fill(0)),
            _ => {}
        }
    }
    tables
}

/// Up to this number of characters a column is not broken, and from this on it is given room.
const SHORT: usize = 18;
const LONG: usize = 50;

/// Where we are in a table.
#[derive(Default)]
struct Table {
    /// Of this table and those that follow.
    widths: VecDeque<Vec<usize>>,
    alignments: Vec<Alignment>,
    column: usize,
    is_head: bool,
}

impl Table {
    /// A part of a table; everything else stays what it is.
    fn render<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        let html = match event {
            Event::Start(Tag::Table(alignments)) => {
                self.alignments = alignments;
                "<div class=\"table\" tabindex=\"0\"><table>\n"
            }
            Event::End(TagEnd::Table) => {
                self.widths.pop_front();
                "</tbody></table></div>\n"
            }
            Event::Start(Tag::TableHead) => {
                (self.column, self.is_head) = (0, true);
                "<thead><tr>"
            }
            Event::End(TagEnd::TableHead) => {
                self.is_head = false;
                "</tr></thead><tbody>\n"
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                "<tr>"
            }
            Event::End(TagEnd::TableRow) => "</tr>\n",
            Event::Start(Tag::TableCell) => {
                let cell = self.cell();
                self.column += 1;
                return Event::Html(cell.into());
            }
            Event::End(TagEnd::TableCell) if self.is_head => "</th>",
            Event::End(TagEnd::TableCell) => "</td>",
            other => return other,
        };
        Event::Html(html.into())
    }

    /// The tag of a cell.
    fn cell(&self) -> String {
        let name = if self.is_head { "th" } else { "td" };
        let align = match self.alignments.get(self.column) {
            Some(Alignment::Right) => "right",
            Some(Alignment::Center) => "center",
            _ => "",
        };
        let width = match self.widths.front().and_then(|widths| widths.get(self.column)) {
            Some(0..=SHORT) => "short",
            Some(LONG..) => "long",
            _ => "",
        };
        match [align, width].join(" ").trim() {
            "" => format!("<{name}>"),
            class => format!("<{name} class=\"{class}\">"),
        }
    }
}

fn image(target: &str, alt: &str, size: Option<(u32, u32)>, address: &str) -> String {
    let size = size.map(|(width, height)| format!(" width=\"{width}\" height=\"{height}\"")).unwrap_or_default();
    // A plot is wider than a phone and full of small print.
    let class = if has_ending(target, "svg") { " class=\"plot\"" } else { "" };
    format!("<img src=\"{}\" alt=\"{}\"{size}{class} loading=\"lazy\">", escape(address), escape(alt))
}

/// A text within HTML, or within an attribute of it.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Upper;

    impl Links for Upper {
        fn address(&self, target: &str) -> String {
            target.to_uppercase()
        }

        fn size(&self, target: &str) -> Option<(u32, u32)> {
            (target == "a.png").then_some((3, 4))
        }
    }

    fn html(text: &str) -> String {
        render(text, &outline(text), &Upper)
    }

    #[test]
    fn an_outline_has_headings_links_and_lines() {
        let outline = outline(
            "# A\\*, `IDA*` & more\n\nfirst [b](c.md)\nline\n\n## In short\n\n## In short\n\n![p](q.png) end\n",
        );
        assert_eq!(outline.title, "A*, IDA* & more");
        let ids: Vec<&str> = outline.headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["a-ida--more", "in-short", "in-short-1"]);
        assert_eq!(outline.headings[0].content, "first b line ");
        let links: Vec<_> = outline.links.iter().map(|link| (link.line, link.target.as_str(), link.is_image)).collect();
        assert_eq!(links, [(3, "c.md", false), (10, "q.png", true)]);
        assert_eq!(outline.faults, []);
    }

    #[test]
    fn what_a_page_may_not_have_is_a_fault() {
        let lines = |text| outline(text).faults.into_iter().map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(lines("# T\n\n[a][gone] and [b][]\n"), [3, 3]);
        assert_eq!(lines("# T\n\n[a][b], [x]\n\n[b]: c.md\n"), [0; 0]);
        assert_eq!(lines("# T\n\nbold <b>x</b>\n"), [3, 3]);
        assert_eq!(lines("# T\n\n<!-- a remark -->\n"), [0; 0]);
        assert_eq!(lines("## no title\n"), [1]);
    }

    #[test]
    fn tables_are_aligned_by_classes_and_pictures_have_sizes() {
        let page = html(&format!(
            "# T\n\n| a | b | c |\n|---|--:|---|\n| 1 | [x](y.md) | {} |\n\n![two \"words\"](a.png)\n",
            "much ".repeat(20)
        ));
        for part in [
            "<thead><tr><th class=\"short\">a</th><th class=\"right short\">b</th><th class=\"long\">c</th></tr></thead><tbody>",
            "<tr><td class=\"short\">1</td><td class=\"right short\"><a href=\"Y.MD\">x</a></td><td class=\"long\">much",
            "<img src=\"A.PNG\" alt=\"two &quot;words&quot;\" width=\"3\" height=\"4\" loading=\"lazy\">",
        ] {
            assert!(page.contains(part), "{page}");
        }
        assert!(!page.contains("style="), "{page}");
    }

    #[test]
    fn headings_have_anchors_and_code_stays_code() {
        let page = html("# T\n\n## A & B\n\n```sh\nx <y>\n```\n");
        assert!(
            page.starts_with("<h1 id=\"t\">T</h1>\n<h2 id=\"a--b\">A &amp; B <a class=\"anchor\" href=\"#a--b\""),
            "{page}"
        );
        assert!(page.contains("<pre tabindex=\"0\"><code>x &lt;y&gt;\n</code></pre>"), "{page}");
    }
}
