import type { FastifyRequest } from "fastify";
import { Refusal } from "./problems.ts";
import { hmacHex, sameSecret } from "./secrets.ts";
import type { Shop } from "./shop.ts";

export const permissions = ["read", "write", "read_write"] as const;
export type Permissions = (typeof permissions)[number];

/** Who signs a call of `wc/v3`. */
export type Caller =
  | { kind: "anonymous" }
  /** the page's publishable key: acts as the visitor of the session cookie, and for nobody else */
  | { kind: "storefront" }
  | { kind: "merchant"; keyId: number; permissions: Permissions };

export interface KeyPair {
  consumerKey: string;
  consumerSecret: string;
}

/** The publishable pair that every page carries. It is derived from APP_SECRET, so that all processes agree on it. */
export const storefrontKey = (appSecret: string): KeyPair => ({
  consumerKey: `ck_${hmacHex(appSecret, "storefront key").slice(0, 40)}`,
  consumerSecret: `cs_${hmacHex(appSecret, "storefront secret").slice(0, 40)}`,
});

export function basicPair(request: FastifyRequest): KeyPair | null {
  const found = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? "");
  if (!found?.[1]) return null;
  const text = Buffer.from(found[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { consumerKey: text.slice(0, colon), consumerSecret: text.slice(colon + 1) };
}

export const isStorefrontKey = (shop: Shop, pair: KeyPair | null): boolean => {
  if (!pair) return false;
  const own = storefrontKey(shop.config.appSecret);
  return sameSecret(pair.consumerKey, own.consumerKey) && sameSecret(pair.consumerSecret, own.consumerSecret);
};

/** 401 for an anonymous call where `wc/v3` needs a key. */
export const cannotView = (): Refusal =>
  new Refusal(401, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.");
