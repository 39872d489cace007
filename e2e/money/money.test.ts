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
import { expectReconciled } from "./reconciliation.ts";
import { openEnvironment } from "./environment.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";
import { makeAllDue, makeSomeDue } from "./fast-forward.ts";
import { runWorkload } from "./workload.ts";

/** How many orders shoppers try to place on PostgreSQL; on the embedded database, which serves one process only, a fifth. */
const orders = Number(process.env.ORDERS ?? (testAll ? 80 : 10));
/** How many bank transfers are made among the other payments; on the embedded database a fifth. */
const transfers = Number(process.env.TRANSFERS ?? (testAll ? 80 : 10));
/**
 * The same seed produces the same orders, faults and number of kills. The short run always uses the same seed, a long
 * run a new one.
 */
const seed = process.env.SEED ?? (process.env.ORDERS ? randomBytes(4).toString("hex") : "lianne");
const buildTimeoutMs = 300_000;
const timeoutMs = 240_000 + (orders + transfers) * 2_000;
const ordersPerKill = 40;

interface TestedEngine {
  name: string;
  open(dataDir: string): Promise<ShopDatabase>;
  /** number of shop processes */
  processes: number;
  orders: number;
  transfers: number;
}

/** By default on PostgreSQL alone, if there is a server. */
const testedEngines: TestedEngine[] = [
  ...(testAll || process.env.ORDERS || !inject("postgres")
    ? [
        {
          name: "PGlite",
          open: embeddedDatabase,
          processes: 1,
          orders: Math.ceil(orders / 5),
          transfers: Math.ceil(transfers / 5),
        },
      ]
    : []),
  ...(inject("postgres") ? [{ name: "PostgreSQL", open: sharedDatabase, processes: 2, orders, transfers }] : []),
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
test.concurrent.each(testedEngines)(
  `BQ32, BQ33: $orders orders and $transfers bank transfers, everything going wrong, on $name (seed ${seed}): gateways, bank, shop, stock and emails agree in the end`,
  async (tested) => {
    const dataDir = await mkdtemp(join(tmpdir(), "lianne-money-"));
    const database = await tested.open(dataDir);
    const environment = environmentOf(dataDir, database);
    const shopEnvironment = await openEnvironment(seed, Array(tested.processes).fill(environment));
    const kills = Math.max(2, Math.round((tested.orders + tested.transfers / 2) / ordersPerKill));
    const isServer = tested.processes > 1;
    try {
      const { items, before } = await database.visit(async (query) => ({
        items: await fillStock(query),
        before: { stock: await countStock(query), newestOrder: await newestOrder(query) },
      }));
      await shopEnvironment.shops.start();
      const started = performance.now();
      const acknowledged = await runWorkload({
        ...{ environment: shopEnvironment, items, kills, orders: tested.orders, transfers: tested.transfers },
        fastForward: isServer ? () => database.visit(makeSomeDue) : null,
        whileDown: () => database.visit(makeAllDue),
      });
      const workloadMs = performance.now() - started;
      const becomeIdle = () => waitUntilIdle(shopEnvironment, database, isServer);
      await becomeIdle();
      await shopEnvironment.shops.start();
      await shopEnvironment.payers.sendLate();
      await becomeIdle();
      const summary = await database.visit((query) =>
        expectReconciled(query, shopEnvironment, { before, acknowledged, kills: kills * tested.processes }),
      );
      const [workloadTime, all] = [workloadMs, performance.now() - started].map((ms) => `${(ms / 1000).toFixed(0)} s`);
      console.info(`${tested.name}, seed ${seed}, ${kills} kills, workload for ${workloadTime} of ${all}:`, summary);
      expect(summary.paid).toBeGreaterThan(tested.orders / 10);
      expect(summary.bank.transfers).toBeGreaterThanOrEqual(tested.transfers);
    } catch (error) {
      console.info(shopEnvironment.shops.output);
      throw error;
    } finally {
      await shopEnvironment.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  timeoutMs,
);
