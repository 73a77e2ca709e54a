// The engine that the page talks to, whichever works: the native program behind a server, or this browser's workers. When
// the server is gone, the workers take over at once, also what was under way; and the page can always say who works and at
// what.
import {
  Cancelled,
  EngineLost,
  type Answer,
  type Engine,
  type Event,
  type Query,
  type Request,
  type Solving,
} from "./engine";
import type { ReplyTo } from "./engine";
import type { ServerEngine } from "./server-engine";

export type Where = "server" | "browser";

/** A search under way. */
export interface Running {
  id: number;
  kind: string;
  /** What runs, as soon as the engine has chosen. */
  algorithm?: string;
  heuristic?: string;
}

export class Connection {
  #server: ServerEngine | undefined;
  #start: () => Engine;
  #workers: Engine | undefined;
  #next = 0;
  where = $state<Where>("browser");
  /** How many threads a search may use. */
  threads = $state(1);
  /** Every search that runs now, the oldest first. */
  running = $state.raw<readonly Running[]>([]);
  /** Called when the server is gone and the workers have taken over. */
  onfall: (() => void) | undefined;
  readonly engine: Engine;

  /** `start` starts the workers, once they are needed. */
  constructor(start: () => Engine, server?: { engine: ServerEngine; threads: number }) {
    this.#start = start;
    if (server) {
      this.#server = server.engine;
      this.threads = server.threads;
      this.where = "server";
    }
    this.engine = {
      query: (query) => this.#query(query),
      solve: (request, onEvent) => this.#solve(request, onEvent),
    };
  }

  get #browser(): Engine {
    return (this.#workers ??= this.#start());
  }

  get #now(): Engine {
    return this.#server ?? this.#browser;
  }

  async #query<Q extends Query>(query: Q): Promise<ReplyTo<Q>> {
    const engine = this.#now;
    try {
      return await engine.query(query);
    } catch (error) {
      if (!(await this.#fell(engine, error))) throw error;
      return this.#browser.query(query);
    }
  }

  #solve(request: Request, onEvent?: (event: Event) => void): Solving {
    const id = this.#next++;
    const tell = (event: Event) => {
      if (event.event === "chosen") {
        const { algorithm, heuristic } = event;
        this.running = this.running.map((one) => (one.id === id ? { ...one, algorithm, heuristic } : one));
      }
      onEvent?.(event);
    };
    this.running = [...this.running, { id, kind: request.puzzle.kind }];
    let cancelled = false;
    let engine = this.#now;
    let solving = engine.solve(request, tell);
    const again = async (error: unknown): Promise<Answer> => {
      if (!(await this.#fell(engine, error))) throw error;
      if (cancelled) throw new Cancelled();
      engine = this.#browser;
      solving = engine.solve(withoutThreads(request), tell);
      return solving.answer;
    };
    const answer = solving.answer.catch(again).finally(() => {
      this.running = this.running.filter((one) => one.id !== id);
    });
    return {
      answer,
      cancel: () => {
        cancelled = true;
        solving.cancel();
      },
    };
  }

  /** Whether the server is gone, so that the workers are to be asked instead. */
  async #fell(engine: Engine, error: unknown): Promise<boolean> {
    if (!(error instanceof EngineLost)) return false;
    if (this.#server && engine === this.#server) {
      // One answer that did not arrive is no proof: a server that lives says so.
      const lives = await this.#server.about().then(
        () => true,
        () => false,
      );
      if (lives) return false;
      this.#fall();
    }
    // Another question may have found out first.
    return engine !== this.#workers;
  }

  #fall(): void {
    if (!this.#server) return;
    this.#server = undefined;
    this.where = "browser";
    this.threads = 1;
    this.onfall?.();
  }
}

/** A browser's worker has one thread. */
function withoutThreads(request: Request): Request {
  if (request.options?.threads == null) return request;
  const { threads: _threads, ...options } = request.options;
  return { ...request, options };
}
