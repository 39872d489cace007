import { join as path } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { buildShop } from "#shop/app.ts";
import { findDemoCustomer } from "#shop/customers/index.ts";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { type Config, ConfigError, readConfig } from "#shop/kernel/base/config.ts";
import {
  lockDataDir,
  demoSecret,
  DataDirLockedError,
  makeDataDir,
  restrictNewFiles,
  SharedDataDirError,
} from "#shop/kernel/base/data-dir.ts";
import type { Db } from "#shop/kernel/db/database.ts";
import { listenWithReusePort } from "#shop/kernel/http/reuse-port-listeners.ts";
import { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import { createServerLog } from "#shop/kernel/observability/log.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { openPglite } from "#shop/kernel/db/pglite.ts";
import { openPostgres } from "#shop/kernel/db/postgres.ts";
import { RateLimits } from "#shop/kernel/limits/rate-limits.ts";
import { openReplica } from "#shop/kernel/db/replica.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { serveMetrics } from "#shop/kernel/http/serve-metrics.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { createFirstOwnerLink, hasDemoStaff } from "#shop/staff/index.ts";
import { serveCommands } from "./cli.ts";
import { startWarnings } from "./start-warnings.ts";
import { hostStorefront } from "./storefront/host.ts";

export interface RunningShop {
  config: Config;
  /** URL on which it listens */
  url: string;
  /** Completes requests in flight and closes the database. */
  stop(): Promise<void>;
}

export interface StartOptions {
  environment: NodeJS.ProcessEnv;
  /** runs on the migrated database before the shop listens, to seed the demonstration for instance */
  prepare?: (db: Db, config: Config) => Promise<unknown>;
  /** registers the storefront; by default the built one */
  storefront?: (http: FastifyInstance, shop: AppContext) => Promise<void>;
  /** creates the response cache */
  openCache?: (admission: AdmissionController) => ResponseCache;
  /** prints a line for the person at the terminal, which belongs in no log */
  print?: (line: string) => void;
}

const openDatabase = (config: Config, log: Logger): Promise<Db> =>
  config.databaseUrl ? openPostgres({ url: config.databaseUrl, log }) : openPglite(path(config.dataDir, "pg"));

/** The database of a live shop has an account of the demonstration, whose password is published. */
export class DemoDataError extends Error {
  constructor() {
    super(
      "The database has an account of the demonstration, whose password is public. Remove its customer, orders and staff: " +
        "npm run shop -- demo remove (or set SHOP_MODE=demo).",
    );
  }
}

/**
 * Starts the shop: database, migrations, store, storefront, jobs.
 * @throws ConfigError, DataDirLockedError, SharedDataDirError, DemoDataError
 */
export async function startShop({
  environment,
  prepare,
  storefront = hostStorefront,
  openCache = (admission) => new ResponseCache({ admission }),
  print = console.log,
}: StartOptions): Promise<RunningShop> {
  const startedAt = systemClock.now();
  restrictNewFiles();
  const config = readConfig(environment, demoSecret);
  const log = createServerLog(config.logLevel);
  if (!makeDataDir(config.dataDir))
    log.warn(
      { dataDir: config.dataDir },
      "DATA_DIR belongs to another user and can be read by others: correct its permissions",
    );
  const release = config.databaseUrl ? () => {} : lockDataDir(config.dataDir);
  try {
    const db = await openDatabase(config, log);
    await migrate(db, log);
    if (config.mode === "live" && ((await findDemoCustomer(db)) || (await hasDemoStaff(db)))) {
      await db.close();
      throw new DemoDataError();
    }
    await prepare?.(db, config);
    const limits = new RateLimits(systemClock, config.rateLimits);
    const admission = new AdmissionController();
    const replica = config.replicaUrl ? openReplica(config.replicaUrl, db, { log }) : undefined;
    const shop = {
      config,
      db,
      reads: replica ?? db,
      cache: openCache(admission),
      clock: systemClock,
      log,
      limits,
      admission,
    };
    for (const warning of await startWarnings(config, db)) log.warn(warning);
    const app = await buildShop(shop, replica);
    await storefront(app.http, shop);
    const metrics = config.metrics && (await serveMetrics(config.metrics, shop));
    const url = await listenWithReusePort(app.http, config);
    app.jobs.start();
    if (config.mode === "live" && config.backOffice) {
      const link = await createFirstOwnerLink(db, config, { clock: systemClock, startedAt });
      if (link) print(`Set up the first owner of the back office within 24 hours: ${link}`);
    }
    // the data directory has one owner, so the command line works through this process
    const stopCommands = config.databaseUrl ? async () => {} : await serveCommands(shop);
    return {
      config,
      url,
      stop: async () => {
        await stopCommands();
        await metrics?.stop();
        await app.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** npm forwards SIGINT, so it may arrive twice; a second one within this time is ignored. */
const forceAfterMs = 1_000;

/** Stops on SIGTERM and SIGINT; a second, later signal ends the process at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > forceAfterMs) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** Prints why the shop cannot start, and exits. */
export function explainAndExit(error: unknown): never {
  if (error instanceof ConfigError) console.error(`Invalid settings:\n${error.message}`);
  else if (error instanceof DataDirLockedError)
    console.error(`${error.message} Stop it first, or set another DATA_DIR and PORT.`);
  else if (error instanceof DemoDataError || error instanceof SharedDataDirError) console.error(error.message);
  else if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
    console.error("The port is already in use. Set another PORT.");
  else console.error(error);
  process.exit(1);
}

if (import.meta.main) {
  try {
    const shop = await startShop({ environment: process.env });
    stopOnSignals(shop.stop);
  } catch (error) {
    explainAndExit(error);
  }
}
