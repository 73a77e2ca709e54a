// The menu on a narrow screen, the choice of colours, and the search. Without this script every page can be read all the same.
"use strict";

const base = new URL("../", document.currentScript.src);
const one = (selector) => document.querySelector(selector);
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// The menu.
const menu = one(".menu");
const nav = one("#nav");
const showMenu = (isOpen) => {
  nav.classList.toggle("open", isOpen);
  menu.setAttribute("aria-expanded", String(isOpen));
};
menu.setAttribute("role", "button");
menu.setAttribute("aria-controls", "nav");
showMenu(false);
menu.addEventListener("click", (event) => {
  event.preventDefault();
  showMenu(!nav.classList.contains("open"));
});
menu.addEventListener("keydown", (event) => {
  if (event.key === " ") {
    event.preventDefault();
    menu.click();
  }
});
// Where we are should be in sight.
const current = nav.querySelector("[aria-current]");
if (current) nav.scrollTop = Math.max(0, current.offsetTop - nav.clientHeight / 2);

// Colours: those of the system, or always light, or always dark.
const themes = ["auto", "light", "dark"];
const themeButton = one(".theme");
const root = document.documentElement;
const showTheme = () => {
  const theme = root.dataset.theme ?? "auto";
  themeButton.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
  themeButton.title = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" }[theme];
  themeButton.setAttribute("aria-label", themeButton.title);
};
themeButton.hidden = false;
showTheme();
themeButton.addEventListener("click", () => {
  const next = themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % themes.length];
  if (next === "auto") delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (next === "auto") localStorage.removeItem("fewest.theme");
    else localStorage.setItem("fewest.theme", next);
  } catch {
    // Forgotten at the next page.
  }
  showTheme();
});

// The search.
const MOST = 20;
const EXCERPT = 140;
const box = one(".search");
const field = box.querySelector("input");
const found = box.querySelector(".found");
let places;
let isLoading = false;

// The index calls this.
window.fewestSearch = (rows) => {
  places = rows.map(([file, page, anchor, heading, text]) => ({
    file,
    page,
    anchor,
    heading,
    text,
    lowPage: page.toLowerCase(),
    lowHeading: heading.toLowerCase(),
    lowText: text.toLowerCase(),
  }));
  search();
};

function load() {
  if (isLoading) return;
  isLoading = true;
  const script = make("script", { src: new URL("search-index.js", base).href });
  script.addEventListener("error", () => say("The index of the search cannot be loaded."));
  document.head.append(script);
}

/** How well a place answers one word; nothing if it does not. */
function rate(place, word) {
  const isStart = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
  const points = (text, whole, part) => {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    return isStart(text, at) || isStart(text, text.indexOf(` ${word}`) + 1) ? whole : part;
  };
  return points(place.lowHeading, 8, 3) + (place.anchor ? points(place.lowPage, 3, 1) : points(place.lowPage, 6, 2)) + points(place.lowText, 2, 1);
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return hide();
  if (!places) return say("Loading …");
  const hits = [];
  for (const place of places) {
    const points = words.map((word) => rate(place, word));
    if (points.every(Boolean)) hits.push([points.reduce((sum, point) => sum + point, 0), place]);
  }
  hits.sort(([one], [other]) => other - one);
  if (!hits.length) return say("Nothing found.");
  found.replaceChildren(...hits.slice(0, MOST).map(([, place]) => result(place, words)));
  if (hits.length > MOST) found.append(make("p", { textContent: `and ${hits.length - MOST} more; add a word to narrow it down` }));
  found.hidden = false;
}

function result({ file, page, anchor, heading, text, lowText }, words) {
  const href = new URL(file, base).href + (anchor ? `#${anchor}` : "");
  const title = make("strong", {}, ...marked(heading === page ? page : `${page}: ${heading}`, words));
  const at = Math.max(0, Math.min(...words.map((word) => lowText.indexOf(word)).filter((at) => at >= 0)));
  const start = Number.isFinite(at) && at > 40 ? text.lastIndexOf(" ", at - 30) + 1 : 0;
  const end = text.length > start + EXCERPT ? text.lastIndexOf(" ", start + EXCERPT) : text.length;
  const excerpt = (start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
  return make("a", { href, onclick: hide }, title, make("span", {}, ...marked(excerpt, words)));
}

/** The text with every word that was sought in a mark. */
function marked(text, words) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.split(new RegExp(`(${pattern})`, "i")).map((part, at) => (at % 2 ? make("mark", { textContent: part }) : part));
}

function say(text) {
  found.replaceChildren(make("p", { textContent: text }));
  found.hidden = false;
}
function hide() {
  found.hidden = true;
}

box.hidden = false;
found.setAttribute("aria-live", "polite");
field.addEventListener("focus", load);
field.addEventListener("input", search);
field.addEventListener("focus", () => field.value && search());
document.addEventListener("click", (event) => {
  if (!box.contains(event.target)) hide();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") {
    hide();
    showMenu(false);
  } else if (box.contains(event.target) && !found.hidden) {
    const links = [field, ...found.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      links[(at + step + links.length) % links.length].focus();
    } else if (event.key === "Enter" && at === 0) {
      links[1]?.click();
    }
  }
});
