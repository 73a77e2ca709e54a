/**
 * What a page that begins needs of a build: the chunk of this name with everything that it imports, scripts and styles.
 *
 * @param {import("rolldown").OutputBundle} bundle
 * @param {string} name
 * @returns {{ scripts: string[], styles: string[] }}
 */
export function needsOf(bundle, name) {
  /** @type {Set<string>} */
  const scripts = new Set();
  /** @type {Set<string>} */
  const styles = new Set();
  const start = Object.values(bundle).find((output) => output.type === "chunk" && output.name === name);
  const waiting = start ? [start.fileName] : [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const chunk = bundle[file];
    if (scripts.has(file) || chunk?.type !== "chunk") continue;
    scripts.add(file);
    const { viteMetadata } = /** @type {{ viteMetadata?: { importedCss: Set<string> } }} */ (chunk);
    for (const style of viteMetadata?.importedCss ?? []) styles.add(style);
    waiting.push(...chunk.imports);
  }
  return { scripts: [...scripts], styles: [...styles] };
}
