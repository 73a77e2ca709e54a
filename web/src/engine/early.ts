// What begins before the page does: the rules of the puzzle that the address names are fetched and compiled while the
// page's own scripts are still on their way. It must stay small, for it is what a visitor waits for first.
import type { Question } from "./messages";

/** Where each kind's rules lie. */
const wasm = import.meta.glob<string>("../wasm/*-rules/*_bg.wasm", { query: "?url", import: "default", eager: true });

const addressOf = (kind: string): string | undefined =>
  wasm[`../wasm/${kind}-rules/fewest_${kind.replaceAll("-", "_")}_rules_bg.wasm`];

/** A question; the word that a kind's rules will come compiled, before any question about it; or these rules. */
export type RulesMessage = Question | { promised: string } | { compiled: WebAssembly.Module | undefined };

let worker: Worker | undefined;

/** The kind that an address is about. */
export function kindIn(query: string): string {
  const asked = new URLSearchParams(query).get("puzzle") ?? "tiles";
  return addressOf(asked) === undefined ? "tiles" : asked;
}

/** Starts the worker for questions, and sends it the rules of a kind as soon as they are compiled. */
export function begin(kind: string): void {
  const started = (worker = startRules());
  const address = addressOf(kind);
  if (address === undefined) return;
  const send = (message: RulesMessage) => started.postMessage(message);
  send({ promised: kind });
  // What cannot be had so is fetched by the worker, which says what is wrong.
  compile(address).then(
    (compiled) => send({ compiled }),
    () => send({ compiled: undefined }),
  );
}

/** The worker that was started early, once; nothing afterwards. */
export function takeRules(): Worker | undefined {
  const early = worker;
  worker = undefined;
  return early;
}

export function startRules(): Worker {
  return new Worker(new URL("./rules.worker.ts", import.meta.url), { type: "module", name: "rules" });
}

async function compile(address: string): Promise<WebAssembly.Module> {
  const response = fetch(address);
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // A host that does not know the type of these files.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}
