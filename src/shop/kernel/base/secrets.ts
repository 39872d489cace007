import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** 32 random bytes as URL-safe text: session tokens, cart tokens, reset keys. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token; the database stores this instead of the token. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Compares two secrets in constant time. */
export const secretsEqual = (one: string, other: string): boolean => timingSafeEqual(hashToken(one), hashToken(other));

export const hmacHex = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

const keyFor = (appSecret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", appSecret, "lianne", purpose, 32));

/** HMAC-SHA-256 under a key derived from APP_SECRET for one purpose, for values that could be guessed from a plain hash. */
export const keyedHash = (appSecret: string, purpose: string, text: string): Buffer =>
  createHmac("sha256", keyFor(appSecret, purpose)).update(text).digest();

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key derived from APP_SECRET for one purpose: iv, tag, ciphertext. */
export function encrypt(appSecret: string, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(appSecret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** @throws if the text was encrypted under another secret, or was modified */
export function decrypt(appSecret: string, purpose: string, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(appSecret, purpose), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
}
