// The engine in this browser: one worker for queries, and one for each search.
import { startRules, takeRules } from "./early";
import { Cancelled, EngineFault, EngineLost } from "./engine";
import type { Answer, Engine, Event, Query, Reply, ReplyTo, Request, Solving } from "./engine";
import type { Question, SolverQuestion, WorkerMessage } from "./messages";

interface Waiting {
  resolve(json: string | undefined): void;
  reject(error: Error): void;
}

export class WorkerEngine implements Engine {
  #rules: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  /** The kind that was asked about last: its rules answer what is about no kind. */
  #lastKind: string;
  /** Workers that ended by themselves, by kind: they keep the tables that they built. */
  #idle = new Map<string, Worker>();

  /** `kind` is what will be asked about first, as far as one knows. */
  constructor(kind: string) {
    this.#lastKind = kind;
  }

  async query<Q extends Query>(query: Q): Promise<ReplyTo<Q>> {
    // What the rules leave to the searches, and what needs their tables, a worker for searches answers.
    const json =
      query.query === "explain"
        ? await this.#elsewhere("explain", query)
        : ((await this.#ask(query)) ?? (await this.#elsewhere("ask", query)));
    return JSON.parse(json) as Reply as ReplyTo<Q>;
  }

  solve(request: Request, onEvent?: (event: Event) => void): Solving {
    const tell = (json: string) => onEvent?.(JSON.parse(json) as Event);
    const { reply, cancel } = this.#call("solve", request.puzzle.kind, JSON.stringify(request), tell);
    return { answer: reply.then((json) => JSON.parse(json) as Answer), cancel };
  }

  /** Nothing where the rules leave it to the searches. */
  #ask(query: Query): Promise<string | undefined> {
    const id = this.#next++;
    const kind = (this.#lastKind = kindOf(query) ?? this.#lastKind);
    return new Promise<string | undefined>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#startedRules().postMessage({ id, kind, json: JSON.stringify(query) } satisfies Question);
    });
  }

  #elsewhere(call: "explain" | "ask", query: Query): Promise<string> {
    return this.#call(call, kindOf(query) ?? this.#lastKind, JSON.stringify(query)).reply;
  }

  /** Has a worker of its own answer: one that is idle, or a new one. */
  #call(call: SolverQuestion["call"], kind: string, json: string, onEvent?: (json: string) => void) {
    const id = this.#next++;
    const worker = this.#idle.get(kind) ?? startSolver();
    this.#idle.delete(kind);
    let cancel = () => {};
    const reply = new Promise<string>((resolve, reject) => {
      const end = (keep: boolean) => {
        cancel = () => {};
        worker.onmessage = worker.onerror = null;
        if (keep && !this.#idle.has(kind)) this.#idle.set(kind, worker);
        else worker.terminate();
      };
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.type === "event") return onEvent?.(data.json);
        end(data.type !== "lost");
        if (data.type === "reply") resolve(data.json);
        else if (data.type === "lost") reject(new EngineLost(data.message));
        else if (data.type === "fault") reject(new EngineFault(data.message));
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
      worker.postMessage({ id, kind, call, json } satisfies SolverQuestion);
    });
    return { reply, cancel: () => cancel() };
  }

  #startedRules(): Worker {
    if (this.#rules) return this.#rules;
    const worker = takeRules() ?? startRules();
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "reply") waiting?.resolve(data.json);
      else if (data.type === "elsewhere") waiting?.resolve(undefined);
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

/** The kind of puzzle that a query is about, if it is about one. */
function kindOf(query: Query): string | undefined {
  if ("puzzle" in query) return query.puzzle.kind;
  if ("request" in query) return query.request.puzzle.kind;
  return "kind" in query ? query.kind : undefined;
}

function startSolver(): Worker {
  return new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module", name: "solver" });
}
