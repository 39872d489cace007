import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { expectReplicaForgives } from "../../fixtures/testing/replica-reads.ts";
import { untilReady } from "../chaos/test-cluster.ts";
import { Crowd } from "../chaos/load.ts";
import { assertOrderInvariants, newestOrder } from "../chaos/ledger.ts";
import { merchantKey } from "../chaos/merchant-key.ts";
import { PriceWatch } from "../chaos/staleness-monitor.ts";
import { countStock, fillStock } from "../chaos/stock-helpers.ts";
import { visitServer } from "../chaos/shop-database.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { type OwnPostgres, until } from "../kit/own-postgres.ts";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { openStage, type Stage } from "./stage.ts";

const buildTimeoutMs = 300_000;
const timeoutMs = 240_000;
const orders = 15;

const shopDatabase = ({ url }: OwnPostgres): string => url.replace(/postgres$/, "lianne");

/** The number of reads of the product table at a server. */
const readsOf = (server: OwnPostgres): Promise<number> =>
  visitServer(shopDatabase(server), async (query) => {
    const [row] = await query<{ reads: number }>(
      "select (seq_scan + idx_scan)::bigint reads from pg_stat_user_tables where relname = 'product'",
    );
    return row?.reads ?? 0;
  });

/** Starts customers, a merchant and price readers, all using the load balancer. */
async function letIn({ proxy, primary, environment }: Stage) {
  const { items, watched, before } = await visitServer(shopDatabase(primary), async (query) => {
    const items = await fillStock(query);
    const [watched] = await query<{ id: number }>(
      "select id from product where type = 'simple' and status = 'publish' and sale_price is null order by id desc limit 1",
    );
    return { items, watched, before: { stock: await countStock(query), newestOrder: await newestOrder(query) } };
  });
  const counter = { shops: [proxy], chance: new SeededRandom("two shops", "counter") };
  const keys = { merchant: await merchantKey(environment), storefront: await readStorefrontKey(proxy.url) };
  const crowd = await Crowd.gather(counter, items);
  const watch = new PriceWatch(counter, watched?.id ?? 0, keys);
  crowd.begin();
  watch.begin();
  return { crowd, watch, before };
}

beforeAll(async () => {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}, buildTimeoutMs);

test.runIf(inject("postgres"))(
  "a shop is killed, the replica falls behind, and the primary dies for good: the other shop and the replica carry on, and nothing acknowledged is lost (PostgreSQL)",
  async () => {
    const stage = await openStage();
    const { primary, replica, shops, proxy } = stage;
    try {
      const { crowd, watch, before } = await letIn(stage);
      await crowd.further(orders);

      await shops[0]?.kill();
      await crowd.further(orders);
      await shops[0]?.start();

      const readBefore = await readsOf(replica);
      await until(async () => (await readsOf(replica)) > readBefore);
      await expectReplicaForgives(shopDatabase(primary), shopDatabase(replica));
      // what the replica has not replayed yet is read from the primary
      await replica.query("select pg_wal_replay_pause()");
      await crowd.during(watch.everywhere());
      await replica.query("select pg_wal_replay_resume()");

      await watch.during([proxy], async () => {
        await primary.kill({ forGood: true });
        await Promise.all(shops.map((shop) => untilReady(shop, false)));
        await replica.query("select pg_promote()");
        await Promise.all(shops.map((shop) => untilReady(shop)));
      });
      await crowd.further(orders);
      await crowd.during(watch.everywhere());

      await crowd.still(() => crowd.expectRemembered());
      await crowd.end();
      expect(await watch.end()).toEqual([]);
      const orderCount = await visitServer(shopDatabase(replica), (query) =>
        assertOrderInvariants(query, before, crowd.acknowledged),
      );
      expect(orderCount).toBe(crowd.acknowledged.length);
      expect(crowd.cutOff).toBeGreaterThan(0);
    } catch (error) {
      for (const { url, output } of shops) console.info(`${url}:\n${output.slice(-6_000)}`);
      throw error;
    } finally {
      await stage.close();
    }
  },
  timeoutMs,
);
