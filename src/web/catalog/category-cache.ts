const keptForMs = 5 * 60_000;
const cleanedEveryMs = 10 * 60_000;

interface Kept {
  value: Promise<unknown>;
  until: number;
}
/** One per browser page, which has one language for its lifetime. */
const kept = new Map<string, Kept>();

const clean = () => {
  for (const [key, { until }] of kept) if (until <= Date.now()) kept.delete(key);
};

let cleaning = false;
const startCleaning = () => {
  if (cleaning) return;
  cleaning = true;
  setInterval(clean, cleanedEveryMs);
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
  whole: (data: T) => boolean = () => true,
): Promise<T> {
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.value as Promise<T>;
  startCleaning();
  const value = load();
  const entry = { value, until: Date.now() + keptForMs };
  kept.set(key, entry);
  const forget = () => {
    if (kept.get(key) === entry) kept.delete(key);
  };
  value.then((data) => whole(data) || forget(), forget);
  return value;
}
