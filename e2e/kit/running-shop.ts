import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Gateways, openGateways } from "./gateways.ts";
import { emptyDatabase } from "./postgres.ts";
import { freePort, ShopProcess } from "./shop-process.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../../shop.ts");

export interface RunningShop {
  url: string;
  /** where its shoppers pay, and get their letters */
  gateways: Gateways;
  /** Carries out one of the merchant's commands: `currency set USD 26000`. @returns what it says @throws when it ends otherwise than well */
  command(line: string): Promise<string>;
  /** what it has written to the terminal */
  said(): string;
  close(): Promise<void>;
}

/**
 * Starts the demonstration as `npm start` does: built storefront, simulators, catalogue, a data folder of its own. The
 * gateways run here, where tests can reach them.
 */
export async function startDemonstration(engine: "PGlite" | "PostgreSQL"): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "lianne-e2e-"));
  const database = engine === "PostgreSQL" ? await emptyDatabase() : null;
  const port = await freePort();
  const gateways = await openGateways(`http://127.0.0.1:${port}`);
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    ...gateways.environment,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const shop = new ShopProcess(environment, port, { program: "demo.ts" });
  await shop.start();
  return {
    url: shop.url,
    gateways,
    command: async (line) => (await run(process.execPath, [program, ...line.split(" ")], { env: environment })).stdout,
    said: () => shop.said,
    async close() {
      const { code, said } = await shop.stop();
      await gateways.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The shop ended with ${code} instead of 0:\n${said}`);
    },
  };
}
