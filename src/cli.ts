import { join as path } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pino, { type Logger } from "pino";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { type Config, ConfigError, readConfig } from "#shop/kernel/base/config.ts";
import { sendAdminCommand, adminSocketPath, type Output, serveAdminSocket } from "#shop/kernel/admin/admin-socket.ts";
import {
  lockDataDir,
  demoSecret,
  DataDirLockedError,
  restrictNewFiles,
  SharedDataDirError,
} from "#shop/kernel/base/data-dir.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { openPglite } from "#shop/kernel/db/pglite.ts";
import { openPostgres } from "#shop/kernel/db/postgres.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type CommandContext, CommandError, type Seed } from "./cli/command.ts";

/** How long a shop that owns the data directory may take to start: the first start migrates and seeds. */
const startTimeoutMs = 120_000;
const pollMs = 250;

/**
 * Lets a running shop accept commands on a socket in its data directory.
 * @returns stops it, after the running commands have ended
 */
export async function serveCommands(shop: AppContext, seed?: Seed): Promise<() => Promise<void>> {
  const { db, config, clock, log } = shop;
  const stop = await serveAdminSocket(adminSocketPath(config.dataDir), async (argv, output) => {
    // loaded with the first command: most shops never get one
    const { run } = await import("./cli/program.ts");
    return run(argv, { ...output, db, config, clock, log, seed });
  });
  // null: another process of this shop, on the same database server, accepts them
  return stop ?? (async () => {});
}

/** The database for one command, and how to close it afterwards. */
interface Opened {
  db: Db;
  close(): Promise<void>;
}

async function openServer(url: string, log: Logger): Promise<Opened> {
  const db = await openPostgres({ url, log, poolSize: 2 });
  try {
    // an existing schema is migrated only by `migrate` and by shops: an older process may be using it
    const schema = await db.one<{ exists: boolean }>(sql`select to_regclass('migration') is not null "exists"`);
    if (!schema?.exists) await migrate(db, log);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, close: () => db.close() };
}

async function openFolder(dataDir: string, log: Logger): Promise<Opened> {
  const release = lockDataDir(dataDir);
  try {
    const db = await openPglite(path(dataDir, "pg"));
    const close = () => db.close().finally(release);
    try {
      await migrate(db, log);
    } catch (error) {
      await close();
      throw error;
    }
    return { db, close };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Sends the command to the running shop, or opens the data directory if there is none. Waits for a shop that is
 * starting.
 */
async function ownerOrFolder(config: Config, argv: readonly string[], output: Output, log: Logger) {
  const deadline = Date.now() + startTimeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const exit = await sendAdminCommand(config.dataDir, argv, output);
    if (exit !== null) return { exit };
    try {
      return { opened: await openFolder(config.dataDir, log) };
    } catch (error) {
      if (error instanceof SharedDataDirError) throw new CommandError(error.message);
      if (!(error instanceof DataDirLockedError)) throw error;
      if (Date.now() > deadline) {
        throw new CommandError(`${error.message} It does not accept commands yet: try again later, or stop it.`);
      }
      if (isFirst) output.err(`${error.message} Waiting until it accepts commands…`);
      await pause(pollMs);
    }
  }
}

const readSettings = (environment: NodeJS.ProcessEnv): Config => {
  try {
    return readConfig(environment, demoSecret);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(`Invalid settings:\n${error.message}`);
    if (error instanceof SharedDataDirError) throw new CommandError(error.message);
    throw error;
  }
};

export interface CommandLine extends Output {
  environment: NodeJS.ProcessEnv;
  seed?: Seed;
}

/**
 * The merchant's command line. With DATABASE_URL it connects to that server; otherwise the shop that owns the data
 * directory runs the command, or, if none is running, the directory is opened here. @returns the exit code
 */
export async function commandLine(
  argv: readonly string[],
  { environment, seed, ...output }: CommandLine,
): Promise<number> {
  restrictNewFiles();
  const { interpret } = await import("./cli/program.ts");
  let exitOfShop = 0;
  const exit = await interpret(argv, output, async (work, absolute = argv) => {
    const config = readSettings(environment);
    const level = environment.LOG_LEVEL ? config.logLevel : "warn";
    // standard output is reserved for the command
    const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
    const target = config.databaseUrl
      ? { opened: await openServer(config.databaseUrl, log) }
      : await ownerOrFolder(config, absolute, output, log);
    if ("exit" in target) {
      exitOfShop = target.exit;
      return;
    }
    const context: CommandContext = { ...output, db: target.opened.db, config, clock: systemClock, log, seed };
    await work(context).finally(target.opened.close);
  });
  return exit || exitOfShop;
}
