import { type Child, startChild, type Usage } from "./child.ts";
import { kinds, type Visit } from "./mixed-load.ts";
import { p99, requireRight } from "./overload.ts";
import type { Tools } from "./parts.ts";
import type { People } from "./accounts.ts";
import { maximum, type Engine, type FigureRow } from "./row.ts";
import { browserHeaders, startBenchShop } from "./servers.ts";

const group = "a long run";
/**
 * The peak load of a large shop, well below the machine's capacity: without idle time garbage collection would be
 * delayed, which would look like a leak.
 */
const perSecond = 20;
/** at the beginning the cache fills and V8 compiles: that part does not have to be flat */
const warmShare = 0.25;
const maxGrowth = 5;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

/**
 * Mixed visitors at a steady rate, and the memory of the process after each minute. It is flat if the median of the
 * last quarter is close to that of the second.
 * @throws for a wrong response
 */
export async function soak(
  { report }: Pick<Tools, "report">,
  about: { database: { url: string }; people: People; reads: readonly string[]; minutes: number },
  log: (line: string) => void,
): Promise<FigureRow[]> {
  const { database, people, reads, minutes } = about;
  const engine: Engine = "PostgreSQL";
  if (!(minutes >= 4)) throw new Error("a long run takes four minutes at least: --minutes 4");
  const shop = await startBenchShop(database);
  const driver: Child = startChild("load-generator.ts", "load");
  const memory: number[] = [];
  const visits: Visit[] = [];
  try {
    const common = { url: shop.url, headers: browserHeaders, reads, ...people };
    for (let minute = 1; minute <= minutes; minute++) {
      const arrivals = [{ perSecond, seconds: 60 }];
      const ofMinute = requireRight(await driver.request<Visit[]>("driveMixedLoad", { ...common, arrivals }));
      visits.push(...ofMinute);
      const { rss } = await shop.child.request<Usage>("usage");
      memory.push(rss / 1e6);
      log(
        `minute ${minute}: ${(rss / 1e6).toFixed(0)} MB, ${ofMinute.length} visits, p99 ${p99(ofMinute).toFixed(0)} ms`,
      );
    }
  } finally {
    await driver.stop();
    await shop.stop();
  }
  return figures(engine, visits, memory).map(report);
}

function figures(engine: Engine, visits: readonly Visit[], memory: readonly number[]): FigureRow[] {
  const quarter = Math.max(1, Math.floor(memory.length * warmShare));
  const [early, late] = [median(memory.slice(quarter, 2 * quarter)), median(memory.slice(-quarter))];
  const growth = (late / early - 1) * 100;
  const shed = visits.filter(({ end }) => end === "shed").length;
  const what = { group, engine, targets: [] };
  return [
    { ...what, name: `visits in ${memory.length} minutes`, value: visits.length, unit: "" },
    { ...what, name: "of them refused", value: shed, unit: "", targets: [maximum(shed, 0, "")] },
    ...kinds.map((kind) => ({
      ...what,
      ...{ name: `${kind}: p99`, value: p99(visits.filter((visit) => visit.kind === kind)), unit: "ms" },
    })),
    { ...what, name: "resident, median of the second quarter", value: early, unit: "MB" },
    { ...what, name: "resident, median of the last quarter", value: late, unit: "MB" },
    { ...what, name: "growth between them", value: growth, unit: "%", targets: [maximum(growth, maxGrowth, "%")] },
  ];
}
