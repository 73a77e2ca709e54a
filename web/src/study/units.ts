// Quantities with their units.
import { number, t } from "../i18n/index.svelte";

/** As many digits as tell something. Clocks of browsers are no finer than a tenth of a millisecond. */
export function seconds(value: number): string {
  if (value < 0.000_05) return `< ${number(0.1)} ms`;
  if (value < 0.0995) return `${number(value * 1000, { maximumFractionDigits: value < 0.00995 ? 2 : 1 })} ms`;
  return `${number(value, value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 })} s`;
}

export function bytes(value: number): string {
  const [scale, unit] = value >= 2 ** 30 ? [2 ** 30, "GiB"] : value >= 2 ** 20 ? [2 ** 20, "MiB"] : [2 ** 10, "KiB"];
  return `${number(value / scale, { maximumSignificantDigits: 3 })} ${unit}`;
}

/** Large counts in short: 1.25M. */
export function short(value: number): string {
  return number(value, { notation: "compact", maximumSignificantDigits: 3 });
}

export function rate(value: number): string {
  return t("study.rate", { count: short(value) });
}
