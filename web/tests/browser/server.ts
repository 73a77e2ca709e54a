// A file server as small as can be: what any static host does, under any folder.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

export interface Host {
  /** Where the page is. */
  url: string;
  /** Files that were asked for, since the start. */
  asked: string[];
  /** Serves another folder from now on, as after a new release. */
  change(folder: string): void;
  /** Breaks every connection that is open. */
  drop(): void;
  close(): Promise<void>;
}

/** Answers a request before the folder does; says whether it did. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves a folder below a prefix such as `/` or `/some/folder/`. */
export async function host(folder: string, prefix = "/", handler?: Handler): Promise<Host> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    asked.push(pathname);
    if (handler?.(request, response)) return;
    if (!pathname.startsWith(prefix)) return void response.writeHead(404).end();
    const name = pathname.slice(prefix.length) || "index.html";
    const path = join(folder, normalize(`/${decodeURIComponent(name)}`));
    readFile(path).then(
      (body) =>
        response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    asked,
    change: (other) => (folder = other),
    drop: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
