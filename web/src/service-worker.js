// The page without a network. Files are kept under the build's own version, so an offline page is always made of files
// that belong together. What the page uses is kept as it comes; the rest when the page says that nobody waits for the
// network. The page itself is asked of the network first: it is never stale. Files with a digest in their names cannot be.

const VERSION = __VERSION__;
const FILES = __FILES__;
/** What the page cannot begin without. */
const FIRST = __FIRST__;
const CACHE = `fewest-${VERSION}`;
const PAGE = "index.html";
/** How long the network may take before the kept page is shown. */
const PATIENCE_MS = 4000;

const address = (/** @type {string} */ name) => new URL(name, self.registration.scope).href;
const known = new Set(FILES.map(address));

self.addEventListener("install", (event) => {
  // What the page fetched before this worker came is in the browser's cache: it costs nothing to have it again. The page
  // itself must be the one of this build.
  const requests = FIRST.map((name) => new Request(address(name), name === PAGE ? { cache: "no-cache" } : {}));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("fewest-") && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(keepAll(new RegExp(event.data.keep)));
});

/** Keeps files by their names, one after another, so that whatever else the page asks for has most of the network. */
async function keepAll(/** @type {RegExp} */ wanted) {
  const cache = await caches.open(CACHE);
  const has = new Set((await cache.keys()).map(({ url }) => url));
  for (const name of FILES) {
    if (wanted.test(name) && !has.has(address(name))) await cache.add(address(name)).catch(() => {});
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (request.mode === "navigate") {
    const page = url.href === self.registration.scope || url.href === address(PAGE);
    if (page) event.respondWith(freshPage(request));
  } else if (known.has(url.href)) {
    event.respondWith(keptFile(request, url.href));
  }
});

async function freshPage(request) {
  const cached = caches.match(address(PAGE), { cacheName: CACHE });
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? response : ((await cached) ?? response);
  } catch (error) {
    const page = await cached;
    if (page) return page;
    throw error;
  }
}

async function keptFile(request, href) {
  const kept = await caches.match(href, { cacheName: CACHE });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    caches
      .open(CACHE)
      .then((cache) => cache.put(href, copy))
      .catch(() => {});
  }
  return response;
}
