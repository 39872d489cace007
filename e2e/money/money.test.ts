import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { testAll } from "../../fixtures/testing/test-all.ts";
import { newestOrder } from "../chaos/ledger.ts";
import { countStock, fillStock } from "../chaos/stock-helpers.ts";
import { embeddedDatabase, type ShopDatabase, sharedDatabase } from "../chaos/shop-database.ts";
import { expectTrueBooks } from "./reconciliation.ts";
import { openMarket } from "./environment.ts";
import { comeToRest } from "./wait-until-idle.ts";
import { makeAllDue, makeSomeDue, turn } from "./fast-forward.ts";
import { trade } from "./workload.ts";

/** How many orders shoppers try to place on PostgreSQL; on the embedded database, which serves one process only, a fifth. */
const orders = Number(process.env.ORDERS ?? (testAll ? 80 : 30));
/**
 * The same seed produces the same orders, faults and number of kills. The short run always uses the same seed, a long
 * run a new one.
 */
const seed = process.env.SEED ?? (process.env.ORDERS ? randomBytes(4).toString("hex") : "lianne");
const buildTimeoutMs = 300_000;
const timeoutMs = 240_000 + orders * 2_000;
const ordersPerKill = 40;

interface Stage {
  name: string;
  open(dataDir: string): Promise<ShopDatabase>;
  /** number of shop processes */
  processes: number;
  orders: number;
}

const stages: Stage[] = [
  { name: "PGlite", open: embeddedDatabase, processes: 1, orders: Math.ceil(orders / 5) },
  ...(inject("postgres") ? [{ name: "PostgreSQL", open: sharedDatabase, processes: 2, orders }] : []),
];

beforeAll(async () => {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}, buildTimeoutMs);

const environmentOf = (dataDir: string, database: ShopDatabase): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  SHOP_MODE: "demo",
  APP_SECRET: "one secret for all processes of the shop",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  ...database.environment,
});

// both mostly wait, for gateways and for due times: they run concurrently
test.concurrent.each(stages)(
  `$orders orders, everything going wrong, on $name (seed ${seed}): gateways, shop, stock and emails agree in the end`,
  async (stage) => {
    const dataDir = await mkdtemp(join(tmpdir(), "lianne-money-"));
    const database = await stage.open(dataDir);
    const environment = environmentOf(dataDir, database);
    const market = await openMarket(seed, Array(stage.processes).fill(environment));
    const kills = Math.max(2, Math.round(stage.orders / ordersPerKill));
    const isServer = stage.processes > 1;
    try {
      const { items, before } = await database.visit(async (query) => ({
        items: await fillStock(query),
        before: { stock: await countStock(query), newestOrder: await newestOrder(query) },
      }));
      await market.shops.start();
      const started = performance.now();
      const acknowledged = await trade({
        ...{ market, items, kills, orders: stage.orders },
        fastForward: isServer ? () => database.visit(makeSomeDue) : null,
        whileDead: () => database.visit(makeAllDue),
      });
      const tradedMs = performance.now() - started;
      await comeToRest(market, database, isServer ? () => database.visit(turn) : null);
      const summary = await database.visit((query) =>
        expectTrueBooks(query, market, { before, acknowledged, kills: kills * stage.processes }),
      );
      const [traded, all] = [tradedMs, performance.now() - started].map((ms) => `${(ms / 1000).toFixed(0)} s`);
      console.info(`${stage.name}, seed ${seed}, ${kills} kills, traded for ${traded} of ${all}:`, summary);
      expect(summary.paid).toBeGreaterThan(stage.orders / 10);
    } catch (error) {
      console.info(market.shops.output);
      throw error;
    } finally {
      await market.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  timeoutMs,
);
