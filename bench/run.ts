// npm run bench: the speed of the shop, compared with baselines. See bench/README.md.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { findPostgres, startPostgres, type ThrowawayServer } from "#fixtures/testing/postgres-server.ts";
import { databaseUrl } from "#fixtures/testing/templates.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { openPglite } from "#shop/kernel/db/pglite.ts";
import { coldRender, memory, startTime } from "./load/figures.ts";
import { historyTime } from "./load/history.ts";
import { overload } from "./load/overload.ts";
import { cartAdds, cashOrders, readsFromCache, readsUncached, type Tools } from "./load/parts.ts";
import { growOrders } from "./load/past-orders.ts";
import { openAccounts, type People } from "./load/accounts.ts";
import { htmlCases, jsonCases } from "./load/reads.ts";
import { orderListTimes } from "./load/order-list.ts";
import { lineOf, writeRun } from "./load/report.ts";
import type { FigureRow, Row } from "./load/row.ts";
import { stopDriving } from "./load/run-load.ts";
import { type Baselines, startBenchShop, startBaselines } from "./load/servers.ts";
import { soak } from "./load/soak.ts";
import { fillCatalogue, filledDatabase } from "./shops.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    server: { type: "string" },
    seconds: { type: "string" },
    rounds: { type: "string" },
    products: { type: "string" },
    orders: { type: "string" },
    minutes: { type: "string", default: "30" },
  },
});
const { short } = values;
const sizes = {
  products: Number(values.products ?? (short ? 1_000 : 100_000)),
  orders: Number(values.orders ?? (short ? 10_000 : 1_000_000)),
};
const pace = {
  rounds: Number(values.rounds ?? (short ? 2 : 6)),
  seconds: Number(values.seconds ?? (short ? 1 : 5)),
};
const parts = [
  "start",
  "cached",
  "html",
  "uncached",
  "render",
  "cart",
  "order",
  "history",
  "lists",
  "overload",
  "pglite",
  "soak",
  "size",
] as const;
type Part = (typeof parts)[number];
const wanted = (part: Part): boolean => values.only === "" || values.only.split(",").includes(part);
const log = (line: string): void => console.log(line);

/** Durable, like a shop's own server: writes are measured as they are in production. */
const serverSettings = {
  ...{ fsync: "on", synchronous_commit: "on", full_page_writes: "on", autovacuum: "on" },
  ...{ shared_buffers: "512MB", max_wal_size: "4GB", wal_compression: "on" },
};
async function findServer(): Promise<ThrowawayServer | null> {
  if (values.server) return { url: values.server, stop: async () => {} };
  const binaries = await findPostgres();
  return binaries ? startPostgres(binaries, serverSettings) : null;
}

const aProduct = async (db: Db) =>
  (await db.one<{ id: number; slug: string }>(sql`select id, slug from product where id = 101`)) ?? { id: 0, slug: "" };

async function readings(tools: Tools, db: Db, url: string, people: People): Promise<Row[]> {
  const rows: Row[] = [];
  const [json, html] = [jsonCases(people.products), htmlCases(await aProduct(db))];
  // before any order: sales are counted every minute, and change the order of search results
  if (wanted("uncached")) {
    const cold = await startBenchShop({ url }, { cache: "off" });
    try {
      rows.push(...(await readsUncached(tools, { shop: cold, engine: "PostgreSQL", cases: json })));
    } finally {
      await cold.stop();
    }
  }
  const shop = await startBenchShop({ url });
  try {
    const engine = "PostgreSQL";
    if (wanted("cached")) rows.push(...(await readsFromCache(tools, { shop, engine, cases: json })));
    if (wanted("html")) rows.push(...(await readsFromCache(tools, { shop, engine, cases: html })));
    if (wanted("cart")) rows.push(...(await cartAdds(tools, { shop, engine, people })));
    if (wanted("order")) {
      rows.push(...(await cashOrders(tools, { shop, engine, people, stored: 0 })));
    }
    if (wanted("order") || wanted("history") || wanted("lists")) await growOrders(db, sizes.orders, log);
    if (wanted("order")) {
      rows.push(...(await cashOrders(tools, { shop, engine, people, stored: sizes.orders })));
    }
    if (wanted("history")) rows.push(tools.report(await historyTime(db, people.customerIds, sizes.orders)));
    if (wanted("lists")) for (const row of await orderListTimes(db, sizes.orders)) rows.push(tools.report(row));
    if (values.only === "") rows.push(tools.report(await memory(shop, engine)));
  } finally {
    await shop.stop();
  }
  if (wanted("overload")) {
    const reads = [...html, ...json.slice(0, 2)].flatMap(({ paths }) => paths);
    rows.push(...(await overload(tools, { database: { url }, engine: "PostgreSQL", people, reads })));
  }
  const page = html.find(({ name }) => name === "category page");
  if (wanted("render") && page) {
    const cold = await startBenchShop({ url }, { cache: "fragments" });
    try {
      for (const row of await coldRender(cold, page.paths)) rows.push(tools.report(row));
    } finally {
      await cold.stop();
    }
  }
  return rows;
}

/** The paths of all lists, of searches, and of all products that are ordered. */
async function everythingRead(db: Db, { products }: People): Promise<string[]> {
  const pages = await db.all<{ id: number; slug: string }>(
    sql`select id, slug from product where id = any(${products}::integer[]) order by id`,
  );
  return [
    ...[...jsonCases(products), ...htmlCases(await aProduct(db))].flatMap(({ paths }) => paths),
    ...pages.map(({ id, slug }) => `/product-detail/${id}/${slug}`),
  ];
}

/** The embedded database, with the smaller catalogue. */
async function embedded(tools: Tools): Promise<Row[]> {
  const rows: Row[] = [];
  const folder = await mkdtemp(join(tmpdir(), "lianne-bench-"));
  try {
    const db = await openPglite(join(folder, "pg"));
    await migrate(db, pino({ level: "silent" }));
    await fillCatalogue(db, 1_000, log);
    const [people, product] = [await openAccounts(db), await aProduct(db)];
    await db.close();
    const engine = "PGlite";
    rows.push(tools.report(await startTime(engine, { folder }, values.only === "")));
    const shop = await startBenchShop({ folder });
    try {
      const [first] = jsonCases(people.products);
      const cases = [...(first ? [first] : []), ...htmlCases(product).slice(1, 2)];
      rows.push(...(await readsFromCache(tools, { shop, engine, cases })));
      rows.push(...(await cartAdds(tools, { shop, engine, people })));
      if (!short) rows.push(...(await cashOrders(tools, { shop, engine, people, stored: 0 })));
      rows.push(tools.report(await memory(shop, engine)));
    } finally {
      await shop.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}

async function measure(server: ThrowawayServer): Promise<Row[]> {
  const rows: Row[] = [];
  const db = await filledDatabase(server.url, sizes.products, log);
  const url = databaseUrl(server.url, `lianne_bench_${sizes.products}`);
  let baselines: Baselines | undefined;
  try {
    baselines = await startBaselines(url);
    const report = <R extends Row>(row: R): R => {
      log(lineOf(row));
      return row;
    };
    const tools = { pace, baselines, report };
    const people = await openAccounts(db);
    rows.push(...(await readings(tools, db, url, people)));
    if (wanted("start")) {
      const start: FigureRow = await startTime("PostgreSQL", { url }, rows.length > 0);
      rows.push(report(start));
    }
    if (wanted("soak") && !short) {
      const about = { database: { url }, people, minutes: Number(values.minutes) };
      rows.push(...(await soak(tools, { ...about, reads: await everythingRead(db, people) }, log)));
    }
    if (wanted("pglite")) rows.push(...(await embedded(tools)));
    return rows;
  } finally {
    await stopDriving();
    await baselines?.stop();
    await db.close();
  }
}

/** Runs the comparison by catalogue size, as a separate process. @returns its exit code */
const compareSizes = (url: string): Promise<number> =>
  new Promise((done) => {
    const child = spawn(process.execPath, ["bench/catalogue.ts", "--server", url], { stdio: "inherit" });
    child.once("exit", (code) => done(code ?? 1));
  });

async function main(): Promise<number> {
  const server = await findServer();
  if (!server) {
    console.error("There is no PostgreSQL server here to measure on: install one, or name one with --server <url>.");
    return 2;
  }
  try {
    const rows = await measure(server);
    const bySize = wanted("size") && !short ? await compareSizes(server.url) : 0;
    // results of a part of the run are not stored
    if (values.only === "") log(`\nThe report: ${await writeRun({ rows, sizes, pace, short })}`);
    const missed = rows.filter(({ targets }) => targets.some(({ holds }) => !holds));
    return missed.length > 0 ? 1 : bySize;
  } finally {
    await server.stop();
  }
}

process.exitCode = await main();
