// German, which the page loads when it is spoken. The compiler checks that it has every key.
import app from "./de/app.json";
import boards from "./de/boards.json";
import catalog from "./de/catalog.json";
import edit from "./de/edit.json";
import play from "./de/play.json";
import said from "./de/said.json";
import study from "./de/study.json";
import type { Book, Key } from "./index.svelte";

const texts: Record<Key, string> = { ...app, ...boards, ...edit, ...play, ...study };

export const german: Book = { texts: { ...texts, ...catalog }, said };
