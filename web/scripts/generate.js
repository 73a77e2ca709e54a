// Writes src/engine/schema.ts from the engine's own schema, so that the page and the engine cannot disagree.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const source = new URL("../../docs/schema.json", import.meta.url);
const target = new URL("../src/engine/schema.ts", import.meta.url);

const schema = JSON.parse(await readFile(source, "utf8"));
const code = await compile(schema, "Schema", {
  bannerComment: "// Generated from docs/schema.json by `npm run generate`; not to be edited.",
  unreachableDefinitions: true,
  additionalProperties: false,
  format: false,
});
await writeFile(target, code);
console.log("src/engine/schema.ts is written");
