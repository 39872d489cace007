import type { Problem } from "#contract/problem.ts";
import { toProblem } from "#contract/call.ts";
import { externalStore } from "#design/external-store.ts";
import { CallError } from "./call-error.ts";

/** A slower attempt counts as failed. */
const attemptMs = 8_000;
const pausesMs = [1_000, 2_000, 4_000, 8_000];
/** a photo on a slow connection */
const uploadMs = 60_000;

const noResponse: Problem = { code: "network_error", message: "", data: { status: 0 } };

/** Number of requests that wait for their next attempt. */
export const waitingRequests = externalStore(0);

const pause = (ms: number): Promise<void> =>
  new Promise((resume) => {
    waitingRequests.set(waitingRequests.get() + 1);
    setTimeout(() => {
      waitingRequests.set(waitingRequests.get() - 1);
      resume();
    }, ms);
  });

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** JSON */
  body?: string;
  /** a file, in place of a JSON body */
  file?: Blob;
  /** whether the request has the same effect if it is sent again */
  repeatable: boolean;
}

/** A successful response; `body` is null for 304. */
export interface WireResponse {
  status: number;
  body: unknown;
  header(name: string): string | null;
}

/** @throws CallError */
async function attempt({ method, url, headers, body: json, file }: WireRequest): Promise<WireResponse> {
  const body = file ?? json;
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": file?.type ?? "application/json" }),
      ...headers,
    },
    credentials: "same-origin",
    cache: "no-store",
    signal: AbortSignal.timeout(file ? uploadMs : attemptMs),
    ...(body === undefined ? {} : { body }),
  }).catch(() => {
    throw new CallError(0, noResponse);
  });
  const { status } = response;
  const header = (name: string) => response.headers.get(name);
  if (status === 304) return { status, body: null, header };
  const data: unknown = await response.json().catch(() => null);
  if (!response.ok || data === null) throw new CallError(status, toProblem(status, data), header("retry-after"));
  return { status, body: data, header };
}

/**
 * Sends a request, with further attempts after 1, 2, 4 and 8 s where it may then succeed; none while the browser is offline.
 * @throws CallError
 */
export async function send(request: WireRequest): Promise<WireResponse> {
  for (const pauseMs of request.repeatable ? pausesMs : []) {
    try {
      return await attempt(request);
    } catch (error) {
      if (!(error instanceof CallError && error.mayPass) || !navigator.onLine) throw error;
      await pause(pauseMs);
    }
  }
  return attempt(request);
}
