import { createHmac } from "node:crypto";
import { secretsEqual } from "#shop/kernel/base/secrets.ts";

/** A decoded name and its value. */
export type Pair = readonly [name: string, value: string];

/** RFC 3986: only alphanumeric characters and `-._~` stay unencoded; encodeURIComponent also leaves `!'()*`. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The decoded pairs of a query string, in order. */
export const pairsOfQuery = (url: string): Pair[] => {
  const mark = url.indexOf("?");
  return mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))];
};

/** The `oauth_*` pairs of an `Authorization: OAuth …` header; its realm is ignored. */
export function pairsOfHeader(header = ""): Pair[] {
  const credentials = /^OAuth\s+(.*)$/is.exec(header)?.[1];
  if (!credentials) return [];
  // only at the start of a name: "oauth_oauth_…" would otherwise be scanned again from each of its parts (quadratic
  // time)
  const found = credentials.matchAll(/(?<![a-z_])(oauth_[a-z_]+)="([^"]*)"/g);
  return [...found].map(([, name = "", value = ""]) => [name, percentDecode(value)]);
}

/**
 * Parameter names as WooCommerce sees them after PHP has parsed them: `include[]` twice becomes `include[0]` and
 * `include[1]`. Explicit indexes stay.
 */
function withIndexes(pairs: readonly Pair[]): Pair[] {
  const next = new Map<string, number>();
  return pairs.map(([name, value]) => {
    const steps = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name);
    if (!steps) return [name, value];
    let path = steps[1] ?? "";
    for (const [, step = ""] of (steps[2] ?? "").matchAll(/\[([^\]]*)\]/g)) {
      const index = step === "" ? String(next.get(path) ?? 0) : step;
      if (/^\d+$/.test(index)) next.set(path, Math.max(next.get(path) ?? 0, Number(index) + 1));
      path = `${path}[${index}]`;
    }
    return [path, value];
  });
}

const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The last value of each name, as PHP reads a query: WooCommerce's own client sends every parameter twice and signs
 * it once.
 */
export const lastOfEach = (pairs: readonly Pair[]): Pair[] => [...new Map(withIndexes(pairs))];

/** RFC 5849, 3.4.1: method, URL and parameters, each encoded, joined by `&`. `url` has no query. */
export function baseString(method: string, url: string, pairs: readonly Pair[]): string {
  const parameters = withIndexes(pairs)
    .filter(([name]) => name !== "oauth_signature")
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort((one, other) => byCode(one[0], other[0]) || byCode(one[1], other[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return [method.toUpperCase(), url, parameters].map(percentEncode).join("&");
}

const algorithms = new Map([
  ["HMAC-SHA1", "sha1"],
  ["HMAC-SHA256", "sha256"],
]);
export const isSignatureMethod = (method: string): boolean => algorithms.has(method);

/**
 * Whether the signature matches one of the base strings. There is no token, so the key ends in a bare `&`. Compared in
 * constant time.
 */
export function signatureMatches(
  signature: string,
  method: string,
  consumerSecret: string,
  baseStrings: readonly string[],
): boolean {
  const algorithm = algorithms.get(method);
  if (!algorithm) return false;
  return baseStrings.some((text) =>
    secretsEqual(
      signature,
      createHmac(algorithm, `${percentEncode(consumerSecret)}&`)
        .update(text)
        .digest("base64"),
    ),
  );
}
