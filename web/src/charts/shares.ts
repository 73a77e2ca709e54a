// How long a bar is.

/**
 * The share of the whole width that a value takes. On a logarithmic scale every factor of ten takes the same width, and the
 * scale begins a factor of ten below the least value, so that its bar can be seen.
 */
export function share(value: number, all: readonly number[], log: boolean): number {
  const most = all.reduce((most, other) => Math.max(most, other), 0);
  if (most <= 0 || value <= 0) return 0;
  if (!log) return value / most;
  const positive = all.filter((other) => other > 0);
  const floor = Math.log10(positive.reduce((least, other) => Math.min(least, other))) - 1;
  return (Math.log10(value) - floor) / (Math.log10(most) - floor);
}
