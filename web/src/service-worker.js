// The page without a network. Every file of the build is kept under the build's own version, so an offline page is
// always made of files that belong together. The page itself is asked of the network first: it is never stale. Files
// with a digest in their names cannot be.

const VERSION = __VERSION__;
const FILES = __FILES__;
const CACHE = `fewest-${VERSION}`;
const PAGE = "index.html";
/** How long the network may take before the kept page is shown. */
const PATIENCE_MS = 4000;

const address = (/** @type {string} */ name) => new URL(name, self.registration.scope).href;
const kept = new Set(FILES.map(address));

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((name) => new Request(address(name), { cache: "no-cache" })))),
  );
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (request.mode === "navigate") {
    const page = url.href === self.registration.scope || url.href === address(PAGE);
    if (page) event.respondWith(freshPage(request));
  } else if (kept.has(url.href)) {
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
  return (await caches.match(href, { cacheName: CACHE })) ?? fetch(request);
}
