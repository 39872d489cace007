import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makePostgresTemplates } from "../../fixtures/testing/templates.ts";
import type { SeededRandom } from "../kit/seeded-random.ts";
import { OwnPostgres } from "../kit/own-postgres.ts";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { freePort, ShopProcess } from "../kit/shop-process.ts";
import { Crowd } from "./load.ts";
import { newestOrder } from "./ledger.ts";
import { merchantKey } from "./merchant-key.ts";
import { PriceWatch } from "./staleness-monitor.ts";
import { countStock, fillShelf } from "./stock-helpers.ts";
import { embeddedDatabase, type ShopDatabase, serverDatabase } from "./shop-database.ts";
import { SmallDisk } from "./small-disk.ts";
import { StallingProxy } from "./stalling-proxy.ts";
import type { Piece } from "./requested-faults.ts";

const jumpingClock = join(import.meta.dirname, "jumping-clock.ts");
const diskMegabytes = 400;
const askAgainMs = 20;

/** The database, and what can be done to it; without a server of its own it is in the shop's process. */
export interface Ground {
  name: string;
  database: ShopDatabase;
  server: OwnPostgres | null;
  /** between each shop and the server */
  proxies: readonly StallingProxy[];
  /** what the database lies on */
  disk: SmallDisk;
  close(): Promise<void>;
}

/** Everything that faults befall: shops under load, on a database. */
export interface Arena extends Ground {
  chance: SeededRandom;
  shops: readonly ShopProcess[];
  pieces: readonly Piece[];
  crowd: Crowd;
  watch: PriceWatch;
  /** of the time before anybody ordered */
  before: { stock: ReadonlyMap<number, number>; newestOrder: number };
}

export async function embeddedGround(): Promise<Ground> {
  const disk = await SmallDisk.mount(diskMegabytes);
  const database = await embeddedDatabase(await disk.inside("shop"));
  return { name: "PGlite", database, server: null, proxies: [], disk, close: () => disk.remove() };
}

/** What survives a process is what was given to the system, whether or not it has come to the disk: the machine is not cut off. */
const settings = {
  ...{ fsync: "off", synchronous_commit: "on", max_wal_size: "48MB", min_wal_size: "32MB", max_connections: "60" },
  ...{ shared_buffers: "32MB", autovacuum: "off", restart_after_crash: "on" },
};

export async function serverGround(): Promise<Ground> {
  const disk = await SmallDisk.mount(diskMegabytes);
  const server = await OwnPostgres.create({ folder: await disk.inside("postgres"), settings });
  const { seeded } = await makePostgresTemplates(server.url, "chaos");
  const database = await serverDatabase(server.url, seeded);
  const url = database.environment.DATABASE_URL ?? "";
  const proxies = [await StallingProxy.to(url), await StallingProxy.to(url)];
  const close = async () => {
    for (const proxy of proxies) await proxy.close();
    await server.stop();
    await disk.remove();
  };
  return { name: "PostgreSQL", database, server, proxies, disk, close };
}

const environmentOf = async ({ database, disk }: Ground, proxy: StallingProxy | undefined) => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  DATA_DIR: await disk.inside("shop"),
  SHOP_MODE: "demo",
  APP_SECRET: "one secret for all processes of the shop",
  RATE_LIMITS: "off",
  // a merchant's key is believed over https alone, which whoever stands before the shop speaks
  TRUSTED_PROXIES: "127.0.0.1",
  LOG_LEVEL: "warn",
  ...database.environment,
  ...(proxy ? { DATABASE_URL: proxy.through(database.environment.DATABASE_URL ?? "") } : {}),
});

/** Opens the shops and lets everybody in. */
export async function startTestCluster(ground: Ground, chance: SeededRandom): Promise<Arena> {
  const { database } = ground;
  const { pieces, watched, before } = await database.visit(async (ask) => {
    const pieces = await fillShelf(ask);
    const [watched] = await ask<{ id: number }>(
      `select id from product where type = 'simple' and status = 'publish' and sale_price is null and not id = any($1)
       order by id limit 1`,
      [pieces.map(({ productId }) => productId)],
    );
    return { pieces, watched, before: { stock: await countStock(ask), newestOrder: await newestOrder(ask) } };
  });
  if (!watched) throw new Error("the demonstration has no simple product to watch");
  const environments = await Promise.all(
    (ground.proxies.length > 0 ? ground.proxies : [undefined]).map((proxy) => environmentOf(ground, proxy)),
  );
  const shops: ShopProcess[] = [];
  for (const environment of environments)
    shops.push(new ShopProcess(environment, await freePort(), { preload: jumpingClock }));
  for (const shop of shops) await shop.start();
  const counter = { shops, chance };
  const keys = {
    merchant: await merchantKey(environments[0] ?? {}),
    storefront: await readStorefrontKey(shops[0]?.url ?? ""),
  };
  const crowd = await Crowd.gather(counter, pieces);
  const watch = new PriceWatch(counter, watched.id, keys);
  crowd.begin();
  watch.begin();
  return { ...ground, chance, shops, pieces, crowd, watch, before };
}

/** Waits until a shop says that it is ready, or that it is not. */
export async function untilReady(shop: ShopProcess, ready = true): Promise<void> {
  while ((await shop.isReady()) !== ready) await pause(askAgainMs);
}

/** The shops have come back by themselves: each says that it is ready, and is. */
export async function expectService({ shops, crowd, pieces }: Arena): Promise<void> {
  for (const [index, shop] of shops.entries())
    await crowd.people[index % crowd.people.length]?.orderAt(shop, pieces, () => untilReady(shop));
}
