// Chooses the engine: the server's where the page came from one that has an engine and still answers, else the worker.
import { kindIn } from "./early";
import { Connection } from "./connection.svelte";
import { ServerEngine } from "./server-engine";
import { WorkerEngine } from "./worker-engine";

export type { Connection } from "./connection.svelte";

export async function connect(): Promise<Connection> {
  const workers = () => new WorkerEngine(kindIn(location.search));
  const told = document.querySelector<HTMLMetaElement>('meta[name="fewest-engine"]')?.content;
  if (told === "server") {
    const engine = new ServerEngine(document.baseURI);
    try {
      const { threads } = await engine.about();
      return new Connection(workers, { engine, threads });
    } catch {
      // A page that was kept for offline use outlives its server.
    }
  }
  return new Connection(workers);
}
