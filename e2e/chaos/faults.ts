import { setTimeout as pause } from "node:timers/promises";
import type { ShopProcess } from "../kit/shop-process.ts";
import { type TestCluster, untilReady } from "./test-cluster.ts";

/** One fault, from its beginning to its end; the recovery, which is the shop's task, comes after it. */
export interface Fault {
  name: string;
  /** relative frequency */
  weight: number;
  /** what the fault acts on: the shop, the database server, or the disk */
  needs: "shop" | "server" | "disk";
  inject(cluster: TestCluster): Promise<void>;
}

const randomPause = ({ chance }: TestCluster, maxMs: number) => pause(chance.draw() * maxMs);
/** a random delay up to this makes it likely that requests are interrupted half-way */
const maxPauseMs = 60;
/** how long a disk is full */
const maxFullMs = 2_500;
const hourMs = 3_600_000;
const maxClockOffsetMs = 10 * hourMs;

/** Waits until the seconds have passed and the shops have noticed the fault. */
async function forSeconds(seconds: number, noticed: () => Promise<unknown>): Promise<void> {
  await Promise.all([pause(seconds * 1000), noticed()]);
}

const allNotReady = (shops: readonly ShopProcess[]) => Promise.all(shops.map((shop) => untilReady(shop, false)));

async function killShops(cluster: TestCluster, targets: readonly ShopProcess[]): Promise<void> {
  await randomPause(cluster, maxPauseMs);
  await Promise.all(targets.map((shop) => shop.kill()));
  if (targets.length === cluster.shops.length && !cluster.server) await cluster.database.visit(async () => {});
  await Promise.all(targets.map((shop) => shop.start()));
}

/** @param maxSeconds maximum number of seconds that a database does not respond */
export const faults = (maxSeconds: number): Fault[] => [
  {
    ...{ name: "a shop is killed", weight: 3, needs: "shop" },
    inject: (cluster) => killShops(cluster, [cluster.chance.of(cluster.shops)]),
  },
  {
    ...{ name: "all shops are killed", weight: 2, needs: "server" },
    inject: (cluster) => cluster.priceMonitor.during(cluster.shops, () => killShops(cluster, cluster.shops)),
  },
  {
    ...{ name: "a clock jumps, and is corrected", weight: 2, needs: "shop" },
    async inject(cluster) {
      const shop = cluster.chance.of(cluster.shops);
      shop.send({ clockIsOffByMs: Math.round((cluster.chance.draw() * 2 - 1) * maxClockOffsetMs) });
      await cluster.load.completeOrders(8);
      shop.send({ clockIsOffByMs: 0 });
    },
  },
  {
    ...{ name: "the disk is full", weight: 2, needs: "disk" },
    async inject(cluster) {
      await cluster.priceMonitor.during(cluster.shops, () =>
        cluster.disk.full(cluster.chance.between(0, 3) * 1024 * 1024, () => randomPause(cluster, maxFullMs)),
      );
      await cluster.server?.untilReady();
    },
  },
  {
    ...{ name: "the database's server is killed", weight: 3, needs: "server" },
    async inject(cluster) {
      await randomPause(cluster, maxPauseMs);
      await cluster.priceMonitor.during(cluster.shops, async () => {
        await cluster.server?.kill();
        await allNotReady(cluster.shops);
        await cluster.server?.untilReady();
      });
    },
  },
  {
    ...{ name: "a process of the database's server is killed", weight: 2, needs: "server" },
    async inject(cluster) {
      await randomPause(cluster, maxPauseMs);
      await cluster.priceMonitor.during(cluster.shops, async () => cluster.server?.killOneBackend());
    },
  },
  {
    ...{ name: "the database stops responding", weight: 1, needs: "server" },
    inject: (cluster) =>
      cluster.priceMonitor.during(cluster.shops, async () =>
        cluster.server?.freeze(() => forSeconds(maxSeconds, () => allNotReady(cluster.shops))),
      ),
  },
  {
    ...{ name: "the network between a shop and the database stalls", weight: 2, needs: "server" },
    async inject(cluster) {
      const index = cluster.chance.between(0, cluster.shops.length - 1);
      const shop = cluster.shops[index] as ShopProcess;
      const seconds = cluster.chance.between(2, Math.max(3, maxSeconds / 2));
      await cluster.priceMonitor.during([shop], async () =>
        cluster.proxies[index]?.silent(() => forSeconds(seconds, () => allNotReady([shop]))),
      );
    },
  },
  {
    ...{ name: "the connections for notifications are closed", weight: 3, needs: "server" },
    async inject(cluster) {
      await cluster.server?.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lianne listener'",
      );
      await cluster.load.completeOrders(8);
    },
  },
];
