/** Counts what has happened, for whoever waits for more of it. */
export class Milestones {
  #count = 0;
  #waiting: { at: number; go: () => void }[] = [];

  readonly up = (): void => {
    this.#count++;
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
}
