// Starts the page: finds the engine, opens what the address asks for, and takes the place of what was painted before.
import { mount } from "svelte";
import App from "./App.svelte";
import Broken from "./Broken.svelte";
import { connect } from "./engine/connect";
import { keep } from "./keep";
import { panels } from "./panels";
import { App as State } from "./state/app.svelte";
import { explained } from "./state/job.svelte";
import { Settings } from "./state/settings.svelte";

export async function start(target: HTMLElement): Promise<void> {
  const settings = new Settings();
  let app: State | undefined;
  try {
    const connection = await connect();
    const catalog = await connection.engine.query({ query: "catalog" });
    app = new State(connection, catalog, settings);
    for (const { id } of panels) app.tabs.add(id);
    for (const name of panels.flatMap(({ params }) => params ?? [])) app.foreignNames.add(name);
    await Promise.all([app.load(location.search), app.picture.restore(), settings.spoken]);
    target.replaceChildren();
    mount(App, { target, props: { app } });
  } catch (error) {
    target.replaceChildren();
    mount(Broken, { target, props: { message: explained(error) } });
  }
  // Only a built page has a service worker.
  if (import.meta.env.PROD) keep(() => app?.game.puzzle.kind ?? "tiles");
}
