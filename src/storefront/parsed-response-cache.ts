/** Of one language's texts, categories and terms each page has a handful. */
const mostKept = 64;

/** @param etag of an answer @param text its JSON, where it was not read before */
export type AnswerReader = (etag: unknown, text: () => string) => unknown;

/**
 * Reads the answers of the store inside this process. Those with a mark of their content (ETag) are the same for everybody,
 * and of each the last one is kept as it was read: every page asks for the texts, the categories and the terms again, and
 * reading them took longer than answering. What is kept is frozen.
 */
export function answerReader(): AnswerReader {
  const known = new Map<string, unknown>();
  return (etag, text) => {
    if (typeof etag !== "string") return JSON.parse(text()) as unknown;
    const found = known.get(etag) ?? JSON.parse(text(), (_key, value: unknown) => Object.freeze(value));
    // the one that was asked for last is dropped last
    known.delete(etag);
    known.set(etag, found);
    for (const oldest of known.keys()) {
      if (known.size <= mostKept) break;
      known.delete(oldest);
    }
    return found;
  };
}
