// What the browser remembers. A browser may refuse to, as in private windows; the page then forgets, and goes on.

export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(`fewest.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`fewest.${name}`);
    else localStorage.setItem(`fewest.${name}`, value);
  } catch {
    // Forgotten.
  }
}
