const windowMs = 2_000;

/**
 * Recognizes a code that is read again: one that stays in view counts once, and counts again after it has not been read for 2 s.
 * @returns whether the code, read at a time in milliseconds, is a repetition
 */
export function createRepeatFilter(): (code: string, at: number) => boolean {
  const lastRead = new Map<string, number>();
  return (code, at) => {
    const before = lastRead.get(code);
    lastRead.set(code, at);
    return before !== undefined && at - before < windowMs;
  };
}
