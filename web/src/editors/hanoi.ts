// Discs on pegs while they are arranged. Discs of a peg are always in order, so every arrangement is possible.

/** The discs of each peg, from the bottom up. */
export type Pegs = readonly (readonly number[])[];

/** An arrangement in normal form, `4 3/2/-`. Nothing where it is in another form. */
export function read(text: string): Pegs | undefined {
  const pegs = text.split(/[/|\n]/).map((peg) => peg.trim());
  if (pegs.some((peg) => !/^(-?|\d+([\s,]+\d+)*)$/.test(peg))) return undefined;
  return pegs.map((peg) =>
    peg
      .split(/[\s,]+/)
      .filter((disc) => disc !== "" && disc !== "-")
      .map(Number),
  );
}

export function written(pegs: Pegs): string {
  return pegs.map((peg) => peg.join(" ") || "-").join("/");
}

export function tower(discs: number, pegs: number, at: number): Pegs {
  const all = Array.from({ length: discs }, (_, i) => discs - i);
  return Array.from({ length: pegs }, (_, i) => (i === at ? all : []));
}

/** The arrangement with a disc on another peg, where its size says. */
export function placed(pegs: Pegs, disc: number, to: number): Pegs {
  return pegs.map((peg, i) => {
    const others = peg.filter((other) => other !== disc);
    return i === to ? [...others, disc].sort((a, b) => b - a) : others;
  });
}

/** The arrangement with more or fewer discs and pegs: new discs lie under the largest one, lost pegs leave theirs to the last. */
export function resized(pegs: Pegs, discs: number, count: number): Pegs {
  const now = Math.max(0, ...pegs.flat());
  const home = Math.max(
    0,
    pegs.findIndex((peg) => peg.includes(now)),
  );
  const at = (disc: number) => {
    const found = pegs.findIndex((peg) => peg.includes(disc));
    return Math.min(count - 1, found < 0 ? home : found);
  };
  const all = Array.from({ length: discs }, (_, i) => discs - i);
  return Array.from({ length: count }, (_, i) => all.filter((disc) => at(disc) === i));
}
