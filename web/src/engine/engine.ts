// The one interface between the page and the engine. Whether it runs in a worker or behind a server is no concern of
// those who ask.
import type { Answer, Event, Query, Reply, Request } from "./schema";

export type * from "./schema";

/** The reply that a query gets. */
export type ReplyTo<Q extends Query> = Extract<Reply, { reply: Q["query"] }>;

export interface Engine {
  /** Asks what can be told without a search. Rejects with `EngineFault` or `EngineLost`. */
  query<Q extends Query>(query: Q): Promise<ReplyTo<Q>>;
  /** Begins a search. */
  solve(request: Request, onEvent?: (event: Event) => void): Solving;
}

/** A search under way. */
export interface Solving {
  /** Rejects with `Cancelled`, `EngineFault` or `EngineLost`. */
  readonly answer: Promise<Answer>;
  /** Ends it at once; without effect when it has ended. */
  cancel(): void;
}

/** What the engine says is wrong with a question, in its own words. */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** The engine is gone: a worker without memory, a server that does not answer. Another question starts another. */
export class EngineLost extends Error {
  override readonly name = "EngineLost";
}

/** The search was cancelled by whoever asked for it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
  constructor() {
    super("cancelled");
  }
}
