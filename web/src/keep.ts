// Keeps the page for visits without a network, when nobody waits for the network: the service worker comes once the page
// is idle. It keeps what is used as it is used, then what this kind of puzzle may need, and, where the network is fast,
// all the rest.

/** How long nothing is fetched before anything is kept. */
const QUIET_MS = 3000;
/** Bytes a second under which a network is slow: the whole page would take it half a minute. */
const SLOW = 500_000;
/** Files too small to measure a network by. */
const SMALL = 50_000;

export function keep(kind: () => string): void {
  if (!("serviceWorker" in navigator)) return;
  whenQuiet(async () => {
    await navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => {});
    const { active } = await navigator.serviceWorker.ready;
    const module = `fewest_${kind().replaceAll("-", "_")}`;
    active?.postMessage({ keep: `^assets/${module}_` });
    if (!isSlow()) active?.postMessage({ keep: "." });
  });
}

/** Whether a visitor pays for what comes over the network, in money or in time. */
function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return true;
  const rates = performance.getEntriesByType("resource").flatMap((entry) => {
    const { encodedBodySize, responseStart, responseEnd, transferSize } = entry as PerformanceResourceTiming;
    const seconds = (responseEnd - responseStart) / 1000;
    return transferSize > SMALL && seconds > 0 ? [encodedBodySize / seconds] : [];
  });
  return rates.length > 0 && Math.max(...rates) < SLOW;
}

/** Calls back when the page has fetched nothing for a while. */
function whenQuiet(then: () => Promise<void>): void {
  let timer: ReturnType<typeof setTimeout>;
  const observer = new PerformanceObserver(wait);
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      observer.disconnect();
      then().catch(() => {});
    }, QUIET_MS);
  }
  observer.observe({ type: "resource" });
  wait();
}
