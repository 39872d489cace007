/** Counts events, and resolves promises when a count is reached. */
export class EventCounter {
  #count = 0;
  #waiting: { at: number; go: () => void }[] = [];
  #lastMs = performance.now();
  #maxMs = 0;

  readonly increment = (): void => {
    this.#count++;
    this.#maxMs = Math.max(this.#maxMs, performance.now() - this.#lastMs);
    this.#lastMs = performance.now();
    for (const { at, go } of this.#waiting) if (at <= this.#count) go();
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#count);
  };

  /** Resolves when this many have happened in total. */
  reached(at: number): Promise<void> {
    return at <= this.#count ? Promise.resolve() : new Promise((go) => this.#waiting.push({ at, go }));
  }

  /** Resolves when this many more have happened. */
  reachedAfter(more: number): Promise<void> {
    return this.reached(this.#count + more);
  }

  /** Restarts the measurement: the time until now was an intended pause. */
  restartTimer(): void {
    this.#lastMs = performance.now();
  }

  /** The longest time between two events, in milliseconds, since the last call of this method. */
  takeMaxMs(): number {
    const maxMs = this.#maxMs;
    this.#maxMs = 0;
    return maxMs;
  }
}
