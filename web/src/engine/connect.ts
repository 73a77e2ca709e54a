// Chooses the engine: the server's where the page came from one that has an engine and still answers, else the worker.
import type { Engine } from "./engine";
import { ServerEngine } from "./server-engine";
import { WorkerEngine } from "./worker-engine";

export interface Connection {
  engine: Engine;
  where: "server" | "browser";
  /** How many threads a search may use. */
  threads: number;
}

export async function connect(): Promise<Connection> {
  const told = document.querySelector<HTMLMetaElement>('meta[name="fewest-engine"]')?.content;
  if (told === "server") {
    const engine = new ServerEngine(document.baseURI);
    try {
      const { threads } = await engine.about();
      return { engine, where: "server", threads };
    } catch {
      // A page that was kept for offline use outlives its server.
    }
  }
  const kind = new URLSearchParams(location.search).get("puzzle") ?? "tiles";
  return { engine: new WorkerEngine(kind), where: "browser", threads: 1 };
}
