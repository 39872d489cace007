import type { Logger } from "pino";
import { type Clock, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { SingleFlight } from "#shop/kernel/base/single-flight.ts";
import {
  fetchJson,
  UpstreamUnavailableError,
  type UpstreamResponse,
  type FetchJsonOptions,
} from "#shop/kernel/outbound/http-client.ts";
import { issueOf, PaypalError, PaypalToken } from "./shapes.ts";

export type PaypalSettings = NonNullable<Config["paypal"]>;

export interface PaypalCall {
  /** PayPal-Request-Id: makes a retry idempotent */
  requestId?: string;
  body?: Record<string, unknown>;
  timeoutMs?: number;
  tries?: number;
}

/**
 * Calls PayPal with an access token, POST if there is a body. 5xx, 429 and rejected credentials count as unavailable,
 * since they give no information about the payment.
 * @throws UpstreamUnavailableError
 */
export type CallPaypal = (path: string, call?: PaypalCall) => Promise<UpstreamResponse>;

interface CachedToken {
  accessToken: string;
  /** some minutes before the token expires, so that none expires in flight */
  expiresAt: number;
}

const expiryMarginMs = 5 * minuteMs;

async function fetchToken({ apiUrl, clientId, clientSecret }: PaypalSettings, now: number): Promise<CachedToken> {
  const response = await fetchJson(`${apiUrl}/v1/oauth2/token`, {
    service: "paypal",
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    form: { grant_type: "client_credentials" },
    timeoutMs: 5_000,
  });
  const token = PaypalToken.safeParse(response.body);
  if (response.status !== 200 || !token.success)
    throw new UpstreamUnavailableError(`PayPal: token request failed: HTTP ${response.status}`);
  return {
    accessToken: token.data.access_token,
    expiresAt: now + Math.max(token.data.expires_in * secondMs - expiryMarginMs, 0),
  };
}

/** Caches the access token; concurrent calls without a valid one share one token request. */
function createTokenCache(settings: PaypalSettings, clock: Clock) {
  let cached: CachedToken | null = null;
  const requests = new SingleFlight<"token", CachedToken>();
  const getUnless = async (isStale: (token: CachedToken) => boolean): Promise<string> => {
    if (cached && isStale(cached)) cached = null;
    cached ??= await requests.run("token", () => fetchToken(settings, clock.now().getTime()));
    return cached.accessToken;
  };
  return {
    current: () => getUnless(({ expiresAt }) => expiresAt <= clock.now().getTime()),
    replacing: (rejectedToken: string) => getUnless(({ accessToken }) => accessToken === rejectedToken),
  };
}

const optionsOf = ({ body, requestId, timeoutMs = 6_000, tries = 2 }: PaypalCall, token: string): FetchJsonOptions => ({
  service: "paypal",
  method: body ? "POST" : "GET",
  headers: {
    authorization: `Bearer ${token}`,
    prefer: "return=representation",
    ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
  },
  ...(body ? { body } : {}),
  timeoutMs,
  tries,
});

export function openPaypalApi(settings: PaypalSettings, { clock, log }: { clock: Clock; log: Logger }): CallPaypal {
  const tokens = createTokenCache(settings, clock);
  /** logs `debug_id`, which PayPal's support needs */
  const logError = (path: string, { status, body }: UpstreamResponse): void => {
    const problem = PaypalError.safeParse(body);
    const debugId = problem.success ? problem.data.debug_id : undefined;
    // 401 and 403 are configuration errors for the merchant to fix; other errors are part of normal operation
    const level = status === 401 || status === 403 ? "warn" : "info";
    log[level]({ path, status, debugId, issue: issueOf(body) }, "PayPal rejected a request");
  };
  return async (path, call = {}) => {
    const url = `${settings.apiUrl}${path}`;
    const token = await tokens.current();
    let response = await fetchJson(url, optionsOf(call, token));
    if (response.status === 401) response = await fetchJson(url, optionsOf(call, await tokens.replacing(token)));
    if (response.status >= 400) logError(path, response);
    if (response.status >= 500 || response.status === 429 || response.status === 401)
      throw new UpstreamUnavailableError(`PayPal returned HTTP ${response.status}`);
    return response;
  };
}
