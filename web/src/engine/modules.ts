// The engine's WebAssembly modules as they are built: for each kind of puzzle its rules and its searches. They are found
// by their names, so a new kind needs no line here, and loaded when they are first needed.

interface Module {
  default(compiled?: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}

/** `tiles-rules` and its like. */
export interface RulesModule extends Module {
  /** Nothing is returned for a question that the searches answer. */
  query(json: string): string | undefined;
}

/** `tiles` and its like. */
export interface SolverModule extends Module {
  solve(json: string, sink: (eventJson: string) => void): string;
  explain(json: string): string;
  /** Where the rules are lean. */
  ask?(json: string): string;
}

const modules = import.meta.glob<Module>("../wasm/*/fewest_*.js");

const path = (name: string) => `../wasm/${name}/fewest_${name.replaceAll("-", "_")}.js`;

/** Whether this page has a module. */
export const has = (name: string) => path(name) in modules;

/** Loads and starts a module; its code need not be fetched where it comes compiled. */
export async function load<M extends Module>(
  name: string,
  compiled?: Promise<WebAssembly.Module | undefined>,
): Promise<M> {
  const find = modules[path(name)];
  if (!find) throw new Error(`this page was built without the engine's module ${name}`);
  const module = (await find()) as M;
  const code = await compiled;
  await (code ? module.default({ module_or_path: code }) : module.default());
  return module;
}
