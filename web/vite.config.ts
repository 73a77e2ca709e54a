/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { serviceWorker } from "./scripts/service-worker-plugin.js";
import { shell } from "./scripts/shell-plugin.js";

export default defineConfig({
  // Relative addresses: the folder works wherever it is put.
  base: "./",
  plugins: [
    svelte(),
    shell({ start: "start", words: "src/i18n" }),
    serviceWorker({ source: "src/service-worker.js", start: "start" }),
  ],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // One file of styles is smaller than the requests for twenty.
    cssCodeSplit: false,
    // Inlined files would be data: addresses, which the page's policy forbids to scripts and workers.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
  },
  test: {
    projects: [
      {
        extends: true,
        // Runes run in the browser's build of Svelte alone.
        resolve: { conditions: ["browser"] },
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], environment: "node" },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          // One browser at a time: searches are measured in seconds and should not share their core.
          fileParallelism: false,
        },
      },
      {
        test: { name: "pictures", include: ["tests/pictures/*.test.ts"], environment: "node", hookTimeout: 60_000 },
      },
    ],
  },
});
