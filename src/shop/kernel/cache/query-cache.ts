/** so many at most; full, it begins anew */
const maxEntries = 1_000;

/** What was read of the catalogue, kept while announcements are heard and until one says that it may have changed. */
export class QueryCache<Value> {
  readonly #tags: ReadonlySet<string>;
  #kept = new Map<string, { value: Value }>();
  #hearing = false;

  /** @param tags announced when any of it changes */
  constructor(tags: readonly string[]) {
    this.#tags = new Set(tags);
  }

  async of(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known) return known.value;
    const kept = this.#kept;
    const value = await read();
    // an announcement has put another map in its place, and what was read before it may be old
    if (!this.#hearing || this.#kept !== kept) return value;
    if (kept.size >= maxEntries) this.clear();
    this.#kept.set(key, { value });
    return value;
  }

  /** Lets go of all where an announcement may mean it. */
  drop(tags: readonly string[]): void {
    if (tags.some((tag) => this.#tags.has(tag))) this.clear();
  }

  /** Begins anew; nothing is kept while announcements are not heard. */
  hearing(yes: boolean): void {
    this.#hearing = yes;
    this.clear();
  }

  clear(): void {
    this.#kept = new Map();
  }
}
