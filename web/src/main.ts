// What is loaded first, and as little as can be: it starts the engine's rules on their way, puts the words of the page
// that is painted already into the visitor's language and theme, and calls the rest.
import "./styles/app.css";
import "./styles/colours.css";
import "./styles/shell.css";
import { begin, kindIn } from "./engine/early";
import { dress } from "./shell";

const told = document.querySelector<HTMLMetaElement>('meta[name="fewest-engine"]')?.content;
// Behind a server there is nothing to compile here.
if (told !== "server") begin(kindIn(location.search));
dress(document, kindIn(location.search));
const { start } = await import("./start");
await start(document.getElementById("app")!);
