// How to search, as a visitor chose it: shared by all panels that search, and part of the address.
import type { Limits, Options, Puzzle, Request } from "../engine/engine";

export class SearchChoice {
  algorithm = $state("auto");
  heuristic = $state("auto");
  options = $state.raw<Options>({});
  limits = $state.raw<Limits>({});

  request(puzzle: Puzzle): Request {
    const { algorithm, heuristic, options, limits } = this;
    return { puzzle, algorithm, heuristic, options, limits };
  }
}
