// The time that a game takes. It begins with the first move, ends with the last and rests while nobody looks.

export class Clock {
  #before = $state(0);
  #since = $state<number>();
  #now = $state(0);
  #resting = false;
  #tick: ReturnType<typeof setInterval> | undefined;

  get seconds(): number {
    const running = this.#since === undefined ? 0 : Math.max(0, this.#now - this.#since);
    return Math.floor((this.#before + running) / 1000);
  }

  /** Exactly, which is what records are made of; it is not told while it changes. */
  get milliseconds(): number {
    const running = this.#since === undefined ? 0 : performance.now() - this.#since;
    return Math.round(this.#before + running);
  }

  get running(): boolean {
    return this.#since !== undefined;
  }

  start(): void {
    if (this.#since !== undefined) return;
    this.#since = this.#now = performance.now();
    this.#tick = setInterval(() => (this.#now = performance.now()), 250);
  }

  stop(): void {
    if (this.#since === undefined) return;
    clearInterval(this.#tick);
    this.#before += performance.now() - this.#since;
    this.#since = undefined;
  }

  /** Nobody looks. */
  rest(): void {
    this.#resting = this.running;
    this.stop();
  }

  /** Somebody looks again. */
  wake(): void {
    if (this.#resting) this.start();
    this.#resting = false;
  }

  reset(): void {
    this.stop();
    this.#resting = false;
    this.#before = 0;
  }
}

/** `0:12.345`, for a time that is over. */
export function exactFace(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return `${clockFace(whole)}.${String(Math.round(milliseconds) % 1000).padStart(3, "0")}`;
}

/** `1:05`, `12:34`, `1:00:00`. */
export function clockFace(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
