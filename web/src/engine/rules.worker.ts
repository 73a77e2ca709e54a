// Answers queries: always at once, so it is never terminated.
import { failure, type Question, type WorkerMessage } from "./messages";
import { load, type RulesModule } from "./modules";

const rules = load<RulesModule>("rules");

self.addEventListener("message", (message: MessageEvent<Question>) => void answer(message.data));

async function answer({ id, json }: Question): Promise<void> {
  let told: WorkerMessage;
  try {
    told = { id, type: "reply", json: (await rules).query(json) };
  } catch (error) {
    told = failure(id, error);
  }
  self.postMessage(told);
}
