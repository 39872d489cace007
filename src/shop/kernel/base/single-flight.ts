/**
 * Concurrent calls with the same key share one running load and its result, or its error. Results are not cached: a
 * call after the end of a load starts another one.
 */
export class SingleFlight<Key, Value> {
  readonly #inFlight = new Map<Key, Promise<Value>>();

  /** The running load of the key, if there is one. */
  get(key: Key): Promise<Value> | undefined {
    return this.#inFlight.get(key);
  }

  /** Joins the running load of the key, or starts one. */
  run(key: Key, load: () => Promise<Value>): Promise<Value> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const started = load().finally(() => {
      if (this.#inFlight.get(key) === started) this.#inFlight.delete(key);
    });
    this.#inFlight.set(key, started);
    return started;
  }

  /** Later calls start new loads; the running ones end for the callers that joined them. */
  detach(): void {
    this.#inFlight.clear();
  }
}
