//! Where a link of the documentation leads, and whether that is there.

use super::tree::{Tree, folder, join};

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Out of the tree. Nobody asks whether it is there: a check must not need the network.
    Foreign,
    /// A page of the book, and a heading on it.
    Page { source: String, anchor: Option<String> },
    /// Any other file of the tree.
    File { source: String },
}

/// Follows a link that stands in a file.
pub(super) fn resolve(tree: &dyn Tree, from: &str, link: &str) -> Result<Target, String> {
    if let Some((scheme, rest)) = scheme(link) {
        return foreign(link, scheme, rest).map(|()| Target::Foreign);
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor.to_owned())));
    if path.starts_with('/') {
        return Err(format!("{link} begins at a root that the book does not have; write it relative to this file"));
    }
    if path.is_empty() {
        return if anchor.is_some() {
            Ok(Target::Page { source: from.to_owned(), anchor })
        } else {
            Err("an empty link".to_owned())
        };
    }
    let source = join(folder(from), path).ok_or_else(|| format!("{link} leads out of the tree"))?;
    if tree.is_folder(&source) {
        let readme = format!("{source}/README.md");
        let exists = tree.read(&readme).is_some();
        return if exists {
            Ok(Target::Page { source: readme, anchor })
        } else {
            Err(format!("{source} is a folder without a README.md; link to a file in it"))
        };
    }
    if tree.read(&source).is_none() {
        return Err(format!("there is no {source}"));
    }
    if has_ending(&source, "md") {
        return Ok(Target::Page { source, anchor });
    }
    match anchor {
        None => Ok(Target::File { source }),
        Some(anchor) => Err(format!("{source} has no headings, so #{anchor} leads nowhere")),
    }
}

/// Whether a file has this ending.
pub(super) fn has_ending(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, found)| found == ending)
}

/// The scheme of an address, and what follows its colon.
fn scheme(link: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = link.split_once(':')?;
    let is_name = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_name.then_some((scheme, rest))
}

/// Checks the form of an address elsewhere.
fn foreign(link: &str, scheme: &str, rest: &str) -> Result<(), String> {
    if scheme != "https" && scheme != "http" {
        return Err(format!("{link} has the scheme {scheme}; write https"));
    }
    let host = rest.strip_prefix("//").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    let labels = || host.unwrap_or_default().split('.');
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if labels().count() < 2 || !labels().all(is_label) {
        return Err(format!("{link} names no host; write https://host.example/path"));
    }
    if link.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"\\^`{|}".contains(c)) {
        return Err(format!("{link} has characters that an address must encode"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn follow(from: &str, link: &str) -> Result<Target, String> {
        let tree = BTreeMap::from([("a.md", ""), ("guide/b.md", ""), ("guide/README.md", ""), ("code/x.rs", "")]);
        resolve(&tree, from, link)
    }

    fn page(source: &str, anchor: Option<&str>) -> Target {
        Target::Page { source: source.to_owned(), anchor: anchor.map(str::to_owned) }
    }

    #[test]
    fn links_lead_to_pages_files_and_elsewhere() {
        assert_eq!(follow("a.md", "guide/b.md"), Ok(page("guide/b.md", None)));
        assert_eq!(follow("guide/b.md", "../a.md#top"), Ok(page("a.md", Some("top"))));
        assert_eq!(follow("guide/b.md", "#here"), Ok(page("guide/b.md", Some("here"))));
        assert_eq!(follow("a.md", "guide/"), Ok(page("guide/README.md", None)));
        assert_eq!(follow("a.md", "code/x.rs"), Ok(Target::File { source: "code/x.rs".to_owned() }));
        assert_eq!(follow("a.md", "https://doc.rust-lang.org/std/?search=a#b"), Ok(Target::Foreign));
    }

    #[test]
    fn a_link_that_leads_nowhere_says_so() {
        for (link, reason) in [
            ("guide/gone.md", "there is no guide/gone.md"),
            ("../a.md", "out of the tree"),
            ("/a.md", "relative to this file"),
            ("code", "without a README.md"),
            ("code/x.rs#L3", "no headings"),
            ("", "an empty link"),
            ("ftp://host.example", "write https"),
            ("https:host.example", "names no host"),
            ("https://localhost/x", "names no host"),
            ("https://host..example/", "names no host"),
            ("https://host.example/a b", "must encode"),
        ] {
            let error = follow("a.md", link).unwrap_err();
            assert!(error.contains(reason), "{link}: {error}");
        }
    }
}
