import { signedHeader } from "#fixtures/testing/sign-oauth.ts";
import type { RunningShop } from "./running-shop.ts";

/** A record that the API has created. */
export interface Stored {
  id: number;
  name: string;
}
/** Calls `wc/v3` with a merchant's key. */
export type Merchant = <T = Stored>(method: string, path: string, body?: object) => Promise<T>;

/** A client with an API key that signs its requests with OAuth, since the demonstration uses HTTP. */
export async function merchantOf(shop: RunningShop): Promise<Merchant> {
  const made = JSON.parse(await shop.command("keys create --permissions read_write --json"));
  const { consumer_key: key, consumer_secret: secret } = made as Record<string, string>;
  if (!key || !secret) throw new Error("no key was created");
  return async <T>(method: string, path: string, body?: object) => {
    const url = `${shop.url}/wp-json/wc/v3/${path}`;
    const headers = { authorization: signedHeader({ method, url, key, secret }), "content-type": "application/json" };
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
}

/** Creates a ring that has a page but is in no list, so that the tests of public pages do not find it there. */
export function sellHidden(merchant: Merchant, fields: object): Promise<Stored> {
  return merchant("POST", "products", { categories: [{ id: 11 }], ...fields, catalog_visibility: "hidden" });
}
