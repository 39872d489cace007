import { createHmac, timingSafeEqual } from "node:crypto";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import type { Verification } from "../notifier.ts";

/** Verifies a signature in hex in constant time; a missing or truncated one is invalid. */
export function isHmac(algorithm: "sha256" | "sha512", secret: string, text: string, hex: unknown): boolean {
  const expected = createHmac(algorithm, secret).update(text, "utf8").digest();
  const given = typeof hex === "string" && /^[0-9a-f]+$/i.test(hex) ? Buffer.from(hex, "hex") : Buffer.alloc(0);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * SePay repeats a message for 33 minutes, possibly under its first timestamp. A replay is harmless, since each transfer is
 * stored once.
 */
const windowMs = 40 * minuteMs;

/** The result for a message with a valid signature. @param sentMs the time that it signs, in milliseconds */
export function verifiedAt(sentMs: number, now: Date): Verification {
  const lateMs = Math.abs(now.getTime() - sentMs);
  return lateMs <= windowMs ? { authentic: true, lateMs } : { authentic: false, reason: "expired" };
}

/** The object with the keys of all levels sorted. */
export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sortedKeys(one)]));
}
