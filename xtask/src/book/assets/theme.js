// Before anything is drawn: the colours that the reader chose, here or on the page of the same site.
try {
  const theme = localStorage.getItem("fewest.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser may refuse to remember; then its own preference decides.
}
