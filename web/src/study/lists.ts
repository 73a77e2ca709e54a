// Lists as people type them: `10, 30, 50`, `3x3 4×4`.

const MOST_MOVES = 1_000_000;

function words(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== "");
}

/** Whole numbers, each once, in order; nothing where one of them is none. */
export function readNumbers(text: string): number[] | undefined {
  const found = words(text);
  if (found.length === 0 || !found.every((word) => /^\d{1,7}$/.test(word) && Number(word) <= MOST_MOVES))
    return undefined;
  return [...new Set(found.map(Number))].sort((a, b) => a - b);
}

/** Sizes of boards from 2 to 10, each once. */
export function readSizes(text: string): string[] | undefined {
  const found = words(text).map((word) => /^([2-9]|10)[x×]([2-9]|10)$/i.exec(word));
  if (found.length === 0 || !found.every((match) => match !== null)) return undefined;
  return [...new Set(found.map(([, width, height]) => `${width}x${height}`))];
}
