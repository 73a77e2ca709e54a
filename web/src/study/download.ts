// A file for the visitor to keep.

export function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  // Names of algorithms have signs that file systems do not like.
  link.download = name.replaceAll(/[^\w.-]+/g, "");
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
