import { LRUCache } from "lru-cache";

/** The tag of every entry. */
export const ALL_TAGS = "catalogue";

/** A cache whose entries become stale by invalidation events. */
export interface InvalidatableCache {
  /** Removes the entries that have one of the tags. */
  invalidate(tags: readonly string[]): void;
  /** Starts storing, from an empty cache: invalidations arrive from now on. */
  resume(): void;
  /** Stops storing and removes all entries: invalidations may be lost from now on. */
  suspend(): void;
}

interface Entry<Value> {
  value: Value;
  tags: readonly string[];
}

/** Stores a value of a read, unless one of its tags was invalidated since the read began. */
export type Store<Key, Value> = (key: Key, value: Value, tags?: readonly string[], size?: number) => void;

export interface TaggedCacheOptions<Value> {
  /** limit of the sum of all sizes; an entry's size is 1 unless given */
  maxSize: number;
  /** called with every value that is removed or replaced */
  onRemove?: (value: Value) => void;
}

/**
 * Bounded cache with tags: the least recently used entries are evicted first. Values that were read from the database are
 * stored by {@link read} or {@link getOrLoad}, which check that no invalidation arrived during the read.
 */
export class TaggedCache<Key extends string | number, Value> implements InvalidatableCache {
  readonly #entries: LRUCache<Key, Entry<Value>>;
  readonly #keysOfTag = new Map<string, Set<Key>>();
  /** for each read in flight, the tags that were invalidated since it began */
  readonly #reads = new Set<Set<string>>();
  #storing = false;

  constructor({ maxSize, onRemove }: TaggedCacheOptions<Value>) {
    this.#entries = new LRUCache({
      maxSize,
      dispose: ({ value, tags }, key) => {
        this.#removeTags(key, tags);
        onRemove?.(value);
      },
    });
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Stores a value that no invalidation concerns, or that is known to be current. */
  set(key: Key, value: Value, tags: readonly string[] = [], size = 1): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, tags }, { size });
    if (!this.#entries.has(key)) return; // larger than the whole cache
    for (const tag of tags) {
      const keys = this.#keysOfTag.get(tag) ?? new Set();
      this.#keysOfTag.set(tag, keys.add(key));
    }
  }

  /** Runs a read; what it stores is skipped if it may be stale: invalidated since the read began, or while suspended. */
  async read<Result>(run: (store: Store<Key, Value>) => Promise<Result>): Promise<Result> {
    const invalidated = new Set<string>();
    this.#reads.add(invalidated);
    try {
      return await run((key, value, tags = [], size = 1) => {
        const isStale = invalidated.has(ALL_TAGS) || tags.some((tag) => invalidated.has(tag));
        if (this.#storing && !isStale) this.set(key, value, tags, size);
      });
    } finally {
      this.#reads.delete(invalidated);
    }
  }

  async getOrLoad(key: Key, tags: readonly string[], load: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry) return entry.value;
    return this.read(async (store) => {
      const value = await load();
      store(key, value, tags);
      return value;
    });
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  *entries(): Generator<[Key, Value]> {
    for (const [key, { value }] of this.#entries.entries()) yield [key, value];
  }

  get count(): number {
    return this.#entries.size;
  }

  invalidate(tags: readonly string[]): void {
    if (tags.includes(ALL_TAGS)) {
      this.clear();
      return;
    }
    for (const invalidated of this.#reads) for (const tag of tags) invalidated.add(tag);
    for (const tag of tags) for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#entries.delete(key);
  }

  clear(): void {
    this.#invalidateReads();
    this.#entries.clear();
  }

  resume(): void {
    this.clear();
    this.#storing = true;
  }

  suspend(): void {
    this.stopStoring();
    this.clear();
  }

  /** Stops storing, but leaves the entries for a caller that may serve stale ones. */
  stopStoring(): void {
    this.#storing = false;
    this.#invalidateReads();
  }

  #invalidateReads(): void {
    for (const invalidated of this.#reads) invalidated.add(ALL_TAGS);
  }

  #removeTags(key: Key, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysOfTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOfTag.delete(tag);
    }
  }
}
