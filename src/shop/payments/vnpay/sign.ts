import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What is signed of a link and of what comes back: the filled pairs by name (code units, no locale), form-encoded with `+`
 * for a space. A link's query is this same text, so nothing encodes it a second time.
 */
export const signedForm = (pairs: readonly [name: string, value: string][]): string =>
  new URLSearchParams(
    pairs.filter(([, value]) => value !== "").sort(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();

const hmac = (secret: string, text: string): Buffer => createHmac("sha512", secret).update(text, "utf8").digest();

/** VNPay's signature: lower-case hex. */
export const sign = (secret: string, text: string): string => hmac(secret, text).toString("hex");

/** Whether a hash is this text's, in a time that does not say how much of it is. One that is missing or cut is not. */
export const isSigned = (secret: string, text: string, hash: string | undefined): boolean =>
  /^[0-9a-f]{128}$/i.test(hash ?? "") && timingSafeEqual(Buffer.from(hash ?? "", "hex"), hmac(secret, text));
