import { setTimeout as pause } from "node:timers/promises";
import { outgoing } from "#shop/kernel/observability/metrics.ts";
import { occasion } from "#shop/kernel/observability/request-context.ts";

/** Whom the shop calls. */
export type Service = "ghn" | "vnpay" | "paypal" | "webhook" | "picture";

export interface OutgoingOptions {
  service: Service;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** sent as JSON */
  body?: unknown;
  /** sent as a form, in place of a body */
  form?: Record<string, string>;
  timeoutMs?: number;
  /** tries in all; only for calls that may be repeated */
  tries?: number;
  pauseMs?: number;
  /**
   * one try more, at once, when the connection was cut: the other side may close one that was kept open just as it is used
   * again. Only for calls that may be repeated
   */
  retryOnConnectionReset?: boolean;
}

/** An answer of another service, whatever its status: its body as it came, and parsed as JSON where it is JSON. */
export interface OutgoingAnswer {
  status: number;
  body: unknown;
  text: string;
}

/** No answer came: refused, timed out, or cut off. */
export class UpstreamUnavailableError extends Error {}

/** What is sent, with its type; fetch names a form's by itself. */
function payload({ body, form }: OutgoingOptions): {
  headers: Record<string, string>;
  body?: string | URLSearchParams;
} {
  if (form) return { headers: {}, body: new URLSearchParams(form) };
  return body === undefined
    ? { headers: {} }
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

const outcomeOf = (status: number): string => (status < 400 ? "ok" : status < 500 ? "refused" : "failed");

/** The id that the other side may log too. */
export const requestIdHeader = (): Record<string, string> => {
  const id = occasion()?.id;
  return id === undefined ? {} : { "x-request-id": id };
};

/** Counts one call, and writes a line: no query, key or body, and of a merchant's addresses the host alone. */
export async function instrumentCall<T extends { status: number }>(
  service: Service,
  { method, url }: { method: string; url: URL },
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const note = (outcome: string, status: number | null): void => {
    const ms = Math.round(performance.now() - began);
    outgoing.observe({ service, outcome }, ms / 1000);
    const foreign = service === "webhook" || service === "picture";
    const to = foreign ? { host: url.host } : { host: url.host, path: url.pathname };
    occasion()?.log.info({ service, method, ...to, status, ms }, "another service was called");
  };
  try {
    const answer = await call();
    note(outcomeOf(answer.status), answer.status);
    return answer;
  } catch (error) {
    note("no answer", null);
    throw error;
  }
}

async function once(url: string, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const { method = "GET", headers = {}, timeoutMs = 5_000 } = options;
  const sent = payload(options);
  const response = await fetch(url, {
    method,
    headers: { accept: "application/json", ...requestIdHeader(), ...sent.headers, ...headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as unknown, text };
  } catch {
    return { status: response.status, body: text, text };
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";

/** Calls another service with a time limit, again on silence and on 5xx. @throws NoAnswer */
export async function fetchJson(url: string, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const { tries = 2, pauseMs = 200 } = options;
  let { retryOnConnectionReset = false } = options;
  for (let left = tries - 1; ; left--) {
    try {
      const target = { method: options.method ?? "GET", url: new URL(url) };
      const answer = await instrumentCall(options.service, target, () => once(url, options));
      if (answer.status < 500 || left <= 0) return answer;
    } catch (error) {
      if (retryOnConnectionReset && !isTimeout(error)) {
        retryOnConnectionReset = false;
        left++;
        continue;
      }
      if (left <= 0) throw new UpstreamUnavailableError(`no answer from ${new URL(url).host}`, { cause: error });
    }
    await pause(pauseMs);
  }
}
