import { type KeyObject, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PaypalSettings } from "./paypal-api.ts";

const paypalDomain = ".paypal.com";

let cachedRoots: X509Certificate[] | null = null;
/** Node.js's root certificates; parsed on first use, since there are many. */
const trustedRoots = (): X509Certificate[] => {
  cachedRoots ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return cachedRoots;
};

/** Parses the certificates of a PEM file, in order. @throws for an invalid certificate */
const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block),
  );

const isIssuedBy = (child: X509Certificate, parent: X509Certificate): boolean =>
  child.checkIssued(parent) && child.verify(parent.publicKey);

const isCurrent = (certificate: X509Certificate, now: Date): boolean =>
  Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo);

/** Requires a name under paypal.com, since a public authority issues certificates for every domain. */
const isPaypalCertificate = ({ subject, subjectAltName = "" }: X509Certificate): boolean =>
  [...subject.split("\n"), ...subjectAltName.split(", ")].some(
    (name) => /^(CN=|DNS:)/.test(name) && name.toLowerCase().endsWith(paypalDomain),
  );

const maxChainLength = 6;

/**
 * Whether the first certificate is PayPal's, currently valid, and chains up to a root certificate.
 * @param chain as in the file, the signing certificate first
 */
export function isTrusted(
  chain: readonly X509Certificate[],
  { roots, now }: { roots: readonly X509Certificate[]; now: Date },
): boolean {
  const [leaf, ...others] = chain;
  if (!leaf || !isPaypalCertificate(leaf)) return false;
  let current = leaf;
  for (let steps = 0; steps < maxChainLength; steps++) {
    const child = current;
    if (!isCurrent(child, now)) return false;
    if (roots.some((root) => isIssuedBy(child, root) && isCurrent(root, now))) return true;
    const parent = others.find((other) => other.ca && other !== child && isIssuedBy(child, other));
    if (!parent) return false;
    current = parent;
  }
  return false;
}

/**
 * Checks the origin of a certificate: PayPal's hosts, or the configured API server, so that a simulator is tested the
 * same way. Only PayPal's certificates are validated; a simulator's are self-signed.
 */
export function sourceOf(certUrl: string, apiUrl: string): "paypal" | "simulator" | null {
  const url = URL.parse(certUrl);
  if (!url || url.username || url.password) return null;
  if (url.protocol === "https:" && url.hostname.endsWith(paypalDomain)) return "paypal";
  return /^https?:$/.test(url.protocol) && url.origin === new URL(apiUrl).origin ? "simulator" : null;
}

interface CachedKey {
  key: KeyObject | null;
  until: number;
}
const validKeyTtlMs = dayMs;
const invalidKeyTtlMs = 5 * minuteMs;
const maxCachedKeys = 8;
const keyCaches = new WeakMap<PaypalSettings, TaggedCache<string, CachedKey>>();

async function fetchKey(source: "paypal" | "simulator", certUrl: string, now: Date): Promise<KeyObject | null> {
  const { status, text } = await fetchJson(certUrl, {
    service: "paypal",
    headers: { accept: "*/*" },
    timeoutMs: 5_000,
  });
  if (status >= 500 || status === 429)
    throw new UpstreamUnavailableError(`the server of the certificate responded with ${status}`);
  if (status !== 200) return null;
  try {
    const chain = certificatesIn(text);
    const isValid = source === "simulator" || isTrusted(chain, { roots: trustedRoots(), now });
    const key = isValid ? chain[0]?.publicKey : undefined;
    return key?.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null; // not a certificate
  }
}

/**
 * The public key of a webhook's signature by certificate URL; null if it is not trusted. Keys are cached for a day and
 * failures for five minutes, so that forged webhooks cause few fetches.
 * @throws UpstreamUnavailableError
 */
export async function signingKey(settings: PaypalSettings, certUrl: string, now: Date): Promise<KeyObject | null> {
  const source = sourceOf(certUrl, settings.apiUrl);
  if (!source) return null;
  const keys = keyCaches.get(settings) ?? new TaggedCache<string, CachedKey>({ maxSize: maxCachedKeys });
  keyCaches.set(settings, keys);
  const known = keys.get(certUrl);
  if (known && known.until > now.getTime()) return known.key;
  const key = await fetchKey(source, certUrl, now);
  keys.set(certUrl, { key, until: now.getTime() + (key ? validKeyTtlMs : invalidKeyTtlMs) });
  return key;
}
