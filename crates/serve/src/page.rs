//! The files of the page, and of the documentation below `docs/`: known by name, all in memory.
//!
//! A request is looked up among these names as it was written, so there is no path that could lead anywhere else.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use flate2::read::GzDecoder;
use twox_hash::XxHash3_64;

use crate::error::ServeError;
use crate::files;
use crate::media::{caching, has_version, media_type};
use crate::refusal::Refusal;

/// What the page is asked for as a whole.
const INDEX: &str = "index.html";
/// The first page of the documentation, where it was built.
const BOOK: &str = "docs/index.html";
/// Tells the page that the engine is behind the server it came from.
const MARK: &str = "<meta name=\"fewest-engine\" content=\"server\">";

/// Every file of the page by name, compressed; none where it had not been built when this was compiled.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of the page, ready to be sent.
#[derive(Clone, Debug)]
pub struct Page {
    files: BTreeMap<String, File>,
}

#[derive(Clone, Debug)]
struct File {
    media_type: HeaderValue,
    caching: &'static str,
    /// Changes with the content.
    tag: String,
    bytes: Bytes,
}

impl File {
    fn new(name: &str, bytes: Bytes) -> Self {
        let tag = format!("\"{:016x}\"", XxHash3_64::oneshot(&bytes));
        let media_type = HeaderValue::try_from(media_type(name)).expect("letters and signs");
        Self { media_type, caching: caching(name), tag, bytes }
    }
}

impl Page {
    /// The page within this binary, where there is one.
    pub fn embedded() -> Option<Self> {
        let unpack = |&(name, packed): &(&str, &[u8])| {
            let mut plain = Vec::new();
            GzDecoder::new(packed).read_to_end(&mut plain).ok()?;
            Some((name.to_owned(), plain))
        };
        Self::new(EMBEDDED.iter().map(unpack).collect::<Option<_>>()?).ok()
    }

    /// The page in a folder, as it is now.
    ///
    /// # Errors
    /// A folder without a page, or one that cannot be read.
    pub fn in_folder(folder: &Path) -> Result<Self, ServeError> {
        let wrong = |error| ServeError::Folder(folder.to_owned(), error);
        let files = files::below(folder).map_err(wrong)?;
        if !files.contains_key(INDEX) {
            return Err(wrong(io::Error::new(io::ErrorKind::NotFound, "it has no index.html")));
        }
        Self::new(files)
    }

    fn new(mut files: BTreeMap<String, Vec<u8>>) -> Result<Self, ServeError> {
        let index = files.get_mut(INDEX).ok_or(ServeError::NoHead)?;
        *index = marked(&String::from_utf8_lossy(index)).ok_or(ServeError::NoHead)?.into();
        let files = files.into_iter().map(|(name, bytes)| {
            let file = File::new(&name, bytes.into());
            (name, file)
        });
        Ok(Self { files: files.collect() })
    }

    /// Whether the documentation was built with it.
    fn has_book(&self) -> bool {
        self.files.contains_key(BOOK)
    }

    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let name = match path.strip_prefix('/').unwrap_or(path) {
            "" => INDEX,
            // Its links are relative to the folder.
            "docs" if self.has_book() => return Redirect::permanent("/docs/").into_response(),
            "docs/" => BOOK,
            name => name,
        };
        let Some(file) = self.files.get(name) else {
            let is_book = name == "docs" || name.starts_with("docs/");
            return Refusal::not_found(if is_book && !self.has_book() {
                "this page was built without its documentation; run `cargo xtask book` in the sources of fewest and build it again, \
                 or serve the folder that it writes to with --page web/dist"
            } else if is_book {
                "there is no such page in the documentation; it begins at /docs/"
            } else {
                "there is no such file in the page; it begins at /"
            })
            .as_text();
        };
        let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
        let mut response = if has_version(known, &file.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            ([(header::CONTENT_TYPE, file.media_type.clone())], Body::from(file.bytes.clone())).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(file.caching));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        // Weak, because both encodings of a file bear it.
        let tag = HeaderValue::from_str(&format!("W/{}", file.tag)).expect("a number in quotes");
        headers.insert(header::ETAG, tag);
        response
    }
}

/// The first page with the mark at the start of its head.
fn marked(index: &str) -> Option<String> {
    let lower = index.to_ascii_lowercase();
    let mut opened = lower.match_indices("<head").map(|(at, tag)| at + tag.len());
    let end = opened.find(|&end| lower[end..].starts_with(|c: char| c == '>' || c.is_ascii_whitespace()))?;
    let inside = end + lower[end..].find('>')? + 1;
    Some(format!("{}{MARK}{}", &index[..inside], &index[inside..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_the_first_thing_in_the_head() {
        assert_eq!(marked("<html><HEAD>é").unwrap(), format!("<html><HEAD>{MARK}é"));
        assert_eq!(
            marked("<!-- <header> --><head\n lang=de ><b>").unwrap(),
            format!("<!-- <header> --><head\n lang=de >{MARK}<b>")
        );
        for none in ["", "<header>", "<head", "<body></head>"] {
            assert_eq!(marked(none), None, "{none}");
        }
    }

    #[test]
    fn the_page_within_is_whole() {
        let Some(page) = Page::embedded() else {
            assert!(EMBEDDED.is_empty());
            return;
        };
        assert_eq!(page.files.len(), EMBEDDED.len());
    }
}
