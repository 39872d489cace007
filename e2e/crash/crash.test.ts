import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { embeddedDatabase, serverDatabase } from "./crash-database.ts";
import { expectTrueLedger, newestOrder } from "./ledger.ts";
import { countStock, fillShelf } from "./shelf.ts";
import { freePort, ShopProcess } from "./shop-process.ts";
import { trade } from "./trade.ts";

/** How often the shop is killed: `CRASH_KILLS`, 3 unless said otherwise. */
const kills = Number(process.env.CRASH_KILLS ?? 3);
const timeoutMs = 60_000 + kills * 40_000;
const buildTimeoutMs = 300_000;

const databases = [
  { name: "PGlite", open: embeddedDatabase },
  ...(inject("postgres") ? [{ name: "PostgreSQL", open: serverDatabase }] : []),
];

beforeAll(async () => {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}, buildTimeoutMs);

test.each(databases)(
  `killed ${kills} times amid orders on $name, the shop starts by itself and keeps its word`,
  async ({ open }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "lianne-crash-"));
    const database = await open(dataDir);
    const environment = { DATA_DIR: dataDir, SHOP_MODE: "demo", RATE_LIMITS: "off", LOG_LEVEL: "error" };
    const shop = new ShopProcess({ PATH: process.env.PATH, ...environment, ...database.environment }, await freePort());
    try {
      const { pieces, before } = await database.visit(async (ask) => ({
        pieces: await fillShelf(ask),
        before: { stock: await countStock(ask), newestOrder: await newestOrder(ask) },
      }));
      const people = await trade(shop, pieces, kills);
      const told = people.flatMap(({ acknowledged }) => acknowledged);
      const orders = await database.visit((ask) => expectTrueLedger(ask, before, told));
      // the kills came amid orders, not between them
      expect(people.some(({ cutOff }) => cutOff > 0)).toBe(true);
      // nobody gave up on an attempt, so there is no order that nobody was told of
      expect(orders).toBe(told.length);
      expect(told.length).toBeGreaterThan(kills);
    } finally {
      await shop.kill();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  timeoutMs,
);
