import { createHmac, timingSafeEqual } from "node:crypto";

/** Verifies a signature in hex in constant time; a missing or truncated one is invalid. */
export function isHmac(algorithm: "sha256" | "sha512", secret: string, text: string, hex: unknown): boolean {
  const expected = createHmac(algorithm, secret).update(text, "utf8").digest();
  const given = typeof hex === "string" && /^[0-9a-f]+$/i.test(hex) ? Buffer.from(hex, "hex") : Buffer.alloc(0);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The object with the keys of all levels sorted. */
export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sortedKeys(one)]));
}
