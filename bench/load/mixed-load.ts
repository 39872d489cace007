import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { orderBody } from "./loads.ts";

/** The kinds of visitors of a busy shop. */
export const kinds = ["browsing", "cart", "order"] as const;
/** of visitors, and of the staff member that opens Today meanwhile */
export type Kind = (typeof kinds)[number] | "staff";

/** Every eight visitors, in this order. */
const turns: readonly (typeof kinds)[number][] = [
  ...(["browsing", "browsing", "cart", "browsing"] as const),
  ...(["browsing", "order", "browsing", "browsing"] as const),
];

/** An arrival rate for a time, independent of the response times. */
export interface Phase {
  perSecond: number;
  seconds: number;
}

/**
 * Visitors of all kinds: a number of connections that each send the next request after a response (closed loop), or
 * phases of arrival rates without a pause between them (open loop).
 */
export interface MixedLoad {
  url: string;
  arrivals: { atOnce: number; seconds: number } | readonly Phase[];
  headers: Record<string, string>;
  /** paths that are read, in turn */
  reads: readonly string[];
  products: readonly number[];
  /** session cookies of the ordering customers */
  sessions: readonly string[];
  /** headers of a staff member that opens Today again and again while phases last */
  staff?: Record<string, string>;
}

/** One request. Times in milliseconds. */
export interface Visit {
  kind: Kind;
  /** since the start of the load */
  startedMs: number;
  tookMs: number;
  /** "shed" is a 503 with Retry-After; any other status that is not 2xx is "failed" */
  end: "succeeded" | "shed" | "failed";
  /** the error or the beginning of the body */
  error: string;
}

/** request timeout */
const hungMs = 30_000;
/** maximum length of a stored error */
const maxErrorLength = 200;
const tickMs = 5;
const todayEveryMs = 250;
const todayPath = "/wp-json/lianne-admin/v1/today";
const json = { "content-type": "application/json" };

interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The request of the nth visitor of a kind. */
function requestOf(
  { headers, reads, products, sessions }: MixedLoad,
  kind: (typeof kinds)[number],
  nth: number,
): LoadRequest {
  const product_id = products[nth % products.length] ?? 0;
  if (kind === "browsing") return { method: "GET", path: reads[nth % reads.length] ?? "/", headers, body: "" };
  if (kind === "cart") {
    const body = JSON.stringify({ product_id, quantity: 1 });
    return { method: "POST", path: "/wp-json/custom-cart/v1/add", headers: { ...headers, ...json }, body };
  }
  const customer = nth % sessions.length;
  const own = { cookie: sessions[customer] ?? "", "idempotency-key": randomUUID() };
  const body = orderBody(customer, [{ product_id, quantity: 1 }]);
  return { method: "POST", path: "/wp-json/wc/v3/orders", headers: { ...headers, ...json, ...own }, body };
}

function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: LoadRequest,
): Promise<Pick<Visit, "end" | "error">> {
  return new Promise((done) => {
    const sent = request(`${url}${path}`, { agent, method, headers, timeout: hungMs }, (response) => {
      const status = response.statusCode ?? 0;
      const isShed = status === 503 && response.headers["retry-after"] !== undefined;
      const isSuccess = status >= 200 && status < 300;
      let error = "";
      response.on("data", (bytes: Buffer) => {
        if (!isSuccess && !isShed && error.length < maxErrorLength) error += bytes.toString("latin1");
      });
      response.once("end", () =>
        done({ end: isSuccess ? "succeeded" : isShed ? "shed" : "failed", error: error && `${status}: ${error}` }),
      );
      response.once("error", (error) => done({ end: "failed", error: String(error) }));
    });
    sent.once("timeout", () => sent.destroy(new Error(`no response within ${hungMs} ms`)));
    sent.once("error", (error) => done({ end: "failed", error: `${path}: ${error}` }));
    sent.end(body);
  });
}

/** @returns all requests, after the last response */
export async function driveMixedLoad(what: MixedLoad): Promise<Visit[]> {
  const { url, arrivals } = what;
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: "lifo" });
  const start = performance.now();
  const sinceMs = (): number => performance.now() - start;
  const visits: Visit[] = [];
  let startedCount = 0;
  let todays = 0;
  const visit = async (): Promise<void> => {
    const nth = startedCount++;
    const kind = turns[nth % turns.length] ?? "browsing";
    const startedMs = sinceMs();
    const ended = await send(url, agent, requestOf(what, kind, Math.floor(nth / 2)));
    visits.push({ kind, startedMs, tookMs: sinceMs() - startedMs, ...ended });
  };
  const all: Promise<void>[] = [];
  const openToday = async (headers: Record<string, string>): Promise<void> => {
    const startedMs = sinceMs();
    const ended = await send(url, agent, { method: "GET", path: todayPath, headers, body: "" });
    visits.push({ kind: "staff", startedMs, tookMs: sinceMs() - startedMs, ...ended });
  };
  if ("atOnce" in arrivals) {
    const stay = async (): Promise<void> => {
      while (sinceMs() < arrivals.seconds * 1000) await visit();
    };
    all.push(...Array.from({ length: arrivals.atOnce }, stay));
  } else
    for (const { perSecond, seconds } of arrivals) {
      const begin = { ms: sinceMs(), startedCount };
      for (let passed = 0; passed < seconds * 1000; passed = sinceMs() - begin.ms) {
        if (what.staff && todays * todayEveryMs <= sinceMs()) {
          todays++;
          all.push(openToday(what.staff));
        }
        while (startedCount - begin.startedCount < (perSecond * passed) / 1000) all.push(visit());
        await pause(tickMs);
      }
    }
  await Promise.all(all);
  agent.destroy();
  return visits;
}
