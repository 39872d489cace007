import { setTimeout as pause } from "node:timers/promises";
import { clientRequests } from "#shop/kernel/observability/metrics.ts";
import { requestContext } from "#shop/kernel/observability/request-context.ts";

export interface FetchJsonOptions {
  /** label of the called service in the metrics: one of a few fixed names */
  service: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** sent as JSON */
  body?: unknown;
  /** sent as a form, instead of a body */
  form?: Record<string, string>;
  timeoutMs?: number;
  /** number of attempts; more than one only for idempotent calls */
  tries?: number;
  pauseMs?: number;
  /**
   * one more attempt, at once, after a connection reset: the server may close a keep-alive connection just as it is
   * reused. Only for idempotent calls
   */
  retryOnConnectionReset?: boolean;
}

/** The response of another service, of any status: the raw body, and the body parsed if it is JSON. */
export interface UpstreamResponse {
  status: number;
  body: unknown;
  text: string;
  /** of `Retry-After` in seconds; null without it */
  retryAfterMs: number | null;
}

/** No response: connection refused, reset, or timed out. */
export class UpstreamUnavailableError extends Error {}

/** Body and content type; fetch sets that of a form itself. */
function encodeBody({ body, form }: FetchJsonOptions): {
  headers: Record<string, string>;
  body?: string | URLSearchParams;
} {
  if (form) return { headers: {}, body: new URLSearchParams(form) };
  return body === undefined
    ? { headers: {} }
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

const outcomeOf = (status: number): string => (status < 400 ? "ok" : status < 500 ? "client_error" : "server_error");

/** The request id, for the log of the called service. */
export const requestIdHeader = (): Record<string, string> => {
  const id = requestContext()?.id;
  return id === undefined ? {} : { "x-request-id": id };
};

/** Measures and logs one call: no query, key or body, and of merchants' URLs only the host. */
export async function instrumentCall<T extends { status: number }>(
  service: string,
  { method, url }: { method: string; url: URL },
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const record = (outcome: string, status: number | null): void => {
    const ms = Math.round(performance.now() - began);
    clientRequests.observe({ service, outcome }, ms / 1000);
    const isMerchantUrl = service === "webhook" || service === "picture";
    const to = isMerchantUrl ? { host: url.host } : { host: url.host, path: url.pathname };
    requestContext()?.log.info({ service, method, ...to, status, ms }, "called another service");
  };
  try {
    const response = await call();
    record(outcomeOf(response.status), response.status);
    return response;
  } catch (error) {
    record("no_response", null);
    throw error;
  }
}

const readRetryAfter = (header: string | null): number | null =>
  /^\d{1,6}$/.test(header ?? "") ? Number(header) * 1000 : null;

async function sendOnce(url: string, options: FetchJsonOptions): Promise<UpstreamResponse> {
  const { method = "GET", headers = {}, timeoutMs = 5_000 } = options;
  const sent = encodeBody(options);
  const response = await fetch(url, {
    method,
    headers: { accept: "application/json", ...requestIdHeader(), ...sent.headers, ...headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  const { status } = response;
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"));
  try {
    return { status, body: JSON.parse(text) as unknown, text, retryAfterMs };
  } catch {
    return { status, body: text, text, retryAfterMs };
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";

/** Calls another service with a timeout; retries after a failure and on 5xx. @throws UpstreamUnavailableError */
export async function fetchJson(url: string, options: FetchJsonOptions): Promise<UpstreamResponse> {
  const { tries = 2, pauseMs = 200 } = options;
  let { retryOnConnectionReset = false } = options;
  for (let left = tries - 1; ; left--) {
    try {
      const target = { method: options.method ?? "GET", url: new URL(url) };
      const response = await instrumentCall(options.service, target, () => sendOnce(url, options));
      if (response.status < 500 || left <= 0) return response;
    } catch (error) {
      if (retryOnConnectionReset && !isTimeout(error)) {
        retryOnConnectionReset = false;
        left++;
        continue;
      }
      if (left <= 0) throw new UpstreamUnavailableError(`no response from ${new URL(url).host}`, { cause: error });
    }
    await pause(pauseMs);
  }
}
