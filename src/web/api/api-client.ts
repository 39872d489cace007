import { type StoreClient, storeClient, type Transport } from "#contract/client.ts";
import { defaultLanguage, type Language } from "#contract/language.ts";

const transport =
  (keepalive: boolean): Transport =>
  async ({ method, url, headers, body, timeoutMs, signal }) => {
    const response = await fetch(url, {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      keepalive,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: await response.json().catch(() => null),
    };
  };

const pageLanguage = (): Language => (document.documentElement.lang === "en" ? "en" : defaultLanguage);

const authorization = (): Record<string, string> => {
  const key = document.querySelector<HTMLMetaElement>('meta[name="storefront-key"]')?.content;
  return key ? { authorization: `Basic ${btoa(key)}` } : {};
};

const connect = (keepalive: boolean): StoreClient =>
  storeClient(transport(keepalive), { lang: pageLanguage(), headers: authorization() });

let connected: StoreClient | undefined;
/**
 * The browser's store client: uses the page's language and key and the visitor's cookies. Never call it on the server.
 */
export const getApiClient = (): StoreClient => {
  connected ??= connect(false);
  return connected;
};

/** For requests sent while the page unloads: `keepalive` lets the browser finish them afterwards. */
export const getKeepaliveClient = (): StoreClient => connect(true);
