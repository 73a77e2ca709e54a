// Colours that people with any colour vision tell apart. Lines: Okabe and Ito (2008), some darker or lighter so that they
// stand out from the page in either theme. Scales: viridis (van der Walt and Smith 2015), from which dark ends are cut
// where the page is dark.

export type Scheme = "light" | "dark";

const LINES: Record<Scheme, readonly string[]> = {
  light: ["#0072b2", "#b34a00", "#007a5a", "#a8447f", "#8a6d00", "#2b8bc2", "#3a3f45"],
  dark: ["#56b4e9", "#e69f00", "#2fc79a", "#e28fc0", "#f0e442", "#7a9cff", "#c3c8ce"],
};

/** Dashes make lines differ where colours do not, as in print. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4], [1, 4]];

export function lineColour(i: number, scheme: Scheme): string {
  const lines = LINES[scheme];
  return lines[i % lines.length]!;
}

export function lineDash(i: number): number[] {
  return [...DASHES[i % DASHES.length]!];
}

const VIRIDIS = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"];

/** A colour for a share of 0 to 1. */
export function scaleColour(share: number, scheme: Scheme): string {
  const [from, to] = scheme === "light" ? [0, 0.62] : [0.38, 1];
  const at = (from + (to - from) * Math.min(1, Math.max(0, share))) * (VIRIDIS.length - 1);
  const low = Math.min(VIRIDIS.length - 2, Math.floor(at));
  return mixed(VIRIDIS[low]!, VIRIDIS[low + 1]!, at - low);
}

function mixed(a: string, b: string, share: number): string {
  const channel = (hex: string, i: number) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
  const channels = [0, 1, 2].map((i) => Math.round(channel(a, i) + (channel(b, i) - channel(a, i)) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
