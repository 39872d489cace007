const maxAgeMs = 5 * 60_000;
const cleanupIntervalMs = 10 * 60_000;

interface CacheEntry {
  value: Promise<unknown>;
  until: number;
}
/** One per browser page, which has one language for its lifetime. */
const entries = new Map<string, CacheEntry>();

const removeStale = () => {
  for (const [key, { until }] of entries) if (until <= Date.now()) entries.delete(key);
};

let cleanupStarted = false;
const startCleanup = () => {
  if (cleanupStarted) return;
  cleanupStarted = true;
  setInterval(removeStale, cleanupIntervalMs);
};

/**
 * Category data, cached for five minutes; stale entries are removed every ten. In the browser only: on the server the
 * store caches the data. Failed calls are not cached.
 * @param load rejects if the data cannot be loaded
 * @param isComplete false for data with a missing part, which are not cached either
 */
export function cacheCategoryData<T>(
  key: string,
  load: () => Promise<T>,
  isComplete: (data: T) => boolean = () => true,
): Promise<T> {
  const known = entries.get(key);
  if (known && known.until > Date.now()) return known.value as Promise<T>;
  startCleanup();
  const value = load();
  const entry = { value, until: Date.now() + maxAgeMs };
  entries.set(key, entry);
  const remove = () => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  value.then((data) => isComplete(data) || remove(), remove);
  return value;
}
