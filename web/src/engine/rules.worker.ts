// Answers queries: always at once, so it is never terminated.
import { failure, type Question, type WorkerMessage } from "./messages";
import { has, load, type RulesModule } from "./modules";

const rules = new Map<string, Promise<RulesModule>>();

self.addEventListener("message", (message: MessageEvent<Question>) => void answer(message.data));

/** The rules that refuse a kind which nobody knows. */
const ANY = "tiles";

async function answer({ id, kind: asked, json }: Question): Promise<void> {
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
    tell({ id, type: "reply", json: module.query(json) });
  } catch (error) {
    tell(failure(id, error));
  }
}
