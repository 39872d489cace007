import { AsyncLocalStorage } from "node:async_hooks";

interface Collection {
  tags: Set<string>;
  complete: boolean;
}
const collections = new AsyncLocalStorage<Collection>();

/**
 * Runs a function that makes in-process requests.
 * @returns its result, the tags of all cached responses that it used, and whether none of its requests failed
 */
export async function collectTags<T>(run: () => Promise<T>): Promise<{ result: T; tags: string[]; complete: boolean }> {
  const collection: Collection = { tags: new Set(), complete: true };
  const result = await collections.run(collection, run);
  return { result, tags: [...collection.tags], complete: collection.complete };
}

/** Marks the current collection as incomplete: a request failed, so that the result must not be stored. */
export function markIncomplete(): void {
  const collection = collections.getStore();
  if (collection) collection.complete = false;
}

/** Adds the tags of a cached response to the current collection, if there is one. */
export function addTags(tags: readonly string[]): void {
  const collection = collections.getStore();
  if (collection) for (const tag of tags) collection.tags.add(tag);
}
