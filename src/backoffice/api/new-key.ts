/** A random `Idempotency-Key`. `crypto.randomUUID` does not exist over plain http. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
