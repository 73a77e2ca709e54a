//! The finished book, read as a browser reads it: every address leads to a file and a heading that are there, and nothing is
//! what the policy of `fewest serve` forbids.

use std::collections::{BTreeMap, BTreeSet};

use super::Files;
use super::link::has_ending;
use super::tree::{folder, join};

/// A page as far as links see it.
struct Page<'a> {
    /// Addresses, and whether they are loaded with the page.
    links: Vec<(&'a str, bool)>,
    ids: BTreeSet<&'a str>,
    faults: Vec<String>,
}

/// The number of links, and what is wrong.
pub(super) fn check(files: &Files) -> (usize, Vec<String>) {
    let texts = files.iter().filter(|(name, _)| has_ending(name, "html"));
    let pages: BTreeMap<&str, Page<'_>> =
        texts.map(|(name, bytes)| (name.as_str(), read(std::str::from_utf8(bytes).unwrap_or_default()))).collect();
    let mut count = 0;
    let mut faults = Vec::new();
    for (name, page) in &pages {
        count += page.links.len();
        let wrong = page.links.iter().filter_map(|&(link, is_loaded)| fault(files, &pages, name, link, is_loaded));
        faults.extend(page.faults.iter().cloned().chain(wrong).map(|fault| format!("{name} of the book: {fault}")));
    }
    (count, faults)
}

fn fault(files: &Files, pages: &BTreeMap<&str, Page<'_>>, from: &str, link: &str, is_loaded: bool) -> Option<String> {
    if link.contains("://") {
        return is_loaded.then(|| format!("{link} is loaded from elsewhere"));
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let target = if path.is_empty() { Some(from.to_owned()) } else { join(folder(from), path) };
    let Some(target) = target.filter(|target| files.contains_key(target)) else {
        return Some(format!("{link} leads to no file"));
    };
    let anchor = anchor?;
    let is_there = pages.get(target.as_str()).is_some_and(|page| page.ids.contains(anchor));
    (!is_there).then(|| format!("{link} leads to no heading"))
}

/// Goes through the tags of a page. Our own generator writes every attribute as ` name="value"`.
fn read(html: &str) -> Page<'_> {
    let mut page = Page { links: Vec::new(), ids: BTreeSet::new(), faults: Vec::new() };
    for tag in html.split('<').skip(1) {
        let Some((tag, content)) = tag.split_once('>') else { continue };
        let name = tag.split_whitespace().next().unwrap_or_default();
        for (attribute, value) in attributes(tag) {
            match attribute {
                "href" => page.links.push((value, name == "link")),
                "src" => page.links.push((value, true)),
                "id" if !page.ids.insert(value) => page.faults.push(format!("two elements have the id {value}")),
                "style" => page.faults.push(format!("a style in an attribute of <{name}>")),
                on if on.starts_with("on") => page.faults.push(format!("a script in an attribute of <{name}>")),
                _ => {}
            }
        }
        if name == "style" || name == "script" && !content.trim().is_empty() {
            page.faults.push(format!("<{name}> with a content"));
        }
    }
    page
}

fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = tag.split('"');
    std::iter::from_fn(move || {
        let name = parts.next()?.strip_suffix('=')?;
        Some((name.rsplit(char::is_whitespace).next()?, parts.next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(index: &str) -> (usize, Vec<String>) {
        let other = "<h1 id=\"top\">x</h1><a href=\"../index.html#a\">up</a>";
        let files = [("index.html", index), ("b/other.html", other), ("b/p.png", "")];
        check(&files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).into())
    }

    #[test]
    fn a_sound_book_has_no_fault() {
        let index = "<p id=\"a\"><a href=\"b/other.html#top\">x</a> <a class=\"c\" href=\"#a\">a</a> <img src=\"b/p.png\" alt=\"a > b\">\
            <a href=\"https://host.example/\">far</a><script src=\"b/other.html\" defer></script>";
        assert_eq!(book(index), (6, vec![]));
    }

    #[test]
    fn every_broken_link_is_a_fault() {
        for (body, reason) in [
            ("<a href=\"gone.html\">", "gone.html leads to no file"),
            ("<a href=\"../index.html\">", "leads to no file"),
            ("<a href=\"b/other.html#gone\">", "leads to no heading"),
            ("<a href=\"#gone\">", "leads to no heading"),
            ("<img src=\"b/gone.png\">", "leads to no file"),
            ("<a href=\"b/p.png#x\">", "leads to no heading"),
            ("<img src=\"https://host.example/x.png\">", "from elsewhere"),
            ("<link href=\"https://host.example/x.css\" rel=\"stylesheet\">", "from elsewhere"),
            ("<b id=\"a\"></b>", "two elements have the id a"),
            ("<td style=\"color: red\">", "a style in an attribute of <td>"),
            ("<a onclick=\"x()\">", "a script in an attribute of <a>"),
            ("<script>x()</script>", "<script> with a content"),
            ("<style>x{}</style>", "<style> with a content"),
        ] {
            let (_, faults) = book(&format!("<p id=\"a\">{body}"));
            assert!(faults.len() == 1 && faults[0].contains(reason), "{body}: {faults:?}");
        }
    }
}
