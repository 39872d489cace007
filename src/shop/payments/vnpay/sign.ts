import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The signed text of a link or callback: non-empty pairs sorted by name (code units, not locale), form-encoded with `+`
 * for a space. The link's query is this exact text, so it is not encoded twice.
 */
export const signedForm = (pairs: readonly [name: string, value: string][]): string =>
  new URLSearchParams(
    pairs.filter(([, value]) => value !== "").sort(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();

const hmac = (secret: string, text: string): Buffer => createHmac("sha512", secret).update(text, "utf8").digest();

/** VNPay's signature: HMAC-SHA512 as lower-case hex. */
export const sign = (secret: string, text: string): string => hmac(secret, text).toString("hex");

/** Verifies a signature in constant time. A missing or truncated one is invalid. */
export const isSigned = (secret: string, text: string, hash: string | undefined): boolean =>
  /^[0-9a-f]{128}$/i.test(hash ?? "") && timingSafeEqual(Buffer.from(hash ?? "", "hex"), hmac(secret, text));
