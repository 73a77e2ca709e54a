// Chooses the engine: the server's where the page came from one that has an engine and still answers, else the worker.
import { kindIn } from "./early";
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
  return { engine: new WorkerEngine(kindIn(location.search)), where: "browser", threads: 1 };
}
