// The native engine behind `fewest serve`: queries as requests, searches as jobs whose events the server sends.
import { Cancelled, EngineFault, EngineLost } from "./engine";
import type { Answer, Engine, Event, Query, Reply, ReplyTo, Request, Solving } from "./engine";

export interface About {
  name: string;
  version: string;
  schema: number;
  threads: number;
}

export class ServerEngine implements Engine {
  readonly #root: string;

  /** `root` is where the page lies; the doors are below it in `api/`. */
  constructor(root: string) {
    this.#root = root;
  }

  about(): Promise<About> {
    return this.#ask<About>("api/about");
  }

  async query<Q extends Query>(query: Q): Promise<ReplyTo<Q>> {
    return (await this.#ask<Reply>("api/query", post(query))) as ReplyTo<Q>;
  }

  solve(request: Request, onEvent?: (event: Event) => void): Solving {
    let cancel = () => {};
    const answer = new Promise<Answer>((resolve, reject) => {
      let cancelled = false;
      cancel = () => {
        cancelled = true;
        reject(new Cancelled());
      };
      this.#ask<{ id: string }>("api/jobs", post(request)).then(({ id }) => {
        const job = `api/jobs/${encodeURIComponent(id)}`;
        const drop = () => void fetch(this.#at(job), { method: "DELETE" }).catch(() => {});
        if (cancelled) return drop();
        const source = new EventSource(this.#at(`${job}/events`));
        const end = () => {
          source.close();
          cancel = () => {};
        };
        cancel = () => {
          end();
          drop();
          reject(new Cancelled());
        };
        source.addEventListener("event", ({ data }: MessageEvent<string>) => onEvent?.(JSON.parse(data) as Event));
        source.addEventListener("answer", ({ data }: MessageEvent<string>) => {
          end();
          resolve(JSON.parse(data) as Answer);
        });
        source.addEventListener("fault", ({ data }: MessageEvent<string>) => {
          end();
          reject(new EngineFault((JSON.parse(data) as { error: string }).error));
        });
        source.addEventListener("error", () => {
          end();
          reject(new EngineLost("the connection to the server broke"));
        });
      }, reject);
    });
    return { answer, cancel: () => cancel() };
  }

  #at(path: string): string {
    return new URL(path, this.#root).href;
  }

  async #ask<T>(path: string, init?: RequestInit): Promise<T> {
    let response: Response;
    try {
      response = await fetch(this.#at(path), init);
    } catch {
      throw new EngineLost("the server does not answer");
    }
    const body = (await response.json().catch(() => ({}))) as T & { error?: string };
    if (!response.ok) throw new EngineFault(body.error ?? `the server answered ${response.status}`);
    return body;
  }
}

function post(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
