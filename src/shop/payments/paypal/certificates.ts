import { type KeyObject, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PaypalSettings } from "./paypal-api.ts";

const theirs = ".paypal.com";

let trusted: X509Certificate[] | null = null;
/** The certificate authorities that Node.js trusts; read when first wanted, since there are many. */
const trustedRoots = (): X509Certificate[] => {
  trusted ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return trusted;
};

/** The certificates of a PEM file in their order. @throws for a damaged one */
const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block),
  );

const issued = (child: X509Certificate, parent: X509Certificate): boolean =>
  child.checkIssued(parent) && child.verify(parent.publicKey);

const isCurrent = (certificate: X509Certificate, now: Date): boolean =>
  Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo);

/** Any name of PayPal's: an authority gives certificates to everybody. */
const isPaypals = ({ subject, subjectAltName = "" }: X509Certificate): boolean =>
  [...subject.split("\n"), ...subjectAltName.split(", ")].some(
    (name) => /^(CN=|DNS:)/.test(name) && name.toLowerCase().endsWith(theirs),
  );

const longestChain = 6;

/**
 * Whether the first of a file's certificates is PayPal's, in date, and goes back over the others to an authority.
 * @param chain as the file has them, the signing one first
 */
export function isTrusted(
  chain: readonly X509Certificate[],
  { roots, now }: { roots: readonly X509Certificate[]; now: Date },
): boolean {
  const [leaf, ...others] = chain;
  if (!leaf || !isPaypals(leaf)) return false;
  let current = leaf;
  for (let steps = 0; steps < longestChain; steps++) {
    const child = current;
    if (!isCurrent(child, now)) return false;
    if (roots.some((root) => issued(child, root) && isCurrent(root, now))) return true;
    const parent = others.find((other) => other.ca && other !== child && issued(child, other));
    if (!parent) return false;
    current = parent;
  }
  return false;
}

/**
 * Where a certificate may come from: PayPal's hosts, and the very server that is set as PayPal's, so that a stand-in is
 * tested against the way the real one is. Only the real one's certificates are checked: a stand-in's are its own.
 */
export function sourceOf(certUrl: string, apiUrl: string): "paypal" | "stand-in" | null {
  const url = URL.parse(certUrl);
  if (!url || url.username || url.password) return null;
  if (url.protocol === "https:" && url.hostname.endsWith(theirs)) return "paypal";
  return /^https?:$/.test(url.protocol) && url.origin === new URL(apiUrl).origin ? "stand-in" : null;
}

interface KeptKey {
  key: KeyObject | null;
  until: number;
}
const keptMs = dayMs;
const keptBadMs = 5 * minuteMs;
const mostKept = 8;
const kept = new WeakMap<PaypalSettings, Map<string, KeptKey>>();

async function fetchKey(source: "paypal" | "stand-in", certUrl: string, now: Date): Promise<KeyObject | null> {
  const { status, text } = await fetchJson(certUrl, {
    service: "paypal",
    headers: { accept: "*/*" },
    timeoutMs: 5_000,
  });
  if (status >= 500 || status === 429) throw new UpstreamUnavailableError(`the certificate's server answers ${status}`);
  if (status !== 200) return null;
  try {
    const chain = certificatesIn(text);
    const good = source === "stand-in" || isTrusted(chain, { roots: trustedRoots(), now });
    const key = good ? chain[0]?.publicKey : undefined;
    return key?.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null; // no certificate
  }
}

/**
 * The key with which PayPal signs what it posts, by the address that a message names; null for one that is not to be trusted.
 * A few are kept for a day: whoever posts rubbish costs no more than the fetching of it.
 * @throws NoAnswer
 */
export async function signingKey(settings: PaypalSettings, certUrl: string, now: Date): Promise<KeyObject | null> {
  const source = sourceOf(certUrl, settings.apiUrl);
  if (!source) return null;
  const keys = kept.get(settings) ?? new Map<string, KeptKey>();
  kept.set(settings, keys);
  const known = keys.get(certUrl);
  if (known && known.until > now.getTime()) return known.key;
  const key = await fetchKey(source, certUrl, now);
  keys.delete(certUrl);
  keys.set(certUrl, { key, until: now.getTime() + (key ? keptMs : keptBadMs) });
  for (const oldest of [...keys.keys()].slice(0, -mostKept)) keys.delete(oldest);
  return key;
}
