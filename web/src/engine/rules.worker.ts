// Answers queries: always at once, so it is never terminated.
import type { RulesMessage } from "./early";
import { failure, type WorkerMessage } from "./messages";
import { has, load, type RulesModule } from "./modules";

const rules = new Map<string, Promise<RulesModule>>();
/** Takes the compiled rules that the page has promised to send. */
let arrive: ((compiled: WebAssembly.Module | undefined) => void) | undefined;

self.addEventListener("message", ({ data }: MessageEvent<RulesMessage>) => {
  if ("json" in data) return void answer(data.id, data.kind, data.json);
  if ("compiled" in data) return arrive?.(data.compiled);
  // Their script is fetched meanwhile.
  const promised = new Promise<WebAssembly.Module | undefined>((resolve) => (arrive = resolve));
  const loading = load<RulesModule>(`${data.promised}-rules`, promised);
  rules.set(data.promised, loading);
  // Who asks is told.
  loading.catch(() => {});
});

/** The rules that refuse a kind which nobody knows. */
const ANY = "tiles";

async function answer(id: number, asked: string, json: string): Promise<void> {
  const tell = (message: WorkerMessage) => self.postMessage(message);
  const kind = has(`${asked}-rules`) ? asked : ANY;
  let module: RulesModule;
  try {
    const loading = rules.get(kind) ?? load<RulesModule>(`${kind}-rules`);
    rules.set(kind, loading);
    module = await loading;
  } catch (error) {
    return tell({ id, type: "lost", message: String(error) });
  }
  try {
    const reply = module.query(json);
    // Lean rules leave some questions to the searches.
    tell(reply === undefined ? { id, type: "elsewhere" } : { id, type: "reply", json: reply });
  } catch (error) {
    tell(failure(id, error));
  }
}
