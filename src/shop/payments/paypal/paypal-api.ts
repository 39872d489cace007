import type { Logger } from "pino";
import { type Clock, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import {
  fetchJson,
  UpstreamUnavailableError,
  type UpstreamResponse,
  type FetchJsonOptions,
} from "#shop/kernel/outbound/http-client.ts";
import { issueOf, Problem, Token } from "./shapes.ts";

export type PaypalSettings = NonNullable<Config["paypal"]>;

export interface PaypalCall {
  /** makes a repeat the same request */
  requestId?: string;
  body?: Record<string, unknown>;
  timeoutMs?: number;
  tries?: number;
}

/**
 * Calls PayPal with a token, POST where there is a body. 5xx, 429 and refused credentials are silence: whoever asks is none
 * the wiser.
 * @throws NoAnswer
 */
export type CallPaypal = (path: string, call?: PaypalCall) => Promise<UpstreamResponse>;

interface HeldToken {
  text: string;
  /** a little before its end, so that none ends on its way */
  until: number;
}

const earlyMs = 5 * minuteMs;

async function fetchToken({ apiUrl, clientId, clientSecret }: PaypalSettings, now: number): Promise<HeldToken> {
  const answer = await fetchJson(`${apiUrl}/v1/oauth2/token`, {
    service: "paypal",
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    form: { grant_type: "client_credentials" },
    timeoutMs: 5_000,
  });
  const token = Token.safeParse(answer.body);
  if (answer.status !== 200 || !token.success)
    throw new UpstreamUnavailableError(`PayPal gives no token, but ${answer.status}`);
  return {
    text: token.data.access_token,
    until: now + Math.max(token.data.expires_in * secondMs - earlyMs, 0),
  };
}

/** One token for all calls, asked for once however many wait for it. */
function tokenKeeper(settings: PaypalSettings, clock: Clock) {
  let held: Promise<HeldToken> | null = null;
  const renew = (): Promise<HeldToken> => {
    const asked = fetchToken(settings, clock.now().getTime());
    held = asked;
    asked.catch(() => {
      if (held === asked) held = null;
    });
    return asked;
  };
  /** What is held, or else is on its way, in place of one that will not do: whoever comes first brings it for all. */
  const after = async (useless: (token: HeldToken) => boolean): Promise<string> => {
    const asked = held ?? renew();
    const token = await asked;
    if (!useless(token)) return token.text;
    return (await (held === null || held === asked ? renew() : held)).text;
  };
  return {
    current: () => after(({ until }) => until <= clock.now().getTime()),
    instead: (refused: string) => after(({ text }) => text === refused),
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
  const tokens = tokenKeeper(settings, clock);
  /** `debug_id` is what PayPal's support asks for */
  const note = (path: string, { status, body }: UpstreamResponse): void => {
    const problem = Problem.safeParse(body);
    const debugId = problem.success ? problem.data.debug_id : undefined;
    // credentials and rights are the merchant's to mend; everything else happens to shoppers every day
    const level = status === 401 || status === 403 ? "warn" : "info";
    log[level]({ path, status, debugId, issue: issueOf(body) }, "PayPal refuses");
  };
  return async (path, call = {}) => {
    const url = `${settings.apiUrl}${path}`;
    const token = await tokens.current();
    let answer = await fetchJson(url, optionsOf(call, token));
    if (answer.status === 401) answer = await fetchJson(url, optionsOf(call, await tokens.instead(token)));
    if (answer.status >= 400) note(path, answer);
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401)
      throw new UpstreamUnavailableError(`PayPal answers ${answer.status}`);
    return answer;
  };
}
