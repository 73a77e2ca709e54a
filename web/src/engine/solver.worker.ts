// Runs one search after another for one kind of puzzle. A search holds this thread until it ends; to cancel it is to
// terminate the worker.
import { failure, type SolverQuestion, type WorkerMessage } from "./messages";
import { load, type SolverModule } from "./modules";

let solver: SolverModule | undefined;

self.addEventListener("message", (message: MessageEvent<SolverQuestion>) => void solve(message.data));

async function solve({ id, kind, json }: SolverQuestion): Promise<void> {
  const tell = (message: WorkerMessage) => self.postMessage(message);
  try {
    solver ??= await load<SolverModule>(kind);
  } catch (error) {
    return tell({ id, type: "lost", message: String(error) });
  }
  try {
    tell({ id, type: "reply", json: solver.solve(json, (event) => tell({ id, type: "event", json: event })) });
  } catch (error) {
    tell(failure(id, error));
  }
}
