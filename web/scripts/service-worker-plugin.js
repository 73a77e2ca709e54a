import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { needsOf } from "./bundle.js";

/**
 * Writes `sw.js` with the list of all built files, of those that a page cannot begin without, and a version that is a digest of their contents: the same build has
 * the same version, another build another.
 *
 * @param {{ source: string, start: string }} options the service worker, in which `__FILES__`, `__FIRST__` and
 * `__VERSION__` stand for these, and the chunk that the page begins with
 * @returns {import("vite").Plugin}
 */
export function serviceWorker({ source, start }) {
  let root = "";
  let publicDir = "";
  return {
    name: "fewest:service-worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      root = config.root;
      publicDir = config.publicDir;
    },
    async generateBundle(_, bundle) {
      /** @type {Map<string, string | Uint8Array>} */
      const files = new Map();
      for (const [name, output] of Object.entries(bundle)) {
        files.set(name, output.type === "chunk" ? output.code : output.source);
      }
      for (const entry of await readdir(publicDir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile()) files.set(relative(publicDir, path).split(sep).join("/"), await readFile(path));
      }
      const names = [...files.keys()].sort();
      const digest = createHash("sha256");
      for (const name of names) {
        digest.update(name);
        digest.update(files.get(name) ?? "");
      }
      const { scripts, styles } = needsOf(bundle, start);
      const begun = new Set(["index.html", "manifest.webmanifest", ...scripts, ...styles]);
      // The scripts of the workers and of the engine's modules are small, and a worker's requests are seen by nobody.
      const isFirst = (/** @type {string} */ name) =>
        begun.has(name) ||
        name.startsWith("icons/") ||
        /^assets\/(index-|style-|fewest_\w+-|\w+\.worker-).*\.(js|css)$/.test(name);
      const template = await readFile(join(root, source), "utf8");
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: template
          .replace("__FILES__", JSON.stringify(names))
          .replace("__FIRST__", JSON.stringify(names.filter(isFirst)))
          .replace("__VERSION__", JSON.stringify(digest.digest("hex").slice(0, 16))),
      });
    },
  };
}
