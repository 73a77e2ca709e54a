// One search at a time, as a panel shows it: what it is doing, what came of it, and a way to stop it.
import { Cancelled, EngineLost } from "../engine/engine";
import type { Answer, Engine, Event, Request, Solving } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import { said } from "../i18n/said";

export type EventOf<K extends Event["event"]> = Extract<Event, { event: K }>;

export class Job {
  #engine: Engine;
  #solving: Solving | undefined;
  state = $state<"idle" | "running" | "done" | "cancelled" | "failed">("idle");
  request = $state.raw<Request>();
  chosen = $state.raw<EventOf<"chosen">>();
  building = $state.raw<EventOf<"building">>();
  progress = $state.raw<EventOf<"progress">>();
  answer = $state.raw<Answer>();
  /** What went wrong, for the visitor. */
  error = $state<string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get running(): boolean {
    return this.state === "running";
  }

  /** Begins a search, in place of the one that may be running. Nothing is returned where no answer came. */
  async run(request: Request, onEvent?: (event: Event) => void): Promise<Answer | undefined> {
    this.cancel();
    this.clear();
    this.request = request;
    this.state = "running";
    const solving = this.#engine.solve(request, (event) => {
      if (this.#solving !== solving) return;
      if (event.event === "chosen") this.chosen = event;
      else if (event.event === "building") this.building = event;
      else if (event.event === "progress") this.progress = event;
      onEvent?.(event);
    });
    this.#solving = solving;
    try {
      const answer = await solving.answer;
      if (this.#solving !== solving) return undefined;
      this.answer = answer;
      this.state = "done";
      return answer;
    } catch (error) {
      if (this.#solving !== solving) return undefined;
      this.state = error instanceof Cancelled ? "cancelled" : "failed";
      if (this.state === "failed") this.error = explained(error);
      return undefined;
    }
  }

  /** Takes over an answer that was found without a search of its own. */
  settle(answer: Answer): Answer {
    this.cancel();
    this.clear();
    this.answer = answer;
    this.state = "done";
    return answer;
  }

  cancel(): void {
    this.#solving?.cancel();
  }

  /** Forgets what came of the last search. */
  clear(): void {
    this.#solving = undefined;
    this.state = "idle";
    this.request = this.chosen = this.building = this.progress = this.answer = this.error = undefined;
  }
}

/** What to tell a visitor of an error. */
export function explained(error: unknown): string {
  if (error instanceof EngineLost) return t("error.lost", { message: error.message });
  return said(error instanceof Error ? error.message : String(error)).text;
}
