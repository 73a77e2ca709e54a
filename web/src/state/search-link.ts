// The share of the address that says how to search.
import type { Options } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import type { SearchChoice } from "./search.svelte";
import type { LinkPart, Params } from "./url";

/** Options of searches by their name in an address, which is that of the command line, and what they hold. */
const OPTIONS: Record<string, [keyof Options, "text" | "number" | "flag"]> = {
  "tie-break": ["tie_break", "text"],
  weight: ["weight", "number"],
  depth: ["depth", "number"],
  nodes: ["nodes", "number"],
  threads: ["threads", "number"],
  order: ["order", "text"],
  table: ["table_bytes", "number"],
  "sat-solver": ["sat_solver", "text"],
  encoding: ["encoding", "text"],
  pdb: ["pdb", "text"],
  "pdb-kind": ["pdb_kind", "text"],
  "pdb-encoding": ["pdb_encoding", "text"],
  "pdb-mirrors": ["pdb_mirrors", "flag"],
};
const LIMITS = { seconds: "seconds", expansions: "expansions", memory: "memory_bytes" } as const;

export function searchLink(search: SearchChoice): LinkPart {
  return {
    names: ["algo", "heuristic", ...Object.keys(OPTIONS), ...Object.keys(LIMITS)],
    write() {
      const params: Params = {};
      if (search.algorithm !== "auto") params["algo"] = search.algorithm;
      if (search.heuristic !== "auto") params["heuristic"] = search.heuristic;
      for (const [name, [option]] of Object.entries(OPTIONS)) params[name] = worded(search.options[option]);
      for (const [name, limit] of Object.entries(LIMITS)) params[name] = worded(search.limits[limit]);
      return params;
    },
    read(params) {
      const faults: string[] = [];
      search.algorithm = params["algo"] ?? "auto";
      search.heuristic = params["heuristic"] ?? "auto";
      const number = (name: string): number | undefined => {
        const value = params[name];
        if (value === undefined) return undefined;
        const found = Number(value);
        if (value.trim() !== "" && Number.isFinite(found) && found >= 0) return found;
        faults.push(t("link.malformed", { name, value }));
        return undefined;
      };
      const options: Record<string, unknown> = {};
      for (const [name, [option, type]] of Object.entries(OPTIONS)) {
        const value = params[name];
        if (value === undefined) continue;
        options[option] = type === "number" ? number(name) : type === "flag" ? value !== "no" : value;
      }
      search.options = options as Options;
      search.limits = Object.fromEntries(
        Object.entries(LIMITS).flatMap(([name, limit]) => {
          const value = number(name);
          return value === undefined ? [] : [[limit, value]];
        }),
      );
      return faults;
    },
  };
}

function worded(value: string | number | boolean | null | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
