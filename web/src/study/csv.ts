// Tables as comma-separated values, as RFC 4180 (2005) describes them.

export type Value = string | number | boolean | null | undefined;

/** A table with a first line of names. Lines end as the format wants it; nothing is a number's local spelling. */
export function csv(header: readonly string[], rows: readonly (readonly Value[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** One field, quoted where it would be mistaken for something else. */
function field(value: Value): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
