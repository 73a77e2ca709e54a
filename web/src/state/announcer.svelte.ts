// What a screen reader is told: one live region, in which the newest message replaces the last.

export class Announcer {
  message = $state("");
  #even = false;

  say(message: string): void {
    // The same words twice are silent twice; an invisible difference makes them news.
    this.#even = !this.#even;
    this.message = this.#even ? message : `${message}\u00a0`;
  }
}

export interface Notice {
  id: number;
  tone: "info" | "error";
  text: string;
}

/** Good news goes by itself. */
const INFO_MS = 5000;

/** Messages that stay until they are dismissed, where they tell of something wrong. */
export class Notices {
  all = $state.raw<readonly Notice[]>([]);
  #next = 0;

  add(tone: Notice["tone"], text: string): void {
    if (this.all.some((notice) => notice.text === text)) return;
    const id = this.#next++;
    this.all = [...this.all, { id, tone, text }];
    if (tone === "info") setTimeout(() => this.dismiss(id), INFO_MS);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }
}
