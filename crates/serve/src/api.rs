//! The routes below `/api`, and the page behind all other paths.

use std::convert::Infallible;
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use fewest_engine::{Cancel, SCHEMA_VERSION, Session};
use futures_util::stream;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use crate::bounds::Bounds;
use crate::gate::{Gate, guard, is_api};
use crate::jobs::{Jobs, cores};
use crate::page::Page;
use crate::question;
use crate::refusal::{JSON, Refusal};

/// The time between two signs of life on a stream of events that has nothing to tell.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// What all requests share: the engine, its searches, the page and the bounds.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) session: Arc<Session>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) page: Option<Arc<Page>>,
    pub(crate) queries: Arc<Semaphore>,
    /// Places of questions that may take long, fewer than there are in all.
    pub(crate) costly_queries: Arc<Semaphore>,
    pub(crate) bounds: Bounds,
}

/// Everything that can be asked for, behind the gate.
pub(crate) fn routes(state: AppState, gate: Gate) -> Router {
    Router::new()
        .route("/api/about", get(about))
        .route("/api/query", post(query))
        .route("/api/jobs", post(begin))
        .route("/api/jobs/{id}", delete(cancel))
        .route("/api/jobs/{id}/events", get(events))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .with_state(state)
        .layer(axum::middleware::from_fn_with_state(gate, guard))
        // Fast rather than small: most clients are on this machine.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
}

async fn about(State(state): State<AppState>) -> Response {
    let about = json!({
        "name": "fewest",
        "version": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA_VERSION,
        "threads": cores(),
        "max_jobs": state.bounds.jobs,
        "max_seconds": state.bounds.seconds,
    });
    reply(StatusCode::OK, &about)
}

async fn query(State(state): State<AppState>, request: Request) -> Result<Response, Refusal> {
    let body = body(request, &state.bounds).await?;
    let query = read(&body, "a query")?;
    question::admit(state.session.kinds(), &query)?;
    let late = || {
        Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server is busy with other queries, or this one takes too long",
        )
    };
    // When the client goes away, or the time is up, this future is dropped, and the work ends.
    let cancel = CancelOnDrop::default();
    let work = async {
        // Those that may take long wait for each other first, so that they never have all places.
        let among_costly = if question::is_costly(&query) {
            Some(Arc::clone(&state.costly_queries).acquire_owned().await.map_err(|_| late())?)
        } else {
            None
        };
        let place = Arc::clone(&state.queries).acquire_owned().await.map_err(|_| late())?;
        let session = Arc::clone(&state.session);
        let limits = state.bounds.query_limits(state.jobs.memory_share, &cancel.0);
        let answered = tokio::task::spawn_blocking(move || {
            let answer = question::answer(&session, &query, &limits);
            drop((place, among_costly));
            answer
        });
        answered.await.unwrap_or_else(|_| {
            Err(Refusal::internal("internal error of the engine; please report it together with the query"))
        })
    };
    let most = Duration::try_from_secs_f64(state.bounds.query_seconds).unwrap_or(Duration::MAX);
    let answer = timeout(most, work).await.map_err(|_| late())??;
    Ok((StatusCode::OK, JSON, answer).into_response())
}

/// Cancels when it is dropped.
#[derive(Default)]
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn begin(State(state): State<AppState>, request: Request) -> Result<Response, Refusal> {
    let body = body(request, &state.bounds).await?;
    let asked: fewest_engine::Request = read(&body, "a request")?;
    state
        .session
        .kinds()
        .of(&asked.puzzle)
        .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, format!("not a request: {error}")))?;
    let id = state.jobs.begin(asked)?;
    let mut response = reply(StatusCode::CREATED, &json!({ "id": id }));
    let place = HeaderValue::from_str(&format!("/api/jobs/{id}")).expect("figures and letters");
    response.headers_mut().insert(header::LOCATION, place);
    Ok(response)
}

async fn cancel(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    state.jobs.remove(&id).map(|()| StatusCode::NO_CONTENT)
}

async fn events(State(state): State<AppState>, method: Method, Path(id): Path<String>) -> Result<Response, Refusal> {
    if method == Method::HEAD {
        // Whoever looks at headers reads no events, and takes nobody's place.
        state.jobs.find(&id)?;
        return Ok(([(header::CONTENT_TYPE, "text/event-stream")], Body::empty()).into_response());
    }
    let reading = state.jobs.read(&id)?;
    let messages = stream::unfold(reading, |mut reading| async {
        let message = reading.next().await?;
        Some((Ok::<_, Infallible>(Event::default().event(message.name).data(message.data)), reading))
    });
    Ok(Sse::new(messages).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response())
}

async fn page(State(state): State<AppState>, request: Request) -> Response {
    let path = request.uri().path();
    if is_api(&request) {
        return Refusal::not_found(format!("there is no {path}; docs/serve.md lists the paths")).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response =
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "the page supports only GET and HEAD").as_text();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    match &state.page {
        Some(page) => page.answer(path, request.headers()),
        None => Refusal::not_found("this server has no page, only /api").as_text(),
    }
}

async fn wrong_method(method: Method, request: Request) -> Refusal {
    let path = request.uri().path();
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{path} does not accept {method}; docs/serve.md lists the methods"),
    )
}

/// The body of a request for the engine: JSON, not too large, and not too slow in coming.
async fn body(request: Request, bounds: &Bounds) -> Result<Bytes, Refusal> {
    is_json(request.headers())?;
    let too_large = || {
        let message = format!("the body is larger than {} bytes; no puzzle needs that many", bounds.body);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > bounds.body) {
        return Err(too_large());
    }
    match timeout(bounds.patience, to_bytes(request.into_body(), bounds.body)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(error)) => match error.source().and_then(|cause| cause.downcast_ref::<LengthLimitError>()) {
            Some(_) => Err(too_large()),
            None => Err(Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {error}"))),
        },
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
    }
}

/// Forms of foreign pages cannot send this type without asking first, and asking is refused.
fn is_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = format!("the body must be JSON, with the header Content-Type: application/json instead of {kind:?}");
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message))
}

fn read<T: DeserializeOwned>(body: &[u8], what: &str) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, format!("the body is not {what}: {error}")))
}

fn reply(status: StatusCode, value: &Value) -> Response {
    (status, JSON, value.to_string()).into_response()
}
