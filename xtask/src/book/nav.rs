//! The way through the book: the index by reader, which is a page of its own, read as a list of places.
//!
//! A page that the index does not name stands below the page of its folder: `docs/algorithms/x.md` below
//! `docs/algorithms.md`, `docs/lab/x.md` below `docs/lab/README.md`. So the index stays short, and a page that nobody finds
//! is a fault.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::link::{Target, resolve};
use super::tree::{Tree, folder};

/// What one reader is offered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) entries: Vec<Entry>,
}

/// A page, and those below it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) source: String,
    pub(super) children: Vec<String>,
}

/// Reads the index: each heading of the second level is a section, each link to a page a place in it. In an item that begins with
/// a link, further links stand below that one.
pub(super) fn read(tree: &dyn Tree, index: &str, text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut in_title, mut is_first, mut begins_with_link) = (false, false, false);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                in_title = true;
                sections.push(Section::default());
            }
            Event::End(TagEnd::Heading(_)) => in_title = false,
            Event::Start(Tag::Item) => (is_first, begins_with_link) = (true, false),
            Event::Text(words) if in_title => {
                if let Some(section) = sections.last_mut() {
                    section.title.push_str(&words);
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let is_below = begins_with_link;
                begins_with_link |= is_first;
                is_first = false;
                let (Some(section), Ok(Target::Page { source, .. })) =
                    (sections.last_mut(), resolve(tree, index, &dest_url))
                else {
                    continue;
                };
                match section.entries.last_mut() {
                    Some(entry) if is_below => entry.children.push(source),
                    _ => section.entries.push(Entry { source, children: Vec::new() }),
                }
            }
            Event::Text(_) | Event::Code(_) => is_first = false,
            _ => {}
        }
    }
    sections.retain(|section| !section.entries.is_empty());
    sections
}

/// Puts pages that the index does not name below those of their folders, and returns the pages that have none.
pub(super) fn adopt<'a>(sections: &mut [Section], pages: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut homeless = Vec::new();
    for page in pages {
        let is_placed = |entry: &Entry| entry.source == page || entry.children.iter().any(|child| child == page);
        if sections.iter().any(|section| section.entries.iter().any(is_placed)) {
            continue;
        }
        let is_entry = |parent: &&String| {
            sections.iter().any(|section| section.entries.iter().any(|entry| entry.source == **parent))
        };
        let parent = parents(page).iter().find(is_entry).cloned();
        let mut entries = sections.iter_mut().flat_map(|section| &mut section.entries);
        match parent.and_then(|parent| entries.find(|entry| entry.source == parent)) {
            Some(parent) => parent.children.push(page.to_owned()),
            None => homeless.push(page),
        }
    }
    homeless
}

/// The pages that a page may stand below, the nearest first.
pub(super) fn parents(page: &str) -> Vec<String> {
    let mut parents = Vec::new();
    let mut place = folder(page);
    while !place.is_empty() {
        parents.extend([format!("{place}/README.md"), format!("{place}.md")]);
        place = folder(place);
    }
    parents
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn entry(source: &str, children: &[&str]) -> Entry {
        Entry { source: source.to_owned(), children: children.iter().map(ToString::to_string).collect() }
    }

    #[test]
    fn the_index_is_read_as_sections() {
        let names = ["g/a.md", "g/b.md", "g/c.md", "g/d.md", "x.rs"];
        let tree: BTreeMap<_, _> = names.map(|name| (name, "")).into();
        let index = "# Index\n\nsee [a](a.md)\n\n## For all\n\n- [A](a.md) and more: [1](b.md), [2](c.md)\n- Two: [b](b.md), [d](d.md)\n\
            \n## For some\n\n- [x](../x.rs) solves\n- [gone](gone.md)\n\n## Last\n\n- [c](c.md)\n";
        let sections = read(&tree, "g/README.md", index);
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[0].title, "For all");
        assert_eq!(
            sections[0].entries,
            [entry("g/a.md", &["g/b.md", "g/c.md"]), entry("g/b.md", &[]), entry("g/d.md", &[])]
        );
        assert_eq!((sections[1].title.as_str(), &sections[1].entries[..]), ("Last", &[entry("g/c.md", &[])][..]));
    }

    #[test]
    fn a_page_without_a_place_stands_below_that_of_its_folder() {
        let entries = vec![entry("g/a.md", &[]), entry("g/lab/README.md", &[])];
        let mut sections = [Section { title: String::new(), entries }];
        let pages = ["g/a.md", "g/a/x.md", "g/lab/y.md", "g/lab/old/z.md", "g/lost.md", "LOST.md"];
        assert_eq!(adopt(&mut sections, pages.into_iter()), ["g/lost.md", "LOST.md"]);
        assert_eq!(
            sections[0].entries,
            [entry("g/a.md", &["g/a/x.md"]), entry("g/lab/README.md", &["g/lab/y.md", "g/lab/old/z.md"])]
        );
    }
}
