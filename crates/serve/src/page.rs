//! The files of the page: known by name, all in memory.
//!
//! A request is looked up among these names as it was written, so there is no path that could lead anywhere else.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use twox_hash::XxHash3_64;

use crate::error::ServeError;
use crate::media::{accepts_gzip, caching, has_version, media_type};
use crate::refusal::Refusal;

/// What the page is asked for as a whole.
const INDEX: &str = "index.html";
/// Tells the page that the engine is behind the server it came from.
const MARK: &str = "<meta name=\"fewest-engine\" content=\"server\">";

/// A file within this binary.
struct Embedded {
    name: &'static str,
    gzip: bool,
    bytes: &'static [u8],
}

/// Every file of the page; none where it had not been built when this was compiled.
static EMBEDDED: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page.
#[derive(Clone, Debug)]
pub struct Page {
    files: HashMap<String, File>,
}

#[derive(Clone, Debug)]
struct File {
    media_type: &'static str,
    caching: &'static str,
    /// Changes with the content.
    tag: String,
    gzip: bool,
    bytes: Bytes,
}

impl File {
    fn new(name: &str, gzip: bool, bytes: Bytes) -> Self {
        let tag = format!("\"{:016x}\"", XxHash3_64::oneshot(&bytes));
        Self { media_type: media_type(name), caching: caching(name), tag, gzip, bytes }
    }

    /// The content for a client that takes it compressed or not, and whether it is.
    fn content(&self, takes_gzip: bool) -> io::Result<(Bytes, bool)> {
        if takes_gzip || !self.gzip {
            return Ok((self.bytes.clone(), self.gzip));
        }
        let mut plain = Vec::new();
        GzDecoder::new(&*self.bytes).read_to_end(&mut plain)?;
        Ok((plain.into(), false))
    }
}

impl Page {
    /// The page within this binary, where there is one.
    pub fn embedded() -> Option<Self> {
        let files = EMBEDDED.iter().map(|file| (file.name.to_owned(), (file.gzip, Bytes::from_static(file.bytes))));
        Self::new(files.collect()).ok()
    }

    /// The page in a folder, as it is now.
    ///
    /// # Errors
    /// A folder without a page, or one that cannot be read.
    pub fn in_folder(folder: &Path) -> Result<Self, ServeError> {
        let mut files = HashMap::new();
        let wrong = |error| ServeError::Folder { folder: folder.to_owned(), error };
        gather(folder, "", &mut files).map_err(wrong)?;
        if !files.contains_key(INDEX) {
            return Err(wrong(io::Error::new(io::ErrorKind::NotFound, "there is no index.html in it")));
        }
        Self::new(files)
    }

    fn new(mut files: HashMap<String, (bool, Bytes)>) -> Result<Self, ServeError> {
        let (_, index) = files.remove(INDEX).ok_or(ServeError::NoHead)?;
        let index = marked(&String::from_utf8_lossy(&index)).ok_or(ServeError::NoHead)?;
        files.insert(INDEX.to_owned(), (false, index.into()));
        let files = files.into_iter().map(|(name, (gzip, bytes))| {
            let file = File::new(&name, gzip, bytes);
            (name, file)
        });
        Ok(Self { files: files.collect() })
    }

    /// Answers a request for a file of the page.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let name = path.strip_prefix('/').unwrap_or(path);
        let Some(file) = self.files.get(if name.is_empty() { INDEX } else { name }) else {
            return Refusal::not_found("there is no such file in the page; it begins at /").as_text();
        };
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        let is_known = has_version(text(header::IF_NONE_MATCH), &file.tag);
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let Ok((bytes, is_packed)) = file.content(accepts_gzip(text(header::ACCEPT_ENCODING))) else {
                return Refusal::internal("this file of the page is damaged; build fewest again").as_text();
            };
            let mut response = Response::new(Body::from(bytes));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media_type));
            if is_packed {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
            response
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

/// Reads the files of a folder and of those within. Links are not followed: they may lead out of it.
fn gather(folder: &Path, prefix: &str, files: &mut HashMap<String, (bool, Bytes)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() {
            files.insert(name, (false, fs::read(entry.path())?.into()));
        }
    }
    Ok(())
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
        for (name, file) in &page.files {
            assert!(!file.content(false).unwrap().0.is_empty() || file.bytes.is_empty(), "{name}");
        }
    }

    #[test]
    fn packed_files_are_unpacked_for_those_who_need_it() {
        use std::io::Write as _;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(b"let x;").unwrap();
        let packed = Bytes::from(encoder.finish().unwrap());
        let file = File::new("x.js", true, packed.clone());
        assert_eq!(file.content(true).unwrap(), (packed, true));
        assert_eq!(file.content(false).unwrap(), (Bytes::from_static(b"let x;"), false));
        assert!(File::new("x.js", true, Bytes::from_static(b"no gzip")).content(false).is_err());
    }
}
