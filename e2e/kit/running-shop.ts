import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onServer } from "#fixtures/testing/templates.ts";
import { type Gateways, openGateways } from "./gateways.ts";
import { emptyDatabase } from "./postgres.ts";
import { compileCache, freePort, ShopProcess } from "./shop-process.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../../shop.ts");

export interface RunningShop {
  url: string;
  /** its payment gateways and its mailbox */
  gateways: Gateways;
  /** Runs a command of the command line: `currency set USD 26000`. @returns its output @throws if it fails */
  command(line: string): Promise<string>;
  /** Runs a statement past the shop, in its database on a PostgreSQL server: the title of the test needs the tag `@PostgreSQL`. */
  statement(sql: string): Promise<void>;
  /** its output so far */
  output(): string;
  close(): Promise<void>;
}

/**
 * Starts the demonstration as `npm start` does: built storefront, simulators, catalogue, an own data folder. The
 * gateways run in the test's process, where tests can control them. @param own further settings, `PORT` among them
 */
export async function startDemonstration(
  engine: "PGlite" | "PostgreSQL",
  own: Record<string, string> = {},
): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "lianne-e2e-"));
  const database = engine === "PostgreSQL" ? await emptyDatabase() : null;
  const port = Number(own.PORT ?? (await freePort()));
  const gateways = await openGateways(`http://127.0.0.1:${port}`);
  const environment = {
    ...compileCache,
    PATH: process.env.PATH,
    NODE_ENV: "production",
    BACKOFFICE: "on",
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    DEMO_DAY: "off",
    DEMO_PHONE: "off",
    ...gateways.environment,
    ...own,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const shop = new ShopProcess(environment, port, { program: "demo.ts" });
  await shop.start();
  return {
    url: shop.url,
    gateways,
    command: async (line) => (await run(process.execPath, [program, ...line.split(" ")], { env: environment })).stdout,
    async statement(sql) {
      if (!database)
        throw new Error("The embedded database cannot be written past the shop: tag the test @PostgreSQL.");
      await onServer(database.url, sql);
    },
    output: () => shop.output,
    async close() {
      const { code, output } = await shop.stop();
      await gateways.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The shop ended with ${code} instead of 0:\n${output}`);
    },
  };
}
