const keptForMs = 5 * 60_000;
const cleanedEveryMs = 10 * 60_000;

interface Kept {
  value: Promise<unknown>;
  until: number;
}
/** Of this browser page, which is in one language all its life. */
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
 * Category data, asked for once in five minutes; stale entries go every ten. In the browser alone: on the server the
 * data are cached by the store. A failed call is not kept.
 * @param load rejects when the data could not be had
 * @param whole false for data with a part missing, which are not kept either
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
