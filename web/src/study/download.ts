// A file for the visitor to keep.

export function save(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  // Names of algorithms have signs that file systems do not like.
  link.download = name.replaceAll(/[^\w.-]+/g, "");
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
