/** Counts what has happened, for whoever waits for more of it. */
export class Milestones {
  #count = 0;
  #waiting: { at: number; go: () => void }[] = [];
  #lastMs = performance.now();
  #longestMs = 0;

  readonly up = (): void => {
    this.#count++;
    this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#lastMs);
    this.#lastMs = performance.now();
    for (const { at, go } of this.#waiting) if (at <= this.#count) go();
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#count);
  };

  /** Resolves when so many have happened in all. */
  reached(at: number): Promise<void> {
    return at <= this.#count ? Promise.resolve() : new Promise((go) => this.#waiting.push({ at, go }));
  }

  /** Resolves when so many more have happened. */
  further(more: number): Promise<void> {
    return this.reached(this.#count + more);
  }

  /** What was awaited until now took as long as it should. */
  goOn(): void {
    this.#lastMs = performance.now();
  }

  /** The longest time from one to the next, in milliseconds, since this was asked last. */
  takeLongest(): number {
    const longestMs = this.#longestMs;
    this.#longestMs = 0;
    return longestMs;
  }
}
