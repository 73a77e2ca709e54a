//! The book as a whole: which files of the tree are its pages, how they are called, and how they lead to one another.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Files;
use super::link::{Target, has_ending, resolve};
use super::markdown::{self, Links, Outline};
use super::nav::{self, Section};
use super::picture;
use super::search::{self, Place};
use super::template::{self, Frame};
use super::tree::{Tree, folder};

/// The first page, and the index by reader.
const FIRST: &str = "README.md";
const INDEX: &str = "docs/README.md";

/// Files that browsers show, or load, as they are; any other becomes a page with its text.
const SHOWN: [&str; 3] = ["json", "png", "svg"];

/// What the book is made of.
pub(super) struct Site<'a> {
    tree: &'a dyn Tree,
    pages: BTreeMap<String, Page>,
    /// Other files that are linked to.
    others: BTreeSet<String>,
    sections: Vec<Section>,
    /// All pages as one reads them, from the first to the last.
    order: Vec<String>,
}

struct Page {
    text: String,
    outline: Outline,
    /// Its name in the book.
    file: String,
}

impl<'a> Site<'a> {
    /// Reads the first page, the index and all that they lead to, and reports everything that is wrong, by file and line.
    pub(super) fn read(tree: &'a dyn Tree) -> (Self, Vec<String>) {
        let mut site =
            Self { tree, pages: BTreeMap::new(), others: BTreeSet::new(), sections: Vec::new(), order: Vec::new() };
        let mut faults = Vec::new();
        let mut queue: VecDeque<String> = [FIRST, INDEX].map(str::to_owned).into();
        let mut links = Vec::new();
        while let Some(source) = queue.pop_front() {
            if site.pages.contains_key(&source) {
                continue;
            }
            let text = match tree.read(&source).map(String::from_utf8) {
                Some(Ok(text)) => text,
                Some(Err(_)) => {
                    faults.push(format!("{source}: it is not UTF-8"));
                    continue;
                }
                None => {
                    faults.push(format!("there is no {source}"));
                    continue;
                }
            };
            let outline = markdown::outline(&text);
            faults.extend(outline.faults.iter().map(|(line, fault)| format!("{source}:{line}: {fault}")));
            for link in &outline.links {
                match resolve(tree, &source, &link.target) {
                    Err(fault) => faults.push(format!("{source}:{}: {fault}", link.line)),
                    Ok(Target::Page { source: target, anchor }) => {
                        queue.push_back(target.clone());
                        links.extend(anchor.map(|anchor| (format!("{source}:{}", link.line), target, anchor)));
                    }
                    Ok(Target::File { source: other }) => {
                        if link.is_image && picture::size(&tree.read(&other).unwrap_or_default()).is_none() {
                            faults.push(format!(
                                "{source}:{}: {other} is no PNG, and no SVG with a width and height",
                                link.line
                            ));
                        }
                        site.others.insert(other);
                    }
                    Ok(Target::Foreign) if link.is_image => {
                        faults.push(format!(
                            "{source}:{}: {} is a picture from elsewhere; keep a copy",
                            link.line, link.target
                        ));
                    }
                    Ok(Target::Foreign) => {}
                }
            }
            let file = place(&source);
            site.pages.insert(source, Page { text, outline, file });
        }
        for (from, target, anchor) in links {
            let Some(page) = site.pages.get(&target) else { continue };
            if !page.outline.headings.iter().any(|heading| heading.id == anchor) {
                faults.push(format!("{from}: there is no heading #{anchor} in {target}"));
            }
        }
        faults.extend(site.arrange());
        (site, faults)
    }

    /// Finds every page its place, and returns what stands in the way.
    fn arrange(&mut self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut files = BTreeMap::new();
        let names = self.pages.iter().map(|(source, page)| (source.clone(), page.file.clone()));
        for (source, file) in names.chain(self.others.iter().map(|other| (other.clone(), place(other)))) {
            if let Some(other) = files.insert(file.clone(), source.clone()) {
                faults.push(format!("{other} and {source} would both be {file} in the book; rename one"));
            }
        }
        let index = self.pages.get(INDEX).map_or("", |page| &page.text);
        self.sections = nav::read(self.tree, INDEX, index);
        // Pages stand in the order in which those above them name them.
        let named = self.sections.iter().flat_map(|section| &section.entries).flat_map(|entry| {
            let links = self.pages.get(&entry.source).map(|page| page.outline.links.as_slice()).unwrap_or_default();
            links.iter().filter_map(|link| match resolve(self.tree, &entry.source, &link.target) {
                Ok(Target::Page { source, .. }) => {
                    Some(source).filter(|source| nav::parents(source).contains(&entry.source))
                }
                _ => None,
            })
        });
        let named: Vec<String> = named.collect();
        let others =
            named.iter().chain(self.pages.keys()).map(String::as_str).filter(|page| ![FIRST, INDEX].contains(page));
        let homeless: BTreeSet<&str> = nav::adopt(&mut self.sections, others).into_iter().collect();
        faults.extend(homeless.iter().map(|page| {
            format!("{page} has no place in the book: name it in {INDEX}, or in the README.md of its folder if that is named there")
        }));
        let entries = self.sections.iter().flat_map(|section| &section.entries);
        let sources =
            entries.flat_map(|entry| std::iter::once(&entry.source).chain(&entry.children)).map(String::as_str);
        let mut seen = BTreeSet::new();
        let order = [FIRST, INDEX].into_iter().chain(sources).filter(|source| seen.insert(*source));
        self.order = order.map(str::to_owned).collect();
        faults
    }

    /// The number of pages.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Makes every file of the book. It wants a site without faults.
    pub(super) fn render(&self) -> Files {
        let mut files: Files =
            template::ASSETS.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        for (source, page) in &self.pages {
            let body = markdown::render(&page.text, &page.outline, &From { site: self, source });
            let at = self.order.iter().position(|other| other == source);
            let neighbour = |number: Option<usize>| self.order.get(number?).map(String::as_str);
            let frame = Frame {
                file: &page.file,
                title: &page.outline.title,
                body: &body,
                headings: &page.outline.headings,
                nav: &self.nav(source),
                previous: neighbour(at.and_then(|at| at.checked_sub(1))).and_then(|other| self.entry(other)),
                next: neighbour(at.map(|at| at + 1)).and_then(|other| self.entry(other)),
            };
            files.insert(page.file.clone(), frame.render().into_bytes());
        }
        for source in &self.others {
            let bytes = self.tree.read(source).unwrap_or_default();
            let file = place(source);
            let bytes = if SHOWN.iter().any(|ending| has_ending(source, ending)) {
                bytes
            } else {
                let body = template::source(source, &String::from_utf8_lossy(&bytes));
                let nav = &self.nav(source);
                let frame =
                    Frame { file: &file, title: source, body: &body, headings: &[], nav, previous: None, next: None };
                frame.render().into_bytes()
            };
            files.insert(file, bytes);
        }
        files.insert(template::SEARCH.to_owned(), self.search().into_bytes());
        files
    }

    /// File and title of a page.
    fn entry(&self, source: &str) -> Option<(&str, &str)> {
        self.pages.get(source).map(|page| (page.file.as_str(), page.outline.title.as_str()))
    }

    /// The way to all other pages, from one.
    fn nav(&self, from: &str) -> String {
        let file = self.file_of(from);
        let mut nav = template::Nav::new(&file);
        for source in [FIRST, INDEX] {
            nav.entry(self.entry(source), source == from);
        }
        for section in &self.sections {
            nav.section(&section.title);
            for entry in &section.entries {
                nav.entry(self.entry(&entry.source), entry.source == from);
                // What is below a page is shown to those who are there.
                if entry.source == from || entry.children.iter().any(|child| child == from) {
                    let children = entry.children.iter().map(|child| (self.entry(child), child == from));
                    nav.below(children);
                }
            }
        }
        nav.finish()
    }

    fn file_of(&self, source: &str) -> String {
        self.pages.get(source).map_or_else(|| place(source), |page| page.file.clone())
    }

    fn search(&self) -> String {
        let pages = self.order.iter().filter_map(|source| self.pages.get(source));
        search::index(pages.flat_map(|page| {
            page.outline.headings.iter().enumerate().map(|(number, heading)| Place {
                file: &page.file,
                page: &page.outline.title,
                // The top of a page needs no anchor.
                anchor: if number == 0 { "" } else { &heading.id },
                heading: &heading.text,
                text: &heading.content,
            })
        }))
    }
}

/// The links of one page.
struct From<'a> {
    site: &'a Site<'a>,
    source: &'a str,
}

impl Links for From<'_> {
    fn address(&self, target: &str) -> String {
        let from = self.site.file_of(self.source);
        match resolve(self.site.tree, self.source, target) {
            Ok(Target::Page { source, anchor }) => {
                let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
                if source == self.source && !anchor.is_empty() {
                    anchor
                } else {
                    relative(&from, &self.site.file_of(&source)) + &anchor
                }
            }
            Ok(Target::File { source }) => relative(&from, &place(&source)),
            Ok(Target::Foreign) | Err(_) => target.to_owned(),
        }
    }

    fn size(&self, target: &str) -> Option<(u32, u32)> {
        match resolve(self.site.tree, self.source, target) {
            Ok(Target::File { source }) => picture::size(&self.site.tree.read(&source)?),
            _ => None,
        }
    }
}

/// The name of a file in the book, where `docs/` is the root.
fn place(source: &str) -> String {
    if source == INDEX {
        return "contents.html".to_owned();
    }
    let path = source.strip_prefix("docs/").unwrap_or(source);
    let Some(stem) = path.strip_suffix(".md") else {
        let is_shown = SHOWN.iter().any(|ending| has_ending(path, ending));
        return if is_shown { path.to_owned() } else { format!("{path}.html") };
    };
    match stem.strip_suffix("README") {
        Some(folder) => format!("{folder}index.html"),
        // The tree shouts at its root.
        None if folder(stem).is_empty() => format!("{}.html", stem.to_lowercase()),
        None => format!("{stem}.html"),
    }
}

/// The address of a file as another one writes it.
pub(super) fn relative(from: &str, to: &str) -> String {
    let (from, mut rest) = (folder(from), to);
    let mut up = from.split('/').filter(|part| !part.is_empty()).peekable();
    while let (Some(part), Some((first, others))) = (up.peek(), rest.split_once('/')) {
        if first != *part {
            break;
        }
        up.next();
        rest = others;
    }
    "../".repeat(up.count()) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree<'a>(changes: &[(&'a str, &'a str)]) -> BTreeMap<&'a str, &'a str> {
        let mut tree = BTreeMap::from([
            ("README.md", "# fewest\n\n[Index](docs/README.md) [raw](runs/) [code](x/lib.rs) ![p](docs/img/p.svg)\n"),
            ("docs/README.md", "# Documentation\n\n## For all\n\n- [A](a.md): all\n- [Runs](../runs/README.md)\n"),
            ("docs/a.md", "# A page\n\n## Part\n\n[below](a/b.md#a-b), [here](#part), [far](https://host.example/)\n"),
            ("docs/a/b.md", "# A `b`\n\n[up](../a.md), [S](../s.json)\n"),
            ("docs/s.json", "{}"),
            ("docs/img/p.svg", "<svg width=\"3\" height=\"4\">"),
            ("runs/README.md", "# Runs\n"),
            ("x/lib.rs", "fn f<T>() {}\n"),
        ]);
        tree.extend(changes.iter().copied());
        tree
    }

    #[test]
    fn a_sound_tree_becomes_a_sound_book() {
        let tree = tree(&[]);
        let (site, faults) = Site::read(&tree);
        assert_eq!(faults, [""; 0]);
        let files = site.render();
        let (links, faults) = crate::book::integrity::check(&files);
        assert_eq!(faults, [""; 0]);
        assert!(links > 40, "{links}");
        let pages = [
            "index.html",
            "contents.html",
            "a.html",
            "a/b.html",
            "runs/index.html",
            "x/lib.rs.html",
            "s.json",
            "img/p.svg",
        ];
        assert!(pages.iter().all(|page| files.contains_key(*page)), "{:?}", files.keys());
        let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
        assert!(text("index.html").contains("<img src=\"img/p.svg\" alt=\"p\" width=\"3\" height=\"4\""));
        assert!(text("index.html").contains("<a href=\"x/lib.rs.html\">code</a>"));
        assert!(text("a.html").contains("<a href=\"a/b.html#a-b\">below</a>, <a href=\"#part\">here</a>"));
        assert!(text("a/b.html").contains("<a href=\"../a.html\">up</a>"));
        assert!(text("x/lib.rs.html").contains("fn f&lt;T&gt;() {}"));
        assert!(text("search-index.js").contains("[\"a.html\",\"A page\",\"part\",\"Part\",\"below, here, far\"],"));
        assert_eq!(site.order, ["README.md", "docs/README.md", "docs/a.md", "docs/a/b.md", "runs/README.md"]);
    }

    #[test]
    fn every_fault_names_its_file_and_line() {
        for (file, text, fault) in [
            ("docs/a/b.md", "# B\n\n[x](gone.md)\n", "docs/a/b.md:3: there is no docs/a/gone.md"),
            ("docs/a/b.md", "# B\n\n[x](../a.md#gone)\n", "docs/a/b.md:3: there is no heading #gone in docs/a.md"),
            ("docs/a/b.md", "# B\n\n\n[x](#gone)\n", "docs/a/b.md:4: there is no heading #gone in docs/a/b.md"),
            ("docs/a/b.md", "# B\n![x](../s.json)\n", "docs/a/b.md:2: docs/s.json is no PNG"),
            ("docs/a/b.md", "# B\n![x](https://host.example/x.png)\n", "is a picture from elsewhere"),
            ("docs/a/b.md", "# B\n[x](https:/host)\n", "docs/a/b.md:2: https:/host names no host"),
            ("docs/a/b.md", "# B\n[x](../lost.md)\n", "docs/lost.md has no place in the book"),
            ("docs/a/b.md", "B\n", "docs/a/b.md:1: the first heading must be the title"),
        ] {
            let tree = tree(&[(file, text), ("docs/lost.md", "# Lost\n")]);
            // `a.md` names the title of `b.md`, which is another now.
            let faults: Vec<String> = Site::read(&tree).1.into_iter().filter(|fault| !fault.contains("#a-b")).collect();
            assert!(faults.len() == 1 && faults[0].contains(fault), "{text}: {faults:?}");
        }
    }

    #[test]
    fn two_files_cannot_have_one_name() {
        let tree = tree(&[
            ("a.md", "# Other\n"),
            ("docs/README.md", "# D\n\n## For all\n\n- [A](a.md)\n- [B](../a.md)\n- [R](../runs/)\n"),
        ]);
        let faults = Site::read(&tree).1;
        assert_eq!(faults, ["a.md and docs/a.md would both be a.html in the book; rename one"]);
    }

    #[test]
    fn addresses_are_relative() {
        for (from, to, address) in [
            ("index.html", "a.html", "a.html"),
            ("a/b.html", "a/c.html", "c.html"),
            ("a/b.html", "index.html", "../index.html"),
            ("a/b/c.html", "a/d/e.html", "../d/e.html"),
            ("a/b.html", "c/a/b.html", "../c/a/b.html"),
        ] {
            assert_eq!(relative(from, to), address, "{from} to {to}");
        }
    }
}
