import { setTimeout as pause } from "node:timers/promises";

export interface OutgoingOptions {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs?: number;
  /** tries in all; only for calls that may be repeated */
  tries?: number;
  pauseMs?: number;
}

/** An answer of another service: any status, its body parsed as JSON where it is JSON. */
export interface OutgoingAnswer {
  status: number;
  body: unknown;
}

/** No answer came: refused, timed out, or cut off. */
export class NoAnswer extends Error {}

async function once(
  url: string,
  { method = "GET", headers = {}, body, timeoutMs = 5_000 }: OutgoingOptions,
): Promise<OutgoingAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: text };
  }
}

/** Calls another service with a time limit, again on silence and on 5xx. @throws NoAnswer */
export async function callOut(url: string, options: OutgoingOptions = {}): Promise<OutgoingAnswer> {
  const { tries = 2, pauseMs = 200 } = options;
  for (let left = tries - 1; ; left--) {
    try {
      const answer = await once(url, options);
      if (answer.status < 500 || left <= 0) return answer;
    } catch (error) {
      if (left <= 0) throw new NoAnswer(`no answer from ${new URL(url).host}`, { cause: error });
    }
    await pause(pauseMs);
  }
}
