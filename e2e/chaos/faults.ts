import { setTimeout as pause } from "node:timers/promises";
import type { ShopProcess } from "../kit/shop-process.ts";
import { type Arena, untilReady } from "./test-cluster.ts";

/** One fault, from its beginning to its end; the recovery, which is the shop's task, comes after it. */
export interface Fault {
  name: string;
  /** relative frequency */
  weight: number;
  /** what the fault acts on: the shop, the database server, or the disk */
  needs: "shop" | "server" | "disk";
  strike(arena: Arena): Promise<void>;
}

const anyMoment = ({ chance }: Arena, maxMs: number) => pause(chance.draw() * maxMs);
/** a random delay up to this makes it likely that requests are interrupted half-way */
const momentMs = 60;
/** how long a disk is full */
const fullForMs = 2_500;
const hourMs = 3_600_000;
const farthestMs = 10 * hourMs;

/** Resolves when the seconds have passed and the shops have noticed the fault, which takes part of them. */
async function lasting(seconds: number, noticed: () => Promise<unknown>): Promise<void> {
  await Promise.all([pause(seconds * 1000), noticed()]);
}

const allNotReady = (shops: readonly ShopProcess[]) => Promise.all(shops.map((shop) => untilReady(shop, false)));

async function killShops(arena: Arena, victims: readonly ShopProcess[]): Promise<void> {
  await anyMoment(arena, momentMs);
  await Promise.all(victims.map((shop) => shop.kill()));
  if (victims.length === arena.shops.length && !arena.server) await arena.database.visit(async () => {});
  await Promise.all(victims.map((shop) => shop.start()));
}

/** @param maxSeconds maximum number of seconds that a database does not respond */
export const faults = (maxSeconds: number): Fault[] => [
  {
    ...{ name: "a shop is killed", weight: 3, needs: "shop" },
    strike: (arena) => killShops(arena, [arena.chance.of(arena.shops)]),
  },
  {
    ...{ name: "all shops are killed", weight: 2, needs: "server" },
    strike: (arena) => arena.watch.during(arena.shops, () => killShops(arena, arena.shops)),
  },
  {
    ...{ name: "a clock jumps, and is set right", weight: 2, needs: "shop" },
    async strike(arena) {
      const shop = arena.chance.of(arena.shops);
      shop.send({ clockIsOffByMs: Math.round((arena.chance.draw() * 2 - 1) * farthestMs) });
      await arena.crowd.further(8);
      shop.send({ clockIsOffByMs: 0 });
    },
  },
  {
    ...{ name: "the disk is full", weight: 2, needs: "disk" },
    async strike(arena) {
      await arena.watch.during(arena.shops, () =>
        arena.disk.full(arena.chance.between(0, 3) * 1024 * 1024, () => anyMoment(arena, fullForMs)),
      );
      await arena.server?.untilReady();
    },
  },
  {
    ...{ name: "the database's server is killed", weight: 3, needs: "server" },
    async strike(arena) {
      await anyMoment(arena, momentMs);
      await arena.watch.during(arena.shops, async () => {
        await arena.server?.kill();
        await allNotReady(arena.shops);
        await arena.server?.untilReady();
      });
    },
  },
  {
    ...{ name: "a process of the database's server is killed", weight: 2, needs: "server" },
    async strike(arena) {
      await anyMoment(arena, momentMs);
      await arena.watch.during(arena.shops, async () => arena.server?.killOneBackend());
    },
  },
  {
    ...{ name: "the database stops answering", weight: 1, needs: "server" },
    strike: (arena) =>
      arena.watch.during(arena.shops, async () =>
        arena.server?.freeze(() => lasting(maxSeconds, () => allNotReady(arena.shops))),
      ),
  },
  {
    ...{ name: "the network between a shop and the database falls silent", weight: 2, needs: "server" },
    async strike(arena) {
      const index = arena.chance.between(0, arena.shops.length - 1);
      const shop = arena.shops[index] as ShopProcess;
      const seconds = arena.chance.between(2, Math.max(3, maxSeconds / 2));
      await arena.watch.during([shop], async () =>
        arena.proxies[index]?.silent(() => lasting(seconds, () => allNotReady([shop]))),
      );
    },
  },
  {
    ...{ name: "the connections that hear of changes are cut", weight: 3, needs: "server" },
    async strike(arena) {
      await arena.server?.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lianne listener'",
      );
      await arena.crowd.further(8);
    },
  },
];
