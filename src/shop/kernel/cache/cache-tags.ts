import { AsyncLocalStorage } from "node:async_hooks";

interface Collection {
  tags: Set<string>;
  whole: boolean;
}
const collecting = new AsyncLocalStorage<Collection>();

/**
 * Runs work that asks the store inside this process.
 * @returns its result, the tags of every kept answer it was made from, and false for `whole` if one was missing
 */
export async function collectTags<T>(work: () => Promise<T>): Promise<{ result: T; tags: string[]; whole: boolean }> {
  const collection: Collection = { tags: new Set(), whole: true };
  const result = await collecting.run(collection, work);
  return { result, tags: [...collection.tags], whole: collection.whole };
}

/** Says that an answer failed which the work at hand is made from: what comes of it is no lasting truth. */
export function markIncomplete(): void {
  const collection = collecting.getStore();
  if (collection) collection.whole = false;
}

/** Says of a kept answer that the work at hand, if any, is made from it. */
export function collectTag(tags: readonly string[]): void {
  const collection = collecting.getStore();
  if (collection) for (const tag of tags) collection.tags.add(tag);
}
