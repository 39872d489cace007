import { pino } from "pino";
import { growCatalogue } from "#fixtures/generate/index.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { seedForTests } from "#fixtures/testing/seed-for-tests.ts";
import { databaseUrl, onServer } from "#fixtures/testing/templates.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { storefrontKey } from "#shop/kernel/auth/keys.ts";
import { createMerchantKey, type KeyPair } from "#shop/kernel/auth/merchant-keys.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { openPostgres } from "#shop/kernel/db/postgres.ts";
import type { MeasuredResponse } from "./measure.ts";
import type { Own } from "./requests.ts";

const quiet = pino({ level: "silent" });

/** A shop with a number of products, in this process, on its own database. */
export interface BenchShop {
  products: number;
  own: Own;
  /** Sends a request as the storefront, or as a merchant's program; nothing is cached. */
  request(path: string, as: "storefront" | "merchant"): Promise<MeasuredResponse>;
  close(): Promise<void>;
}

/**
 * Opens a shop with this many products. Its database is created if it does not exist, and stays on the server.
 * @param log called with the progress
 */
export async function openBenchShop(
  serverUrl: string,
  products: number,
  log: (line: string) => void,
): Promise<BenchShop> {
  const db = await filledDatabase(serverUrl, products, log);
  const shop = await openShop({ name: "PostgreSQL", open: async () => db }, { env: httpsEnv });
  const { appSecret } = shop.shop.config;
  const key = { description: "bench", permissions: "read", now: shop.clock.now() } as const;
  const keys = {
    storefront: storefrontKey(appSecret),
    merchant: await db.transaction((tx) => createMerchantKey(tx, appSecret, key)),
  };
  return {
    products,
    own: await findOwn(db),
    async request(path, as) {
      shop.shop.cache.clear();
      const headers = { authorization: basic(keys[as]), "x-forwarded-proto": "https" };
      const start = performance.now();
      const { statusCode, body } = await shop.http.inject({ method: "GET", url: path, headers });
      return { ms: performance.now() - start, status: statusCode, body };
    },
    close: () => shop.close(),
  };
}

async function findOwn(db: Db): Promise<Own> {
  const ids = await db.all<{ id: number }>(sql`
    select p.id from product p join product_category m on m.product_id = p.id join category c on c.id = m.category_id
    where p.type = 'variable' and p.sku like 'LG%' and c.slug = 'rings' order by md5(p.sku) limit 50`);
  const rarePair = await db.one<Own["rarePair"]>(sql`
    select type.slug type, gemstone.slug gemstone
    from category_filter f join term type on type.id = f.type_id join term gemstone on gemstone.id = f.gemstone_id
      join category c on c.id = f.category_id
    where c.slug = 'rings' and f.product_count >= 3 order by f.product_count, f.id limit 1`);
  if (!rarePair) throw new Error("The shop has fewer than three rings of one type and gemstone.");
  return { ids: ids.map(({ id }) => id), rarePair };
}

const basic = ({ consumerKey, consumerSecret }: KeyPair): string =>
  `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;

/** A database with this many products on a server, created if it does not exist. */
export async function filledDatabase(serverUrl: string, products: number, log: (line: string) => void): Promise<Db> {
  const name = `lianne_bench_${products}`;
  const url = databaseUrl(serverUrl, name);
  const admin = await openPostgres({ url: serverUrl, log: quiet, poolSize: 1 });
  const known = await admin.one(sql`select from pg_database where datname = ${name}`).finally(() => admin.close());
  if (!known) await onServer(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
  // filling it takes longer than a shop's statement timeout
  const db = await openPostgres({ url, log: quiet, statementTimeoutMs: hourMs });
  await migrate(db, quiet);
  const there = Number((await db.one<{ count: number }>(sql`select count(*) count from product`))?.count);
  if (there === products) {
    log(`${products} products: the database is there already.`);
    return db;
  }
  await fillCatalogue(db, products, log);
  return db;
}

/** Fills a migrated database with this many products; continues where an interrupted run has stopped. */
export async function fillCatalogue(db: Db, products: number, log: (line: string) => void): Promise<void> {
  const start = performance.now();
  if (!(await db.one(sql`select from product limit 1`))) await seedForTests(db);
  let loggedAt = start;
  await growCatalogue(db, products, (done) => {
    if (performance.now() - loggedAt < 10_000) return;
    loggedAt = performance.now();
    log(`${done} of ${products} products …`);
  });
  log(`${products} products in ${Math.round((performance.now() - start) / 1000)} s.`);
}
