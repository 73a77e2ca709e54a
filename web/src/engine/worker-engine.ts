// The engine in this browser: one worker for queries, and one for each search.
import { Cancelled, EngineFault, EngineLost } from "./engine";
import type { Answer, Engine, Event, Query, Reply, ReplyTo, Request, Solving } from "./engine";
import type { Question, SolverQuestion, WorkerMessage } from "./messages";

interface Waiting {
  resolve(json: string): void;
  reject(error: Error): void;
}

export class WorkerEngine implements Engine {
  #rules: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  /** Workers that ended by themselves, by kind: they keep the tables that they built. */
  #idle = new Map<string, Worker>();

  async query<Q extends Query>(query: Q): Promise<ReplyTo<Q>> {
    const id = this.#next++;
    const json = await new Promise<string>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#startedRules().postMessage({ id, json: JSON.stringify(query) } satisfies Question);
    });
    return JSON.parse(json) as Reply as ReplyTo<Q>;
  }

  solve(request: Request, onEvent?: (event: Event) => void): Solving {
    const { kind } = request.puzzle;
    const id = this.#next++;
    const worker = this.#idle.get(kind) ?? startSolver();
    this.#idle.delete(kind);
    let cancel = () => {};
    const answer = new Promise<Answer>((resolve, reject) => {
      const end = (keep: boolean) => {
        cancel = () => {};
        worker.onmessage = worker.onerror = null;
        if (keep && !this.#idle.has(kind)) this.#idle.set(kind, worker);
        else worker.terminate();
      };
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.type === "event") return onEvent?.(JSON.parse(data.json) as Event);
        end(data.type !== "lost");
        if (data.type === "reply") resolve(JSON.parse(data.json) as Answer);
        else reject(data.type === "lost" ? new EngineLost(data.message) : new EngineFault(data.message));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end(false);
        reject(new EngineLost(event.message || "the worker ended"));
      };
      cancel = () => {
        end(false);
        reject(new Cancelled());
      };
      worker.postMessage({ id, kind, json: JSON.stringify(request) } satisfies SolverQuestion);
    });
    return { answer, cancel: () => cancel() };
  }

  #startedRules(): Worker {
    if (this.#rules) return this.#rules;
    const worker = new Worker(new URL("./rules.worker.ts", import.meta.url), { type: "module", name: "rules" });
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "reply") waiting?.resolve(data.json);
      else if (data.type === "fault") waiting?.reject(new EngineFault(data.message));
      else if (data.type === "lost") {
        waiting?.reject(new EngineLost(data.message));
        this.#loseRules(data.message);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#loseRules(event.message || "the worker ended");
    };
    return (this.#rules = worker);
  }

  /** Tells everyone who waits; the next query starts another worker. */
  #loseRules(message: string): void {
    this.#rules?.terminate();
    this.#rules = undefined;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of lost) waiting.reject(new EngineLost(message));
  }
}

function startSolver(): Worker {
  return new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module", name: "solver" });
}
