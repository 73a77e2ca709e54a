// Sentences that several panels say of an answer.
import type { Answer } from "./engine/engine";
import { count, number } from "./i18n/index.svelte";

/** What is proven about the length of a solution. */
export function proofWords({ length, proof, lower_bound, proven_factor }: Answer): string {
  if (length == null) return "";
  if (proof === "optimal") return count("proof.optimal", length);
  if (proof === "bounded" && lower_bound != null) {
    const factor = number(proven_factor ?? length / lower_bound, { maximumFractionDigits: 2 });
    return count("proof.bounded", length, { bound: lower_bound, factor });
  }
  return count("proof.none", length);
}
