import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makePostgresTemplates } from "../../fixtures/testing/templates.ts";
import type { SeededRandom } from "../kit/seeded-random.ts";
import { OwnPostgres } from "../kit/own-postgres.ts";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { freePort, ShopProcess } from "../kit/shop-process.ts";
import { LoadGenerator } from "./load-generator.ts";
import { newestOrder } from "./ledger.ts";
import { merchantKey } from "./merchant-key.ts";
import { PriceMonitor } from "./price-monitor.ts";
import { countStock, fillStock } from "./stock-helpers.ts";
import { embeddedDatabase, type ShopDatabase, serverDatabase } from "./shop-database.ts";
import { SmallDisk } from "./small-disk.ts";
import { StallingProxy } from "./stalling-proxy.ts";
import type { SaleItem } from "./sale-items.ts";

const jumpingClock = join(import.meta.dirname, "jumping-clock.ts");
const diskMegabytes = 400;
const pollMs = 20;

/** The database and the ways to disturb it; without a server, it runs in the shop's process. */
export interface ClusterDatabase {
  name: string;
  database: ShopDatabase;
  server: OwnPostgres | null;
  /** one between each shop and the server */
  proxies: readonly StallingProxy[];
  /** holds the database's files */
  disk: SmallDisk;
  close(): Promise<void>;
}

/** Everything that faults act on: shops under load, with their database. */
export interface TestCluster extends ClusterDatabase {
  chance: SeededRandom;
  shops: readonly ShopProcess[];
  items: readonly SaleItem[];
  load: LoadGenerator;
  priceMonitor: PriceMonitor;
  /** the state before the first order */
  before: { stock: ReadonlyMap<number, number>; newestOrder: number };
}

export async function embeddedClusterDatabase(): Promise<ClusterDatabase> {
  const disk = await SmallDisk.mount(diskMegabytes);
  const database = await embeddedDatabase(await disk.createFolder("shop"));
  return { name: "PGlite", database, server: null, proxies: [], disk, close: () => disk.remove() };
}

/**
 * Only processes are killed, never the machine: what was written to the operating system survives, so fsync is not
 * needed.
 */
const settings = {
  ...{ fsync: "off", synchronous_commit: "on", max_wal_size: "48MB", min_wal_size: "32MB", max_connections: "60" },
  ...{ shared_buffers: "32MB", autovacuum: "off", restart_after_crash: "on" },
};

export async function serverClusterDatabase(): Promise<ClusterDatabase> {
  const disk = await SmallDisk.mount(diskMegabytes);
  const server = await OwnPostgres.create({ folder: await disk.createFolder("postgres"), settings });
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

const environmentOf = async ({ database, disk }: ClusterDatabase, proxy: StallingProxy | undefined) => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  DATA_DIR: await disk.createFolder("shop"),
  SHOP_MODE: "demo",
  APP_SECRET: "one secret for all processes of the shop",
  RATE_LIMITS: "off",
  // API keys are accepted over HTTPS only, by the X-Forwarded-Proto header of a trusted proxy
  TRUSTED_PROXIES: "127.0.0.1",
  LOG_LEVEL: "warn",
  ...database.environment,
  ...(proxy ? { DATABASE_URL: proxy.urlFor(database.environment.DATABASE_URL ?? "") } : {}),
});

/** Starts the shops and the load. */
export async function startTestCluster(clusterDatabase: ClusterDatabase, chance: SeededRandom): Promise<TestCluster> {
  const { database } = clusterDatabase;
  const { items, watched, before } = await database.visit(async (query) => {
    const items = await fillStock(query);
    const [watched] = await query<{ id: number }>(
      `select id from product where type = 'simple' and status = 'publish' and sale_price is null and not id = any($1)
       order by id limit 1`,
      [items.map(({ productId }) => productId)],
    );
    return { items, watched, before: { stock: await countStock(query), newestOrder: await newestOrder(query) } };
  });
  if (!watched) throw new Error("the demonstration has no simple product to watch");
  const environments = await Promise.all(
    (clusterDatabase.proxies.length > 0 ? clusterDatabase.proxies : [undefined]).map((proxy) =>
      environmentOf(clusterDatabase, proxy),
    ),
  );
  const shops: ShopProcess[] = [];
  for (const environment of environments)
    shops.push(new ShopProcess(environment, await freePort(), { preload: jumpingClock }));
  for (const shop of shops) await shop.start();
  const pool = { shops, chance };
  const keys = {
    merchant: await merchantKey(environments[0] ?? {}),
    storefront: await readStorefrontKey(shops[0]?.url ?? ""),
  };
  const load = await LoadGenerator.create(pool, items);
  const priceMonitor = new PriceMonitor(pool, watched.id, keys);
  load.start();
  priceMonitor.start();
  return { ...clusterDatabase, chance, shops, items, load, priceMonitor, before };
}

/** Waits until a shop reports that it is ready, or that it is not. */
export async function untilReady(shop: ShopProcess, ready = true): Promise<void> {
  while ((await shop.isReady()) !== ready) await pause(pollMs);
}

/** Checks that the shops have recovered by themselves: each reports that it is ready, and accepts an order. */
export async function expectService({ shops, load, items }: TestCluster): Promise<void> {
  for (const [index, shop] of shops.entries())
    await load.customers[index % load.customers.length]?.orderAt(shop, items, () => untilReady(shop));
}
