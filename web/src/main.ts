import { mount } from "svelte";
import App from "./App.svelte";
import Broken from "./Broken.svelte";
import { connect } from "./engine/connect";
import { panels } from "./panels";
import { App as State } from "./state/app.svelte";
import { Settings } from "./state/settings.svelte";
import { explained } from "./state/job.svelte";
import "./styles/app.css";

const target = document.getElementById("app")!;

async function start(): Promise<void> {
  const settings = new Settings();
  try {
    const connection = await connect();
    const catalog = await connection.engine.query({ query: "catalog" });
    const app = new State(connection, catalog, settings);
    for (const { id } of panels) app.tabs.add(id);
    for (const name of panels.flatMap(({ params }) => params ?? [])) app.foreignNames.add(name);
    await Promise.all([app.load(location.search), app.picture.restore()]);
    mount(App, { target, props: { app } });
  } catch (error) {
    mount(Broken, { target, props: { message: explained(error) } });
  }
}

await start();

// Only a built page has a service worker.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => {});
}
