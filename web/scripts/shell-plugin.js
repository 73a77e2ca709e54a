import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { needsOf } from "./bundle.js";

/**
 * Makes `index.html` the page that is painted before any script has run. Its words come from the files of the page's
 * languages: `{{key}}` becomes an element with the text in English that has the others beside it. In a build, everything
 * that the page begins with is asked for at once.
 *
 * @param {{ start: string, words: string }} options the chunk that the page begins with, and the folder of the languages
 * @returns {import("vite").Plugin}
 */
export function shell({ start, words }) {
  let root = "";
  return {
    name: "fewest:shell",
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        const languages = await texts(join(root, words));
        const page = html.replaceAll(/\{\{([\w.-]+)\}\}/g, (_, key) => {
          const told = [...languages].flatMap(([code, all]) => (all[key] === undefined ? [] : [[code, all[key]]]));
          const english = languages.get("en")?.[key];
          if (english === undefined) throw new Error(`index.html: there is no text ${key}`);
          const data = told.map(([code, text]) => `data-${code}="${escaped(String(text))}"`).join(" ");
          return `<span ${data}>${escaped(english)}</span>`;
        });
        if (!bundle) return page;
        const { scripts, styles } = needsOf(bundle, start);
        const tags = [
          ...scripts.map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `./${file}` },
          })),
          ...styles.map((file) => ({
            tag: "link",
            attrs: { rel: "stylesheet", crossorigin: true, href: `./${file}` },
          })),
        ].filter(({ attrs }) => !page.includes(attrs.href));
        return { html: page, tags: tags.map((tag) => ({ ...tag, injectTo: "head" })) };
      },
    },
  };
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * All texts of all languages.
 *
 * @param {string} folder
 * @returns {Promise<Map<string, Record<string, string>>>}
 */
async function texts(folder) {
  const languages = new Map();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [code, ending] = entry.name.split(".");
    if (ending === "json") languages.set(code, JSON.parse(await readFile(join(folder, entry.name), "utf8")));
    if (!entry.isDirectory()) continue;
    const files = (await readdir(join(folder, entry.name))).filter((name) => name.endsWith(".json"));
    const all = await Promise.all(files.map((name) => readFile(join(folder, entry.name, name), "utf8")));
    languages.set(entry.name, Object.assign({}, ...all.map((text) => JSON.parse(text))));
  }
  return languages;
}
