// What the page and its workers say to each other. Bodies are JSON text: the engine reads and writes it, and text
// crosses between threads faster than objects do.

export interface Question {
  id: number;
  /** The kind of puzzle, which says which module is asked. */
  kind: string;
  json: string;
}

export interface SolverQuestion extends Question {
  /** A search; the explanation of an estimate, which needs a search's tables; or a question that lean rules leave to it. */
  call: "solve" | "explain" | "ask";
}

export type WorkerMessage =
  | { id: number; type: "event"; json: string }
  | { id: number; type: "reply"; json: string }
  /** The module with the searches answers this. */
  | { id: number; type: "elsewhere" }
  /** The engine's message about the question. */
  | { id: number; type: "fault"; message: string }
  /** The module is beyond repair, as when memory ends; the worker must be replaced. */
  | { id: number; type: "lost"; message: string };

/** Tells a refusal in the engine's words from a module that broke. */
export function failure(id: number, error: unknown): WorkerMessage {
  const message = error instanceof Error ? error.message : String(error);
  const broke = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return { id, type: broke ? "lost" : "fault", message };
}
