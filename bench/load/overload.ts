import { type Child, startChild, type Usage } from "./child.ts";
import { type MixedLoad, type Kind, kinds, type Visit } from "./mixed-load.ts";
import type { Tools } from "./parts.ts";
import type { People } from "./accounts.ts";
import { minimum, maximum, type Engine, type FigureRow, type Target } from "./row.ts";
import { browserHeaders, startBenchShop } from "./servers.ts";

const group = "overload";
const connections = 32;
const times = 5;
const seconds = { warmUp: 1, capacity: 3, overload: 5, after: 5.5 };
const overMs = seconds.overload * 1000;
/** after the overload, requests come at this share of the shop's capacity, and have to be served within a second */
const calm = 0.5;
const promptMs = 1_000;
/** the longest that Today may take meanwhile */
const todayMs = 2_000;

const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
export const p99 = (visits: readonly Visit[]): number =>
  quantile(
    visits.map(({ tookMs }) => tookMs),
    0.99,
  );

/** How long after the end of the overload the last request was refused or slow. */
const recoveryOf = (after: readonly Visit[]): number =>
  Math.max(
    0,
    ...after
      .filter(({ end, tookMs }) => end !== "succeeded" || tookMs > promptMs)
      .map(({ startedMs }) => startedMs - overMs),
  ) / 1000;

interface Measured {
  capacity: number;
  offered: number;
  during: readonly Visit[];
  after: readonly Visit[];
  rss: number;
}

function figures(engine: Engine, { capacity, offered, during, after, rss }: Measured): FigureRow[] {
  const row = (name: string, value: number, unit: string, targets: Target[] = []): FigureRow => ({
    ...{ group, name, engine, value, unit, targets },
  });
  const of = (end: Visit["end"], kind?: Kind): Visit[] =>
    during.filter((visit) => visit.end === end && (kind === undefined || visit.kind === kind));
  const share = (kind: Kind): number => of("succeeded", kind).length / during.filter((one) => one.kind === kind).length;
  const aSecond = (visits: readonly Visit[]): number => visits.length / seconds.overload;
  const shedP99 = p99(of("shed"));
  const recovery = recoveryOf(after);
  const slowestToday = Math.max(...of("succeeded", "staff").map(({ tookMs }) => tookMs));
  return [
    row(`what it can do, ${connections} connections`, capacity, "a second"),
    row("offered", offered, "a second"),
    row("served meanwhile", aSecond(of("succeeded")), "a second"),
    row("refused with 503 and Retry-After", aSecond(of("shed")), "a second"),
    row("p99 of being refused", shedP99, "ms", [maximum(shedP99, 1_000, "ms")]),
    ...kinds.flatMap((kind) => {
      const percent = share(kind) * 100;
      const target = kind === "browsing" ? [] : [minimum(percent, 99, "%")];
      return [
        row(`${kind}: served`, percent, "%", target),
        row(`${kind}: p99 of those served`, p99(of("succeeded", kind)), "ms"),
      ];
    }),
    row("staff: served", share("staff") * 100, "%", [minimum(share("staff") * 100, 100, "%")]),
    row("staff: slowest Today", slowestToday, "ms", [maximum(slowestToday, todayMs, "ms")]),
    row("until all are served within a second again", recovery, "s", [maximum(recovery, 5, "s")]),
    row("resident", rss / 1e6, "MB"),
  ];
}

/** @throws if a response was neither correct nor a 503 with Retry-After */
export function requireRight(visits: readonly Visit[]): readonly Visit[] {
  const failed = visits.filter(({ end }) => end === "failed");
  if (failed.length > 0) throw new Error(`${failed.length} of ${visits.length} requests failed: ${failed[0]?.error}`);
  return visits;
}

/**
 * Sends five times as many requests as an uncached shop can serve, at a fixed arrival rate; then half of its capacity,
 * which shows when the shop has recovered.
 */
export async function overload(
  { report }: Tools,
  {
    database,
    engine,
    people,
    reads,
  }: {
    database: { url: string } | { folder: string };
    engine: Engine;
    people: People;
    reads: readonly string[];
  },
): Promise<FigureRow[]> {
  const shop = await startBenchShop(database, { cache: "off" });
  const driver: Child = startChild("load-generator.ts", "load");
  try {
    const common = { url: shop.url, headers: browserHeaders, reads, ...people, staff: people.staffHeaders };
    const drive = async (arrivals: MixedLoad["arrivals"]): Promise<readonly Visit[]> =>
      requireRight(await driver.request<Visit[]>("driveMixedLoad", { ...common, arrivals }));
    await drive({ atOnce: connections, seconds: seconds.warmUp });
    const served = await drive({ atOnce: connections, seconds: seconds.capacity });
    const capacity = served.filter(({ end }) => end === "succeeded").length / seconds.capacity;
    const offered = capacity * times;
    const all = await drive([
      { perSecond: offered, seconds: seconds.overload },
      { perSecond: capacity * calm, seconds: seconds.after },
    ]);
    const during = all.filter(({ startedMs }) => startedMs < overMs);
    const after = all.filter(({ startedMs }) => startedMs >= overMs);
    const { rss } = await shop.child.request<Usage>("usage");
    return figures(engine, { capacity, offered, during, after, rss }).map(report);
  } finally {
    await driver.stop();
    await shop.stop();
  }
}
