// Runs one search after another for one kind of puzzle. A search holds this thread until it ends; to cancel it is to
// terminate the worker.
import { failure, type SolverQuestion, type WorkerMessage } from "./messages";
import { load, type SolverModule } from "./modules";

let solver: SolverModule | undefined;

self.addEventListener("message", (message: MessageEvent<SolverQuestion>) => void answer(message.data));

async function answer({ id, kind, call, json }: SolverQuestion): Promise<void> {
  const tell = (message: WorkerMessage) => self.postMessage(message);
  try {
    solver ??= await load<SolverModule>(kind);
  } catch (error) {
    return tell({ id, type: "lost", message: String(error) });
  }
  try {
    const sink = (event: string) => tell({ id, type: "event", json: event });
    const asked = () => {
      if (!solver?.ask) throw new Error("this module answers no such question");
      return solver.ask(json);
    };
    const reply = { solve: () => solver!.solve(json, sink), explain: () => solver!.explain(json), ask: asked };
    tell({ id, type: "reply", json: reply[call]() });
  } catch (error) {
    tell(failure(id, error));
  }
}
