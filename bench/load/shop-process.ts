// The shop as in production, in a child process that reports its resource usage. BENCH_CACHE=off: no response is
// cached; BENCH_CACHE=page: no lists and pages are cached, but the fragments that they share.
import pg from "pg";
import type { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { startShop } from "../../src/main.ts";
import { handleRequests, ownUsage } from "./child.ts";

let roundTrips = 0;
/** statements in flight by connection: pipelined statements are not further round trips */
const inFlight = new WeakMap<pg.Client, number>();
const originalQuery = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]): unknown {
  const before = inFlight.get(this) ?? 0;
  if (before === 0) roundTrips++;
  inFlight.set(this, before + 1);
  const over = (): void => void inFlight.set(this, (inFlight.get(this) ?? 1) - 1);
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const onResult = (...result: unknown[]): unknown => {
      over();
      return callback(...result);
    };
    return originalQuery.apply(this, [...args.slice(0, -1), onResult]);
  }
  const result = originalQuery.apply(this, args);
  result.then(over, over);
  return result;
} as typeof pg.Client.prototype.query;

/**
 * Loads matching entries for every request, from the fragment cache and with batching, as the shop does; entries with
 * other keys are cached.
 */
class UncachedResponses extends ResponseCache {
  readonly #meant: RegExp;
  #nth = 0;
  constructor(admission: AdmissionController, meant: RegExp) {
    super({ admission });
    this.#meant = meant;
  }
  override getOrLoad(...[key, make]: Parameters<ResponseCache["getOrLoad"]>): ReturnType<ResponseCache["getOrLoad"]> {
    if (!this.#meant.test(key)) return super.getOrLoad(key, make);
    return super.getOrLoad(`${key} ${++this.#nth}`, async () => ({ ...(await make()), store: false }));
  }
}

/** the keys of the response cache that are not cached */
const unkept: Record<string, RegExp> = { off: /^/, page: /^(page |category-list:)/ };
const meant = unkept[process.env.BENCH_CACHE ?? ""];

const starting = startShop({
  environment: process.env,
  ...(meant ? { openCache: (admission: AdmissionController) => new UncachedResponses(admission, meant) } : {}),
});

handleRequests({
  url: async () => (await starting).url,
  usage: () => ({ ...ownUsage(), roundTrips }),
});
process.once("SIGTERM", async () => {
  await (await starting).stop();
  process.exit();
});
