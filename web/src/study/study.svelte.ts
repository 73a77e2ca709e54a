// What the panels about searches know. It outlives them: another tab does not end a search. It comes with the first of
// them, so that a page on which one only plays stays light.
import { t } from "../i18n/index.svelte";
import { getApp, type App } from "../state/app.svelte";
import type { LinkPart } from "../state/url";
import { Compare } from "./compare.svelte";
import { Experiment } from "./experiment.svelte";
import { DEFAULT_TREE, Forest, TREE_SIZES } from "./forest.svelte";
import { Race } from "./race.svelte";
import { Watch } from "./watch.svelte";

export class Study {
  readonly watch: Watch;
  readonly forest: Forest;
  readonly race: Race;
  readonly compare: Compare;
  readonly experiment: Experiment;
  /** What the panel Watch shows. */
  view = $state<"numbers" | "tree">("numbers");
  /** The heuristic that is explained. */
  why = $state<string>();
  /** The tables of the heuristic that is explained, where it has some. */
  whyTables = $state("");

  constructor(app: App) {
    this.watch = new Watch(app);
    this.forest = new Forest(app, this.watch);
    this.race = new Race(app);
    this.compare = new Compare(app);
    this.experiment = new Experiment(app);
    for (const part of [this.#link(), this.race.link(), this.compare.link(), this.experiment.link()]) app.link(part);
    for (const one of [this.watch, this.forest, this.race, this.compare, this.experiment])
      app.cancels.add(() => one.cancel());
    // What was found about one puzzle says nothing about another.
    $effect.root(() => {
      let { puzzle } = app.game;
      $effect(() => {
        if (app.game.puzzle === puzzle) return;
        puzzle = app.game.puzzle;
        for (const one of [this.watch, this.forest, this.race, this.compare]) one.clear();
      });
    });
  }

  #link(): LinkPart {
    const { watch, forest } = this;
    const usual = watch.live;
    return {
      names: ["view", "live", "tree", "tree-colour", "why", "why-pdb"],
      write: () => ({
        view: this.view === "tree" ? "tree" : undefined,
        live: watch.live === usual ? undefined : watch.live ? "yes" : "no",
        tree: forest.most === DEFAULT_TREE ? undefined : String(forest.most),
        "tree-colour": forest.colour === "order" ? "order" : undefined,
        why: this.why,
        "why-pdb": this.whyTables === "" ? undefined : this.whyTables,
      }),
      read: (params) => {
        const faults: string[] = [];
        const of = <T extends string>(name: string, known: readonly T[]): T | undefined => {
          const value = params[name];
          const found = known.find((other) => other === value);
          if (value !== undefined && found === undefined) faults.push(t("link.malformed", { name, value }));
          return found;
        };
        this.view = of("view", ["numbers", "tree"]) ?? "numbers";
        const live = of("live", ["yes", "no"]);
        watch.live = live === undefined ? usual : live === "yes";
        forest.most = Number(of("tree", TREE_SIZES.map(String)) ?? DEFAULT_TREE);
        forest.colour = of("tree-colour", ["f", "order"]) ?? "f";
        this.why = params["why"];
        this.whyTables = params["why-pdb"] ?? "";
        return faults;
      },
    };
  }
}

const studies = new WeakMap<App, Study>();

export function getStudy(): Study {
  const app = getApp();
  let study = studies.get(app);
  if (!study) studies.set(app, (study = new Study(app)));
  return study;
}
