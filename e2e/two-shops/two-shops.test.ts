import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { expectReplicaForgives } from "../../fixtures/testing/replica-reads.ts";
import { testAll } from "../../fixtures/testing/test-all.ts";
import { untilReady } from "../chaos/test-cluster.ts";
import { LoadGenerator } from "../chaos/load-generator.ts";
import { assertOrderInvariants, newestOrder } from "../chaos/ledger.ts";
import { merchantKey } from "../chaos/merchant-key.ts";
import { PriceMonitor } from "../chaos/price-monitor.ts";
import { countStock, fillStock } from "../chaos/stock-helpers.ts";
import { visitServer } from "../chaos/shop-database.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { type OwnPostgres, until } from "../kit/own-postgres.ts";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { startDeployment, type Deployment } from "./deployment.ts";

const buildTimeoutMs = 300_000;
const timeoutMs = 240_000;
/** in each phase */
const orders = testAll ? 15 : 8;

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
async function startLoad({ proxy, primary, environment }: Deployment) {
  const { items, watched, before } = await visitServer(shopDatabase(primary), async (query) => {
    const items = await fillStock(query);
    const [watched] = await query<{ id: number }>(
      "select id from product where type = 'simple' and status = 'publish' and sale_price is null order by id desc limit 1",
    );
    return { items, watched, before: { stock: await countStock(query), newestOrder: await newestOrder(query) } };
  });
  const pool = { shops: [proxy], chance: new SeededRandom("two shops", "pool") };
  const keys = { merchant: await merchantKey(environment), storefront: await readStorefrontKey(proxy.url) };
  const load = await LoadGenerator.create(pool, items);
  const priceMonitor = new PriceMonitor(pool, watched?.id ?? 0, keys);
  load.start();
  priceMonitor.start();
  return { load, priceMonitor, before };
}

beforeAll(async () => {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}, buildTimeoutMs);

test.runIf(inject("postgres"))(
  "a shop is killed, the replica falls behind, and the primary is killed permanently: the other shop and the replica carry on, and nothing acknowledged is lost (PostgreSQL)",
  async () => {
    const deployment = await startDeployment();
    const { primary, replica, shops, proxy } = deployment;
    try {
      const { load, priceMonitor, before } = await startLoad(deployment);
      await load.completeOrders(orders);

      await shops[0]?.kill();
      await load.completeOrders(orders);
      await shops[0]?.start();

      const readBefore = await readsOf(replica);
      await until(async () => (await readsOf(replica)) > readBefore);
      await expectReplicaForgives(shopDatabase(primary), shopDatabase(replica));
      // what the replica has not replayed yet is read from the primary
      await replica.query("select pg_wal_replay_pause()");
      await load.waitFor(priceMonitor.allPagesRead());
      await replica.query("select pg_wal_replay_resume()");

      await priceMonitor.during([proxy], async () => {
        await primary.kill({ forGood: true });
        await Promise.all(shops.map((shop) => untilReady(shop, false)));
        await replica.query("select pg_promote()");
        await Promise.all(shops.map((shop) => untilReady(shop)));
      });
      await load.completeOrders(orders);
      await load.waitFor(priceMonitor.allPagesRead());

      await load.whilePaused(() => load.expectOrdersVisible());
      await load.stop();
      expect(await priceMonitor.stop()).toEqual([]);
      const orderCount = await visitServer(shopDatabase(replica), (query) =>
        assertOrderInvariants(query, before, load.acknowledged),
      );
      expect(orderCount).toBe(load.acknowledged.length);
      expect(load.lostResponses).toBeGreaterThan(0);
    } catch (error) {
      for (const { url, output } of shops) console.info(`${url}:\n${output.slice(-6_000)}`);
      throw error;
    } finally {
      await deployment.close();
    }
  },
  timeoutMs,
);
