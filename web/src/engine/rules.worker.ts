// Answers queries: always at once, so it is never terminated.
import { failure, type Question, type WorkerMessage } from "./messages";
import { load, type RulesModule } from "./modules";

const rules = load<RulesModule>("rules");

self.addEventListener("message", (message: MessageEvent<Question>) => void answer(message.data));

async function answer({ id, json }: Question): Promise<void> {
  const tell = (message: WorkerMessage) => self.postMessage(message);
  let module: RulesModule;
  try {
    module = await rules;
  } catch (error) {
    return tell({ id, type: "lost", message: String(error) });
  }
  try {
    tell({ id, type: "reply", json: module.query(json) });
  } catch (error) {
    tell(failure(id, error));
  }
}
