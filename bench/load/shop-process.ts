// The shop as in production, in a child process that reports its resource usage. BENCH_CACHE=off: no response is
// cached; BENCH_CACHE=page: no lists and pages are cached, but the fragments that they share.
import { countRoundTrips } from "#fixtures/testing/count-round-trips.ts";
import type { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { startShop } from "../../src/main.ts";
import { handleRequests, ownUsage } from "./child.ts";

const roundTrips = countRoundTrips();

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
  usage: () => ({ ...ownUsage(), roundTrips: roundTrips() }),
});
process.once("SIGTERM", async () => {
  await (await starting).stop();
  process.exit();
});
