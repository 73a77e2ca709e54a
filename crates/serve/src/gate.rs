//! Who may ask: only what was opened at this server's own address.
//!
//! A server on loopback is reachable by every page that the user's browser shows. Two checks keep those pages out: the
//! `Host` must be a name of ours, because a foreign name that has been made to point here (DNS rebinding: Jackson et al.,
//! "Protecting Browsers from DNS Rebinding Attacks", 2007) would make a foreign page same-origin; and an `Origin`, which
//! browsers add to whatever a foreign page sends, must be that of the same address.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// The page's own files and nothing else: no inline script, no foreign source, no frame round it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The names of this server.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    port: u16,
    hosts: Vec<String>,
    /// Listening at every address of the machine, which it is then called by.
    any_address: bool,
}

impl Gate {
    /// What a server is called that was told to listen at `host` and does so at `address`.
    pub(crate) fn new(host: &str, address: SocketAddr) -> Self {
        let given = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let hosts = ["127.0.0.1", "localhost", "::1", &given].map(str::to_owned).to_vec();
        Self { port: address.port(), hosts, any_address: address.ip().is_unspecified() }
    }

    /// Lets a request in, or says why not.
    pub(crate) fn admit(&self, request: &Request) -> Result<(), Refusal> {
        let headers = request.headers();
        let host = self.host(headers)?;
        if let Some(authority) = request.uri().authority()
            && !authority.as_str().eq_ignore_ascii_case(host)
        {
            return Err(Refusal::forbidden("the address of the request and its Host header differ"));
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let is_same = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            if !is_same.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
                return Err(Refusal::forbidden("pages of other origins may not use this server"));
            }
        }
        // Newer browsers say so even where they send no Origin. A link on another page may lead to this one.
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if is_api(request) && site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return Err(Refusal::forbidden("pages of other sites may not use this server"));
        }
        Ok(())
    }

    /// The one host that the request names, if it is ours.
    fn host<'a>(&self, headers: &'a HeaderMap) -> Result<&'a str, Refusal> {
        let mut named = headers.get_all(header::HOST).iter();
        let (Some(Ok(host)), None) = (named.next().map(HeaderValue::to_str), named.next()) else {
            return Err(Refusal::forbidden("a request must name one host in its Host header"));
        };
        if self.is_ours(host) {
            return Ok(host);
        }
        let port = self.port;
        Err(Refusal::forbidden(format!(
            "this server does not answer to the name {host:?}; open http://localhost:{port}/, or start it with --host \
             and that name"
        )))
    }

    fn is_ours(&self, host: &str) -> bool {
        // A colon within brackets is part of an address.
        let (name, port) = match host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port.parse().ok()),
            Some(_) => return false,
            None => (host, Some(80)),
        };
        let name = match name.strip_prefix('[') {
            Some(name) => name.strip_suffix(']').filter(|name| name.contains(':')),
            None => Some(name).filter(|name| !name.contains(':')),
        };
        let Some(name) = name.filter(|_| port == Some(self.port)) else { return false };
        // An address in figures cannot be made to point elsewhere.
        self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(name))
            || self.any_address && name.parse::<IpAddr>().is_ok()
    }
}

/// Admits requests, and puts onto every response what keeps it safe in a browser.
pub(crate) async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match gate.admit(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) if is_api(&request) => refusal.into_response(),
        Err(refusal) => refusal.as_text(),
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    // What the engine says is for the one who asked.
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether a program asks, and not someone who looks at a page.
pub(crate) fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn gate(host: &str, address: &str) -> Gate {
        Gate::new(host, address.parse().unwrap())
    }

    fn admits(gate: &Gate, uri: &str, headers: &[(&str, &str)]) -> bool {
        let request =
            headers.iter().fold(Request::builder().uri(uri), |request, (name, value)| request.header(*name, *value));
        gate.admit(&request.body(Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn loopback_has_three_names_and_one_port() {
        let gate = gate("127.0.0.1", "127.0.0.1:7878");
        for host in ["127.0.0.1:7878", "localhost:7878", "LocalHost:7878", "[::1]:7878"] {
            assert!(admits(&gate, "/", &[("host", host)]), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "localhost",
            "localhost:80",
            "localhost:",
            "localhost:x",
            "evil.example:7878",
            "127.0.0.1.:7878",
            "127.0.0.1.evil.example:7878",
            "127.0.0.2:7878",
            "::1:7878",
            "[::1]",
            "[localhost]:7878",
            "a@localhost:7878",
            "localhost:7878:7878",
            "localhost:+7878",
            "0.0.0.0:7878",
        ] {
            assert!(!admits(&gate, "/", &[("host", host)]), "{host}");
        }
        assert!(!admits(&gate, "/", &[]));
        assert!(!admits(&gate, "/", &[("host", "localhost:7878"), ("host", "localhost:7878")]));
    }

    #[test]
    fn the_port_of_the_web_need_not_be_said() {
        let gate = gate("localhost", "127.0.0.1:80");
        assert!(admits(&gate, "/", &[("host", "localhost")]) && admits(&gate, "/", &[("host", "localhost:80")]));
        assert!(admits(&gate, "/", &[("host", "[::1]")]) && !admits(&gate, "/", &[("host", "localhost:7878")]));
    }

    #[test]
    fn another_name_or_address_only_where_it_was_given() {
        let named = gate("Box.local", "192.168.1.5:7878");
        assert!(admits(&named, "/", &[("host", "box.local:7878")]));
        assert!(!admits(&named, "/", &[("host", "192.168.1.6:7878")]));
        let open = gate("0.0.0.0", "0.0.0.0:7878");
        assert!(
            admits(&open, "/", &[("host", "192.168.1.6:7878")]) && admits(&open, "/", &[("host", "[fe80::1]:7878")])
        );
        assert!(!admits(&open, "/", &[("host", "evil.example:7878")]));
        let six = gate("[fe80::7]", "[fe80::7]:7878");
        assert!(admits(&six, "/", &[("host", "[fe80::7]:7878")]));
    }

    #[test]
    fn other_origins_stay_outside() {
        let gate = gate("127.0.0.1", "127.0.0.1:7878");
        let host = ("host", "localhost:7878");
        assert!(admits(&gate, "/api/about", &[host, ("origin", "http://localhost:7878")]));
        for origin in [
            "null",
            "http://evil.example",
            "http://localhost",
            "http://localhost:5173",
            "https://localhost:7878",
            "http://127.0.0.1:7878",
            "http://localhost:7878.evil.example",
            "",
        ] {
            assert!(!admits(&gate, "/api/about", &[host, ("origin", origin)]), "{origin}");
        }
        for (site, path, expected) in [
            ("same-origin", "/api/about", true),
            ("none", "/api/about", true),
            ("cross-site", "/api/about", false),
            ("same-site", "/api/about", false),
            ("cross-site", "/", true),
        ] {
            assert_eq!(admits(&gate, path, &[host, ("sec-fetch-site", site)]), expected, "{site} {path}");
        }
    }

    #[test]
    fn an_address_in_the_request_line_must_agree() {
        let gate = gate("127.0.0.1", "127.0.0.1:7878");
        assert!(admits(&gate, "http://localhost:7878/", &[("host", "localhost:7878")]));
        assert!(!admits(&gate, "http://evil.example:7878/", &[("host", "localhost:7878")]));
    }
}
